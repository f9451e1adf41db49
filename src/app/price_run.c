// SPDX-License-Identifier: MIT
// Prices one option after the other, each on one device after the other.

#include "pricing.h"

#include "interrupt.h"

#include "../core/status.h"

#include <math.h>
#include <string.h>

// Points of a Sobol sequence.
#define SOBOL_POINTS (UINT64_C(1) << 32)

// ---- Whether they can be priced ------------------------------------------------------

static mote_status check_points(const pricing *pricing)
{
    uint64_t each = price_plan_paths_per_sample(pricing->plan);
    return pricing->method.sobol && (pricing->values.paths - 1) / each >= SOBOL_POINTS
               ? fail(
                     MOTE_BAD_INPUT,
                     "--sobol has 2^32 points, so --paths is at most %llu, not %llu; ask "
                     "for fewer, or leave --sobol out",
                     (unsigned long long)(SOBOL_POINTS * each),
                     (unsigned long long)pricing->values.paths)
               : MOTE_OK;
}

static mote_status check_option(const pricing *pricing, const priced *one)
{
    mote_status status = price_plan_make(pricing->plan, &one->option, &pricing->method);
    if (status != MOTE_OK && pricing->values.batch) {
        return fail(status, "%s:%d: %s", pricing->values.batch, one->line,
                    mote_last_error());
    }
    return status == MOTE_OK ? check_points(pricing) : status;
}

mote_status pricing_check(const pricing *pricing)
{
    for (size_t i = 0; i < pricing->count; i++) {
        TRY(check_option(pricing, &pricing->options[i]));
    }
    return MOTE_OK;
}

// ---- One of them ---------------------------------------------------------------------

static bool goes_on(void *listener, uint64_t paths)
{
    pricing *pricing = listener;
    uint64_t done = pricing->paths_before + paths;
    progress_show(&pricing->progress, done, done);
    return !interrupt_asked();
}

static bool goes_on_with_greeks(void *listener, uint64_t paths)
{
    progress_show(listener, paths, paths);
    return !interrupt_asked();
}

static mote_status find_greeks(const pricing *pricing, price_runner *runner,
                               const price_option *option, pricing_side *side)
{
    progress progress = progress_begin(pricing->values.quiet, "greeks: path", 0);
    progress.rate = "paths";
    const price_ask ask = {
        .paths = side->result.paths,
        .goes_on = goes_on_with_greeks,
        .listener = &progress,
    };
    bool is_cut = false;
    mote_status status =
        price_find_greeks(runner, option, &pricing->method, &ask, side->greeks, &is_cut);
    progress_end(&progress);
    side->has_greeks = status == MOTE_OK && !is_cut;
    return status;
}

static mote_status price_on(pricing *pricing, price_runner *runner, priced *one)
{
    pricing_side *side = &one->sides[one->side_count];
    const price_ask ask = {
        .paths = pricing->values.paths,
        .tolerance = pricing->values.tolerance,
        .goes_on = goes_on,
        .listener = pricing,
    };
    TRY(runner->prepare(runner, pricing->plan));
    TRY(price_run(runner, pricing->plan, &ask, &side->result));
    pricing->paths_before += side->result.paths;
    one->side_count++;
    pricing->was_interrupted = side->result.is_cut;
    if (pricing->values.greeks && !pricing->was_interrupted) {
        progress_end(&pricing->progress);
        TRY(find_greeks(pricing, runner, &one->option, side));
        pricing->was_interrupted = !side->has_greeks;
    }
    return MOTE_OK;
}

static bool has_same_greeks(const pricing_side *a, const pricing_side *b)
{
    bool is_same = a->has_greeks == b->has_greeks;
    for (int i = 0; i < PRICE_GREEKS && a->has_greeks; i++) {
        is_same = is_same && !(a->greeks[i].value < b->greeks[i].value) &&
                  !(a->greeks[i].value > b->greeks[i].value);
    }
    return is_same;
}

static void learn_the_known(priced *one)
{
    one->has_closed_form = closed_form_price(&one->option, &one->closed_form);
    one->has_estimate =
        !one->has_closed_form && closed_form_estimate(&one->option, &one->estimate);
}

static mote_status price_one(pricing *pricing, priced *one)
{
    TRY(price_plan_make(pricing->plan, &one->option, &pricing->method));
    learn_the_known(one);
    for (int i = 0; i < pricing->runner_count && !pricing->was_interrupted; i++) {
        TRY(price_on(pricing, pricing->runners[i], one));
    }
    if (one->side_count == 2 && !pricing->was_interrupted) {
        one->is_compared = true;
        one->is_equal = price_moments_equal(&one->sides[0].result.moments,
                                            &one->sides[1].result.moments) &&
                        has_same_greeks(&one->sides[0], &one->sides[1]);
    }
    bool is_wanted = !pricing->values.batch || pricing->values.bias;
    if (is_wanted && !pricing->was_interrupted) {
        TRY(price_measure_bias(pricing->plan, &one->bias));
        one->has_bias = true;
    }
    return MOTE_OK;
}

// ---- All of them ---------------------------------------------------------------------

// Paths of all options on all devices; 0: not known, or too many to count.
static uint64_t total_paths(const pricing *pricing)
{
    double times = (double)pricing->count * pricing->runner_count;
    bool is_known = pricing->values.tolerance <= 0.0 &&
                    (double)pricing->values.paths * times < 0x1p63;
    return is_known ? pricing->values.paths * (uint64_t)times : 0;
}

mote_status pricing_run(pricing *pricing)
{
    pricing->progress =
        progress_begin(pricing->values.quiet, "path", total_paths(pricing));
    pricing->progress.rate = "paths";
    mote_status status = MOTE_OK;
    for (size_t i = 0; i < pricing->count && status == MOTE_OK; i++) {
        status = price_one(pricing, &pricing->options[i]);
        // What the option in work has so far is told, too.
        pricing->done += pricing->options[i].side_count > 0;
        if (pricing->was_interrupted ||
            (interrupt_asked() && pricing->done < pricing->count)) {
            pricing->was_interrupted = true;
            break;
        }
    }
    progress_end(&pricing->progress);
    return status;
}

// ---- What follows --------------------------------------------------------------------

const char *const pricing_greek_names[PRICE_GREEKS] = {
    [PRICE_DELTA] = "delta", [PRICE_GAMMA] = "gamma", [PRICE_VEGA] = "vega",
    [PRICE_RHO] = "rho",     [PRICE_THETA] = "theta",
};

bool pricing_bias_matters(const priced *one)
{
    const price_result *result = &one->sides[0].result;
    // A control variate may leave no error; then it counts from the last digit shown. Of
    // paths none of which paid, there is nothing to say.
    bool is_seen = fabs(one->bias.bias) > 1e-7 * fabs(result->price) ||
                   (result->standard_error > 0.0 && result->has_error);
    return one->has_bias && is_seen && result->price != 0.0 &&
           result->moments.samples > 1 && price_bias_matters(&one->bias, result);
}

bool pricing_missed_tolerance(const pricing *pricing, const priced *one)
{
    const price_result *result = &one->sides[0].result;
    return pricing->values.tolerance > 0.0 && one->side_count > 0 && !result->is_cut &&
           !price_is_certain(&one->option) &&
           !(result->has_error && result->standard_error <= pricing->values.tolerance);
}

bool pricing_z(const priced *one, const pricing_side *side, double *z)
{
    const price_result *result = &side->result;
    if (!one->has_closed_form || !result->has_error || result->standard_error <= 0.0) {
        return false;
    }
    *z = (result->price - one->closed_form) / result->standard_error;
    return true;
}
