// SPDX-License-Identifier: MIT
// The constants and tables of the law, in doubles by + - * / and roots, then rounded
// once.

#include "plan.h"

#include "closed_form.h"
#include "normal_table.h"
#include "sobol.h"

#include "../core/lanes.h"
#include "../core/pinned.h"
#include "../core/status.h"

#include "exact.glsl"
#include "random.glsl"

#include <math.h>

#define LOG2_E (1.0 / PINNED_LN2)

// Normal numbers of 31 bits reach 6.3; where a path's level spreads more than this many
// natural logarithms, rarer ones decide what is paid.
#define WIDE_SPREAD 2.0
// Levels of several steps are kept to so many standard deviations, beyond which one path
// in 10^15 lies.
#define LEVEL_DEVIATIONS 8.0
// Exponents of amounts and levels stay this far inside those of a float.
#define EXPONENT_MOST 120

static uint32_t bits_of(double x)
{
    return (uint32_t)real_bits((float)x);
}

static double log2_of(double x)
{
    return pinned_log(x) * LOG2_E;
}

// Growth and spread of an asset's level over the whole time.
static double whole_drift(const price_option *o, int asset)
{
    double sigma = o->volatility.at[asset];
    double growth = o->rate - o->dividend.at[asset] - 0.5 * sigma * sigma;
    return growth * o->years * LOG2_E;
}

static double whole_spread(const price_option *o, int asset)
{
    return o->volatility.at[asset] * sqrt(o->years) * LOG2_E;
}

static bool is_single_step(const price_option *o)
{
    return o->style == PRICE_EUROPEAN || o->style == PRICE_DIGITAL;
}

static double basket_price(const price_option *o)
{
    double sum = 0.0;
    for (int i = 0; i < o->spot.count; i++) {
        sum += o->weight.at[i] * o->spot.at[i];
    }
    return sum;
}

// ---- Baskets -------------------------------------------------------------------------

// The lower triangle L of the Cholesky decomposition of a matrix with 1 on the diagonal
// and rho elsewhere: L L^T = R. A rest that rounding makes negative counts as 0.
static void correlate(double rho, int count, double l[PRICE_ASSET_MAX][PRICE_ASSET_MAX])
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = i == j ? 1.0 : rho;
            for (int k = 0; k < j; k++) {
                rest -= l[i][k] * l[j][k];
            }
            if (i == j) {
                l[i][j] = sqrt(rest > 0.0 ? rest : 0.0);
            } else {
                l[i][j] = l[j][j] > 1e-8 ? rest / l[j][j] : 0.0;
            }
        }
    }
}

// Rows of the assets, then that of the weighted geometric mean, whose level is the mean
// of theirs.
static void fill_basket(price_plan *plan)
{
    const price_option *o = &plan->option;
    int count = o->spot.count;
    double l[PRICE_ASSET_MAX][PRICE_ASSET_MAX] = {{0}};
    correlate(o->correlation, count, l);
    double weights = 0.0;
    for (int i = 0; i < count; i++) {
        weights += o->weight.at[i];
    }
    double whole = basket_price(o);
    double mean_drift = 0.0;
    double mean_spread[PRICE_ASSET_MAX] = {0};
    for (int i = 0; i < count; i++) {
        double part = o->weight.at[i] / weights;
        plan->tables.share[i] = bits_of(o->weight.at[i] * o->spot.at[i] / whole);
        plan->tables.drift[i] = bits_of(whole_drift(o, i));
        // Of the geometric mean of prices over the basket's price.
        mean_drift +=
            part * (whole_drift(o, i) + log2_of(o->spot.at[i] * weights / whole));
        for (int k = 0; k < count; k++) {
            double spread = whole_spread(o, i) * l[i][k];
            plan->tables.spread[i * PRICE_ASSET_MAX + k] = bits_of(spread);
            mean_spread[k] += part * spread;
        }
    }
    plan->tables.drift[count] = bits_of(mean_drift);
    for (int k = 0; k < count; k++) {
        plan->tables.spread[count * PRICE_ASSET_MAX + k] = bits_of(mean_spread[k]);
    }
}

// ---- Scales --------------------------------------------------------------------------

// The range that levels can reach: base 2, of prices over today's.
typedef struct level_range {
    double least, most;
} level_range;

