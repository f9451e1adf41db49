// SPDX-License-Identifier: MIT
// Prices: the same sums on every device however they are cut, right by closed forms, and
// errors that are what they say.

#include "price/bias.h"
#include "price/greeks.h"

#include "gl/gl_context.h"
#include "priced.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Runs ----------------------------------------------------------------------------

static price_runner *cpu_runner(const char *isa, int threads)
{
    mote_device_def device = mote_default_device_def();
    device.isa = isa;
    device.threads = threads;
    price_runner *runner = NULL;
    if (price_cpu_open(&device, &runner) == MOTE_UNAVAILABLE) {
        return NULL;
    }
    assert_non_null(runner);
    return runner;
}

static price_runner *gl_runner(int group_size, bool clamps)
{
    mote_device_def device = mote_default_device_def();
    device.group_size = group_size;
    device.clamp_limits = clamps;
    price_runner *runner;
    assert_ok(price_gl_open(&device, &runner));
    return runner;
}

static price_runner *runner_on(const test_backend *on)
{
    need_backend(on);
    return on->kind == MOTE_BACKEND_GL ? gl_runner(0, on->clamps) : cpu_runner(NULL, 0);
}

static price_plan *plan_of(const char *text, const price_method *method)
{
    price_option option = option_of(text);
    price_plan *plan = malloc(sizeof *plan);
    assert_non_null(plan);
    assert_ok(price_plan_make(plan, &option, method));
    return plan;
}

static price_moments moments_on(price_runner *runner, const price_plan *plan,
                                uint64_t first_quad, uint64_t samples)
{
    price_moments moments = {0};
    assert_ok(runner->prepare(runner, plan));
    assert_ok(runner->run(runner, first_quad, samples, &moments));
    assert_true(moments.samples == samples);
    return moments;
}

static price_result price_on(price_runner *runner, const price_plan *plan, uint64_t paths)
{
    price_ask ask = {.paths = paths};
    price_result result;
    assert_ok(runner->prepare(runner, plan));
    assert_ok(price_run(runner, plan, &ask, &result));
    return result;
}

static price_result price_of(const char *text, const price_method *method, uint64_t paths)
{
    price_runner *runner = cpu_runner(NULL, 0);
    price_plan *plan = plan_of(text, method);
    price_result result = price_on(runner, plan, paths);
    free(plan);
    runner->destroy(runner);
    return result;
}

// ---- The same bits -------------------------------------------------------------------

// One of everything that the law has.
static const struct {
    const char *option;
    price_method method;
} kinds[] = {
    {"", {.seed = 1}},
    {"type=put strike=90 dividend=0.03", {.seed = 0x123456789abcdef0u}},
    {"", {.antithetic = true}},
    {"strike=120", {.control = true}},
    {"type=put", {.antithetic = true, .control = true}},
    {"", {.sobol = true}},
    {"style=digital strike=105", {.seed = 2}},
    {"style=digital type=put payout=7", {.antithetic = true, .control = true}},
    {"style=asian steps=5", {.seed = 3}},
    {"style=asian steps=7 type=put", {.antithetic = true, .control = true}},
    {"style=asian steps=3 average=geometric", {.control = true}},
    {"style=asian steps=4", {.sobol = true}},
    {"style=barrier steps=4", {.seed = 4}},
    {"style=barrier barrier_type=up-in steps=3", {.control = true}},
    {"style=barrier barrier_type=down-out barrier=90 steps=3 type=put",
     {.antithetic = true}},
    {"style=barrier barrier_type=down-in barrier=80 steps=2", {.sobol = true}},
    {"style=barrier monitoring=discrete steps=6", {.seed = 5}},
    {"style=basket spot=100,90", {.seed = 6}},
    {"style=basket spot=1,2,3 volatility=0.1,0.2,0.3 weight=3,2,1 strike=10 correlation=0.5",
     {.antithetic = true, .control = true}},
    {"style=basket spot=9,9,9,9,9,9,9,9 strike=9 type=put",
     {.sobol = true, .control = true}},
    {"volatility=1 years=9", {.seed = 7}},
    {"volatility=1 years=16 type=put", {.antithetic = true}},
    {"style=asian volatility=2 years=3 steps=4", {.seed = 8}},
    {"style=digital volatility=1 years=6", {.seed = 9}},
    {"volatility=0", {.seed = 10}},
    {"years=0 strike=90", {.antithetic = true}},
    {"rate=-0.5 years=20 strike=0", {.control = true}},
    {"spot=1e-6 strike=1e12 type=put", {.seed = 11}},
    {"spot=1e12 strike=1e-6 rate=5 years=10", {.seed = 12}},
};

