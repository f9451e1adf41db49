// SPDX-License-Identifier: MIT
// Central differences of prices. All prices are of the same paths, whose errors therefore
// cancel for the most part; what does not shows in how the differences of batches of
// paths spread. Glasserman (2004), section 7.1.

#include "greeks.h"

#include "../core/status.h"

#include <math.h>
#include <stdlib.h>

#define BATCHES   32
#define BATCH_MIN 4096 // paths

// The prices that the greeks are made of: as it is, and with a number of it bumped. Of
// spot by two distances: a second difference by one as small as a first would be noise.
enum {
    BASE,
    SPOT_UP,
    SPOT_DOWN,
    FAR_UP,
    FAR_DOWN,
    VOLATILITY_UP,
    VOLATILITY_DOWN,
    RATE_UP,
    RATE_DOWN,
    YEARS_UP,
    YEARS_DOWN,
};

// Bumps in units of what they move the price at the end by, over its deviation: what a
// difference of smooth prices is off by is some square of it. A payoff that jumps leaves
// more noise the smaller they are.
#define BUMP_SMOOTH 0.005
#define BUMP_JUMPS  0.02
#define BUMP_FAR    0.02

// How far each is bumped.
typedef struct bumps {
    double spot, far, volatility, rate, years;
} bumps;

static bumps bumps_of(const price_option *o)
{
    double sigma = o->volatility.at[0];
    double deviation = fmin(sigma * sqrt(o->years), 1.0);
    bool jumps = o->style == PRICE_DIGITAL ||
                 (o->style == PRICE_BARRIER && o->monitoring == PRICE_DISCRETE);
    double part = jumps ? BUMP_JUMPS : BUMP_SMOOTH;
    return (bumps){
        .spot = part * deviation * o->spot.at[0],
        .far = BUMP_FAR * deviation * o->spot.at[0],
        .volatility = part * sigma,
        .rate = fmin(part * deviation / o->years, 0.01),
        .years = part * o->years,
    };
}

static price_option bumped(const price_option *option, const bumps *by, int which)
{
    price_option o = *option;
    const double moves[PRICE_GREEK_PRICES] = {
        [SPOT_UP] = by->spot,
        [SPOT_DOWN] = -by->spot,
        [FAR_UP] = by->far,
        [FAR_DOWN] = -by->far,
        [VOLATILITY_UP] = by->volatility,
        [VOLATILITY_DOWN] = -by->volatility,
        [RATE_UP] = by->rate,
        [RATE_DOWN] = -by->rate,
        [YEARS_UP] = by->years,
        [YEARS_DOWN] = -by->years,
    };
    double *const of[PRICE_GREEK_PRICES] = {
        [SPOT_UP] = o.spot.at,
        [SPOT_DOWN] = o.spot.at,
        [FAR_UP] = o.spot.at,
        [FAR_DOWN] = o.spot.at,
        [VOLATILITY_UP] = o.volatility.at,
        [VOLATILITY_DOWN] = o.volatility.at,
        [RATE_UP] = &o.rate,
        [RATE_DOWN] = &o.rate,
        [YEARS_UP] = &o.years,
        [YEARS_DOWN] = &o.years,
    };
    if (of[which]) {
        *of[which] += moves[which];
    }
    return o;
}

static double greek_of(const double prices[PRICE_GREEK_PRICES], const bumps *by,
                       price_greek which)
{
    switch (which) {
    case PRICE_DELTA:
        return (prices[SPOT_UP] - prices[SPOT_DOWN]) / (2.0 * by->spot);
    case PRICE_GAMMA:
        return (prices[FAR_UP] - 2.0 * prices[BASE] + prices[FAR_DOWN]) /
               (by->far * by->far);
    case PRICE_VEGA:
        return (prices[VOLATILITY_UP] - prices[VOLATILITY_DOWN]) / (2.0 * by->volatility);
    case PRICE_RHO:
        return (prices[RATE_UP] - prices[RATE_DOWN]) / (2.0 * by->rate);
    case PRICE_THETA:
        return (prices[YEARS_DOWN] - prices[YEARS_UP]) / (2.0 * by->years);
    }
    return 0.0;
}

