// SPDX-License-Identifier: MIT
// The closed forms of each style. All are of one variable whose logarithm is normal: the
// price at the end, or a geometric mean.

#include "closed_form.h"

#include "closed_barrier.h"
#include "closed_parts.h"

#include <math.h>

// ---- Variables -----------------------------------------------------------------------

static lognormal end_of_first(const price_option *option)
{
    return closed_end(option, 0);
}

// The geometric mean of the prices at the ends of n steps: A. G. Z. Kemna, A. C. F.
// Vorst, "A pricing method for options based on average asset values" (1990), with sums
// over steps. The log price at step i has the covariance sigma^2 T min(i, j) / n with
// that at j, and the sum of i over n is (n + 1) / 2, that of min(i, j) n (n + 1) (2 n +
// 1) / 6.
static lognormal geometric_of_steps(const price_option *option)
{
    double n = option->steps;
    lognormal end = closed_end(option, 0);
    double growth = (option->rate - option->dividend.at[0]) * option->years;
    double part = (n + 1.0) / (2.0 * n); // of the time, on average
    double square = (n + 1.0) * (2.0 * n + 1.0) / (6.0 * n * n); // of the variance
    double variance = end.deviation * end.deviation;
    // part <= square + ..: the mean of a lognormal is exp(mean + variance / 2) of its
    // log's.
    double log_mean = growth * part + 0.5 * variance * (square - part);
    return (lognormal){option->spot.at[0] * exp(log_mean), end.deviation * sqrt(square)};
}

// The geometric mean of assets, by weight: a product of lognormal variables is one.
static lognormal geometric_of_assets(const price_option *option)
{
    int assets = option->spot.count;
    double weights = 0.0;
    for (int i = 0; i < assets; i++) {
        weights += option->weight.at[i];
    }
    double log_median = log(weights), sum = 0.0, sum_of_squares = 0.0;
    for (int i = 0; i < assets; i++) {
        double part = option->weight.at[i] / weights;
        lognormal end = closed_end(option, i);
        double v = end.deviation;
        log_median += part * (log(end.mean) - 0.5 * v * v);
        sum += part * v;
        sum_of_squares += part * v * part * v;
    }
    double r = option->correlation;
    double variance = fmax((1.0 - r) * sum_of_squares + r * sum * sum, 0.0);
    return (lognormal){exp(log_median + 0.5 * variance), sqrt(variance)};
}

// ---- Prices --------------------------------------------------------------------------

static bool price_european(const price_option *option, double *price)
{
    *price = closed_discount(option) * closed_black(option, closed_end(option, 0));
    return true;
}

// (Beyond the strike is not at it: with no deviation that makes a difference.)
static bool price_digital(const price_option *option, double *price)
{
    lognormal end = closed_end(option, 0);
    double sign = option->type == PRICE_CALL ? 1.0 : -1.0;
    double probability = sign * (end.mean - option->strike) > 0.0;
    if (end.deviation > 0.0 && option->strike > 0.0) {
        double z = log(end.mean / option->strike) / end.deviation;
        probability = normal_cdf(sign * (z - 0.5 * end.deviation));
    }
    *price = closed_discount(option) * option->payout * probability;
    return true;
}

static bool price_asian(const price_option *option, double *price)
{
    *price = closed_discount(option) * closed_black(option, geometric_of_steps(option));
    return option->average == PRICE_GEOMETRIC || option->steps == 1.0;
}

static bool price_barrier(const price_option *option, double *price)
{
    *price = closed_barrier(option);
    return option->monitoring == PRICE_CONTINUOUS;
}

// All means of one asset are that asset.
static bool price_basket(const price_option *option, double *price)
{
    int assets = 0;
    for (int i = 0; i < option->weight.count; i++) {
        assets += option->weight.at[i] > 0.0;
    }
    *price = closed_discount(option) * closed_black(option, geometric_of_assets(option));
    return assets == 1;
}

// ---- Styles --------------------------------------------------------------------------

// In the order of the words of option.def.
static const struct {
    lognormal (*variable)(const price_option *option); // of the control
    bool (*price)(const price_option *option, double *price);
    const char *source;
} styles[] = {
    [PRICE_EUROPEAN] = {end_of_first, price_european, "Black and Scholes 1973"},
    [PRICE_DIGITAL] = {end_of_first, price_digital, "Black and Scholes 1973"},
    [PRICE_ASIAN] = {geometric_of_steps, price_asian, "Kemna and Vorst 1990"},
    [PRICE_BARRIER] = {end_of_first, price_barrier,
                       "Merton 1973; Reiner and Rubinstein 1991"},
    [PRICE_BASKET] = {geometric_of_assets, price_basket, "Black and Scholes 1973"},
};

bool closed_form_price(const price_option *option, double *price)
{
    return styles[option->style].price(option, price);
}

const char *closed_form_source(const price_option *option)
{
    double price;
    return closed_form_price(option, &price) ? styles[option->style].source : NULL;
}

double closed_form_control(const price_option *option)
{
    lognormal variable = styles[option->style].variable(option);
    bool is_variable =
        option->style == PRICE_EUROPEAN || option->style == PRICE_DIGITAL ||
        (option->style == PRICE_ASIAN && option->average == PRICE_GEOMETRIC);
    return is_variable ? variable.mean : closed_black(option, variable);
}