// Around quads, vectors of 16 of them, work groups, and parts of 32,768.
static const uint64_t counts[] = {1,   2,    3,    4,    5,     63,    64,   65,
                                  127, 1023, 1024, 2049, 32767, 32769, 70001};

static void check_equal(const price_moments *a, const price_moments *b, const char *way,
                        size_t kind, uint64_t samples)
{
    if (!price_moments_equal(a, b)) {
        print_error("%s differs: %s, %llu samples\n", way, kinds[kind].option,
                    (unsigned long long)samples);
    }
    assert_true(price_moments_equal(a, b));
}

static void check_kind(price_runner *reference, price_runner *runner, const char *way,
                       size_t kind)
{
    price_plan *plan = plan_of(kinds[kind].option, &kinds[kind].method);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        uint64_t first = 16 * (i % 3);
        price_moments expected = moments_on(reference, plan, first, counts[i]);
        price_moments found = moments_on(runner, plan, first, counts[i]);
        check_equal(&expected, &found, way, kind, counts[i]);
    }
    free(plan);
}

static void instruction_sets_and_threads_add_up_to_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *isa;
        int threads;
    } ways[] = {{"sse2", 1}, {"avx2", 2}, {"avx512", 3}, {"scalar", 5}};
    price_runner *reference = cpu_runner("scalar", 1);
    for (size_t w = 0; w < COUNT_OF(ways); w++) {
        price_runner *runner = cpu_runner(ways[w].isa, ways[w].threads);
        for (size_t kind = 0; runner && kind < COUNT_OF(kinds); kind++) {
            check_kind(reference, runner, ways[w].isa, kind);
        }
        if (runner) {
            runner->destroy(runner);
        }
    }
    reference->destroy(reference);
}

static void the_gpu_adds_up_to_the_same(void **state)
{
    price_runner *runner = runner_on(*state);
    price_runner *reference = cpu_runner(NULL, 0);
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        check_kind(reference, runner, runner->name, kind);
    }
    reference->destroy(reference);
    runner->destroy(runner);
}

static void work_groups_of_any_size_add_up_to_the_same(void **state)
{
    need_backend(*state);
    static const size_t some[] = {0, 4, 9, 13, 18, 20};
    price_runner *reference = cpu_runner(NULL, 0);
    for (int size = 1; size <= 1024; size *= 4) {
        price_runner *runner = gl_runner(size, false);
        for (size_t k = 0; k < COUNT_OF(some); k++) {
            price_plan *plan = plan_of(kinds[some[k]].option, &kinds[some[k]].method);
            price_moments expected = moments_on(reference, plan, 0, 20001);
            price_moments found = moments_on(runner, plan, 0, 20001);
            check_equal(&expected, &found, "a work group", some[k], 20001);
            free(plan);
        }
        runner->destroy(runner);
    }
    reference->destroy(reference);
}

static void slices_add_up_to_the_whole(void **state)
{
    price_runner *runner = runner_on(*state);
    random_source source = random_from(4);
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind += 3) {
        price_plan *plan = plan_of(kinds[kind].option, &kinds[kind].method);
        const uint64_t whole = 50001;
        price_moments expected = moments_on(runner, plan, 0, whole);
        price_moments sliced = {0};
        while (sliced.samples < whole) {
            uint64_t left = whole - sliced.samples;
            uint64_t size = 64 * (1 + random_next(&source) % 200);
            assert_ok(runner->run(runner, sliced.samples / 4, size < left ? size : left,
                                  &sliced));
        }
        check_equal(&expected, &sliced, "a run in slices", kind, whole);
        free(plan);
    }
    runner->destroy(runner);
}

