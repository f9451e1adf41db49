// SPDX-License-Identifier: MIT
// Statistics of a GPU that fails: none is missing, none is there twice, none differs, at
// whichever stage it fails and in whichever way. The GPU here is whatever OpenGL there
// is, through takes_software_gl; broken_gl.h makes it fail.

#include "broken_gl.h"
#include "fallible.h"

#include <stdio.h>
#include <string.h>

#define STEPS      24
#define CHECKPOINT 5

static mote_device_def copying_device(void)
{
    mote_device_def device = fallible_device();
    device.checkpoint_steps = CHECKPOINT;
    return device;
}

static mote_scene *scene_of_kind(int kind)
{
    return kind == 0 ? scene_of("{'particles': 1300, 'species': 3, 'seed': 5,"
                                " 'life': {'matrix': {'rule': 'random'}}}")
                     : scene_of("{'model': 'emitter', 'particles': 2500, 'seed': 8,"
                                " 'emitter': {'prewarm': 0.1, 'emitters': [{'rate': 3000,"
                                " 'lifetime': [0.05, 0.3]}]}}");
}

// How a run asks: of states so many steps apart, each so many times, and takes what is
// there; `late`: all of it at the end.
typedef struct habit {
    int every, times;
    bool late;
} habit;

typedef struct taken {
    mote_statistics sets[4 * STEPS];
    int count;
} taken;

static void take(mote_simulation *simulation, bool wait, taken *all)
{
    bool is_there = true;
    while (is_there) {
        mote_statistics found;
        assert_ok(mote_simulation_statistics_take(simulation, wait, &found, &is_there));
        if (is_there) {
            assert_in_range(all->count, 0, 4 * STEPS - 1);
            all->sets[all->count++] = found;
        }
    }
}

static void run(mote_simulation *simulation, const habit *habit, taken *all)
{
    *all = (taken){0};
    for (int i = 0; i <= STEPS; i++) {
        for (int k = 0; k < habit->times && i % habit->every == 0; k++) {
            assert_ok(mote_simulation_statistics_begin(simulation));
        }
        if (!habit->late) {
            take(simulation, false, all);
        }
        if (i < STEPS) {
            step(simulation, 1);
        }
    }
    take(simulation, true, all);
}

// `stage` NULL: the driver fails, in the dispatch of that number.
static void expect_whole(const mote_scene *scene, const habit *habit, const char *stage,
                         uint64_t lost_step, break_kind kind, int dispatch)
{
    static taken found, wanted;
    need_gl();
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    run(simulation, habit, &wanted);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    mote_device_def device = copying_device();
    device.lost_stage = stage;
    device.lost_step = lost_step;
    device.slices = 1;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_GL);
    if (!stage) {
        gl_break(kind, dispatch);
    }
    run(simulation, habit, &found);
    uint64_t hash_found = hash_of(simulation);
    assert_true(stage || gl_mend());
    assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
    assert_int_equal(log_count(), 1);
    assert_true(hash_found == hash);
    assert_int_equal(found.count, wanted.count);
    for (int i = 0; i < found.count; i++) {
        if (memcmp(&found.sets[i], &wanted.sets[i], sizeof found.sets[i]) != 0) {
            fail_msg("%s: set %d differs", stage ? stage : "the driver", i);
        }
    }
    mote_simulation_destroy(simulation);
}

static const habit habits[] = {
    {.every = 1, .times = 1},
    {.every = 3, .times = 2},
    {.every = 1, .times = 1, .late = true},
    {.every = 24, .times = 3, .late = true},
};

static void a_gpu_that_fails_at_any_stage_loses_no_statistics(void **state)
{
    (void)state;
    static const char *const lost[2][5] = {
        {"pair", "update", "clear_species", "sum_motion", "sum_mixing"},
        {"spawn", "advance", "clear_species", "sum_flight", "sum_species"},
    };
    for (int kind = 0; kind < 2; kind++) {
        mote_scene *scene = scene_of_kind(kind);
        for (size_t s = 0; s < COUNT_OF(lost[0]); s++) {
            for (size_t h = 0; h < COUNT_OF(habits); h++) {
                bool sums = s >= 2; // first at step 0, last at step STEPS
                expect_whole(scene, &habits[h], lost[kind][s], 0, BREAK_LOST, 0);
                expect_whole(scene, &habits[h], lost[kind][s], sums ? STEPS : STEPS - 1,
                             BREAK_LOST, 0);
                expect_whole(scene, &habits[h], lost[kind][s], 13, BREAK_LOST, 0);
            }
        }
        mote_scene_destroy(scene);
    }
}

static void so_it_is_with_a_driver_that_fails(void **state)
{
    (void)state;
    static const break_kind kinds[] = {BREAK_LOST,   BREAK_HANG,       BREAK_MEMORY,
                                       BREAK_SILENT, BREAK_UNMAP_ONCE, BREAK_MAP};
    for (int kind = 0; kind < 2; kind++) {
        mote_scene *scene = scene_of_kind(kind);
        for (size_t k = 0; k < COUNT_OF(kinds); k++) {
            for (size_t h = 0; h < 3; h++) {
                expect_whole(scene, &habits[h], NULL, 0, kinds[k], 0);
                expect_whole(scene, &habits[h], NULL, 0, kinds[k], 101);
            }
        }
        mote_scene_destroy(scene);
    }
}

static void a_gpu_that_was_asked_for_is_an_error(void **state)
{
    (void)state;
    need_gl();
    mote_scene *scene = scene_of_kind(0);
    mote_device_def device = copying_device();
    device.backend = MOTE_BACKEND_GL;
    device.lost_stage = "sum_motion";
    device.lost_step = 2;
    mote_simulation *simulation = NULL;
    assert_ok(mote_simulation_create(scene, &device, &simulation));
    assert_ok(mote_simulation_statistics_begin(simulation));
    step(simulation, 2);
    assert_int_equal(mote_simulation_statistics_begin(simulation), MOTE_FAILED);
    assert_non_null(strstr(mote_last_error(),
                           "step 2: the GPU fails at stage sum_motion, as asked for"));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_that_fails_at_any_stage_loses_no_statistics),
        cmocka_unit_test(so_it_is_with_a_driver_that_fails),
        cmocka_unit_test(a_gpu_that_was_asked_for_is_an_error),
    };
    return cmocka_run_group_tests_name("recovery of statistics", tests, NULL, NULL);
}
