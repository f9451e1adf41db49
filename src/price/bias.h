// SPDX-License-Identifier: MIT
// By how much a price is off that no number of paths takes away: what floats, tables and
// counts round, and that uniform numbers of so many bits end.

#ifndef MOTE_PRICE_BIAS_H
#define MOTE_PRICE_BIAS_H

#include "price.h"

typedef struct price_bias {
    double bias;           // of the price, discounted: measured, plus the tail
    double standard_error; // ... of its measurement
    uint64_t paths;        // that were computed in double precision, too
} price_bias;

// Computes some paths of a plan again, of the same uniform numbers but in double
// precision and by other formulas, and takes the mean difference.
mote_status price_measure_bias(const price_plan *plan, price_bias *bias);

// Whether it is more than a quarter of the result's standard error; of Sobol points,
// which have none, more than a quarter of what random paths would have.
// What is certain has no bias.
bool price_bias_matters(const price_bias *bias, const price_result *result);

#endif