// The number of a path has 64 bits, all of which count, also across a carry.
static void paths_far_apart_differ(void **state)
{
    price_runner *runner = runner_on(*state);
    price_runner *reference = cpu_runner("scalar", 1);
    static const uint64_t firsts[] = {0, UINT64_C(1) << 30, UINT64_C(1) << 32,
                                      UINT64_C(1) << 50, UINT64_C(1) << 57};
    price_plan *plan = plan_of("", &(price_method){.seed = 1});
    for (size_t i = 0; i < COUNT_OF(firsts); i++) {
        price_moments here = moments_on(runner, plan, firsts[i], 4096);
        price_moments there = moments_on(reference, plan, firsts[i], 4096);
        assert_true(price_moments_equal(&here, &there));
        for (size_t k = 0; k < i; k++) {
            price_moments other = moments_on(runner, plan, firsts[k], 4096);
            assert_false(price_moments_equal(&here, &other));
        }
    }
    price_moments around = moments_on(runner, plan, (UINT64_C(1) << 32) - 512, 4096);
    price_moments expected = moments_on(reference, plan, (UINT64_C(1) << 32) - 512, 4096);
    assert_true(price_moments_equal(&around, &expected));
    free(plan);
    reference->destroy(reference);
    runner->destroy(runner);
}

static void seeds_differ(void **state)
{
    (void)state;
    static const uint64_t seeds[] = {0, 1, UINT64_C(1) << 32, UINT64_MAX};
    double prices[COUNT_OF(seeds)];
    for (size_t i = 0; i < COUNT_OF(seeds); i++) {
        prices[i] = price_of("", &(price_method){.seed = seeds[i]}, 10000).price;
        for (size_t k = 0; k < i; k++) {
            assert_true(prices[i] != prices[k]);
        }
    }
}

// Forced by seeds whose first words are the outermost ones.
static void the_outermost_numbers_are_in_the_table(void **state)
{
    price_runner *runner = runner_on(*state);
    price_runner *reference = cpu_runner("scalar", 1);
    for (int i = 0; i < 2; i++) {
        price_plan *plan = plan_of("", &(price_method){.sobol = true});
        // Point 0 of a Sobol sequence is its shift.
        plan->tables.sobol_shift[0] = i ? 0x80000000u : 0u;
        price_moments here = moments_on(runner, plan, 0, 1);
        price_moments there = moments_on(reference, plan, 0, 1);
        assert_true(price_moments_equal(&here, &there));
        double amount = ldexp((double)here.sums[0], -plan->context.shift);
        double z = i ? -6.338 : 6.338;
        double expected = fmax(exp(0.03 + 0.2 * z) - 1.0, 0.0);
        assert_within(amount, expected, 2e-3);
        free(plan);
    }
    reference->destroy(reference);
    runner->destroy(runner);
}

// ---- Against double precision --------------------------------------------------------

static void paths_are_those_of_double_precision(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        price_plan *plan = plan_of(kinds[kind].option, &kinds[kind].method);
        price_bias bias;
        assert_ok(price_measure_bias(plan, &bias));
        price_runner *runner = cpu_runner(NULL, 0);
        price_result result = price_on(runner, plan, bias.paths ? bias.paths : 1);
        double scale = fabs(result.price);
        for (int i = 0; i < plan->option.spot.count; i++) {
            scale += plan->option.spot.at[i] * fmax(plan->option.weight.at[i], 1.0);
        }
        // Where rare paths decide, one that is rounded up counts for much.
        double most = plan->context.choices.wide ? 1e-4 : 1e-7;
        if (fabs(bias.bias) > most * scale) {
            print_error("%s: bias %g of %g\n", kinds[kind].option, bias.bias, scale);
        }
        assert_true(fabs(bias.bias) <= most * scale);
        runner->destroy(runner);
        free(plan);
    }
}

static void the_bias_is_told_where_it_matters(void **state)
{
    (void)state;
    price_plan *plan = plan_of("", &(price_method){.seed = 1});
    price_bias bias;
    assert_ok(price_measure_bias(plan, &bias));
    price_runner *runner = cpu_runner(NULL, 0);
    price_result result = price_on(runner, plan, 1 << 20);
    assert_false(price_bias_matters(&bias, &result));
    result.standard_error = 2.0 * fabs(bias.bias);
    assert_true(price_bias_matters(&bias, &result));
    runner->destroy(runner);
    free(plan);
}

// ---- Right prices --------------------------------------------------------------------

#define SEEDS  64
#define SCORED 16384 // paths, whose mean is normal enough