static level_range range_of(const price_plan *plan)
{
    const price_option *o = &plan->option;
    double deviations = LEVEL_DEVIATIONS;
    if (is_single_step(o)) {
        deviations = plan->context.choices.wide ? NORMAL_MOST_WIDE : NORMAL_MOST;
    }
    level_range range = {0.0, 0.0};
    for (int i = 0; i < o->spot.count; i++) {
        double far = deviations * whole_spread(o, i);
        double drift = whole_drift(o, i);
        range.most = fmax(range.most, fmax(drift, 0.0) + far);
        range.least = fmin(range.least, fmin(drift, 0.0) - far);
    }
    return range;
}

// The power of two by which amounts below 2^most become counts.
static int shift_for(const price_plan *plan, double most, level_range range)
{
    int bits = plan->context.choices.wide ? 45 : 22;
    int highest = EXPONENT_MOST - (int)ceil(range.most);
    int lowest = -EXPONENT_MOST - (int)floor(range.least);
    double shift = bits - floor(most);
    return shift > highest ? highest : shift < lowest ? lowest : (int)shift;
}

// What a gain can be at most, to the base 2: of amounts up to 2^range.most, `parts`
// times.
static double gain_most(const price_option *o, double strike, double parts,
                        level_range range)
{
    if (o->type == PRICE_PUT) {
        return strike > 0.0 ? log2_of(strike * parts) : -1.0;
    }
    return range.most + log2_of(parts);
}

static bool is_geometric(const price_option *o)
{
    return o->style == PRICE_ASIAN && o->average == PRICE_GEOMETRIC;
}

static void set_scales(price_plan *plan)
{
    const price_option *o = &plan->option;
    price_context *c = &plan->context;
    level_range range = range_of(plan);
    c->level_least = (float)range.least;
    c->level_most = (float)range.most;
    double whole = o->style == PRICE_BASKET ? basket_price(o) : o->spot.at[0];
    double strike = o->strike / whole;
    // An arithmetic mean of prices is counted as their sum.
    bool sums = o->style == PRICE_ASIAN && !is_geometric(o);
    double parts = sums ? o->steps : 1.0;
    c->shift = shift_for(plan, gain_most(o, strike, parts, range), range);
    c->strike = (float)ldexp(strike * parts, c->shift);
    plan->unit = ldexp(whole / parts, -c->shift);
    if (o->style == PRICE_DIGITAL) {
        plan->unit = o->payout / (double)PRICE_DIGITAL_COUNT;
    }
    bool is_price = is_single_step(o) || is_geometric(o); // else a gain
    double most = is_price ? range.most : gain_most(o, strike, 1.0, range);
    c->control_shift = shift_for(plan, most, range);
    c->control_factor = (float)ldexp(1.0, c->control_shift - c->shift);
    c->control_strike = (float)ldexp(strike, c->control_shift);
    plan->control_unit = ldexp(whole, -c->control_shift);
    plan->control_mean = closed_form_control(o);
}

// ---- The rest ------------------------------------------------------------------------

static void set_steps(price_plan *plan)
{
    const price_option *o = &plan->option;
    price_context *c = &plan->context;
    double steps = o->steps;
    c->assets = (uint32_t)o->spot.count;
    c->draws = o->style == PRICE_BASKET ? c->assets : (uint32_t)steps;
    c->drift = (float)(whole_drift(o, 0) / steps);
    c->spread = (float)(whole_spread(o, 0) / sqrt(steps));
    c->mean_factor = (float)(1.0 / steps);
    c->average_kind = (uint32_t)o->average;
}

static void set_barrier(price_plan *plan)
{
    const price_option *o = &plan->option;
    price_context *c = &plan->context;
    c->is_up = o->barrier_type == PRICE_UP_OUT || o->barrier_type == PRICE_UP_IN;
    c->begins = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_DOWN_IN;
    c->is_discrete = o->monitoring == PRICE_DISCRETE;
    double level = o->barrier > 0.0 ? log2_of(o->barrier / o->spot.at[0]) : -1e4;
    c->barrier_level = (float)level;
    // exp(-2 a b / v) of natural logarithms a, b, as a power of 2 of logarithms to
    // base 2.
    double variance = o->volatility.at[0] * o->volatility.at[0] * o->years / o->steps;
    c->bridge = (float)(variance > 1e-20 ? -2.0 * PINNED_LN2 / variance : -1e20);
}