// ---- Prices of batches ---------------------------------------------------------------

// The paths of a batch begin with a sample that is a multiple of 64, also of pairs.
typedef struct batches {
    int count;
    uint64_t paths;
} batches;

static batches batches_of(const price_ask *ask, const price_method *method)
{
    uint64_t most = method->sobol ? 1 : BATCHES;
    uint64_t count = ask->paths / BATCH_MIN;
    count = count > most ? most : count < 1 ? 1 : count;
    uint64_t paths = count > 1 ? ask->paths / count / 128 * 128 : ask->paths;
    return (batches){(int)count, paths};
}

// What the asker hears: paths of all prices together.
typedef struct relay {
    const price_ask *ask;
    uint64_t before;
} relay;

static bool relay_goes_on(void *listener, uint64_t paths)
{
    const relay *self = listener;
    return !self->ask->goes_on ||
           self->ask->goes_on(self->ask->listener, self->before + paths);
}

static mote_status price_batches(price_runner *runner, const price_plan *plan,
                                 const batches *batches, relay *relay,
                                 double (*prices)[PRICE_GREEK_PRICES], int which,
                                 bool *is_cut)
{
    TRY(runner->prepare(runner, plan));
    for (int i = 0; i < batches->count && !*is_cut; i++) {
        uint64_t before = (uint64_t)i * batches->paths;
        price_ask ask = {
            .paths = batches->paths,
            .first_sample = before / price_plan_paths_per_sample(plan),
            .goes_on = relay_goes_on,
            .listener = relay,
        };
        price_result result;
        TRY(price_run(runner, plan, &ask, &result));
        prices[i][which] = result.price;
        relay->before += result.paths;
        *is_cut = result.is_cut || !relay_goes_on(relay, 0);
    }
    return MOTE_OK;
}

// ---- Greeks --------------------------------------------------------------------------

static price_greek_result conclude(double (*prices)[PRICE_GREEK_PRICES], int count,
                                   const bumps *by, price_greek which)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < count; i++) {
        sum += greek_of(prices[i], by, which);
    }
    double mean = sum / count;
    for (int i = 0; i < count; i++) {
        double off = greek_of(prices[i], by, which) - mean;
        squares += off * off;
    }
    bool has_error = count > 1;
    return (price_greek_result){
        .value = mean,
        .has_error = has_error,
        .standard_error = has_error ? sqrt(squares / (count - 1) / count) : 0.0,
    };
}

mote_status price_find_greeks(price_runner *runner, const price_option *option,
                              const price_method *method, const price_ask *ask,
                              price_greek_result results[PRICE_GREEKS], bool *is_cut)
{
    *is_cut = false;
    if (price_is_certain(option)) {
        return fail(
            MOTE_BAD_INPUT,
            "greeks are derivatives, and without volatility or time the price may "
            "have none; leave --greeks out");
    }
    // Of pairs, what a control variate explains hangs on the second order of z: its slope
    // is steep, and makes much of what rounding leaves.
    price_method own = *method;
    own.control = method->control && !method->antithetic;
    bumps by = bumps_of(option);
    batches batches = batches_of(ask, method);
    relay relay = {.ask = ask};
    double prices[BATCHES][PRICE_GREEK_PRICES];
    price_plan *plan = malloc(sizeof *plan);
    if (!plan) {
        return fail_memory(sizeof *plan, "a plan");
    }
    mote_status status = MOTE_OK;
    for (int which = 0; which < PRICE_GREEK_PRICES && status == MOTE_OK && !*is_cut;
         which++) {
        price_option one = bumped(option, &by, which);
        status = price_plan_make(plan, &one, &own);
        if (status == MOTE_OK) {
            status = price_batches(runner, plan, &batches, &relay, prices, which, is_cut);
        }
    }
    free(plan);
    for (int i = 0; i < PRICE_GREEKS && status == MOTE_OK && !*is_cut; i++) {
        results[i] = conclude(prices, batches.count, &by, (price_greek)i);
    }
    return status;
}
