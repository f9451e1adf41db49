// SPDX-License-Identifier: MIT
// Prices that are known exactly.

#ifndef MOTE_PRICE_CLOSED_FORM_H
#define MOTE_PRICE_CLOSED_FORM_H

#include "option.h"

// Discounted prices. False: there is no closed form (an arithmetic mean of more than one
// price, a basket of more than one asset, a barrier watched at steps).
bool closed_form_price(const price_option *option, double *price);

// What is priced beside the option as its control variate, and the name of that:
//     european, digital, geometric mean     what the payoff is of (the price at the end,
//     or the mean itself) arithmetic mean                       the option on the
//     geometric mean barrier                               the european option of the
//     same strike basket                                the option on the weighted
//     geometric mean
// Its expected payoff, NOT discounted.
double closed_form_control(const price_option *option);

// The source of the closed form, for people: "Black and Scholes 1973"; NULL: none.
const char *closed_form_source(const price_option *option);

#endif
