// SPDX-License-Identifier: MIT
// What closed forms are made of.

#ifndef MOTE_PRICE_CLOSED_PARTS_H
#define MOTE_PRICE_CLOSED_PARTS_H

#include "option.h"

// A variable whose logarithm is normal.
typedef struct lognormal {
    double mean;      // of the variable itself
    double deviation; // standard deviation of its logarithm
} lognormal;

// The price of an asset at the end.
lognormal closed_end(const price_option *option, int asset);
// What a payment at the end is worth today, of one.
double closed_discount(const price_option *option);

// The normal distribution.
double normal_cdf(double z);

// The expected payoff of the option's type and strike on a variable: F. Black, "The
// pricing of commodity contracts" (1976).
double closed_black(const price_option *option, lognormal variable);

#endif
