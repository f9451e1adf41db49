// SPDX-License-Identifier: MIT
// Steps that are advanced in several sub-steps: how many, that they are what as many
// steps of a part of dt would be, and that all that counts counts steps.

#include "fallible.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What the test model's law is stable with, by default.
#define PATIENCE 0.04

static mote_scene *ready_scene(int dimension, double dt, int substeps)
{
    return scene_of("{'model': 'ready', 'particles': 900, 'dimension': %d, 'seed': 6,"
                    " 'dt': %.17g, 'substeps': %d, 'start': {'speed': 0.2}, 'ready':"
                    " {'radius': %g, 'lifetime': 0.9, 'stiffness': 5}}",
                    dimension, dt, substeps, dimension == 3 ? 0.12 : 0.05);
}

static mote_scene *life_scene(const char *edges, double dt, int substeps)
{
    return scene_of("{'particles': 1200, 'species': 3, 'seed': 5, 'dt': %.17g,"
                    " 'substeps': %d, 'world': {'edges': '%s'}, 'start': {'speed': 1}}",
                    dt, substeps, edges);
}

// ---- How many ------------------------------------------------------------------------

static void as_many_as_the_law_needs_or_as_are_given(void **state)
{
    (void)state;
    static const struct {
        double dt;
        int given, substeps;
    } rows[] = {
        {0.02, 0, 1},    {PATIENCE, 0, 1}, {0.0400001, 0, 2}, {0.08, 0, 2},
        {0.1, 0, 3},     {0.12, 0, 3},     {0.28, 0, 7},      {0.36, 0, 9},
        {40.0, 0, 1000}, {0.02, 5, 5},     {0.1, 1, 1},       {1.0, 1000, 1000},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        mote_scene *scene = ready_scene(2, rows[i].dt, rows[i].given);
        mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
        assert_int_equal(mote_simulation_substeps(simulation), rows[i].substeps);
        assert_true(mote_simulation_stable_time(simulation) == PATIENCE);
        assert_true(simulation->plan->dt == rows[i].dt / rows[i].substeps);
        assert_true(simulation->plan->step_time == rows[i].dt);
        assert_true(float_from(simulation->plan->constants.time_step) ==
                    (float)(rows[i].dt / rows[i].substeps));
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void a_law_that_says_nothing_stands_any_dt(void **state)
{
    (void)state;
    static const char *const models[] = {"life", "emitter"};
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        mote_scene *scene = scene_of("{'model': '%s', 'dt': 1e3}", models[i]);
        mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
        assert_int_equal(mote_simulation_substeps(simulation), 1);
        assert_true(isinf(mote_simulation_stable_time(simulation)));
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void expressions_know_how_dense_the_start_is(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'ready', 'species': [{'count': 700}, "
                                 "{'count': 300}], 'world': {'width': 4, 'height': 5}}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    const plan *plan = simulation->plan;
    int last = plan->model->constant_count - 1;
    assert_string_equal(plan->model->constants[last].name, "spread");
    assert_true(float_from(plan->constants.model[last]) == 25.0f);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- What they are -------------------------------------------------------------------

// So many sub-steps a step, against as many steps of scene `b`.
static void expect_the_same_state(const test_backend *on, const mote_scene *a,
                                  const mote_scene *b, uint64_t steps)
{
    mote_simulation *parts = simulation_on(on, a, NULL);
    mote_simulation *steps_of_b = simulation_on(on, b, NULL);
    uint64_t substeps = mote_simulation_substeps(parts);
    assert_true(substeps > 1);
    assert_int_equal(mote_simulation_substeps(steps_of_b), 1);
    step(parts, steps);
    step(steps_of_b, steps * substeps);
    assert_int_equal(mote_simulation_step_count(parts), steps);
    assert_int_equal(mote_simulation_step_count(steps_of_b), steps * substeps);
    assert_true(hash_of(parts) == hash_of(steps_of_b));
    mote_simulation_destroy(parts);
    mote_simulation_destroy(steps_of_b);
}

static void they_are_steps_of_a_part_of_dt(void **state)
{
    static const char *const edges[] = {"wrap", "bounce", "open"};
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *a = ready_scene(dimension, 0.1, 0);
        mote_scene *b = ready_scene(dimension, 0.1 / 3, 0);
        expect_the_same_state(*state, a, b, 5);
        mote_scene_destroy(a);
        mote_scene_destroy(b);
    }
    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        mote_scene *a = life_scene(edges[i], 0.06, 4);
        mote_scene *b = life_scene(edges[i], 0.06 / 4, 0);
        expect_the_same_state(*state, a, b, 6);
        mote_scene_destroy(a);
        mote_scene_destroy(b);
    }
}

static void expect_equal(const test_backend *on, const mote_scene *scene)
{
    mote_device_def scalar = mote_default_device_def();
    scalar.isa = "scalar";
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_simulation *b = simulation_on(on, scene, &scalar);
    compare_result one = expect_equal_runs(a, b, 1), more = expect_equal_runs(a, b, 7);
    uint64_t substeps = mote_simulation_substeps(a);
    assert_true(substeps > 1);
    assert_int_equal(more.steps, 7);
    assert_int_equal(more.clock, 8 * substeps);
    assert_int_equal(mote_simulation_step_count(a), 8);
    // Each stage of each sub-step, and once what comes at the end of a comparison.
    uint64_t six_steps = more.buffers - one.buffers;
    assert_int_equal(six_steps % (6 * substeps), 0);
    assert_true(six_steps / (6 * substeps) >= 10);
    assert_true(more.hash == hash_after(&test_cpu, scene, NULL, 8));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
}

static void they_are_equal_on_all_backends(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = ready_scene(dimension, 0.1, 0);
        expect_equal(*state, scene);
        mote_scene_destroy(scene);
    }
    mote_scene *scene = life_scene("wrap", 0.06, 4);
    expect_equal(*state, scene);
    mote_scene_destroy(scene);
}

static void a_comparison_says_in_which_one_sides_differ(void **state)
{
    (void)state;
    mote_scene *scene = ready_scene(2, 0.1, 0);
    mote_device_def device = mote_default_device_def();
    device.fault_stage = "update";
    mote_simulation *a = simulation_on(&test_cpu, scene, &device);
    mote_simulation *b = simulation_on(&test_cpu, scene, NULL);
    int stage = a->fault_stage;
    a->fault_stage = -1;
    expect_equal_runs(a, b, 2);
    // Both are one sub-step into step 2.
    assert_ok(simulation_run_until(a, a->clock + 1));
    assert_ok(simulation_run_until(b, b->clock + 1));
    a->fault_stage = stage;
    compare_result result = compare_two(a, b, 2);
    assert_false(result.equal);
    assert_int_equal(result.steps, 0);
    assert_int_equal(result.clock, 7);
    assert_non_null(strstr(result.difference, "step 2, sub-step 2 of 3, stage update"));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void scenes_of_other_sub_steps_are_not_compared(void **state)
{
    (void)state;
    mote_scene *scenes[2] = {life_scene("wrap", 0.06, 4), life_scene("wrap", 0.015, 1)};
    mote_simulation *a = simulation_on(&test_cpu, scenes[0], NULL);
    mote_simulation *b = simulation_on(&test_cpu, scenes[1], NULL);
    compare_result result;
    assert_int_equal(compare_run(a, b, 2, &result), MOTE_BAD_INPUT);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scenes[0]);
    mote_scene_destroy(scenes[1]);
}

// ---- Statistics ----------------------------------------------------------------------

// After each step, and before the first; all but the last few taken as they come.
static void statistics_of_run(mote_simulation *simulation, int steps,
                              mote_statistics *found)
{
    bool is_there;
    for (int i = 0; i <= steps; i++) {
        step(simulation, i > 0);
        assert_ok(mote_simulation_statistics_begin(simulation));
    }
    for (int i = 0; i <= steps; i++) {
        assert_ok(
            mote_simulation_statistics_take(simulation, true, &found[i], &is_there));
        assert_true(is_there);
    }
}

static void statistics_are_of_steps(void **state)
{
    mote_scene *scene = ready_scene(2, 0.1, 0);
    mote_scene *parts = ready_scene(2, 0.1 / 3, 0);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_simulation *expected = simulation_on(&test_cpu, parts, NULL);
    mote_statistics found[9], wanted[25];
    statistics_of_run(simulation, 8, found);
    statistics_of_run(expected, 24, wanted);
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(found[i].step, i);
        assert_true(found[i].time == (double)i * 0.1);
        // All else is that of as many steps of a part of dt.
        mote_statistics *same = &wanted[3 * i];
        same->step = found[i].step;
        same->time = found[i].time;
        assert_memory_equal(&found[i], same, sizeof *same);
    }
    mote_simulation_destroy(simulation);
    mote_simulation_destroy(expected);
    mote_scene_destroy(scene);
    mote_scene_destroy(parts);
}

// ---- A GPU that fails ----------------------------------------------------------------

#define STEPS 8

static mote_simulation *create_fallible(const mote_scene *scene, mote_backend_kind kind,
                                        uint64_t lost_clock)
{
    mote_device_def device = fallible_device();
    need_gl();
    device.backend = kind;
    device.checkpoint_steps = 3;
    device.lost_stage = "update";
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_GL);
    simulation->lost_clock = lost_clock;
    return simulation;
}

