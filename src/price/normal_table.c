// SPDX-License-Identifier: MIT
// The inverse of the normal distribution, and cubics that come near it.

#include "normal_table.h"

#include "../core/pinned.h"

#include <math.h>
#include <string.h>

// M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution",
// Applied Statistics 37 (1988): the quotient of two polynomials in each of three regions.
typedef struct quotient {
    double above[8], below[8]; // from the constant on
} quotient;

static const quotient middle = {
    {3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427,
     13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
     33430.575583588128105, 2509.0809287301226727},
    {1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
     21213.794301586595867, 39307.895800092710610, 28729.085735721942674,
     5226.4952788528545610},
};

static const quotient near_tail = {
    {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
     3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
     0.0227238449892691845833, 0.000774545014278341407640},
    {1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
     0.148103976427480074590, 0.0151986665636164571966, 0.000547593808499534494600,
     1.05075007164441684324e-9},
};

static const quotient far_tail = {
    {6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
     0.296560571828504891230, 0.0265321895265761230930, 0.00124266094738807843860,
     0.0000271155556874348757815, 2.01033439929228813265e-7},
    {1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
     0.000786869131145613259100, 0.0000184631831751005468180, 1.42151175831644588870e-7,
     2.04426310338993978564e-15},
};

static double polynomial(const double coefficients[8], double x)
{
    double sum = 0.0;
    for (int i = 7; i >= 0; i--) {
        sum = sum * x + coefficients[i];
    }
    return sum;
}

static double value_of(const quotient *q, double x)
{
    return polynomial(q->above, x) / polynomial(q->below, x);
}

double normal_upper(double p)
{
    double from_middle = 0.5 - p;
    if (from_middle <= 0.425) {
        double r = 0.180625 - from_middle * from_middle;
        return from_middle * value_of(&middle, r);
    }
    double r = sqrt(-pinned_log(p));
    return r <= 5.0 ? value_of(&near_tail, r - 1.6) : value_of(&far_tail, r - 5.0);
}

// ---- The table -----------------------------------------------------------------------

#define ROWS_PER_OCTAVE 16
#define STEPS_PER_ROW   524288.0  // of the last bit of the mantissa
#define OCTAVE          8388608.0 // ... in all of it

// Where x of a row, 1 to 2, is in the tail: normal_size of normal.glsl, turned round.
// Rows begin in the middle of the distribution and go outwards.
static double tail_of(int row, double x)
{
    int octave = row / ROWS_PER_OCTAVE;
    double below = (row % ROWS_PER_OCTAVE + x - 1.0) * STEPS_PER_ROW;
    double half = 0.5;
    for (int i = 0; i < octave; i++) {
        half *= 0.5;
    }
    return half * (1.0 - 0.5 * below / OCTAVE);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// What the table is of: z itself, or 2^(drift + spread z).
typedef struct tabled {
    bool is_price;
    double drift, spread;
} tabled;

static double value_at(const tabled *of, double z)
{
    return of->is_price ? pinned_exp(PINNED_LN2 * (of->drift + of->spread * z)) : z;
}

// The cubic that meets the function at the four Chebyshev nodes of the row, by divided
// differences.
static void fill_row(const tabled *of, int row, uint32_t *bits)
{
    // 3/2 + cos((2 k + 1) pi / 8) / 2
    static const double x[4] = {1.03806023374435662194, 1.30865828381745511414,
                                1.69134171618254488586, 1.96193976625564337806};
    double f[4];
    for (int i = 0; i < 4; i++) {
        f[i] = value_at(of, normal_upper(tail_of(row, x[i])));
    }
    for (int order = 1; order < 4; order++) {
        for (int i = 3; i >= order; i--) {
            f[i] = (f[i] - f[i - 1]) / (x[i] - x[i - order]);
        }
    }
    // From Newton's form to powers of x.
    double c[4] = {f[3], 0.0, 0.0, 0.0};
    for (int i = 2; i >= 0; i--) {
        for (int k = 3; k >= 1; k--) {
            c[k] = c[k - 1] - c[k] * x[i];
        }
        c[0] = f[i] - c[0] * x[i];
    }
    for (int k = 0; k < 4; k++) {
        bits[k] = bits_of((float)c[k]);
    }
}

static void fill(const tabled *of, uint32_t *bits, int row_count)
{
    for (int row = 0; row < row_count; row++) {
        fill_row(of, row, bits + 4 * row);
    }
}

void normal_table_fill(uint32_t *bits, int row_count)
{
    fill(&(tabled){.is_price = false}, bits, row_count);
}

void price_table_fill(uint32_t *bits, int row_count, double drift, double spread,
                      double sign)
{
    fill(&(tabled){.is_price = true, .drift = drift, .spread = sign * spread}, bits,
         row_count);
}
