// SPDX-License-Identifier: MIT
// Slices of samples, and the estimates that follow from their sums.

#include "price.h"

#include "double_path.h"

#include "../core/clock.h"

#include <math.h>

// Samples of the first slice; how much larger the next may be; seconds of one.
#define FIRST_SLICE (UINT64_C(1) << 14)
#define GROWTH      4
#define SLICE_TIME  0.25
// A tolerance is looked at after so many samples, and then after as many as seem to be
// needed: at most so many times as many, in whole numbers of the first.
#define FIRST_LOOK  (UINT64_C(1) << 16)
#define LOOK_GROWTH 16

// A control variate is used from so many samples on: of fewer, the part that it explains
// is fitted to chance.
#define CONTROL_SAMPLES 64

// 97.5 % of the normal distribution
#define INTERVAL 1.9599639845400542

// ---- Estimates -----------------------------------------------------------------------

// What the moments say. A control variate is not used of fewer than CONTROL_SAMPLES.
static void conclude(const price_plan *plan, price_result *result)
{
    uint64_t n = result->moments.samples;
    double paths_each = (double)price_plan_paths_per_sample(plan);
    price_figures f = price_figures_of(&result->moments, plan->context.choices.wide);
    double unit = plan->unit / paths_each;
    double mean = f.mean_a * unit;
    double variance = f.variance_a * unit * unit;
    if (plan->method.control && f.variance_b > 0.0 && n >= CONTROL_SAMPLES) {
        // The part of the error that the control variate shows, taken away: Glasserman
        // (2004), section 4.1.
        double control_unit = plan->control_unit / paths_each;
        double slope = f.covariance / f.variance_b * unit / control_unit;
        mean -= slope * (f.mean_b * control_unit - plan->control_mean);
        double kept = f.variance_a - f.covariance * f.covariance / f.variance_b;
        double freedom = (double)(n - 1) / (double)(n - 2); // the slope took another
        variance = (kept > 0.0 ? kept : 0.0) * freedom * unit * unit;
    }
    result->paths = n * price_plan_paths_per_sample(plan);
    result->price = plan->discount * mean;
    // What has not varied at all has not been seen to pay, or not to.
    bool varies = f.variance_a > 0.0;
    result->has_error = !plan->method.sobol && n > 1 && varies;
    result->standard_error = plan->discount * sqrt(variance / (double)n);
    double half = result->has_error ? INTERVAL * result->standard_error : 0.0;
    result->low = result->price - half;
    result->high = result->price + half;
}

// ---- Slices --------------------------------------------------------------------------

// Samples after which a tolerance is looked at next: a function of the samples alone, so
// that all devices stop at the same one.
static uint64_t next_look(const price_result *result, double tolerance)
{
    uint64_t n = result->moments.samples;
    if (n == 0) {
        return FIRST_LOOK;
    }
    double ratio = result->standard_error / tolerance;
    // What varied by nothing so far may yet vary.
    double times = result->standard_error > 0.0 ? 1.02 * ratio * ratio : LOOK_GROWTH;
    times = times < LOOK_GROWTH ? times : LOOK_GROWTH;
    uint64_t looks = (uint64_t)ceil((double)n * times / (double)FIRST_LOOK);
    uint64_t next = looks * FIRST_LOOK;
    return next > n ? next : n + FIRST_LOOK;
}

static bool is_enough(const price_result *result, const price_ask *ask)
{
    return ask->tolerance > 0.0 && result->has_error && result->standard_error > 0.0 &&
           result->standard_error <= ask->tolerance;
}

typedef struct slicer {
    uint64_t size;
} slicer;

static mote_status run_to(price_runner *runner, const price_ask *ask, uint64_t paths_each,
                          uint64_t end, slicer *slicer, price_result *result)
{
    while (result->moments.samples < end && !result->is_cut) {
        uint64_t left = end - result->moments.samples;
        uint64_t size = left < slicer->size ? left : slicer->size;
        double start = clock_seconds();
        mote_status status =
            runner->run(runner, (ask->first_sample + result->moments.samples) / 4, size,
                        &result->moments);
        if (status != MOTE_OK) {
            return status;
        }
        double seconds = clock_seconds() - start;
        if (size == slicer->size && seconds < SLICE_TIME / 2) {
            slicer->size *= seconds < SLICE_TIME / (2 * GROWTH) ? GROWTH : 2;
        } else if (seconds > SLICE_TIME * 2 && slicer->size > FIRST_SLICE) {
            slicer->size = slicer->size / 2 / FIRST_SLICE * FIRST_SLICE;
        }
        result->is_cut =
            ask->goes_on &&
            !ask->goes_on(ask->listener, result->moments.samples * paths_each) &&
            result->moments.samples < end;
    }
    return MOTE_OK;
}

bool price_is_certain(const price_option *option)
{
    double most = 0.0;
    for (int i = 0; i < option->spot.count; i++) {
        most = fmax(most, option->volatility.at[i]);
    }
    return most * option->years == 0.0;
}

// What is certain is rounded to counts the same way on all paths, which no number of them
// takes away.
static void take_certain(const price_plan *plan, price_result *result)
{
    const double none[PRICE_DRAWS_MOST] = {0};
    result->price = plan->discount * double_path_pay(&plan->option, none).own;
    result->standard_error = 0.0;
    result->has_error = true;
    result->low = result->high = result->price;
}

mote_status price_run(price_runner *runner, const price_plan *plan, const price_ask *ask,
                      price_result *result)
{
    *result = (price_result){0};
    uint64_t paths_each = price_plan_paths_per_sample(plan);
    uint64_t most = (ask->paths + paths_each - 1) / paths_each;
    slicer slicer = {FIRST_SLICE};
    double start = clock_seconds();
    mote_status status = MOTE_OK;
    bool is_done = false;
    while (!is_done && status == MOTE_OK) {
        uint64_t end = ask->tolerance > 0.0 ? next_look(result, ask->tolerance) : most;
        end = end < most ? end : most;
        status = run_to(runner, ask, paths_each, end, &slicer, result);
        conclude(plan, result);
        if (price_is_certain(&plan->option)) {
            take_certain(plan, result);
        }
        is_done = end >= most || result->is_cut || is_enough(result, ask);
    }
    result->seconds = clock_seconds() - start;
    return status;
}
