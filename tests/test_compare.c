// SPDX-License-Identifier: MIT
// compare_run: equal runs are called equal, with the right counts; a bit that is flipped
// after any stage is found, and named.

#include "support.h"

#include <stdio.h>
#include <string.h>

#define PARTICLES 300
#define STEPS     4

static mote_scene *scene_in(int dimension, const char *model)
{
    if (strcmp(model, "emitter") == 0) {
        // Each particle dies in the step after its birth, and leaves others.
        return scene_of("{'model': 'emitter', 'particles': %d, 'emitter': {'emitters':"
                        " [{'rate': 1000, 'lifetime': 0.01, 'name': 'a', 'on_death':"
                        " 'b'}, {'name': 'b', 'lifetime': 0.01}]}}",
                        PARTICLES);
    }
    if (strcmp(model, "ready") == 0) {
        return scene_of("{'model': 'ready', 'dimension': %d, 'particles': %d, 'start':"
                        " {'speed': 0.1, 'count': %d}, 'ready': {'radius': 0.1,"
                        " 'faucets': [{'rate': 250}]}}",
                        dimension, PARTICLES, PARTICLES / 2);
    }
    const char *radius =
        strcmp(model, "life") == 0 ? "'maximum_radius': 0.1" : "'radius': 0.1";
    return scene_of("{'model': '%s', 'dimension': %d, 'particles': %d,"
                    " 'start': {'speed': 0.1}, '%s': {%s}}",
                    model, dimension, PARTICLES, model, radius);
}

static mote_scene *scene_of_model(const char *model)
{
    return scene_in(2, model);
}

// At the end: species_count, cleared, then counted; motion_sum, species_total,
// mixing_sum.
#define STATISTICS_BUFFERS 5
// And of a touch: the velocities.
#define TOUCH_BUFFERS 1

// ---- Equal runs ----------------------------------------------------------------------

