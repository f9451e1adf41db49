// SPDX-License-Identifier: MIT
// The table of glsl/price/normal.glsl.

#ifndef MOTE_PRICE_NORMAL_TABLE_H
#define MOTE_PRICE_NORMAL_TABLE_H

#include "law.h"

// The largest normal numbers, a little rounded up, of 31 and of 63 bits.
#define NORMAL_MOST      6.5
#define NORMAL_MOST_WIDE 8.7

// The number that is exceeded with the chance p, 0 < p <= 1/2; error 2e-15 relative. By
// + - * / and roots only, so that its bits are the same everywhere.
double normal_upper(double p);

// Rows of four floats, as their bits: in each the number is a + b x + c x^2 + d x^3 for
// 1 <= x < 2.
void normal_table_fill(uint32_t *bits, int row_count);
// The same of 2^(drift + spread z), where z are the numbers times `sign`.
void price_table_fill(uint32_t *bits, int row_count, double drift, double spread,
                      double sign);

#endif
