// SPDX-License-Identifier: MIT
// Paths by formulas of their own, which the law's are held against.

#include "double_path.h"

#include "../core/pinned.h"

#include <math.h>

static double gain(const price_option *o, double amount)
{
    double above = amount - o->strike;
    double value = o->type == PRICE_CALL ? above : -above;
    return value > 0.0 ? value : 0.0;
}

// Growth of the logarithm of a price in a time, by a normal number.
static double growth(const price_option *o, int asset, double time, double z)
{
    double sigma = o->volatility.at[asset];
    double rate = o->rate - o->dividend.at[asset] - 0.5 * sigma * sigma;
    return rate * time + sigma * sqrt(time) * z;
}

static double_payoff pay_at_end(const price_option *o, const double *z)
{
    double price = o->spot.at[0] * pinned_exp(growth(o, 0, o->years, z[0]));
    if (o->style == PRICE_EUROPEAN) {
        return (double_payoff){gain(o, price), price};
    }
    bool pays = o->type == PRICE_CALL ? price > o->strike : price < o->strike;
    return (double_payoff){pays ? o->payout : 0.0, price};
}

static double_payoff pay_mean(const price_option *o, const double *z)
{
    int steps = (int)o->steps;
    double level = 0.0;
    double sum = 0.0;
    double logs = 0.0;
    for (int i = 0; i < steps; i++) {
        level += growth(o, 0, o->years / steps, z[i]);
        sum += pinned_exp(level);
        logs += level;
    }
    double geometric = o->spot.at[0] * pinned_exp(logs / steps);
    return o->average == PRICE_GEOMETRIC
               ? (double_payoff){gain(o, geometric), geometric}
               : (double_payoff){gain(o, o->spot.at[0] * sum / steps),
                                 gain(o, geometric)};
}

static double_payoff pay_barrier(const price_option *o, const double *z)
{
    int steps = (int)o->steps;
    bool is_up = o->barrier_type == PRICE_UP_OUT || o->barrier_type == PRICE_UP_IN;
    bool is_in = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_DOWN_IN;
    double time = o->years / steps;
    double variance = o->volatility.at[0] * o->volatility.at[0] * time;
    double barrier = pinned_log(o->barrier / o->spot.at[0]);
    double level = 0.0;
    double untouched = 1.0;
    for (int i = 0; i < steps; i++) {
        double before = is_up ? barrier - level : level - barrier;
        level += growth(o, 0, time, z[i]);
        double after = is_up ? barrier - level : level - barrier;
        double crosses = after > 0.0 ? 0.0 : 1.0;
        if (o->monitoring == PRICE_CONTINUOUS) {
            // Of a bridge; one that ends beyond the barrier has reached it.
            double far = before > 0.0 && after > 0.0 ? 2.0 * before * after : 0.0;
            bool is_near = far <= 700.0 * variance;
            crosses = is_near ? pinned_exp(far > 0.0 ? -far / variance : 0.0) : 0.0;
        }
        untouched *= 1.0 - crosses;
    }
    double end = gain(o, o->spot.at[0] * pinned_exp(level));
    return (double_payoff){end * (is_in ? 1.0 - untouched : untouched), end};
}

// Correlated by the regression of each normal number on those before it: with equal
// correlations its weights are the same for all of those.
static void correlate(double rho, int count, const double *z, double *correlated)
{
    for (int i = 0; i < count; i++) {
        double sum = 0.0;
        for (int k = 0; k < i; k++) {
            sum += correlated[k];
        }
        double weight = i > 0 ? rho / (1.0 + (i - 1) * rho) : 0.0;
        double rest = 1.0 - (i > 0 ? i * rho * weight : 0.0);
        correlated[i] = weight * sum + sqrt(rest > 0.0 ? rest : 0.0) * z[i];
    }
}

static double_payoff pay_basket(const price_option *o, const double *z)
{
    double correlated[PRICE_ASSET_MAX];
    correlate(o->correlation, o->spot.count, z, correlated);
    double sum = 0.0;
    double logs = 0.0;
    double weights = 0.0;
    for (int i = 0; i < o->spot.count; i++) {
        double level = growth(o, i, o->years, correlated[i]);
        sum += o->weight.at[i] * o->spot.at[i] * pinned_exp(level);
        logs += o->weight.at[i] * (level + pinned_log(o->spot.at[i]));
        weights += o->weight.at[i];
    }
    return (double_payoff){gain(o, sum), gain(o, weights * pinned_exp(logs / weights))};
}

double_payoff double_path_pay(const price_option *o, const double *z)
{
    static double_payoff (*const by_style[])(const price_option *, const double *) = {
        [PRICE_EUROPEAN] = pay_at_end, [PRICE_DIGITAL] = pay_at_end,
        [PRICE_ASIAN] = pay_mean,      [PRICE_BARRIER] = pay_barrier,
        [PRICE_BASKET] = pay_basket,
    };
    return by_style[o->style](o, z);
}
