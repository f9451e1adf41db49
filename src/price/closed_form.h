// SPDX-License-Identifier: MIT
// Prices that are known exactly. Options given here are finished (price_option_finish).
// All results are finite.

#ifndef MOTE_PRICE_CLOSED_FORM_H
#define MOTE_PRICE_CLOSED_FORM_H

#include "option.h"

// Discounted prices. False: there is no closed form (an arithmetic mean of more than one
// price, a basket of more than one asset, a barrier watched at steps).
bool closed_form_price(const price_option *option, double *price);

// An approximation where there is no closed form, for people to compare with. A barrier
// watched at steps: as if it was watched at all times, but stood further off (M. Broadie,
// P. Glasserman, S. Kou, "A continuity correction for discrete barrier options", 1997);
// near to 0.001 of the european option's price, with 10 steps or more and spot at least
// 1.5 deviations of a step, volatility sqrt(years / steps), from the barrier. False:
// there is none, also where spot is beyond the shifted barrier.
bool closed_form_estimate(const price_option *option, double *price);

// What is priced beside the option as its control variate:
//     european, digital     the price at the end
//     geometric mean        that mean
//     arithmetic mean       the option on the geometric mean
//     barrier               the european option of the same strike
//     basket                the option on the weighted geometric mean, sum(w) times the
//                           product of the prices to the powers w / sum(w)
// Its expected payoff, NOT discounted.
double closed_form_control(const price_option *option);

// The source of the closed form, for people: "Black and Scholes 1973"; NULL: none.
const char *closed_form_source(const price_option *option);

// The derivatives of a price (by the first asset's numbers), in the order in which they
// are shown.
typedef enum price_greek {
    PRICE_DELTA, // by spot
    PRICE_GAMMA, // by spot, twice
    PRICE_VEGA,  // by volatility (of 1, not of 1 %)
    PRICE_RHO,   // by rate (likewise)
    PRICE_THETA, // by time that passes, a year: less the derivative by years
} price_greek;

// Of closed_form_price, by extrapolated central differences. With spot, volatility, rate
// and years in their usual ranges they err by less than 1e-11 of spot (delta: of 1),
// gamma by less than 1e-8 of 1 / spot. False: there is no closed form, or the price has a
// kink there, since years or volatility is 0, or spot is the barrier.
bool closed_form_greek(const price_option *option, price_greek which, double *value);

#endif
