// SPDX-License-Identifier: MIT
// Statistics: each quantity against brute force, the same bits on every device, extremes,
// and that they come in order, none missing, however late they are taken.

#include "core/text.h"
#include "cpu/cpu_backend.h"
#include "emitted.h"
#include "sim/selection.h"
#include "statistics_oracle.h"

#include <float.h>
#include <math.h>
#include <string.h>

static mote_statistics statistics_now(mote_simulation *simulation)
{
    mote_statistics found;
    bool is_there = false;
    assert_ok(mote_simulation_statistics_begin(simulation));
    assert_ok(mote_simulation_statistics_take(simulation, true, &found, &is_there));
    assert_true(is_there);
    return found;
}

// ---- Every quantity ------------------------------------------------------------------

static const char *const scenes[] = {
    "'species': 3, 'seed': 21, 'start': {'speed': 0.5}, 'life': {'force': 30, 'matrix':"
    " 'random', 'maximum_radius': 0.08}",
    "'species': 20, 'world': {'width': 3, 'edges': 'bounce'}, 'start': {'speed': 3}",
    "'dimension': 3, 'species': 6, 'start': {'speed': 1}, 'world': {'edges': 'open',"
    " 'border': 1.7, 'height': 2.3}, 'life': {'maximum_radius': 0.2}",
    "'dimension': 3, 'species': 64, 'world': {'depth': 0.02}, 'start': {'speed': 0.2},"
    " 'life': {'minimum_radius': 0, 'maximum_radius': 0.009}",
    "'model': 'ready', 'start': {'speed': 0.2}, 'ready': {'radius': 0.05, 'lifetime':"
    " 0.05, 'stiffness': 5}",
};

static const int sizes[] = {0, 1, 63, 64, 65, 1023, 1024, 1025, 3000};

static void each_quantity_is_what_brute_force_finds(void **state)
{
    for (size_t k = 0; k < COUNT_OF(scenes); k++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            mote_scene *scene = scene_of("{'particles': %d, %s}", sizes[i], scenes[k]);
            mote_simulation *simulation = simulation_on(*state, scene, NULL);
            for (int turn = 0; turn < 2; turn++) {
                mote_statistics found = statistics_now(simulation);
                oracle_check_statistics(simulation, &found);
                step(simulation, 3);
            }
            mote_simulation_destroy(simulation);
            mote_scene_destroy(scene);
        }
    }
}

static const char *const emitters[] = {
    "{'model': 'emitter', 'particles': 3000, 'seed': 8, 'emitter': {'prewarm': 0.1,"
    " 'emitters': [{'rate': 9000, 'speed': [1, 9], 'lifetime': [0.05, 0.3], 'name': 'a',"
    " 'on_death': 'b', 'death_count': 2}, {'rate': 0, 'name': 'b', 'lifetime': 0.1}]}}",
    "{'model': 'emitter', 'particles': 1025, 'dimension': 2, 'world': {'edges': 'wrap'},"
    " 'emitter': {'emitters': [{'rate': 30000, 'speed': 40, 'spread': 0.5,"
    " 'lifetime': [0.05, 0.3]}]}}",
};

