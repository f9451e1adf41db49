// SPDX-License-Identifier: MIT
// The first state: where each pattern puts its particles, which species they have, and
// that all of it has the same bits on every machine.

#include "support.h"

#include "sim/scene.h"
#include "sim/species_share.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static start_state start_of(const mote_scene *scene)
{
    start_state state;
    assert_ok(start_fill(scene, &state));
    return state;
}

// A coordinate of a particle, in shorter sides of the world from the pattern's centre.
static double offset_of(const mote_scene *scene, const start_state *state, uint64_t i,
                        int axis)
{
    double side = scene->size[0];
    for (int k = 1; k < scene->dimension; k++) {
        side = scene->size[k] < side ? scene->size[k] : side;
    }
    uint32_t place = state->place[i * (uint64_t)scene->dimension + (uint64_t)axis];
    double fraction = (double)place / 4294967296.0 - scene->start.center[axis];
    return fraction * scene->size[axis] / side;
}

static double distance_of(const mote_scene *scene, const start_state *state, uint64_t i)
{
    double squared = 0.0;
    for (int axis = 0; axis < scene->dimension; axis++) {
        double offset = offset_of(scene, state, i, axis);
        squared += offset * offset;
    }
    return sqrt(squared);
}

// ---- Patterns
// --------------------------------------------------------------------------

