// SPDX-License-Identifier: MIT
// Derivatives of a price, by prices of options bumped a little to either side, on the
// same paths.

#ifndef MOTE_PRICE_GREEKS_H
#define MOTE_PRICE_GREEKS_H

#include "closed_form.h"
#include "price.h"

#define PRICE_GREEKS 5

typedef struct price_greek_result {
    double value;
    bool has_error;        // not of Sobol points, nor of fewer than two batches
    double standard_error; // from the spread between batches of paths
} price_greek_result;

// All of enum price_greek, in its order, of ask->paths paths for each of the
// prices that they take. is_cut: `goes_on` said no, and the
// results are not there.
mote_status price_find_greeks(price_runner *runner, const price_option *option,
                              const price_method *method, const price_ask *ask,
                              price_greek_result results[PRICE_GREEKS], bool *is_cut);

#endif