static void in_the_middle_of_a_step_is_recovered_from(void **state)
{
    (void)state;
    mote_scene *scene = ready_scene(2, 0.1, 0);
    mote_simulation *right = simulation_on(&test_cpu, scene, NULL);
    mote_statistics wanted[STEPS + 1], found[STEPS + 1];
    statistics_of_run(right, STEPS, wanted);
    for (int lost = 0; lost < 3 * STEPS; lost++) {
        mote_simulation *simulation =
            create_fallible(scene, MOTE_BACKEND_AUTO, (uint64_t)lost);
        statistics_of_run(simulation, STEPS, found);
        char words[128];
        snprintf(words, sizeof words,
                 "step %d, sub-step %d of 3: the GPU fails at stage ", lost / 3,
                 lost % 3 + 1);
        expect_line(words, ", sub-step 1 of 3 ("); // copies are of whole steps
        assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
        assert_int_equal(mote_simulation_step_count(simulation), STEPS);
        assert_true(hash_of(simulation) == hash_of(right));
        assert_memory_equal(found, wanted, sizeof found);
        mote_simulation_destroy(simulation);
    }
    mote_simulation_destroy(right);
    mote_scene_destroy(scene);
}

static void where_none_is_allowed_the_sub_step_is_named(void **state)
{
    (void)state;
    mote_scene *scene = ready_scene(2, 0.1, 0);
    mote_simulation *simulation = create_fallible(scene, MOTE_BACKEND_GL, 7);
    assert_int_equal(mote_simulation_step(simulation, STEPS), MOTE_FAILED);
    assert_non_null(strstr(mote_last_error(), "step 2, sub-step 2 of 3: the GPU fails"));
    assert_int_equal(mote_simulation_step_count(simulation), 2);
    // Should it work again, the step that was broken off is ended first.
    simulation->lost_stage = -1;
    step(simulation, 1);
    assert_int_equal(mote_simulation_step_count(simulation), 3);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// A step lost is the first sub-step of it.
static void a_loss_is_asked_for_by_its_step(void **state)
{
    (void)state;
    mote_scene *scene = ready_scene(2, 0.1, 0);
    mote_device_def device = fallible_device();
    need_gl();
    device.lost_stage = "update";
    device.lost_step = 4;
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    step(simulation, 6);
    expect_line("step 4, sub-step 1 of 3: ", "(12 sub-steps again)");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Scenes --------------------------------------------------------------------------

static void too_many_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = ready_scene(2, 40.0, 0);
    assert_int_equal(mote_scene_set(scene, "dt", "40.1"), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(),
                           "dt: 40.1 s would take 1003 sub-steps, more "
                           "than 1000: "));
    assert_non_null(strstr(mote_last_error(), "lower dt to 40 or less"));
    assert_int_equal(mote_scene_set(scene, "ready.patience", "0"), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "stable with no dt"));
    // Whoever says how many gets them.
    assert_ok(mote_scene_set(scene, "substeps", "2"));
    assert_ok(mote_scene_set(scene, "dt", "40.1"));
    assert_ok(mote_scene_set(scene, "ready.patience", "0"));
    assert_int_equal(mote_scene_set(scene, "substeps", "0"), MOTE_BAD_INPUT);
    assert_int_equal(mote_scene_set(scene, "substeps", "1001"), MOTE_BAD_INPUT);
    assert_int_equal(mote_scene_set(scene, "substeps", "-1"), MOTE_BAD_INPUT);
    mote_scene_destroy(scene);
}