static void uniform_fills_all_parts_of_the_world_alike(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of("{'particles': 64000, 'dimension': %d}", dimension);
        start_state start = start_of(scene);
        int counts[64] = {0};
        for (uint64_t i = 0; i < 64000; i++) {
            uint32_t part = 0;
            for (int axis = 0; axis < dimension; axis++) {
                uint32_t place = start.place[i * (uint64_t)dimension + (uint64_t)axis];
                part =
                    dimension == 3 ? part * 4 + (place >> 30) : part * 8 + (place >> 29);
            }
            counts[part]++;
        }
        for (int part = 0; part < 64; part++) {
            assert_in_range(counts[part], 840, 1160); // 1000, five standard deviations
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void a_disc_ends_at_its_radius_and_is_evenly_filled(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of(
            "{'particles': 20000, 'dimension': %d, 'world': {'width': 3}, 'start': "
            "{'pattern': 'disc', 'radius': 0.4}}",
            dimension);
        start_state start = start_of(scene);
        int inner_count = 0;
        for (uint64_t i = 0; i < 20000; i++) {
            double distance = distance_of(scene, &start, i);
            assert_true(distance <= 0.4 + 1e-9);
            inner_count += distance < 0.2;
        }
        int expected = dimension == 2 ? 5000 : 2500;
        assert_in_range(inner_count, expected - 320, expected + 320);
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void a_ring_stays_in_its_band(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of("{'particles': 5000, 'dimension': %d, 'start': "
                                     "{'pattern': 'ring', 'radius': 0.3, 'width': 0.1}}",
                                     dimension);
        start_state start = start_of(scene);
        double sum[3] = {0};
        for (uint64_t i = 0; i < 5000; i++) {
            double distance = distance_of(scene, &start, i);
            assert_true(distance >= 0.25 - 1e-9 && distance <= 0.35 + 1e-9);
            for (int axis = 0; axis < dimension; axis++) {
                sum[axis] += offset_of(scene, &start, i, axis) / 5000.0;
            }
        }
        for (int axis = 0; axis < dimension; axis++) {
            assert_true(fabs(sum[axis]) < 0.02);
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void a_spiral_without_width_follows_its_curve(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'particles': 3000, 'start': {'pattern': 'spiral', 'radius': 0.4, "
                 "'width': 0, 'turns': 2, 'angle': 0.125}}");
    start_state start = start_of(scene);
    for (uint64_t i = 0; i < 3000; i++) {
        double t = distance_of(scene, &start, i) / 0.4;
        double angle = (0.125 + 2.0 * t) * 6.283185307179586;
        assert_true(fabs(offset_of(scene, &start, i, 0) - 0.4 * t * cos(angle)) < 2e-6);
        assert_true(fabs(offset_of(scene, &start, i, 1) - 0.4 * t * sin(angle)) < 2e-6);
    }
    start_free(&start);
    mote_scene_destroy(scene);
}

static void a_line_is_as_long_and_wide_as_said(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'particles': 3000, 'start': {'pattern': 'line', 'radius': 0.3, "
                 "'width': 0.02, 'angle': 0.25}}");
    start_state start = start_of(scene);
    double longest = 0.0;
    for (uint64_t i = 0; i < 3000; i++) {
        double along = fabs(offset_of(scene, &start, i, 1));
        longest = along > longest ? along : longest;
        assert_true(fabs(offset_of(scene, &start, i, 0)) <= 0.01 + 1e-6);
    }
    assert_true(longest > 0.29 && longest <= 0.3 + 1e-6);
    start_free(&start);
    mote_scene_destroy(scene);
}

static void a_grid_gives_each_particle_a_place_of_its_own(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 7, 100, 4096, 10007};
    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        for (int dimension = 2; dimension <= 3; dimension++) {
            mote_scene *scene = scene_of(
                "{'particles': %d, 'dimension': %d, 'world': {'width': 2, 'edges': "
                "'bounce'}, 'start': {'pattern': 'grid'}}",
                counts[k], dimension);
            start_state start = start_of(scene);
            for (int i = 1; i < counts[k]; i++) {
                // Ordered by the last axis first, so equal places would stand together.
                const uint32_t *here = start.place + i * dimension;
                int axis = dimension - 1;
                while (axis > 0 && here[axis] == here[axis - dimension]) {
                    axis--;
                }
                assert_true(here[axis] > here[axis - dimension]);
            }
            start_free(&start);
            mote_scene_destroy(scene);
        }
    }
}

static void walls_keep_every_pattern_inside(void **state)
{
    (void)state;
    static const char *const patterns[] = {"disc", "ring", "spiral", "line"};
    for (size_t k = 0; k < COUNT_OF(patterns); k++) {
        mote_scene *scene = scene_of(
            "{'particles': 2000, 'world': {'edges': 'bounce'}, 'start': {'pattern': '%s', "
            "'center': [0, 0.9], 'radius': 0.6, 'width': 0.3}}",
            patterns[k]);
        start_state start = start_of(scene);
        for (uint64_t i = 0; i < 4000; i++) {
            // Without the walls, half of them would stand on the other side.
            uint32_t place = start.place[i];
            assert_true(i % 2 == 1 || place < 0xc1000000u);
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

// ---- The box
// ----------------------------------------------------------------------------------

static const char *const box_patterns[] = {"uniform", "grid"};

static void a_box_holds_all_and_is_evenly_filled(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(box_patterns); k++) {
        mote_scene *scene = scene_of(
            "{'particles': 8000, 'dimension': 3, 'world': {'width': 2, 'edges': 'bounce'}, "
            "'start': {'pattern': '%s', 'center': [0.9, 0.5, 0.25], "
            "'size': [0.2, 0.5, 0.5]}}",
            box_patterns[k]);
        start_state start = start_of(scene);
        int counts[8] = {0};
        for (uint64_t i = 0; i < 8000; i++) {
            int part = 0;
            for (int axis = 0; axis < 3; axis++) {
                double half = scene->start.size[axis] * scene->size[axis] / 2.0;
                double offset = offset_of(scene, &start, i, axis);
                assert_true(fabs(offset) <= half + 1e-9);
                part = part * 2 + (offset < 0.0);
            }
            counts[part]++;
        }
        for (int part = 0; part < 8; part++) {
            assert_in_range(counts[part], 850, 1150); // 1000, five standard deviations
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void a_box_wraps_where_the_edges_do(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(box_patterns); k++) {
        mote_scene *scene =
            scene_of("{'particles': 4000, 'start': {'pattern': '%s', 'center': [0, 0.5], "
                     "'size': [0.5, 1]}}",
                     box_patterns[k]);
        start_state start = start_of(scene);
        int right_count = 0;
        for (uint64_t i = 0; i < 4000; i++) {
            uint32_t x = start.place[2 * i];
            assert_true(x < 0x40000001u || x >= 0xc0000000u);
            right_count += x < 0x80000000u;
        }
        assert_in_range(right_count, 1840, 2160);
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void a_side_that_is_the_worlds_stays_where_the_world_is(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(box_patterns); k++) {
        const char *form = "{'world': {'edges': '%s'}, 'start': {'pattern': '%s'%s}}";
        mote_scene *usual = scene_of(form, "bounce", box_patterns[k], "");
        mote_scene *moved =
            scene_of(form, "bounce", box_patterns[k], ", 'center': [0.1, 0.8]");
        start_state a = start_of(usual), b = start_of(moved);
        assert_memory_equal(a.place, b.place, 2 * 12000 * sizeof *a.place);
        start_free(&a);
        start_free(&b);
        mote_scene_destroy(usual);
        mote_scene_destroy(moved);
    }
}

// Distinct coordinates along an axis, which in a grid are few.
static int rows_of(const start_state *start, int count, int dimension, int axis)
{
    int rows = 0;
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < i &&
               start->place[j * dimension + axis] != start->place[i * dimension + axis]) {
            j++;
        }
        rows += j == i;
    }
    return rows;
}

static void a_grid_is_as_dense_along_all_axes_of_its_box(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        int count = dimension == 3 ? 2000 : 800;
        mote_scene *scene = scene_of(
            "{'particles': %d, 'dimension': %d, 'world': {'width': 4, 'height': 1, 'depth': "
            "2}, 'start': {'pattern': 'grid', 'size': [%s]}}",
            count, dimension, dimension == 3 ? "0.25, 0.5, 0.25" : "0.125, 1");
        start_state start = start_of(scene);
        double cell = pow(scene_start_volume(scene) / count, 1.0 / dimension);
        for (int axis = 0; axis < dimension; axis++) {
            double extent = scene->size[axis] * scene->start.size[axis];
            double spacing = extent / rows_of(&start, count, dimension, axis);
            assert_true(fabs(spacing / cell - 1.0) < 0.07);
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

// ---- The volume
// -------------------------------------------------------------------------------

#define PI 3.14159265358979323846

typedef struct start_volume {
    const char *start;
    double volume[2]; // in 2-D and 3-D, of a world of 3 x 2 x 2
} start_volume;

static const start_volume start_volumes[] = {
    {"", {6.0, 12.0}},
    {"'pattern': 'disc', 'radius': 0.25", {PI * 0.25, PI / 6.0}},
    {"'pattern': 'disc', 'radius': 9", {6.0, 12.0}},
    {"'pattern': 'ring', 'radius': 0.25, 'width': 0.1",
     {PI * (0.36 - 0.16), PI * 4.0 / 3.0 * (0.216 - 0.064)}},
    {"'pattern': 'ring', 'radius': 0.1, 'width': 0.4", {PI * 0.36, PI * 0.288}},
    {"'pattern': 'line', 'radius': 0.25, 'width': 0.1", {0.2, 0.04}},
    {"'pattern': 'line', 'width': 0", {0.0, 0.0}},
    // no turns: a capsule
    {"'pattern': 'spiral', 'radius': 0.25, 'width': 0.1, 'turns': 0",
     {0.1 + PI * 0.01, PI * 0.01 * 0.5 + PI * 0.004 / 3.0}},
    // Archimedes: the length is (a sqrt(1 + a^2) + asinh(a)) radius / 2a, a = 2 pi turns
    {"'pattern': 'spiral', 'radius': 0.25, 'width': 0.02, 'turns': -2",
     {0.04 * 3.2156984 + PI * 0.0004, PI * 0.0004 * 3.2156984 + PI * 3.2e-5 / 3.0}},
    // turns that overlap: the disc
    {"'pattern': 'spiral', 'radius': 0.2, 'width': 0.1, 'turns': 900",
     {PI * 0.25, PI * 0.125 * 4.0 / 3.0}},
};

static void the_start_fills_the_volume_of_its_shape(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(start_volumes); k++) {
        for (int dimension = 2; dimension <= 3; dimension++) {
            mote_scene *scene =
                scene_of("{'dimension': %d, 'world': {'width': 3, 'height': 2, 'depth': "
                         "2}, 'start': {%s}}",
                         dimension, start_volumes[k].start);
            double expected = start_volumes[k].volume[dimension - 2];
            assert_true(fabs(scene_start_volume(scene) - expected) < 1e-6);
            mote_scene_destroy(scene);
        }
    }
    mote_scene *scene = scene_of("{'world': {'width': 3}, 'start': {'size': [0.5, 0.25], "
                                 "'pattern': 'grid', 'center': [0.1, 0.1]}}");
    assert_true(fabs(scene_start_volume(scene) - 0.375) < 1e-12);
    mote_scene_destroy(scene);
}

// ---- Species and velocities
// --------------------------------------------------------------

static void species_have_exact_counts_and_are_mixed(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'species': [{'count': 6000}, {'count': 0}, "
                                 "{'count': 3000}, {'count': 1001}]}");
    start_state start = start_of(scene);
    uint64_t counts[4] = {0}, early[4] = {0};
    for (uint64_t i = 0; i < 10001; i++) {
        counts[start.species[i]]++;
        early[start.species[i]] += i < 1000;
    }
    for (int s = 0; s < 4; s++) {
        assert_int_equal(counts[s], scene->species[s].count);
    }
    assert_in_range(early[0], 520, 680);
    assert_in_range(early[2], 225, 375);
    assert_in_range(early[3], 50, 150);
    start_free(&start);
    mote_scene_destroy(scene);
}

static void shares_add_up_and_are_nearest(void **state)
{
    (void)state;
    random_source random = random_from(3);
    for (int round = 0; round < 2000; round++) {
        int count = 1 + (int)(random_next(&random) % 64);
        uint64_t total = random_next(&random) % 4294967296u;
        double weights[64], sum = 0.0;
        uint64_t shares[64], share_sum = 0;
        for (int i = 0; i < count; i++) {
            weights[i] = random_next(&random) % 3 ? random_unit(&random) * 1e9 : 0.0;
            sum += weights[i];
        }
        weights[0] += 1.0;
        sum += 1.0;
        species_share(total, weights, count, shares);
        for (int i = 0; i < count; i++) {
            double quota = (double)total * weights[i] / sum;
            assert_true(fabs((double)shares[i] - quota) < 1.0 + 1e-5);
            assert_true(weights[i] > 0.0 || shares[i] == 0);
            share_sum += shares[i];
        }
        assert_true(share_sum == total);
    }
}

static void a_start_speed_is_the_speed_of_all_in_all_directions(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of("{'particles': 4000, 'dimension': %d, 'start': "
                                     "{'speed': 0.25}}",
                                     dimension);
        start_state start = start_of(scene);
        double sum[3] = {0};
        for (uint64_t i = 0; i < 4000; i++) {
            double squared = 0.0;
            for (int axis = 0; axis < dimension; axis++) {
                double v = (double)float_from(
                    start.velocity[i * (uint64_t)dimension + (uint64_t)axis]);
                squared += v * v;
                sum[axis] += v / 4000.0;
            }
            assert_true(fabs(sqrt(squared) - 0.25) < 1e-7);
        }
        for (int axis = 0; axis < dimension; axis++) {
            assert_true(fabs(sum[axis]) < 0.015);
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
}

static void small_populations_start(void **state)
{
    (void)state;
    static const char *const patterns[] = {"uniform", "disc", "ring",
                                           "spiral",  "line", "grid"};
    for (size_t k = 0; k < COUNT_OF(patterns); k++) {
        for (int count = 0; count < 6; count++) {
            mote_scene *scene = scene_of("{'particles': %d, 'start': {'pattern': '%s'}}",
                                         count, patterns[k]);
            start_state start = start_of(scene);
            start_free(&start);
            mote_scene_destroy(scene);
        }
    }
}

// ---- The same bits
// -----------------------------------------------------------------------

// FNV-1a
static uint64_t hash_words(uint64_t hash, const uint32_t *words, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 1099511628211u;
    }
    return hash;
}

typedef struct golden_start {
    const char *pattern;
    int dimension;
    uint64_t hash;
} golden_start;

// Changed only with the reason in the commit: every golden picture and hash follows.
static const golden_start golden_starts[] = {
    {"uniform", 2, 0x7113722ebee4476eu}, {"disc", 2, 0x6002b1613c1f62b8u},
    {"ring", 2, 0x10d6199f5ab5c646u},    {"spiral", 2, 0x0a8032526d0a41b1u},
    {"line", 2, 0x6666ac25d0dcd7f2u},    {"grid", 2, 0xe560d3db55a7bfbcu},
    {"uniform", 3, 0x8bd2441032ea508cu}, {"disc", 3, 0xc1ed069832e53710u},
    {"ring", 3, 0x1e08dd592ab780ffu},    {"spiral", 3, 0x90c1102aa7a682b8u},
    {"line", 3, 0x0ff9b63de6f4bbdfu},    {"grid", 3, 0x5ffe9abf7690ada5u},
};

static void first_states_have_the_stored_bits(void **state)
{
    (void)state;
    int other_count = 0;
    for (size_t k = 0; k < COUNT_OF(golden_starts); k++) {
        const golden_start *golden = &golden_starts[k];
        mote_scene *scene = scene_of(
            "{'seed': '12345678901234567890', 'dimension': %d, 'particles': 1000, 'start': "
            "{'pattern': '%s', 'speed': 0.1}}",
            golden->dimension, golden->pattern);
        start_state start = start_of(scene);
        uint64_t words = 1000u * (uint64_t)golden->dimension;
        uint64_t hash = hash_words(14695981039346656037u, start.place, words);
        hash = hash_words(hash, start.velocity, words);
        hash = hash_words(hash, start.species, 1000);
        if (hash != golden->hash) {
            print_error("{\"%s\", %d, 0x%016llxu},\n", golden->pattern, golden->dimension,
                        (unsigned long long)hash);
            other_count++;
        }
        start_free(&start);
        mote_scene_destroy(scene);
    }
    assert_int_equal(other_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_fills_all_parts_of_the_world_alike),
        cmocka_unit_test(a_disc_ends_at_its_radius_and_is_evenly_filled),
        cmocka_unit_test(a_ring_stays_in_its_band),
        cmocka_unit_test(a_spiral_without_width_follows_its_curve),
        cmocka_unit_test(a_line_is_as_long_and_wide_as_said),
        cmocka_unit_test(a_grid_gives_each_particle_a_place_of_its_own),
        cmocka_unit_test(walls_keep_every_pattern_inside),
        cmocka_unit_test(a_box_holds_all_and_is_evenly_filled),
        cmocka_unit_test(a_box_wraps_where_the_edges_do),
        cmocka_unit_test(a_side_that_is_the_worlds_stays_where_the_world_is),
        cmocka_unit_test(a_grid_is_as_dense_along_all_axes_of_its_box),
        cmocka_unit_test(the_start_fills_the_volume_of_its_shape),
        cmocka_unit_test(species_have_exact_counts_and_are_mixed),
        cmocka_unit_test(shares_add_up_and_are_nearest),
        cmocka_unit_test(a_start_speed_is_the_speed_of_all_in_all_directions),
        cmocka_unit_test(small_populations_start),
        cmocka_unit_test(first_states_have_the_stored_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