static void fill_numbers(price_plan *plan)
{
    const price_option *o = &plan->option;
    int rows = plan->context.choices.wide ? NORMAL_ROWS_WIDE : NORMAL_ROWS;
    plan->context.side_rows = (uint32_t)rows;
    if (!is_single_step(o)) {
        normal_table_fill(plan->tables.normal, rows);
        return;
    }
    double drift = whole_drift(o, 0) + plan->context.shift;
    double spread = whole_spread(o, 0);
    price_table_fill(plan->tables.normal, rows, drift, spread, 1.0);
    price_table_fill(plan->tables.normal + 4 * rows, rows, drift, spread, -1.0);
}

static void fill_keys(price_plan *plan)
{
    for (uint32_t turn = 0; turn < 10; turn++) {
        plan->context.keys[2 * turn] = plan->context.seed_low + turn * PHILOX_STEP_A;
        plan->context.keys[2 * turn + 1] = plan->context.seed_high + turn * PHILOX_STEP_B;
    }
}

static void fill_sobol(price_plan *plan)
{
    for (uint32_t k = 0; k < plan->context.draws; k++) {
        philox_words words = philox(k, 0, 0, RANDOM_SOBOL, plan->context.seed_low,
                                    plan->context.seed_high);
        plan->tables.sobol_shift[k] = words.a;
        sobol_directions((int)k, plan->tables.sobol_direction + 32 * k);
    }
}

static mote_status check_method(const price_plan *plan)
{
    const price_choices *choices = &plan->context.choices;
    if (choices->wide && choices->control) {
        return fail(MOTE_BAD_INPUT,
                    "a control variate is for volatility * sqrt(years) up to %g; leave "
                    "--control out, or shorten the time",
                    WIDE_SPREAD);
    }
    if (choices->wide && choices->sobol) {
        return fail(
            MOTE_BAD_INPUT,
            "Sobol points have 32 bits, too few for volatility * sqrt(years) above "
            "%g; leave --sobol out",
            WIDE_SPREAD);
    }
    if (choices->sobol && plan->context.draws > SOBOL_DIMENSION_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "Sobol points have up to %d dimensions, and this option needs %u (a "
                    "step or an asset each); ask for fewer --steps, or leave --sobol out",
                    SOBOL_DIMENSION_MAX, plan->context.draws);
    }
    return MOTE_OK;
}

static bool is_wide(const price_option *o)
{
    bool wide = false;
    for (int i = 0; i < o->spot.count; i++) {
        wide = wide || o->volatility.at[i] * sqrt(o->years) > WIDE_SPREAD;
    }
    return wide;
}

mote_status price_plan_make(price_plan *plan, const price_option *option,
                            const price_method *method)
{
    *plan = (price_plan){.option = *option, .method = *method};
    plan->context = (price_context){
        .choices = {.antithetic = method->antithetic,
                    .control = method->control,
                    .sobol = method->sobol,
                    .wide = is_wide(option),
                    .put = option->type == PRICE_PUT},
        .seed_low = (uint32_t)method->seed,
        .seed_high = (uint32_t)(method->seed >> 32),
    };
    set_steps(plan);
    TRY(check_method(plan));
    set_barrier(plan);
    set_scales(plan);
    plan->discount = pinned_exp(-option->rate * option->years);
    fill_numbers(plan);
    fill_keys(plan);
    if (option->style == PRICE_BASKET) {
        fill_basket(plan);
    }
    if (method->sobol) {
        fill_sobol(plan);
    }
    plan->context.tables = &plan->tables;
    return MOTE_OK;
}

uint64_t price_plan_paths_per_sample(const price_plan *plan)
{
    return plan->method.antithetic ? 2 : 1;
}

int price_plan_sums(const price_plan *plan)
{
    const price_choices *choices = &plan->context.choices;
    return choices->control || choices->wide ? PRICE_SUMS_MOST : 2;
}

bool price_is_tabled(const price_plan *plan)
{
    return is_single_step(&plan->option);
}

uint32_t price_plan_rows(const price_plan *plan)
{
    return (price_is_tabled(plan) ? 2 : 1) * plan->context.side_rows;
}
