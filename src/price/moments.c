// SPDX-License-Identifier: MIT
// Integers of 128 bits, and differences of products of them.

#include "moments.h"

#include "../sim/hash.h"

void price_moments_add(price_moments *moments, const uint64_t sums[PRICE_SUMS_MOST])
{
    for (int i = 0; i < PRICE_SUMS_MOST; i++) {
        moments->sums[i] += sums[i];
    }
}

bool price_moments_equal(const price_moments *p, const price_moments *q)
{
    bool is_equal = p->samples == q->samples;
    for (int i = 0; i < PRICE_SUMS_MOST; i++) {
        is_equal = is_equal && p->sums[i] == q->sums[i];
    }
    return is_equal;
}

uint64_t price_moments_hash(const price_moments *moments)
{
    uint32_t words[4 * PRICE_SUMS_MOST + 2] = {(uint32_t)moments->samples,
                                               (uint32_t)(moments->samples >> 32)};
    for (int i = 0; i < PRICE_SUMS_MOST; i++) {
        for (int k = 0; k < 4; k++) {
            words[2 + 4 * i + k] = (uint32_t)(moments->sums[i] >> 32 * k);
        }
    }
    return hash_words(words, 4 * PRICE_SUMS_MOST + 2);
}

// The sum of products of deviations from the mean: sum x y - (sum x)(sum y) / n. With the
// means as whole numbers and rests it is
//
//     sum x y - n mx my - mx ry - my rx - rx ry / n,     sum x = n mx + rx
//
// whose large parts cancel as integers, before anything is rounded. Differences of
// unsigned integers are right modulo 2^128, and the result is far below that.
static double deviations(wide_uint xy, wide_uint x, wide_uint y, uint64_t n)
{
    wide_uint mx = x / n, rx = x % n;
    wide_uint my = y / n, ry = y % n;
    wide_uint whole = xy - mx * my * n - mx * ry - my * rx;
    __extension__ __int128 difference = (__int128)whole;
    return (double)difference - (double)rx * (double)ry / (double)n;
}

// Of a = base high + low, from the moments of high and low.
static price_figures figures_of_digits(const price_figures *digits)
{
    const double base = PRICE_DIGIT;
    return (price_figures){
        .mean_a = base * digits->mean_a + digits->mean_b,
        .variance_a = base * base * digits->variance_a + 2.0 * base * digits->covariance +
                      digits->variance_b,
    };
}

price_figures price_figures_of(const price_moments *moments, bool is_wide)
{
    const wide_uint *s = moments->sums;
    uint64_t n = moments->samples;
    if (n == 0) {
        return (price_figures){0};
    }
    double freedom = n > 1 ? (double)(n - 1) : 1.0;
    price_figures figures = {
        .mean_a = (double)s[0] / (double)n,
        .mean_b = (double)s[2] / (double)n,
        .variance_a = deviations(s[1], s[0], s[0], n) / freedom,
        .variance_b = deviations(s[4], s[2], s[2], n) / freedom,
        .covariance = deviations(s[3], s[0], s[2], n) / freedom,
    };
    return is_wide ? figures_of_digits(&figures) : figures;
}