// The mean of 64 standard normal numbers is within 4 / 8 but once in 15,000 times, and
// the sum of their squares in a range that chi-squared of 64 leaves as rarely.
static void check_scores(const char *text, const price_method *method, uint64_t paths)
{
    price_runner *runner = cpu_runner(NULL, 0);
    double exact = closed_of_text(text);
    double sum = 0.0;
    double squares = 0.0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        price_method seeded = *method;
        seeded.seed = seed;
        price_plan *plan = plan_of(text, &seeded);
        price_result result = price_on(runner, plan, paths);
        double z = (result.price - exact) / result.standard_error;
        sum += z;
        squares += z * z;
        free(plan);
    }
    runner->destroy(runner);
    if (fabs(sum / SEEDS) > 0.5 || squares < 27.0 || squares > 116.0) {
        print_error("%s: mean z %g, sum of squares %g of %d\n", text, sum / SEEDS,
                    squares, SEEDS);
    }
    assert_true(fabs(sum / SEEDS) <= 0.5);
    assert_true(squares >= 27.0 && squares <= 116.0);
}

static void scores_vary_by_one(void **state)
{
    (void)state;
    static const char *const options[] = {
        "",
        "strike=105",
        "type=put spot=36 strike=40 rate=0.06",
        "dividend=0.08 years=0.3 volatility=0.5",
        "style=digital strike=105",
        "style=digital type=put",
        "style=asian average=geometric steps=8",
        "style=asian average=geometric steps=3 type=put",
        "style=barrier steps=4",
        "style=barrier barrier_type=up-in steps=4",
        "style=barrier barrier_type=down-out barrier=90 steps=4",
        "style=barrier barrier_type=down-in barrier=90 steps=4 type=put",
    };
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        check_scores(options[i], &(price_method){0}, SCORED);
        check_scores(options[i], &(price_method){.antithetic = true}, SCORED);
        check_scores(options[i], &(price_method){.control = true}, SCORED);
        check_scores(options[i], &(price_method){.antithetic = true, .control = true},
                     SCORED);
    }
}

static void a_basket_of_one_is_a_european_option(void **state)
{
    (void)state;
    const char *basket = "style=basket spot=100 weight=2 strike=190";
    check_scores(basket, &(price_method){0}, SCORED);
    // It is its own control variate, which leaves nothing to vary.
    price_result r = price_of(basket, &(price_method){.control = true}, 1 << 16);
    assert_within(r.price, closed_of_text(basket), 1e-5);
    assert_true(r.standard_error < 1e-6);
}

static void reference_values_are_met(void **state)
{
    (void)state;
    static const struct {
        const char *option;
        double price;
    } known[] = {
        {"", 10.450584},
        {"strike=105", 8.021352},
        {"type=put spot=36 strike=40 rate=0.06", 3.844308},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        price_result result =
            price_of(known[i].option,
                     &(price_method){.antithetic = true, .control = true}, 1 << 22);
        assert_true(fabs(result.price - known[i].price) <
                    4.0 * result.standard_error + 1e-6);
        assert_true(result.standard_error < 2e-3);
    }
}

// On the same paths a call less a put is the forward, which a control variate knows.
static void a_call_less_a_put_is_the_forward(void **state)
{
    (void)state;
    price_method method = {.seed = 3, .control = true};
    double call = price_of("dividend=0.02 strike=95", &method, 1 << 20).price;
    double put = price_of("dividend=0.02 strike=95 type=put", &method, 1 << 20).price;
    double forward = 100.0 * exp(-0.02) - 95.0 * exp(-0.05);
    assert_within(call - put, forward, 2e-5);
}

static void what_goes_in_and_out_is_the_option_without_a_barrier(void **state)
{
    (void)state;
    price_method method = {.seed = 4};
    double out = price_of("style=barrier steps=8", &method, 1 << 18).price;
    double in =
        price_of("style=barrier barrier_type=up-in steps=8", &method, 1 << 18).price;
    price_plan *plan = plan_of("style=barrier barrier=1e9 steps=8", &method);
    price_runner *runner = cpu_runner(NULL, 0);
    double whole = price_on(runner, plan, 1 << 18).price;
    assert_within(in + out, whole, 1e-4);
    runner->destroy(runner);
    free(plan);
}