static void those_of_emitters_are_of_the_living(void **state)
{
    for (size_t k = 0; k < COUNT_OF(emitters); k++) {
        mote_scene *scene = scene_of("%s", emitters[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (int turn = 0; turn < 4; turn++) {
            mote_statistics found = statistics_now(simulation);
            oracle_check_statistics(simulation, &found);
            step(simulation, 3);
        }
        mote_population population = population_of(simulation);
        assert_int_equal(statistics_now(simulation).living, population.living);
        assert_true(population.living > 0 && population.died > 0);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void of_nobody_all_is_0_and_mixing_is_unknown(void **state)
{
    static const char *const empty[] = {
        "{'particles': 0}",
        "{'model': 'emitter', 'particles': 2000, 'emitter': {'emitters': [{'rate': 0}]}}",
    };
    for (size_t k = 0; k < COUNT_OF(empty); k++) {
        mote_scene *scene = scene_of("%s", empty[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 2);
        mote_statistics found = statistics_now(simulation);
        mote_statistics wanted = {
            .step = 2, .time = 2.0 * simulation->plan->step_time, .mixing = NAN};
        assert_false(is_finite(found.mixing));
        assert_memory_equal(&found, &wanted, offsetof(mote_statistics, mixing));
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Extremes ------------------------------------------------------------------------

// All in one cell, at speeds past all bounds.
static void nothing_overflows(void **state)
{
    static const float speeds[] = {FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, 1e9f};
    enum { COUNT = 70000 };
    mote_scene *scene =
        scene_of("{'particles': %d, 'dimension': 3, 'species': 2}", COUNT);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint32_t *words = read_buffer(simulation, BUFFER_position);
    memset(words, 0x77, 12 * COUNT);
    write_buffer(simulation, BUFFER_position, words);
    double top =
        ldexp(1.0, 29) / (double)float_from(simulation->plan->constants.speed_scale);
    for (size_t k = 0; k < COUNT_OF(speeds); k++) {
        for (int i = 0; i < 3 * COUNT; i++) {
            memcpy(words + i, &speeds[k], 4);
        }
        write_buffer(simulation, BUFFER_velocity, words);
        mote_statistics found = statistics_now(simulation);
        // Nobody knows how much faster; what comes of places is known all the same.
        const double unknown[] = {found.energy,        found.mean_speed,
                                  found.largest_speed, found.momentum[0],
                                  found.momentum[1],   found.momentum[2]};
        for (size_t i = 0; i < COUNT_OF(unknown); i++) {
            assert_false(is_finite(unknown[i]));
        }
        assert_int_equal(found.fullest_cell, COUNT);
        assert_near(found.mixing, 1.0, 1e-12); // all of it is one cell
    }
    // As fast as can be told.
    double fast = 0.577 * top;
    float along = (float)fast;
    for (int i = 0; i < 3 * COUNT; i++) {
        memcpy(words + i, &along, 4);
    }
    write_buffer(simulation, BUFFER_velocity, words);
    mote_statistics found = statistics_now(simulation);
    assert_near(found.energy, 1.5 * fast * fast * COUNT, 3e-7 * fast * fast * COUNT);
    assert_near(found.momentum[2], fast * COUNT, 3e-7 * fast * COUNT);
    assert_near(found.largest_speed, sqrt(3.0) * fast, 3e-7 * top);
    assert_near(found.mean_speed, sqrt(3.0) * fast, 3e-7 * top);
    free(words);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Velocities that are halfway between two quanta, near and far from 0.
static void velocities_are_rounded_to_the_nearest(void **state)
{
    static const double quanta[] = {0.5,        1.5,        -0.5,        -1.5,
                                    4194303.5,  4194304.5,  -4194305.5,  8388607.5,
                                    -8388606.5, 16777215.0, 536870912.0, 1e-20};
    mote_scene *scene = scene_of("{'particles': %d}", (int)COUNT_OF(quanta));
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    double unit = 1.0 / (double)float_from(simulation->plan->constants.speed_scale);
    uint32_t words[2 * COUNT_OF(quanta)] = {0};
    for (size_t i = 0; i < COUNT_OF(quanta); i++) {
        memset(words, 0, sizeof words);
        words[2 * i] = float_bits(quanta[i] * unit);
        write_buffer(simulation, BUFFER_velocity, words);
        mote_statistics found = statistics_now(simulation);
        assert_near(found.momentum[0] / unit, rint(quanta[i]), 0.0);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Cells ---------------------------------------------------------------------------

// The cell in which species_count finds a lone particle.
static uint64_t cell_found(mote_simulation *simulation, const uint32_t *place)
{
    write_buffer(simulation, BUFFER_position, place);
    statistics_now(simulation);
    uint32_t *counts = read_buffer(simulation, BUFFER_species_count);
    uint64_t cell = 0;
    while (counts[cell] == 0) {
        cell++;
    }
    free(counts);
    return cell;
}

static void a_cell_holds_its_lower_edge_and_not_its_upper_one(void **state)
{
    static const char *const edges[] = {"wrap", "bounce", "open"};
    for (size_t k = 0; k < COUNT_OF(edges); k++) {
        mote_scene *scene =
            scene_of("{'particles': 1, 'species': 1, 'world': {'width': 2,"
                     " 'height': 1, 'edges': '%s'}}",
                     edges[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        const constants *c = &simulation->plan->constants;
        uint64_t world = (uint64_t)c->world_span + 1;
        assert_int_equal(c->statistics_cells_x, 64);
        assert_int_equal(c->statistics_cells_y, 32);
        for (uint64_t cell = 0; cell < 64; cell += 9) {
            uint32_t low = c->world_low + (uint32_t)(cell * world / 64);
            uint32_t next = c->world_low + (uint32_t)((cell + 1) * world / 64 - 1);
            uint32_t at_low[2] = {low, c->world_low}, at_end[2] = {next, c->world_low};
            assert_int_equal(cell_found(simulation, at_low), cell);
            assert_int_equal(cell_found(simulation, at_end), cell);
        }
        if (k > 0) { // just outside
            uint32_t under[2] = {c->world_low - 1, c->world_low};
            uint32_t over[2] = {c->world_low, c->world_low + c->world_span + 1};
            assert_int_equal(cell_found(simulation, under), 64 * 32);
            assert_int_equal(cell_found(simulation, over), 64 * 32);
            assert_int_equal(statistics_now(simulation).outside, 1);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static double mixing_of(mote_simulation *simulation, bool apart)
{
    uint32_t *place = read_buffer(simulation, BUFFER_position);
    uint32_t *identity = read_buffer(simulation, BUFFER_identity);
    random_source random = random_from(7);
    for (uint64_t i = 0; i < mote_simulation_particle_count(simulation); i++) {
        place[2 * i] = (uint32_t)random_next(&random);
        place[2 * i + 1] = (uint32_t)(random_next(&random) >> 32);
        if (apart) {
            place[2 * i] = place[2 * i] >> 1 | identity[2 * i + 1] << 31;
        }
    }
    write_buffer(simulation, BUFFER_position, place);
    free(place);
    free(identity);
    return statistics_now(simulation).mixing;
}

static void species_apart_are_0_and_mixed_are_1(void **state)
{
    mote_scene *scene = scene_of("{'particles': 50000, 'species': 2}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    assert_near(mixing_of(simulation, true), 0.0, 0.0);
    assert_near(mixing_of(simulation, false), 1.0, 0.01);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- The same on all devices ---------------------------------------------------------

static const mote_device_def cpu_devices[] = {
    {.threads = 1},          {.threads = 3},     {.threads = 7},
    {.isa = "scalar"},       {.isa = "sse2"},    {.isa = "avx2"},
    {.isa = "avx512"},       {.search = "loop"}, {.search = "grid", .cell_reach = 1},
    {.search = "indexed"},   {.cell_reach = 3},  {.slices = 3},
    {.search = "published"},
};

static const mote_device_def gl_devices[] = {
    {.group_size = 0},      {.group_size = 1},    {.group_size = 2},
    {.group_size = 32},     {.group_size = 64},   {.group_size = 128},
    {.group_size = 512},    {.group_size = 1024}, {.search = "loop"},
    {.search = "indexed"},  {.cell_reach = 3},    {.slices = 3},
    {.clamp_limits = true},
};

#define STATES 3

// Of some states the sums, and what they come to.
typedef struct sums {
    char *words;
    size_t size;
    mote_statistics statistics[STATES];
} sums;

static sums sums_with(const test_backend *on, const mote_scene *scene,
                      const mote_device_def *device)
{
    mote_simulation *simulation = simulation_on(on, scene, device);
    size_t one = (size_t)selection_size(simulation->plan, plan_is_statistic);
    sums all = {.words = malloc(STATES * one), .size = STATES * one};
    for (size_t i = 0; i < STATES; i++) {
        step(simulation, 2);
        all.statistics[i] = statistics_now(simulation);
        assert_ok(
            selection_read(simulation->backend, plan_is_statistic, all.words + i * one));
    }
    mote_simulation_destroy(simulation);
    return all;
}

// Of each search rows have an order of their own, so that parts hold other rows; what
// they come to is the same.
static void expect_sums(const sums *found, const sums *wanted,
                        const mote_device_def *device, size_t row)
{
    bool has_own_order = device->search || device->cell_reach;
    bool is_same =
        has_own_order || memcmp(found->words, wanted->words, wanted->size) == 0;
    if (found->size != wanted->size || !is_same ||
        memcmp(found->statistics, wanted->statistics, sizeof found->statistics) != 0) {
        fail_msg("device %d sums to something else", (int)row);
    }
}

static void expect_one_sum(const test_backend *on, const mote_scene *scene)
{
    sums wanted = sums_with(&test_cpu, scene, NULL);
    bool is_gl = on->kind == MOTE_BACKEND_GL;
    size_t count = is_gl ? COUNT_OF(gl_devices) : COUNT_OF(cpu_devices);
    for (size_t i = 0; i < count; i++) {
        const mote_device_def *given = is_gl ? &gl_devices[i] : &cpu_devices[i];
        bool is_lacking = given->isa && !cpu_has_isa(given->isa);
        if (is_lacking || (given->search && scene->model->emits)) {
            continue;
        }
        mote_device_def device = *given;
        device.gl_device = -1;
        sums found = sums_with(on, scene, &device);
        expect_sums(&found, &wanted, &device, i);
        free(found.words);
    }
    free(wanted.words);
}

static void no_choice_of_a_device_changes_a_sum(void **state)
{
    need_backend(*state);
    for (size_t k = 0; k < 4; k++) {
        mote_scene *scene = scene_of("{'particles': 2500, %s}", scenes[k]);
        expect_one_sum(*state, scene);
        mote_scene_destroy(scene);
    }
    for (size_t k = 0; k < COUNT_OF(emitters); k++) {
        mote_scene *scene = scene_of("%s", emitters[k]);
        expect_one_sum(*state, scene);
        mote_scene_destroy(scene);
    }
}

// Rows in any order: still the same sums.
static void a_dead_list_changes_no_sum(void **state)
{
    mote_scene *scene = scene_of("%s", emitters[1]);
    mote_device_def device = mote_default_device_def();
    device.search = "recycled";
    mote_simulation *simulation = simulation_on(*state, scene, &device);
    step(simulation, 9);
    mote_statistics found = statistics_now(simulation);
    oracle_check_statistics(simulation, &found);
    assert_true(found.living > 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Begun and taken -----------------------------------------------------------------

#define SETS 40

static void as_many_as_are_begun_are_taken_in_order(void **state)
{
    mote_scene *scene = scene_of("{'particles': 1500, %s}", scenes[0]);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_statistics wanted[SETS], found;
    bool is_there = true;
    assert_ok(mote_simulation_statistics_take(simulation, true, &found, &is_there));
    assert_false(is_there);
    for (int i = 0; i < SETS; i++) {
        wanted[i] = statistics_now(simulation);
        step(simulation, i % 3 == 0 ? 0 : 1);
    }
    mote_simulation_destroy(simulation);
    simulation = simulation_on(*state, scene, NULL);
    for (int i = 0; i < SETS; i++) {
        assert_ok(mote_simulation_statistics_begin(simulation));
        step(simulation, i % 3 == 0 ? 0 : 1);
    }
    for (int i = 0; i < SETS; i++) {
        // Now and then without waiting, until it is there.
        do {
            bool waits = i % 2 == 0;
            assert_ok(
                mote_simulation_statistics_take(simulation, waits, &found, &is_there));
            assert_true(is_there || !waits);
        } while (!is_there);
        assert_memory_equal(&found, &wanted[i], sizeof found);
    }
    assert_ok(mote_simulation_statistics_take(simulation, true, &found, &is_there));
    assert_false(is_there);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void what_is_never_taken_does_no_harm(void **state)
{
    mote_scene *scene = scene_of("{'particles': 100}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int i = 0; i < 9; i++) {
        assert_ok(mote_simulation_statistics_begin(simulation));
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void statistics_do_not_change_the_state(void **state)
{
    mote_scene *scene = scene_of("{'particles': 1500, %s}", scenes[2]);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int i = 0; i < 10; i++) {
        statistics_now(simulation);
        step(simulation, 1);
    }
    assert_true(hash_of(simulation) == hash_after(*state, scene, NULL, 10));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(each_quantity_is_what_brute_force_finds),
        ON_EACH_BACKEND(those_of_emitters_are_of_the_living),
        ON_EACH_BACKEND(of_nobody_all_is_0_and_mixing_is_unknown),
        ON_EACH_BACKEND(nothing_overflows),
        ON_EACH_BACKEND(velocities_are_rounded_to_the_nearest),
        ON_EACH_BACKEND(a_cell_holds_its_lower_edge_and_not_its_upper_one),
        ON_EACH_BACKEND(species_apart_are_0_and_mixed_are_1),
        ON_CPU(no_choice_of_a_device_changes_a_sum),
        ON_GL(no_choice_of_a_device_changes_a_sum),
        ON_EACH_BACKEND(a_dead_list_changes_no_sum),
        ON_EACH_BACKEND(as_many_as_are_begun_are_taken_in_order),
        ON_EACH_BACKEND(what_is_never_taken_does_no_harm),
        ON_EACH_BACKEND(statistics_do_not_change_the_state),
    };
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
