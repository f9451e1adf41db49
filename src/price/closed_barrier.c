// SPDX-License-Identifier: MIT
// Options with one barrier that is watched at all times: R. C. Merton, "Theory of
// rational option pricing" (1973); E. Reiner, M. Rubinstein, "Breaking down the barriers"
// (1991), without rebate. Their terms A, B, C, D, as in E. G. Haug, "The complete guide
// to option pricing formulas" (1998), chapter 2.10, are written here so that no power
// overflows:
//
//     h = log(barrier / spot)       k = log(strike / spot)       g = log(mean / spot)
//     v = volatility sqrt(years)    s = 1/2 when payoffs count in units of the asset,
//     else
//                                   -1/2
//
// The log price at the end is normal with mean g + s v^2 and deviation v, in the measure
// of the asset and in that of cash. So an expected payoff is sign (mean Q(1/2) - strike
// Q(-1/2)), where Q is the probability to end in the money after reaching the barrier: of
// tails of the normal distribution (A, B), and of tails reflected at the barrier (C, D).

#include "closed_parts.h"

#include <float.h>
#include <math.h>

typedef struct barrier_terms {
    double sign; // of the payoff: 1 a call, -1 a put
    double side; // of the living prices: 1 above the barrier, -1 below it
    double h, k, g, v;
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

// A of `at` = k, B of h: ending beyond it.
static double tail(const barrier_terms *t, double at, double s)
{
    return normal_cdf(t->sign * ((t->g - at) / t->v + s * t->v));
}

// C of `at` = k, D of h: reaching the barrier and ending on its living side beyond it. By
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

// The probability to reach the barrier and end in the money.
static double reach(const barrier_terms *t, double s)
{
    bool is_away = t->sign == t->side; // payoffs grow away from the barrier
    bool strike_lives = t->side * (t->k - t->h) > 0.0;
    if (is_away) {
        return strike_lives ? reflected(t, t->k, s)
                            : tail(t, t->k, s) - tail(t, t->h, s) + reflected(t, t->h, s);
    }
    return strike_lives ? tail(t, t->h, s) - reflected(t, t->k, s) + reflected(t, t->h, s)
                        : tail(t, t->k, s);
}

static bool is_up(const price_option *option)
{
    return option->barrier_type == PRICE_UP_OUT || option->barrier_type == PRICE_UP_IN;
}

bool closed_barrier_is_reached(const price_option *option, double barrier)
{
    double spot = option->spot.at[0];
    return is_up(option) ? spot >= barrier : spot <= barrier;
}

// The expected payoff of paths that reach the barrier, of all paths' `whole`.
static double reached_payoff(const price_option *option, double barrier, double whole)
{
    lognormal end = closed_end(option, 0);
    if (closed_barrier_is_reached(option, barrier)) {
        return whole;
    }
    if (end.deviation < DBL_EPSILON * DBL_EPSILON) { // one path, which does not turn
        bool is_reached = is_up(option) ? end.mean >= barrier : end.mean <= barrier;
        return is_reached ? whole : 0.0;
    }
    double spot = option->spot.at[0];
    barrier_terms t = {
        .sign = option->type == PRICE_CALL ? 1.0 : -1.0,
        .side = is_up(option) ? -1.0 : 1.0,
        .h = log(barrier / spot),
        .k = log(fmax(option->strike, DBL_MIN) / spot), // 0 has no logarithm
        .g = log(end.mean / spot),
        .v = end.deviation,
    };
    double asset = end.mean * reach(&t, 0.5);
    double cash = option->strike * reach(&t, -0.5);
    return fmin(fmax(t.sign * (asset - cash), 0.0), whole);
}

double closed_barrier(const price_option *option, double barrier)
{
    bool begins =
        option->barrier_type == PRICE_UP_IN || option->barrier_type == PRICE_DOWN_IN;
    double whole = closed_black(option, closed_end(option, 0));
    double reached = reached_payoff(option, barrier, whole);
    return closed_discount(option) * (begins ? reached : whole - reached);
}