// With one step the bridge alone says who reached it.
static void a_barrier_watched_at_all_times_needs_no_steps(void **state)
{
    (void)state;
    check_scores("style=barrier steps=1", &(price_method){0}, SCORED);
    check_scores("style=barrier steps=1 barrier_type=down-in barrier=95",
                 &(price_method){0}, SCORED);
}

static void errors_shrink_by_the_root_of_paths(void **state)
{
    (void)state;
    double before = 0.0;
    for (uint64_t paths = 1 << 14; paths <= 1 << 22; paths *= 4) {
        price_result r = price_of("", &(price_method){.seed = 5}, paths);
        if (before > 0.0) {
            assert_within(before / r.standard_error, 2.0, 0.05);
        }
        assert_true(fabs(r.price - 10.450584) < 4.0 * r.standard_error);
        before = r.standard_error;
    }
}

static void less_varies_with_pairs_and_with_a_control_variate(void **state)
{
    (void)state;
    static const char *const options[] = {"", "style=asian steps=16",
                                          "style=basket spot=90,100,110"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        double plain = price_of(options[i], &(price_method){0}, 1 << 18).standard_error;
        price_method pairs = {.antithetic = true};
        price_method control = {.control = true};
        assert_true(price_of(options[i], &pairs, 1 << 18).standard_error < 0.8 * plain);
        assert_true(price_of(options[i], &control, 1 << 18).standard_error < 0.5 * plain);
    }
}

static void few_samples_take_no_control_variate(void **state)
{
    (void)state;
    const char *basket =
        "style=basket type=put spot=149,216,133 strike=164 volatility=0.04";
    for (uint64_t paths = 1; paths < 64; paths++) {
        price_result with = price_of(basket, &(price_method){.control = true}, paths);
        price_result without = price_of(basket, &(price_method){.seed = 0}, paths);
        assert_true(with.price == without.price);
        assert_true(with.has_error == without.has_error);
    }
}

// Two estimates of what has no closed form agree.
static void ways_agree_on_what_has_no_closed_form(void **state)
{
    (void)state;
    static const char *const options[] = {"style=asian steps=16",
                                          "style=basket spot=90,100,110 correlation=0.3",
                                          "style=barrier monitoring=discrete steps=16"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        price_result a = price_of(options[i], &(price_method){.seed = 6}, 1 << 19);
        price_result b = price_of(
            options[i], &(price_method){.seed = 7, .antithetic = true, .control = true},
            1 << 19);
        double error = hypot(a.standard_error, b.standard_error);
        assert_true(fabs(a.price - b.price) < 4.0 * error);
    }
}

static void sobol_points_come_nearer_and_claim_no_interval(void **state)
{
    (void)state;
    price_result r = price_of("", &(price_method){.seed = 8, .sobol = true}, 1 << 16);
    assert_false(r.has_error);
    assert_true(r.low == r.price && r.high == r.price);
    assert_within(r.price, 10.450584, 2e-3); // 1/30 of a random standard error
    price_result asian = price_of("style=asian average=geometric steps=8",
                                  &(price_method){.sobol = true}, 1 << 16);
    assert_within(asian.price, closed_of_text("style=asian average=geometric steps=8"),
                  5e-3);
}

static void heavy_tails_are_drawn(void **state)
{
    (void)state;
    check_scores("volatility=1 years=4.5 type=put", &(price_method){0}, SCORED);
    // Half of this price is in paths beyond 2.5 deviations, a thousandth beyond 5.6.
    const char *call = "volatility=1 years=4.5";
    price_result r = price_of(call, &(price_method){.antithetic = true}, 1 << 22);
    assert_true(fabs(r.price - closed_of_text(call)) < 4.5 * r.standard_error);
}

static void what_is_certain_is_exact(void **state)
{
    (void)state;
    static const char *const options[] = {
        "volatility=0", "years=0 strike=90", "style=asian volatility=0 average=geometric",
        "style=barrier years=0 spot=110 strike=90", "style=digital volatility=0"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        price_result r = price_of(options[i], &(price_method){0}, 1000);
        assert_true(r.standard_error == 0.0 && r.has_error);
        assert_within(r.price, closed_of_text(options[i]), 1e-12);
    }
}

// ---- Until it is enough --------------------------------------------------------------

