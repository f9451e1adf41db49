// SPDX-License-Identifier: MIT
// The method of the largest remainder.

#include "species_share.h"

#include <assert.h>
#include <stdbool.h>

enum { SHARES_MAX = 64 };

// The largest remainder among those not yet rounded up.
static int find_largest(const double *remainders, const bool *is_done, int count)
{
    int largest = -1;
    for (int i = 0; i < count; i++) {
        if (!is_done[i] && (largest < 0 || remainders[i] > remainders[largest])) {
            largest = i;
        }
    }
    return largest;
}

void species_share(uint64_t total, const double *weights, int count, uint64_t *shares)
{
    assert(count > 0 && count <= SHARES_MAX);
    double remainders[SHARES_MAX];
    bool is_done[SHARES_MAX];
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += weights[i];
    }
    uint64_t left = total;
    for (int i = 0; i < count; i++) {
        double quota = (double)total * (weights[i] / sum);
        shares[i] = (uint64_t)quota;
        // Rounding may give a hair too much to the last one.
        shares[i] = shares[i] < left ? shares[i] : left;
        remainders[i] = quota - (double)shares[i];
        is_done[i] = !(weights[i] > 0.0);
        left -= shares[i];
    }
    while (left > 0) {
        int next = find_largest(remainders, is_done, count);
        if (next < 0) { // all got one more: rounding left more than one each
            for (int i = 0; i < count; i++) {
                is_done[i] = !(weights[i] > 0.0);
            }
            continue;
        }
        is_done[next] = true;
        shares[next]++;
        left--;
    }
}
