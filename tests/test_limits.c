// SPDX-License-Identifier: MIT
// The ends of the range: nobody, one particle, more than fit a storage block, more groups
// than an axis takes, and 100,000 particles in one cell.

#include "cpu/cpu_backend.h"
#include "emitted.h"
#include "oracle.h"

#include <string.h>

// ---- Few -----------------------------------------------------------------------------

static void nobody_and_one_run_with_every_search_in_every_world(void **state)
{
    static const char *const edges[] = {"wrap", "bounce", "open"};
    need_backend(*state);
    for (int particles = 0; particles <= 1; particles++) {
        for (int search = 0; search < SEARCH_RECYCLED; search++) {
            mote_scene *scene =
                scene_of("{'particles': %d, 'dimension': %d, 'world': {'edges': '%s'},"
                         " 'start': {'speed': 1}}",
                         particles, 2 + search % 2, edges[search % 3]);
            mote_device_def device = mote_default_device_def();
            device.search = search_names[search];
            uint64_t hash = hash_after(*state, scene, &device, 5);
            assert_true(particles > 0 ? hash != 0 : hash == 0);
            assert_true(hash == hash_after(&test_cpu, scene, NULL, 5));
            mote_scene_destroy(scene);
        }
    }
}

static void emitters_run_without_room_and_with_room_for_one(void **state)
{
    for (int particles = 0; particles <= 1; particles++) {
        mote_scene *scene = scene_of(
            "{'model': 'emitter', 'particles': %d, 'emitter': {'emitters': [{'rate':"
            " 100, 'lifetime': 0.1, 'name': 'a', 'on_death': 'a', 'streak': 0.1}]}}",
            particles);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 40);
        assert_ok(simulation_list_sprites(simulation));
        assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 40));
        uint64_t born = population_wide(simulation, POPULATION_BORN);
        assert_true(particles > 0 ? born > 3 : born == 0);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void nobody_is_drawn_where_there_is_nobody(void **state)
{
    mote_scene *scene = scene_of("{'particles': 0}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 1);
    assert_ok(simulation_list_sprites(simulation));
    uint32_t *draw_size = read_buffer(simulation, BUFFER_draw_size);
    assert_int_equal(draw_size[0], 4);
    assert_int_equal(draw_size[1], 0);
    free(draw_size);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Many ----------------------------------------------------------------------------

// GL 4.3 guarantees storage blocks of 16 MiB: 1,048,576 pulls of 16 bytes.
static void what_does_not_fit_a_storage_block_is_named(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_scene *scene = scene_of("{'particles': 1048577}");
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    device.clamp_limits = true;
    mote_simulation *simulation = NULL;
    assert_int_equal(mote_simulation_create(scene, &device, &simulation),
                     MOTE_UNAVAILABLE);
    assert_null(simulation);
    assert_non_null(strstr(mote_last_error(), "16.0 MiB"));
    assert_non_null(strstr(mote_last_error(), "buffer "));
    mote_scene_destroy(scene);
    scene = scene_of("{'particles': 1048576}");
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Likewise 1,048,576 particles of an emitter, whose rows of two buffers have 16 bytes.
static void emitters_fill_storage_blocks_to_the_last_row(void **state)
{
    (void)state;
    need_backend(&test_gl);
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_GL;
    device.clamp_limits = true;
    mote_simulation *simulation = NULL;
    mote_scene *scene = scene_of("{'model': 'emitter', 'particles': 1048577}");
    assert_int_equal(mote_simulation_create(scene, &device, &simulation),
                     MOTE_UNAVAILABLE);
    assert_non_null(strstr(mote_last_error(), "buffer "));
    mote_scene_destroy(scene);
    scene = scene_of("{'model': 'emitter', 'particles': 1048576, 'emitter': {'emitters':"
                     " [{'bursts': [[0, 2000000]], 'lifetime': [0.01, 1]}]}}");
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    step(simulation, 2);
    assert_int_equal(population_word(simulation, POPULATION_ROWS), 1048576);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 2));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// 2,200,000 births at once in groups of 32.
static void more_than_65535_groups_of_births_spread_over_y(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'particles': 2200000, 'emitter': {'emitters': [{'bursts':"
        " [[0, 2199000]], 'lifetime': [0.01, 1], 'name': 'a', 'on_death': 'a'}]}}");
    mote_device_def device = mote_default_device_def();
    device.group_size = 32;
    assert_true(hash_after(*state, scene, &device, 1) ==
                hash_after(&test_cpu, scene, NULL, 1));
    mote_scene_destroy(scene);
}

// 2,200,000 particles in groups of 32: 68,750 groups. The sort only; pairs take too long.
static void more_than_65535_groups_spread_over_y(void **state)
{
    mote_scene *scene = scene_of("{'particles': 2200000, 'life': {'minimum_radius': 0,"
                                 " 'maximum_radius': 0.002}}");
    mote_device_def device = mote_default_device_def();
    device.group_size = 32;
    device.search = "grid";
    mote_simulation *simulation = simulation_on(*state, scene, &device);
    mote_simulation *expected = simulation_on(&test_cpu, scene, &device);
    run_before(simulation, STAGE_pair);
    run_before(expected, STAGE_pair);
    static const int buffers[] = {BUFFER_particle_cell, BUFFER_cell_start,
                                  BUFFER_cell_order, BUFFER_position, BUFFER_identity};
    for (size_t i = 0; i < COUNT_OF(buffers); i++) {
        uint32_t *found = read_buffer(simulation, buffers[i]);
        uint32_t *wanted = read_buffer(expected, buffers[i]);
        assert_memory_equal(found, wanted, 4 * word_count(simulation, buffers[i]));
        free(found);
        free(wanted);
    }
    mote_simulation_destroy(simulation);
    mote_simulation_destroy(expected);
    mote_scene_destroy(scene);
}

// ---- Crowded -------------------------------------------------------------------------

// Two clumps, so near that one cell holds both, and so far that each pulls the other with
// all its might: a sum of 2^17 for each particle of the other clump.
#define CROWD_SCENE                                                                      \
    "{'particles': %u, 'species': 1, 'life': {'matrix': 1, 'minimum_radius': 0.006,"     \
    " 'maximum_radius': 0.02}}"
#define TENT_TOP 0.013

static mote_simulation *crowd_on(const test_backend *on, const mote_scene *scene,
                                 const mote_device_def *choices)
{
    mote_device_def device = *choices;
    device.search = "grid";
    device.cell_reach = 1;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    uint64_t count = mote_simulation_particle_count(simulation);
    uint32_t *position = malloc(count * 8);
    random_source random = random_from(1);
    // Just inside a cell.
    double corner = 12.05 / simulation->plan->constants.cells_x * 4294967296.0;
    for (uint64_t i = 0; i < count; i++) {
        double clump = i % 2 ? TENT_TOP * 4294967296.0 : 0.0;
        position[2 * i] = (uint32_t)(corner + clump + random_unit(&random) * 1000.0);
        position[2 * i + 1] = (uint32_t)(corner + random_unit(&random) * 1000.0);
    }
    write_buffer(simulation, BUFFER_position, position);
    free(position);
    return simulation;
}

static void expect_one_cell(mote_simulation *simulation)
{
    uint32_t *cell_count = read_buffer(simulation, BUFFER_cell_count);
    uint32_t most = 0;
    for (uint64_t cell = 0; cell < word_count(simulation, BUFFER_cell_count); cell++) {
        most = cell_count[cell] > most ? cell_count[cell] : most;
    }
    assert_int_equal(most, mote_simulation_particle_count(simulation));
    free(cell_count);
}

// Sanitized code is several times slower.
#ifdef __SANITIZE_ADDRESS__
#define CROWD 30000u
#else
#define CROWD 100000u
#endif

static void a_hundred_thousand_in_one_cell_finish_and_agree(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(CROWD_SCENE, CROWD);
    const mote_device_def device = mote_default_device_def();
    const test_backend *backends[] = {&test_cpu, &test_gl};
    uint64_t hashes[2] = {0};
    for (int i = 0; i < 2; i++) {
        need_backend(backends[i]);
        mote_simulation *simulation = crowd_on(backends[i], scene, &device);
        run_before(simulation, STAGE_update);
        expect_one_cell(simulation);
        oracle_check_pulls(scene, simulation, 20);
        run_stage(simulation, STAGE_update);
        hashes[i] = hash_of(simulation);
        mote_simulation_destroy(simulation);
    }
    assert_true(hashes[0] == hashes[1]);
    mote_scene_destroy(scene);
}

// Fewer, so that it can be repeated; 17,000 times 2^17 is still more than 31 bits hold.
static void a_crowd_agrees_on_any_number_of_threads_and_lanes(void **state)
{
    (void)state;
    static const mote_device_def devices[] = {
        {.threads = 2}, {.isa = "sse2", .threads = 1}, {.isa = "scalar", .slices = 3}};
    mote_scene *scene = scene_of(CROWD_SCENE, 34000u);
    uint64_t hashes[COUNT_OF(devices)];
    for (size_t i = 0; i < COUNT_OF(devices); i++) {
        if (devices[i].isa && !cpu_has_isa(devices[i].isa)) {
            hashes[i] = hashes[0];
            continue;
        }
        mote_simulation *simulation = crowd_on(&test_cpu, scene, &devices[i]);
        step(simulation, 1);
        uint32_t *pull = buffer_of(simulation, "attraction_sums");
        assert_true(llabs(limbs_value(pull)) > INT32_MAX);
        free(pull);
        hashes[i] = hash_of(simulation);
        mote_simulation_destroy(simulation);
        assert_true(hashes[i] == hashes[0]);
    }
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(nobody_and_one_run_with_every_search_in_every_world),
        ON_EACH_BACKEND(emitters_run_without_room_and_with_room_for_one),
        ON_EACH_BACKEND(nobody_is_drawn_where_there_is_nobody),
        cmocka_unit_test(what_does_not_fit_a_storage_block_is_named),
        cmocka_unit_test(emitters_fill_storage_blocks_to_the_last_row),
        ON_GL(more_than_65535_groups_spread_over_y),
        ON_GL(more_than_65535_groups_of_births_spread_over_y),
        cmocka_unit_test(a_hundred_thousand_in_one_cell_finish_and_agree),
        cmocka_unit_test(a_crowd_agrees_on_any_number_of_threads_and_lanes),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
