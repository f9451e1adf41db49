// SPDX-License-Identifier: MIT
// A path in double precision, written apart from the law in glsl/price.

#ifndef MOTE_PRICE_DOUBLE_PATH_H
#define MOTE_PRICE_DOUBLE_PATH_H

#include "option.h"

// What a path pays, and its control variate, in money, undiscounted.
typedef struct double_payoff {
    double own, control;
} double_payoff;

// Of a path with these normal numbers: one for each step, or for each asset of a basket.
double_payoff double_path_pay(const price_option *option, const double *z);

#endif
