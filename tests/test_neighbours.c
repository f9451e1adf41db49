// SPDX-License-Identifier: MIT
// Exactly the particles within the radius are neighbours, each once: the test model
// `census` counts them and adds up hashes of their ids, and brute force over all pairs in
// double precision does the same.

#include "oracle.h"

#include <math.h>
#include <string.h>

// Nearer to the radius than this part of it, a pair may be on either side: offsets are
// scaled up by 2^-17 (plan.c), floats round.
#define DOUBT 1e-5

// The hashes of tests/models/census.glsl.
static int64_t mark_of(uint32_t id)
{
    return id * UINT32_C(2654435769) >> 16;
}

static int64_t second_mark_of(uint32_t id)
{
    return (uint32_t)(id * UINT32_C(2246822519) + UINT32_C(374761393)) >> 16;
}

typedef struct census {
    int64_t neighbours, mark, second_mark;
    bool is_doubtful; // some particle is as far as the radius
} census;

static census census_of(const oracle *state, uint64_t i, double radius)
{
    census sum = {0};
    for (uint64_t j = 0; j < state->count; j++) {
        double offset[3];
        double distance = oracle_offset(state, i, j, offset);
        sum.is_doubtful |= fabs(distance - radius) < DOUBT * radius;
        if (distance < radius) {
            sum.neighbours++;
            sum.mark += mark_of(state->id[j]);
            sum.second_mark += second_mark_of(state->id[j]);
        }
    }
    return sum;
}

// The simulation has just run `pair` or `pair_loop`. Returns the share of certain ones.
static double check_census(const mote_scene *scene, mote_simulation *simulation,
                           uint64_t samples)
{
    oracle *state = oracle_of(scene, simulation);
    uint32_t *neighbours = buffer_of(simulation, "neighbours");
    uint32_t *mark = buffer_of(simulation, "mark");
    uint32_t *second_mark = buffer_of(simulation, "second_mark");
    double radius = oracle_parameter(scene, "radius");
    uint64_t stride = state->count > samples ? state->count / samples : 1;
    uint64_t checked = 0, certain = 0;
    for (uint64_t i = 0; i < state->count; i += stride) {
        census expected = census_of(state, i, radius);
        checked++;
        if (!expected.is_doubtful) {
            certain++;
            assert_int_equal(limbs_value(neighbours + 2 * i), expected.neighbours << 16);
            assert_int_equal(limbs_value(mark + 2 * i), expected.mark);
            assert_int_equal(limbs_value(second_mark + 2 * i), expected.second_mark);
        }
    }
    free(neighbours);
    free(mark);
    free(second_mark);
    oracle_destroy(state);
    return checked > 0 ? (double)certain / (double)checked : 1.0;
}

static void run_census(const test_backend *on, const mote_scene *scene,
                       const uint32_t *position, const char *search, int reach)
{
    mote_device_def device = mote_default_device_def();
    device.search = search;
    device.cell_reach = reach;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    if (position) {
        write_buffer(simulation, BUFFER_position, position);
    }
    run_before(simulation, STAGE_update);
    double certain = check_census(scene, simulation, 150);
    assert_true(certain > 0.5);
    mote_simulation_destroy(simulation);
}

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
                    run_census(on, scene, NULL, "grid", k);
                }
            }
            if (on->kind == MOTE_BACKEND_CPU || r == e) {
                run_census(on, scene, NULL, "loop", 1);
                run_census(on, scene, NULL, "indexed", reach);
                run_census(on, scene, NULL, "published", reach);
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

// ---- Built-in scenes -----------------------------------------------------------------

static const char *edges_name(scene_edges e)
{
    return e == EDGES_WRAP ? "wrap" : e == EDGES_BOUNCE ? "bounce" : "open";
}

// A scene's positions at first and after 200 steps: made once, for all backends.
typedef struct scene_states {
    mote_scene *life;
    double radius;
    uint32_t *position[2];
} scene_states;

static scene_states *states_of(const scene_file *file)
{
    scene_states *states = calloc(1, sizeof *states);
    assert_ok(scene_builtin(file->name, &states->life));
    mote_simulation *simulation = simulation_on(&test_cpu, states->life, NULL);
    states->radius = simulation->plan->radius;
    states->position[0] = read_buffer(simulation, BUFFER_position);
    step(simulation, 200);
    states->position[1] = read_buffer(simulation, BUFFER_position);
    mote_simulation_destroy(simulation);
    return states;
}

static void states_destroy(scene_states *states)
{
    free(states->position[0]);
    free(states->position[1]);
    mote_scene_destroy(states->life);
    free(states);
}

static void check_scene(const test_backend *on, const scene_states *states)
{
    const mote_scene *life = states->life;
    mote_scene *scene = scene_of(
        "{'model': 'census', 'particles': %llu, 'dimension': %d,"
        " 'world': {'edges': '%s', 'border': %.17g, 'width': %.17g, 'height': %.17g,"
        " 'depth': %.17g}, 'census': {'radius': %.17g}}",
        (unsigned long long)mote_scene_particle_count(life), life->dimension,
        edges_name(life->edges), life->border, life->size[0], life->size[1],
        life->size[2], states->radius);
    for (int turn = 0; turn < 2; turn++) {
        run_census(on, scene, states->position[turn], NULL, 1 + turn);
    }
    mote_scene_destroy(scene);
}

#define SCENE_MAX 64

static int make_states(void **state)
{
    scene_states **all = calloc(SCENE_MAX, sizeof *all);
    for (int i = 0; scene_files[i].name; i++) {
        assert_true(i < SCENE_MAX);
        all[i] = states_of(&scene_files[i]);
    }
    *state = all;
    return 0;
}

static int free_states(void **state)
{
    scene_states **all = *state;
    for (int i = 0; i < SCENE_MAX && all[i]; i++) {
        states_destroy(all[i]);
    }
    free(all);
    return 0;
}

static void check_scenes(const test_backend *on, scene_states **all)
{
    need_backend(on);
    for (int i = 0; scene_files[i].name; i++) {
        check_scene(on, all[i]);
    }
}

static void neighbours_in_built_in_scenes_are_exact_on_cpu(void **state)
{
    check_scenes(&test_cpu, *state);
}

static void neighbours_in_built_in_scenes_are_exact_on_gl(void **state)
{
    check_scenes(&test_gl, *state);
}

int main(void)
{
    const struct CMUnitTest domains[] = {
        ON_EACH_BACKEND(neighbours_are_exact_in_2d),
        ON_EACH_BACKEND(neighbours_are_exact_in_3d),
    };
    const struct CMUnitTest scenes[] = {
        cmocka_unit_test(neighbours_in_built_in_scenes_are_exact_on_cpu),
        cmocka_unit_test(neighbours_in_built_in_scenes_are_exact_on_gl),
    };
    int failed = cmocka_run_group_tests_name("neighbours", domains, NULL, NULL);
    return failed + cmocka_run_group_tests_name("neighbours in built-in scenes", scenes,
                                                make_states, free_states);
}
