// SPDX-License-Identifier: MIT
// Options with one barrier that is watched at all times: R. C. Merton, "Theory of
// rational option pricing" (1973); E. Reiner, M. Rubinstein, "Breaking down the barriers"
// (1991), without rebate. Their terms A, B, C, D, as in E. G. Haug, "The complete guide
// to option pricing formulas" (1998), chapter 2.10, are written here so that no power
// overflows:
//
//     h = log(barrier / spot)       k = log(strike / spot)       g = log(mean / spot)
//     e = h, or where the barrier stands at the end, if that is elsewhere
//     v = volatility sqrt(years)
//     s = 1/2 where a payoff counts in units of the asset, -1/2 where it does in cash
//
// The log price at the end is normal with mean g + s v^2 and deviation v, in the measure
// of the asset and in that of cash. So an expected payoff is sign (mean Q(1/2) - strike
// Q(-1/2)), where Q is the probability to end in the money after reaching the barrier: of
// tails of the normal distribution (A, B), and of tails reflected at the barrier (C, D).

#include "closed_form.h"
#include "closed_barrier.h"

#include "closed_parts.h"

#include <float.h>
#include <math.h>

typedef struct barrier_terms {
    double sign; // of the payoff: 1 a call, -1 a put
    double side; // of the living prices: 1 above the barrier, -1 below it
    double h, e, k, g, v;
} barrier_terms;

// exp(x^2) erfc(x) of x >= 0, also where its factors overflow.
static double scaled_erfc(double x)
{
    if (x < 25.0) {
        return exp(x * x) * erfc(x);
    }
    // M. Abramowitz, I. A. Stegun, "Handbook of mathematical functions" (1964), 7.1.23;
    // the next term is below 1e-12.
    const double pi = 3.14159265358979324;
    double y = 0.5 / (x * x);
    return (1.0 - y * (1.0 - 3.0 * y * (1.0 - 5.0 * y * (1.0 - 7.0 * y)))) /
           (x * sqrt(pi));
}

// A of `at` = k, B of e: ending beyond it.
static double tail(const barrier_terms *t, double at, double s)
{
    return normal_cdf(t->sign * ((t->g - at) / t->v + s * t->v));
}

// C of `at` = k, D of e: reaching the barrier and ending on its living side beyond it. By
// reflection that is exp(2 h (g + s v^2) / v^2) N(z). Where z < 0 the factor may overflow
// and N vanish; their exponents are added before, with the large ones cancelled by hand.
static double reflected(const barrier_terms *t, double at, double s)
{
    double v = t->v;
    double z = t->side * ((2.0 * t->h - at + t->g) / v + s * v);
    if (z >= 0.0) {
        return exp(2.0 * t->h * (t->g / v / v + s)) * normal_cdf(z);
    }
    double direct = (at - t->g) / v - s * v;
    double exponent = -2.0 * (t->h / v) * ((t->h - at) / v) - 0.5 * direct * direct;
    return 0.5 * exp(exponent) * scaled_erfc(-z * sqrt(0.5));
}

// The probability to reach the barrier, also at the end, and end in the money.
static double reach(const barrier_terms *t, double s)
{
    bool is_away = t->sign == t->side; // payoffs grow away from the barrier
    bool strike_lives = t->side * (t->k - t->e) > 0.0;
    if (is_away) {
        return strike_lives ? reflected(t, t->k, s)
                            : tail(t, t->k, s) - tail(t, t->e, s) + reflected(t, t->e, s);
    }
    return strike_lives ? tail(t, t->e, s) - reflected(t, t->k, s) + reflected(t, t->e, s)
                        : tail(t, t->k, s);
}

// ---- Prices --------------------------------------------------------------------------

// Where a barrier stands.
typedef struct barrier_place {
    double before, end; // of the option's end
} barrier_place;

static bool is_up(const price_option *option)
{
    return option->barrier_type == PRICE_UP_OUT || option->barrier_type == PRICE_UP_IN;
}

static bool is_beyond(const price_option *option, double price, double barrier)
{
    return is_up(option) ? price >= barrier : price <= barrier;
}

// The expected payoff of paths that reach the barrier, of all paths' `whole`.
static double reached_payoff(const price_option *option, barrier_place barrier,
                             double whole)
{
    lognormal end = closed_end(option, 0);
    double spot = option->spot.at[0];
    if (is_beyond(option, spot, barrier.before)) {
        return whole;
    }
    if (end.deviation < DBL_EPSILON * DBL_EPSILON) { // one path, which does not turn
        return is_beyond(option, end.mean, barrier.end) ? whole : 0.0;
    }
    barrier_terms t = {
        .sign = option->type == PRICE_CALL ? 1.0 : -1.0,
        .side = is_up(option) ? -1.0 : 1.0,
        .h = log(barrier.before / spot),
        .e = log(barrier.end / spot),
        .k = log(fmax(option->strike, DBL_MIN) / spot), // 0 has no logarithm
        .g = log(end.mean / spot),
        .v = end.deviation,
    };
    double asset = end.mean * reach(&t, 0.5);
    double cash = option->strike * reach(&t, -0.5);
    return fmin(fmax(t.sign * (asset - cash), 0.0), whole);
}

static double price_with(const price_option *option, barrier_place barrier)
{
    bool begins =
        option->barrier_type == PRICE_UP_IN || option->barrier_type == PRICE_DOWN_IN;
    double whole = closed_black(option, closed_end(option, 0));
    double reached = reached_payoff(option, barrier, whole);
    return closed_discount(option) * (begins ? reached : whole - reached);
}

double closed_barrier(const price_option *option)
{
    return price_with(option, (barrier_place){option->barrier, option->barrier});
}

// ---- Watched at steps ----------------------------------------------------------------

// By how many of a step's deviations a barrier that is watched at all times has to stand
// further off: the mean overshoot of a random walk that passes a far one, E[H^2] / (2
// E[H]) of its ladder heights H, -zeta(1/2) / sqrt(2 pi). (Broadie, Glasserman and Kou
// 1997, theorem 1.1.)
#define STEP_SHIFT 0.58259715793901

// The last watch is at the end itself, of which that theorem leaves out what is of second
// order: hundredths of the price where that is mostly of ends near the barrier. At y
// deviations of a step from it, the density of walks that live is not y + STEP_SHIFT but
// E[H] times the renewal function of H. The difference has the integral
//
//     STEP_SHIFT^2 - E[H^3] / (6 E[H])  with  E[H^3] / (3 E[H]) = STEP_SHIFT^2 + 1/4
//
// (by Spitzer's identity, with zeta(0) in the next term: J. T. Chang, Y. Peres, "Ladder
// heights, Gaussian random walks and the Riemann zeta function", 1997), which is that of
// y + STEP_SHIFT from 1/2 - STEP_SHIFT to 0. So ends are counted up to there.
#define END_SHIFT (STEP_SHIFT - 0.5)

bool closed_form_estimate(const price_option *option, double *price)
{
    if (option->style != PRICE_BARRIER || option->monitoring != PRICE_DISCRETE) {
        return false;
    }
    double step = closed_end(option, 0).deviation / sqrt(option->steps);
    double off = is_up(option) ? step : -step;
    barrier_place barrier = {option->barrier * exp(STEP_SHIFT * off),
                             option->barrier * exp(END_SHIFT * off)};
    *price = price_with(option, barrier);
    return !is_beyond(option, option->spot.at[0], barrier.before);
}
