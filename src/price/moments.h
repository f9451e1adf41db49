// SPDX-License-Identifier: MIT
// Sums over samples as integers of 128 bits, and what follows from them.

#ifndef MOTE_PRICE_MOMENTS_H
#define MOTE_PRICE_MOMENTS_H

#include "law.h"

__extension__ typedef unsigned __int128 wide_uint;

typedef struct price_moments {
    uint64_t samples;
    wide_uint sums[PRICE_SUMS_MOST]; // of a, a a, b, a b, b b
} price_moments;

void price_moments_add(price_moments *moments, const uint64_t sums[PRICE_SUMS_MOST]);
bool price_moments_equal(const price_moments *p, const price_moments *q);
// Of all words, to show that two are equal.
uint64_t price_moments_hash(const price_moments *moments);

// Mean and variance of a sample, of a mean and a variance of b, and their covariance, in
// counts; of wide digits those of the number that they make, in `a`.
typedef struct price_figures {
    double mean_a, mean_b;
    double variance_a, variance_b, covariance; // unbiased; 0 of one sample
} price_figures;

price_figures price_figures_of(const price_moments *moments, bool is_wide);

#endif
