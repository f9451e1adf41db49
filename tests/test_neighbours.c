// SPDX-License-Identifier: MIT
// Exactly the particles within the radius are neighbours, each once, in worlds of all
// shapes. (Built-in scenes: test_golden.c.)

#include "census.h"

// ---- Domains of all shapes -----------------------------------------------------------

static const char *const edges[] = {"wrap", "bounce", "open"};

// Counts the grid's cells along a side down through those of a neighbourhood.
static const double radii[] = {0.5, 0.4, 0.26, 0.21, 0.17, 0.15, 0.13, 0.11, 0.06};

static void check_domains(const test_backend *on, int dimension, int particles)
{
    need_backend(on);
    for (size_t e = 0; e < COUNT_OF(edges); e++) {
        for (size_t r = 0; r < COUNT_OF(radii); r++) {
            mote_scene *scene = scene_of(
                "{'model': 'census', 'particles': %d, 'dimension': %d, 'seed': 3,"
                " 'world': {'edges': '%s', 'border': 1.5}, 'census': {'radius': %g}}",
                particles, dimension, edges[e], radii[r]);
            int reach = 1 + (int)(r + e) % 3;
            for (int k = 1; k <= 3; k++) {
                if (on->kind == MOTE_BACKEND_CPU || k == reach) {
                    census_check(on, scene, NULL, "grid", k);
                }
            }
            if (on->kind == MOTE_BACKEND_CPU || r == e) {
                census_check(on, scene, NULL, "loop", 1);
                census_check(on, scene, NULL, "indexed", reach);
                census_check(on, scene, NULL, "published", reach);
            }
            mote_scene_destroy(scene);
        }
    }
}

static void neighbours_are_exact_in_2d(void **state)
{
    check_domains(*state, 2, 600);
}

static void neighbours_are_exact_in_3d(void **state)
{
    check_domains(*state, 3, 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(neighbours_are_exact_in_2d),
        ON_EACH_BACKEND(neighbours_are_exact_in_3d),
    };
    return cmocka_run_group_tests_name("neighbours", tests, NULL, NULL);
}