static void equal_runs_are_equal_with_the_right_counts(void **state)
{
    mote_scene *scene = scene_of_model("life");
    mote_device_def device = mote_default_device_def();
    device.search = "grid";
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    device.threads = 3;
    mote_simulation *b = simulation_on(*state, scene, &device);
    compare_result result = compare_two(a, b, STEPS);
    assert_true(result.equal);
    assert_string_equal(result.difference, "");
    assert_int_equal(result.steps, STEPS);
    // A step: cell_count; cell_count and particle_cell; block_sum; block_start;
    // cell_start; cell_id; cell_order; three that move; pull; position and velocity. Then
    // the draw list: sprite and draw_size; statistics; and a touch.
    assert_int_equal(result.buffers, STEPS * 14 + 2 + STATISTICS_BUFFERS + TOUCH_BUFFERS);
    const plan *p = a->plan;
    uint64_t cells = (uint64_t)p->constants.cell_total + 1;
    uint64_t blocks = p->constants.block_total, n = PARTICLES;
    uint64_t words = 3 * cells + 2 * blocks + 3 * n + 6 * n + 4 * n + 4 * n;
    // Of 64 x 64 cells and one more; a part and 16 strips.
    uint64_t species = (uint64_t)p->species_count;
    uint64_t sums = 2 * 4097 * species + 14 + species + 16 * 6;
    assert_int_equal(result.values, STEPS * words + 4 * n + 4 + sums + 2 * n);
    assert_true(result.hash == hash_of(a) && result.hash == hash_of(b));
    assert_int_equal(mote_simulation_step_count(a), STEPS);
    assert_int_equal(mote_simulation_step_count(b), STEPS);
    assert_true(result.hash == hash_after(&test_cpu, scene, NULL, STEPS));
    assert_non_null(strstr(result.skipped, "particle_slot"));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void a_comparison_of_no_steps_compares_the_draw_list(void **state)
{
    mote_scene *scene = scene_of_model("life");
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_simulation *b = simulation_on(*state, scene, NULL);
    compare_result result = compare_two(a, b, 0);
    assert_true(result.equal);
    assert_int_equal(result.steps, 0);
    assert_int_equal(result.buffers, 2 + STATISTICS_BUFFERS + TOUCH_BUFFERS);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

// In 3-D there is also the sort by depth: two keys and orders, then each
// digit's counts, starts, totals, keys and orders, then the sprites.
static void a_comparison_in_3d_compares_the_order_of_drawing(void **state)
{
    static const int buffers[SORT_COUNT] = {2 + 2 + 4 * 5 + 1, 2 + 2 + 2 + 1};
    mote_scene *scene = scene_in(3, "life");
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        mote_device_def device = mote_default_device_def();
        device.sort = sort_names[sort];
        mote_simulation *a = simulation_on(&test_cpu, scene, &device);
        mote_simulation *b = simulation_on(*state, scene, &device);
        compare_result result = compare_two(a, b, 0);
        assert_true(result.equal);
        assert_int_equal(result.buffers,
                         buffers[sort] + STATISTICS_BUFFERS + TOUCH_BUFFERS);
        mote_simulation_destroy(a);
        mote_simulation_destroy(b);
    }
    mote_scene_destroy(scene);
}

static void different_instruction_sets_are_equal(void **state)
{
    (void)state;
    mote_scene *scene = scene_of_model("life");
    mote_device_def device = mote_default_device_def();
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    device.isa = "scalar";
    mote_simulation *b = simulation_on(&test_cpu, scene, &device);
    assert_true(compare_two(a, b, STEPS).equal);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

// ---- Faults --------------------------------------------------------------------------

// The model and search in which a stage runs.
static const char *model_of(int stage)
{
    switch (stages[stage].when) {
    case WHEN_MORTAL:
    case WHEN_MARKED:
    case WHEN_POURING:
        return "ready";
    case WHEN_EMITTING:
    case WHEN_BEARING:
    case WHEN_BREEDING:
    case WHEN_DRAW_EMITTED:
    case WHEN_TOUCHED_EMITTED:
    case WHEN_STATISTICS_EMITTED:
        return "emitter";
    default:
        return "life";
    }
}

static const char *search_of(int stage)
{
    if (strcmp(model_of(stage), "emitter") == 0) {
        return NULL;
    }
    int when = (int)stages[stage].when;
    for (int search = 0; search < SEARCH_COUNT; search++) {
        if (when & 1 << search) {
            return search_names[search];
        }
    }
    return search_names[SEARCH_GRID];
}

// Sprites are sorted by depth in 3-D.
static int dimension_of(int stage)
{
    return stages[stage].when >= WHEN_SORTED ? 3 : 2;
}

// `faulty`: which of the two is spoilt. The other one is a CPU.
static void expect_fault(const test_backend *on, int stage, bool is_first)
{
    mote_scene *scene = scene_in(dimension_of(stage), model_of(stage));
    mote_device_def device = mote_default_device_def();
    device.search = search_of(stage);
    device.sort = stages[stage].when == WHEN_BITONIC ? "bitonic" : NULL;
    mote_simulation *sound = simulation_on(&test_cpu, scene, &device);
    device.fault_stage = stages[stage].name;
    mote_simulation *faulty = simulation_on(on, scene, &device);
    mote_simulation *a = is_first ? faulty : sound, *b = is_first ? sound : faulty;
    compare_result result = compare_two(a, b, STEPS);
    assert_false(result.equal);
    char expected[80];
    snprintf(expected, sizeof expected, "stage %s", stages[stage].name);
    const char *found = strstr(result.difference, expected);
    if (!found || strspn(found + strlen(expected), " ,") == 0) {
        fail_msg("the fault in %s was reported as: %s", stages[stage].name,
                 result.difference);
    }
    assert_non_null(strstr(result.difference, faulty->backend->name));
    mote_simulation_destroy(faulty);
    mote_simulation_destroy(sound);
    mote_scene_destroy(scene);
}

static void a_fault_in_any_stage_is_found_and_named(void **state)
{
    need_backend(*state);
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        // Where rows are recycled, their order is anyone's guess, and not compared;
        // `mark` only tells GPUs what to look at, and pair_marked writes over what it
        // gets from pair_crowded.
        bool is_seen = stages[stage].when != WHEN_RECYCLED && stage != STAGE_mark &&
                       stage != STAGE_pair_crowded;
        if (is_seen) {
            expect_fault(*state, stage, stage % 2 == 0);
        }
    }
}

static void a_difference_of_floats_is_told_in_ulp(void **state)
{
    mote_scene *scene = scene_of_model("life");
    mote_device_def device = mote_default_device_def();
    device.search = "loop";
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    device.fault_stage = "update";
    mote_simulation *b = simulation_on(*state, scene, &device);
    compare_result result = compare_two(a, b, STEPS);
    assert_false(result.equal);
    assert_int_equal(result.steps, 0);
    assert_non_null(strstr(result.difference, "step 0, stage update"));
    assert_non_null(strstr(result.difference, "buffer velocity, particle 0"));
    assert_non_null(strstr(result.difference, "1 ULP apart"));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

// ---- The prewarm ---------------------------------------------------------------------

static mote_scene *prewarmed_scene(void)
{
    return scene_of("{'model': 'emitter', 'particles': 500, 'dt': 0.01, 'emitter':"
                    " {'prewarm': 0.5, 'emitters': [{'rate': 1000, 'lifetime': 0.2,"
                    " 'name': 'a', 'on_death': 'b',"
                    " 'death_count': 2}, {'name': 'b', 'lifetime': 0.1}]}}");
}

static mote_simulation *cold_on(const test_backend *on, const mote_scene *scene,
                                const char *fault)
{
    mote_device_def device = mote_default_device_def();
    device.backend = on->kind;
    device.clamp_limits = on->clamps;
    device.fault_stage = fault;
    mote_simulation *simulation = NULL;
    assert_ok(simulation_create_cold(scene, &device, &simulation));
    return simulation;
}

static void the_prewarm_is_compared_step_by_step(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    mote_scene *scene = prewarmed_scene();
    mote_simulation *a = cold_on(on, scene, NULL), *b = cold_on(&test_cpu, scene, NULL);
    compare_result result = expect_equal_runs(a, b, 3);
    assert_int_equal(result.prewarm, 50);
    assert_int_equal(result.steps, 3);
    assert_true(result.hash == hash_after(&test_cpu, scene, NULL, 3));
    // A velocity is a bit off since step 20.
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    a = cold_on(on, scene, NULL);
    b = cold_on(&test_cpu, scene, NULL);
    step(a, 20);
    step(b, 20);
    uint32_t *flight = read_buffer(a, BUFFER_flight);
    flight[0] ^= 1;
    write_buffer(a, BUFFER_flight, flight);
    free(flight);
    result = compare_two(a, b, 3);
    assert_false(result.equal);
    assert_int_equal(result.prewarm, 0);
    assert_non_null(strstr(result.difference, "step 20 of the prewarm, stage advance"));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

// Where nobody has drawn yet; else what was in a GPU's memory before would be seen.
static void the_camera_stands_somewhere_from_the_start(void **state)
{
    static const char *const texts[] = {
        "{'model': 'emitter', 'particles': 50, 'dimension': 3}",
        "{'particles': 50, 'dimension': 3}",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        mote_scene *scene = scene_of("%s", texts[i]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        uint32_t expected[EYE_SIZE];
        plan_first_eye(simulation->plan, expected);
        uint32_t *eye = read_buffer(simulation, BUFFER_eye);
        assert_memory_equal(eye, expected, sizeof expected);
        free(eye);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void a_fault_waits_for_the_end_of_the_prewarm(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    mote_scene *scene = prewarmed_scene();
    static const int faults[] = {STAGE_advance, STAGE_place_living, STAGE_spawn,
                                 STAGE_spawn_children, STAGE_list_children};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        mote_simulation *a = cold_on(on, scene, stages[faults[i]].name);
        mote_simulation *b = cold_on(&test_cpu, scene, NULL);
        compare_result result = compare_two(a, b, 3);
        assert_false(result.equal);
        assert_int_equal(result.prewarm, 50);
        assert_int_equal(result.stage, faults[i]);
        mote_simulation_destroy(a);
        mote_simulation_destroy(b);
    }
    mote_scene_destroy(scene);
}

// ---- What cannot be compared ---------------------------------------------------------

static void different_scenes_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of_model("life");
    mote_scene *other = scene_of("{'particles': %d, 'dt': 0.01}", PARTICLES);
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_simulation *b = simulation_on(&test_cpu, other, NULL);
    compare_result result;
    assert_int_equal(compare_run(a, b, 1, &result), MOTE_BAD_INPUT);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
    mote_scene_destroy(other);
}

static void different_cell_sizes_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of_model("life");
    mote_device_def device = mote_default_device_def();
    device.search = "grid";
    device.cell_reach = 1;
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    device.cell_reach = 2;
    mote_simulation *b = simulation_on(&test_cpu, scene, &device);
    compare_result result;
    assert_int_equal(compare_run(a, b, 1, &result), MOTE_BAD_INPUT);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void different_sorts_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_in(3, "life");
    mote_device_def device = mote_default_device_def();
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    device.sort = "bitonic";
    mote_simulation *b = simulation_on(&test_cpu, scene, &device);
    compare_result result;
    assert_int_equal(compare_run(a, b, 1, &result), MOTE_BAD_INPUT);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void an_unknown_fault_stage_is_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of_model("life");
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.fault_stage = "scam_cells";
    mote_simulation *simulation = NULL;
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT,
                 "scam_cells");
    assert_null(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(equal_runs_are_equal_with_the_right_counts),
        ON_EACH_BACKEND(a_comparison_of_no_steps_compares_the_draw_list),
        ON_EACH_BACKEND(a_comparison_in_3d_compares_the_order_of_drawing),
        cmocka_unit_test(different_instruction_sets_are_equal),
        ON_EACH_BACKEND(a_fault_in_any_stage_is_found_and_named),
        ON_EACH_BACKEND(a_difference_of_floats_is_told_in_ulp),
        ON_EACH_BACKEND(the_camera_stands_somewhere_from_the_start),
        ON_EACH_BACKEND(the_prewarm_is_compared_step_by_step),
        ON_EACH_BACKEND(a_fault_waits_for_the_end_of_the_prewarm),
        cmocka_unit_test(different_scenes_are_refused),
        cmocka_unit_test(different_cell_sizes_are_refused),
        cmocka_unit_test(different_sorts_are_refused),
        cmocka_unit_test(an_unknown_fault_stage_is_refused),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
