// SPDX-License-Identifier: MIT
// Direction numbers from the table of sobol.def: P. Bratley, B. L. Fox, "Algorithm 659:
// Implementing Sobol's quasirandom sequence generator" (1988), equations 2 and 3.

#include "sobol.h"

#include <assert.h>

#define SOBOL_DEGREE_MAX 11

typedef struct sobol_row {
    int degree;
    uint32_t coefficients;
    uint32_t m[SOBOL_DEGREE_MAX];
} sobol_row;

static const sobol_row rows[] = {
#define SOBOL(s, a, ...) {s, a, {__VA_ARGS__}},
#include "sobol.def"
#undef SOBOL
};

_Static_assert(sizeof rows / sizeof *rows == SOBOL_DIMENSION_MAX - 1,
               "sobol.def has a row for each dimension but 0");

void sobol_directions(int dimension, uint32_t v[32])
{
    assert(dimension >= 0 && dimension < SOBOL_DIMENSION_MAX);
    if (dimension == 0) {
        for (int b = 0; b < 32; b++) {
            v[b] = UINT32_C(1) << (31 - b);
        }
        return;
    }
    const sobol_row *row = &rows[dimension - 1];
    int s = row->degree;
    for (int b = 0; b < s; b++) {
        v[b] = row->m[b] << (31 - b);
    }
    for (int b = s; b < 32; b++) {
        v[b] = v[b - s] ^ v[b - s] >> s;
        for (int i = 1; i < s; i++) {
            v[b] ^= (row->coefficients >> (s - 1 - i) & 1) ? v[b - i] : 0;
        }
    }
}