static void a_tolerance_ends_a_run_at_the_same_path_everywhere(void **state)
{
    price_runner *runner = runner_on(*state);
    price_runner *reference = cpu_runner("scalar", 2);
    price_plan *plan = plan_of("", &(price_method){.seed = 9, .antithetic = true});
    price_ask ask = {.paths = UINT64_C(1) << 40, .tolerance = 0.01};
    price_result here;
    price_result there;
    assert_ok(runner->prepare(runner, plan));
    assert_ok(reference->prepare(reference, plan));
    assert_ok(price_run(runner, plan, &ask, &here));
    assert_ok(price_run(reference, plan, &ask, &there));
    assert_true(here.standard_error <= 0.01 && here.standard_error > 0.005);
    assert_true(price_moments_equal(&here.moments, &there.moments));
    assert_true(here.price == there.price);
    free(plan);
    reference->destroy(reference);
    runner->destroy(runner);
}

static bool stop_soon(void *listener, uint64_t paths)
{
    return paths < *(const uint64_t *)listener;
}

static void a_run_that_is_cut_says_what_it_has(void **state)
{
    price_runner *runner = runner_on(*state);
    price_plan *plan = plan_of("", &(price_method){.seed = 1});
    uint64_t enough = 20000;
    price_ask ask = {
        .paths = UINT64_C(1) << 60, .goes_on = stop_soon, .listener = &enough};
    price_result result;
    assert_ok(runner->prepare(runner, plan));
    assert_ok(price_run(runner, plan, &ask, &result));
    assert_true(result.is_cut);
    assert_true(result.paths >= enough && result.paths < UINT64_C(1) << 30);
    price_moments expected = moments_on(runner, plan, 0, result.moments.samples);
    assert_true(price_moments_equal(&result.moments, &expected));
    free(plan);
    runner->destroy(runner);
}

// ---- Moments -------------------------------------------------------------------------

static void variances_are_of_integers(void **state)
{
    (void)state;
    // A mean of 2^23 with a spread of 1: doubles of the squares would lose it.
    uint64_t n = 1000000;
    wide_uint high = UINT64_C(1) << 23;
    wide_uint low = high - 1;
    price_moments moments = {
        .samples = 2 * n,
        .sums = {n * (high + low), n * (high * high + low * low)},
    };
    price_figures f = price_figures_of(&moments, false);
    assert_within(f.variance_a, 0.25 * (double)(2 * n) / (double)(2 * n - 1), 1e-12);
    assert_true(f.mean_a == 8388607.5);
}

static void the_largest_sums_have_room(void **state)
{
    (void)state;
    uint64_t n = UINT64_C(1) << 60;
    wide_uint most = UINT64_C(1) << 24;
    price_moments moments = {
        .samples = n,
        .sums = {n * most, n * most * most, n * most, n * most * most, n * most * most}};
    price_figures f = price_figures_of(&moments, false);
    assert_true(f.mean_a == 16777216.0 && f.variance_a == 0.0 && f.covariance == 0.0);
    f = price_figures_of(&moments, true);
    assert_true(f.variance_a == 0.0);
}

// ---- Greeks --------------------------------------------------------------------------

static void check_greeks(const char *text, double slack)
{
    price_runner *runner = cpu_runner(NULL, 0);
    price_option option = option_of(text);
    price_method method = {.seed = 2, .antithetic = true};
    price_ask ask = {.paths = 1 << 20};
    price_greek_result greeks[PRICE_GREEKS];
    bool is_cut;
    assert_ok(price_find_greeks(runner, &option, &method, &ask, greeks, &is_cut));
    assert_false(is_cut);
    for (int i = 0; i < PRICE_GREEKS; i++) {
        double exact;
        assert_true(closed_form_greek(&option, (price_greek)i, &exact));
        double most = 4.5 * greeks[i].standard_error + slack * fabs(exact) + 1e-5;
        if (fabs(greeks[i].value - exact) > most) {
            print_error("%s: greek %d is %g, not %g\n", text, i, greeks[i].value, exact);
        }
        assert_true(fabs(greeks[i].value - exact) <= most);
        assert_true(greeks[i].has_error && greeks[i].standard_error > 0.0);
    }
    runner->destroy(runner);
}