static void emitters_have_none(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'substeps': 3}");
    char *text;
    assert_ok(mote_scene_write(scene, &text));
    assert_non_null(strstr(text, "\"substeps\": 3"));
    free(text);
    assert_ok(mote_scene_set(scene, "model", "emitter")); // which drops it
    assert_ok(mote_scene_write(scene, &text));
    assert_null(strstr(text, "substeps"));
    free(text);
    assert_int_equal(mote_scene_set(scene, "substeps", "3"), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "substeps: does nothing in model emitter"));
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_as_the_law_needs_or_as_are_given),
        cmocka_unit_test(a_law_that_says_nothing_stands_any_dt),
        cmocka_unit_test(expressions_know_how_dense_the_start_is),
        ON_EACH_BACKEND(they_are_steps_of_a_part_of_dt),
        ON_EACH_BACKEND(they_are_equal_on_all_backends),
        cmocka_unit_test(a_comparison_says_in_which_one_sides_differ),
        cmocka_unit_test(scenes_of_other_sub_steps_are_not_compared),
        ON_EACH_BACKEND(statistics_are_of_steps),
        cmocka_unit_test(in_the_middle_of_a_step_is_recovered_from),
        cmocka_unit_test(where_none_is_allowed_the_sub_step_is_named),
        cmocka_unit_test(a_loss_is_asked_for_by_its_step),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(emitters_have_none),
    };
    return cmocka_run_group_tests_name("substeps", tests, NULL, NULL);
}
