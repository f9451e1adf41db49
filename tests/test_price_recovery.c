// SPDX-License-Identifier: MIT
// A GPU that fails while it prices. Apart from test_price.c, whose context stays open:
// one that failed must not be seen again.

#include "broken_gl.h"
#include "fallible.h"
#include "priced.h"

#include "price/price.h"

#include <stdio.h>
#include <string.h>

#define SAMPLES 400000 // several dispatches

static price_plan *make_plan(void)
{
    price_option option = option_of("style=asian steps=4");
    price_plan *plan = malloc(sizeof *plan);
    assert_non_null(plan);
    assert_ok(price_plan_make(plan, &option, &(price_method){.seed = 1}));
    return plan;
}

static price_moments run_on_cpu(const price_plan *plan)
{
    mote_device_def device = mote_default_device_def();
    price_runner *runner;
    price_moments moments = {0};
    assert_ok(price_cpu_open(&device, &runner));
    assert_ok(runner->prepare(runner, plan));
    assert_ok(runner->run(runner, 0, SAMPLES, &moments));
    runner->destroy(runner);
    return moments;
}

// At each of the first dispatches, in each way.
static void when_a_gpu_fails_the_cpu_goes_on_to_the_same_sums(void **state)
{
    (void)state;
    need_gl();
    static const break_kind ways[] = {BREAK_LOST,   BREAK_HANG, BREAK_MEMORY,
                                      BREAK_SILENT, BREAK_MAP,  BREAK_UNMAP_ONCE};
    price_plan *plan = make_plan();
    price_moments expected = run_on_cpu(plan);
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        for (int call = 0; call < 3; call++) {
            mote_device_def device = fallible_device();
            price_runner *runner;
            assert_ok(price_open(&device, &runner));
            assert_true(runner->is_gpu);
            assert_ok(runner->prepare(runner, plan));
            gl_break(ways[i], call);
            price_moments moments = {0};
            assert_ok(runner->run(runner, 0, SAMPLES, &moments));
            assert_true(gl_mend());
            assert_false(runner->is_gpu);
            assert_true(price_moments_equal(&moments, &expected));
            expect_line(" failed: ", "pricing goes on on the CPU");
            runner->destroy(runner);
        }
    }
    free(plan);
}

// Its sums do not count, also not in part.
static void a_gpu_that_was_asked_for_fails_whole(void **state)
{
    (void)state;
    need_gl();
    price_plan *plan = make_plan();
    mote_device_def device = mote_default_device_def();
    price_runner *runner;
    assert_ok(price_gl_open(&device, &runner));
    assert_ok(runner->prepare(runner, plan));
    gl_break(BREAK_MEMORY, 2);
    price_moments moments = {.samples = 64, .sums = {5}};
    assert_int_equal(runner->run(runner, 16, SAMPLES, &moments), MOTE_FAILED);
    assert_true(gl_mend());
    assert_true(moments.samples == 64 && moments.sums[0] == 5 && moments.sums[1] == 0);
    assert_non_null(strstr(mote_last_error(), "while pricing"));
    runner->destroy(runner);
    free(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(when_a_gpu_fails_the_cpu_goes_on_to_the_same_sums),
        cmocka_unit_test(a_gpu_that_was_asked_for_fails_whole),
    };
    return cmocka_run_group_tests_name("price_recovery", tests, NULL, NULL);
}
