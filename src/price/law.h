// SPDX-License-Identifier: MIT
// What the law of a path (glsl/price) is given: constants, choices and tables, as C; and
// the numbers that C and GLSL share. gl_price_source.c writes the same as GLSL.

#ifndef MOTE_PRICE_LAW_H
#define MOTE_PRICE_LAW_H

#include "option.h"
#include "sobol.h"

#include <stdint.h>

// The styles as numbers, for #if.
#define STYLE_european 0
#define STYLE_digital  1
#define STYLE_asian    2
#define STYLE_barrier  3
#define STYLE_basket   4

// Whether a style's single number names the price at the end, of which there is a table.
#define PRICE_IS_TABLED (PRICE_STYLE == STYLE_european || PRICE_STYLE == STYLE_digital)

// What a digital option's payout counts.
#define PRICE_DIGITAL_COUNT 4194304.0f
// The base of the digits of a wide count.
#define PRICE_DIGIT         8388608.0f
#define PRICE_DIGIT_INVERSE 1.1920928955078125e-7f

// A count is at most 2^23, so what a pair of paths counts 2^24, and its square 2^48. In
// 64 bits there is room for the squares of 2^16 of them; a partial sum has half as many.
#define PRICE_SAMPLES_MOST 32768
#define PRICE_QUADS_MOST   (PRICE_SAMPLES_MOST / 4)

// Normal numbers of a path at most: steps, or assets.
#define PRICE_DRAWS_MOST 4096

// Sums of a count a and of another, b: a, a a; b, a b, b b.
#define PRICE_SUMS_MOST 5

// Rows of the table of numbers: 16 to an octave, of 31 and 63 bits, and one that begins
// with the outermost.
#define NORMAL_ROWS      513
#define NORMAL_ROWS_WIDE 897

// The words of the one table, floats as their bits: TABLE(name, length).
#define PRICE_TABLES(TABLE)                                                              \
    TABLE(normal, 2 * 4 * NORMAL_ROWS_WIDE)                                              \
    TABLE(share, PRICE_ASSET_MAX)                                                        \
    TABLE(drift, PRICE_ASSET_MAX + 1)                                                    \
    TABLE(spread, (PRICE_ASSET_MAX + 1) * PRICE_ASSET_MAX)                               \
    TABLE(sobol_shift, SOBOL_DIMENSION_MAX)                                              \
    TABLE(sobol_direction, 32 * SOBOL_DIMENSION_MAX)

typedef struct price_tables {
#define TABLE(name, length) uint32_t name[length];
    PRICE_TABLES(TABLE)
#undef TABLE
} price_tables;

// What one program or kernel is compiled for, or asks at each turn.
typedef struct price_choices {
    uint32_t antithetic; // samples are pairs of paths
    uint32_t control;    // b is the control variate
    uint32_t sobol;
    uint32_t wide; // a and b are digits, and normal numbers come of 63 bits
    uint32_t put;
} price_choices;

typedef struct price_context {
#define COUNT(name, meaning) uint32_t name;
#define INT(name, meaning)   int32_t name;
#define REAL(name, meaning)  float name;
#include "constants.def"
#undef COUNT
#undef INT
#undef REAL
    uint32_t keys[20]; // of Philox' rounds
    price_choices choices;
    const price_tables *tables;
} price_context;

// Runs samples 4 first_quad, ... and adds to the sums of a, a a, b, a b, b b.
// first_quad is a multiple of 16; sample_count at most PRICE_SAMPLES_MOST.
typedef void price_kernel(const price_context *context, uint64_t first_quad,
                          uint32_t sample_count, uint64_t sums[PRICE_SUMS_MOST]);

typedef struct price_kernel_row {
    int style;
    const char *isa; // NULL: the end
    price_kernel *run;
} price_kernel_row;

extern const price_kernel_row price_kernels[];

#endif
