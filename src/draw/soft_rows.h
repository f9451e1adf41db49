// SPDX-License-Identifier: MIT
// What the software renderer's inner loops share: rows of a band, four pixels at a time.
// For files that begin with #define LANES 4.

#ifndef MOTE_DRAW_SOFT_ROWS_H
#define MOTE_DRAW_SOFT_ROWS_H

#include "soft_band.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <string.h>

LANES_INLINE real_value load(const float *from)
{
    real_value v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE void store(float *to, real_value v)
{
    memcpy(to, &v, sizeof v);
}

// The first pixel whose centre is not below x, kept within 0 to limit.
LANES_INLINE int first_pixel(float x, int limit)
{
    float from = x - 0.5f;
    if (!(from > 0.0f)) {
        return 0;
    }
    if (from > (float)limit) {
        return limit;
    }
    int whole = (int)from;
    return (float)whole < from ? whole + 1 : whole;
}

LANES_INLINE void light_row(soft_band *band, int row, int low, int high)
{
    band->low[row] = low < band->low[row] ? low : band->low[row];
    band->high[row] = high > band->high[row] ? high : band->high[row];
}

// The rows of the band between two heights above the frame's bottom.
LANES_INLINE void find_rows(const soft_band *band, float low, float high, int *begin,
                            int *end)
{
    float top = (float)(band->height - band->first_row);
    *begin = first_pixel(top - high, band->row_count);
    *end = first_pixel(top - low, band->row_count);
}

// The middle of a row above the frame's bottom.
LANES_INLINE float row_height(const soft_band *band, int row)
{
    return (float)(band->height - band->first_row - row) - 0.5f;
}

LANES_INLINE void find_planes(const soft_band *band, int row, float *planes[4])
{
    for (int c = 0; c < 4; c++) {
        planes[c] = band->light[c] + (ptrdiff_t)row * band->stride;
    }
}

// How four pixels from column x on lie to the right of a place.
LANES_INLINE real_value columns_from(int x, float place)
{
    const real_value steps = {0.5f, 1.5f, 2.5f, 3.5f};
    return steps + ((float)x - place);
}

#endif
