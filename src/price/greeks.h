// SPDX-License-Identifier: MIT
// Derivatives of a price, by prices of options bumped a little to either side, on the
// same paths.

#ifndef MOTE_PRICE_GREEKS_H
#define MOTE_PRICE_GREEKS_H

#include "closed_form.h"
#include "price.h"

#define PRICE_GREEKS 5
// Prices that they take, each of as many paths.
#define PRICE_GREEK_PRICES 11

typedef struct price_greek_result {
    double value;
    bool has_error;        // not of Sobol points, nor of fewer than two batches
    double standard_error; // from the spread between batches of paths
} price_greek_result;

// All of enum price_greek, in its order, of ask->paths paths for each of the prices that
// they take; ask->goes_on hears of the paths of all of them. is_cut: it said no, and the
// results are not there. Bumps are 1/200 of what would move the price at the end by its
// standard deviation, 1/50 for gamma and where the payoff jumps: so beside their standard
// errors the differences err by some 1e-4 of themselves. With pairs a control variate is
// not used. Of a basket they are by the first asset's numbers.
mote_status price_find_greeks(price_runner *runner, const price_option *option,
                              const price_method *method, const price_ask *ask,
                              price_greek_result results[PRICE_GREEKS], bool *is_cut);

#endif