static void greeks_are_those_of_the_closed_form(void **state)
{
    (void)state;
    check_greeks("", 5e-4);
    check_greeks("type=put spot=36 strike=40 rate=0.06", 5e-4);
    check_greeks("style=digital", 2e-3);
    check_greeks("style=asian average=geometric steps=4", 5e-4);
    check_greeks("style=barrier barrier=130 steps=4", 2e-3);
    check_greeks("years=0.01", 5e-4);
    check_greeks("style=digital years=0.01", 2e-3);
    check_greeks("volatility=0.02 rate=0", 5e-4);
}

static void what_is_certain_has_no_greeks(void **state)
{
    (void)state;
    price_runner *runner = cpu_runner(NULL, 0);
    price_option option = option_of("volatility=0");
    price_ask ask = {.paths = 1000};
    price_greek_result greeks[PRICE_GREEKS];
    bool is_cut;
    assert_int_equal(
        price_find_greeks(runner, &option, &(price_method){0}, &ask, greeks, &is_cut),
        MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "leave --greeks out"));
    runner->destroy(runner);
}

// ---- Refusals ------------------------------------------------------------------------

static void what_a_plan_cannot_do_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *option;
        price_method method;
        const char *says;
    } refused[] = {
        {"volatility=1 years=6", {.control = true}, "leave --control out"},
        {"volatility=1 years=6", {.sobol = true}, "leave --sobol out"},
        {"style=asian steps=300", {.sobol = true}, "256 dimensions"},
    };
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        price_option option = option_of(refused[i].option);
        price_plan *plan = malloc(sizeof *plan);
        assert_non_null(plan);
        assert_int_equal(price_plan_make(plan, &option, &refused[i].method),
                         MOTE_BAD_INPUT);
        assert_non_null(strstr(mote_last_error(), refused[i].says));
        free(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instruction_sets_and_threads_add_up_to_the_same),
        ON_GL(the_gpu_adds_up_to_the_same),
        ON_BACKEND(the_gpu_adds_up_to_the_same, gl_clamped),
        ON_GL(work_groups_of_any_size_add_up_to_the_same),
        ON_CPU(slices_add_up_to_the_whole),
        ON_GL(slices_add_up_to_the_whole),
        ON_CPU(paths_far_apart_differ),
        ON_GL(paths_far_apart_differ),
        cmocka_unit_test(seeds_differ),
        ON_CPU(the_outermost_numbers_are_in_the_table),
        ON_GL(the_outermost_numbers_are_in_the_table),
        cmocka_unit_test(paths_are_those_of_double_precision),
        cmocka_unit_test(the_bias_is_told_where_it_matters),
        cmocka_unit_test(scores_vary_by_one),
        cmocka_unit_test(a_basket_of_one_is_a_european_option),
        cmocka_unit_test(reference_values_are_met),
        cmocka_unit_test(a_call_less_a_put_is_the_forward),
        cmocka_unit_test(what_goes_in_and_out_is_the_option_without_a_barrier),
        cmocka_unit_test(a_barrier_watched_at_all_times_needs_no_steps),
        cmocka_unit_test(errors_shrink_by_the_root_of_paths),
        cmocka_unit_test(less_varies_with_pairs_and_with_a_control_variate),
        cmocka_unit_test(ways_agree_on_what_has_no_closed_form),
        cmocka_unit_test(sobol_points_come_nearer_and_claim_no_interval),
        cmocka_unit_test(heavy_tails_are_drawn),
        cmocka_unit_test(what_is_certain_is_exact),
        ON_CPU(a_tolerance_ends_a_run_at_the_same_path_everywhere),
        ON_GL(a_tolerance_ends_a_run_at_the_same_path_everywhere),
        ON_CPU(a_run_that_is_cut_says_what_it_has),
        ON_GL(a_run_that_is_cut_says_what_it_has),
        cmocka_unit_test(variances_are_of_integers),
        cmocka_unit_test(the_largest_sums_have_room),
        cmocka_unit_test(greeks_are_those_of_the_closed_form),
        cmocka_unit_test(what_is_certain_has_no_greeks),
        cmocka_unit_test(few_samples_take_no_control_variate),
        cmocka_unit_test(what_a_plan_cannot_do_is_refused),
    };
    return cmocka_run_group_tests_name("price", tests, NULL, NULL);
}
