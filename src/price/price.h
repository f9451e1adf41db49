// SPDX-License-Identifier: MIT
// Monte-Carlo pricing: samples in slices, until there are enough, and what they say.

#ifndef MOTE_PRICE_PRICE_H
#define MOTE_PRICE_PRICE_H

#include "runner.h"

// Paths at most: the squares of what they count have room in 128 bits.
#define PRICE_PATHS_MOST (UINT64_C(1) << 60)

typedef struct price_ask {
    uint64_t paths;        // at most; 1 or more
    uint64_t first_sample; // samples before those that are run: a multiple of 64
    double tolerance;      // enough when the standard error is at most this; 0: all paths
    // After each slice, with the paths so far; false: the result so far is wanted. NULL:
    // nobody asks.
    bool (*goes_on)(void *listener, uint64_t paths);
    void *listener;
} price_ask;

typedef struct price_result {
    price_moments moments;
    uint64_t paths;
    double seconds;
    double price;
    // Of Sobol points there is none: they do not vary independently. Nor of paths that
    // all paid the same.
    bool has_error;
    double standard_error; // without has_error: what as many random paths would have
    double low, high;      // of the 95 % confidence interval
    bool is_cut;           // it was not let go on to the end
} price_result;

// Whether nothing is left to chance: no volatility, or no time.
bool price_is_certain(const price_option *option);

// Runs a plan for which the runner was prepared; what is certain, it takes from a path in
// double precision. The result is the same to the last bit
// on every device, however it is cut into slices.
mote_status price_run(price_runner *runner, const price_plan *plan, const price_ask *ask,
                      price_result *result);

#endif
