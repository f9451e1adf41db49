// SPDX-License-Identifier: MIT
// What closed forms are made of.

#include "closed_parts.h"

#include <math.h>

lognormal closed_end(const price_option *option, int asset)
{
    double growth = (option->rate - option->dividend.at[asset]) * option->years;
    return (lognormal){option->spot.at[asset] * exp(growth),
                       option->volatility.at[asset] * sqrt(option->years)};
}

double closed_discount(const price_option *option)
{
    return exp(-option->rate * option->years);
}

double normal_cdf(double z)
{
    return 0.5 * erfc(-z * sqrt(0.5));
}

double closed_black(const price_option *option, lognormal variable)
{
    double sign = option->type == PRICE_CALL ? 1.0 : -1.0;
    double mean = variable.mean, v = variable.deviation, strike = option->strike;
    if (v == 0.0 || strike == 0.0) {
        return fmax(sign * (mean - strike), 0.0);
    }
    double z = log(mean / strike) / v;
    double asset = mean * normal_cdf(sign * (z + 0.5 * v));
    double cash = strike * normal_cdf(sign * (z - 0.5 * v));
    return fmax(sign * (asset - cash), 0.0);
}
