// SPDX-License-Identifier: MIT
// Walks the stops of curves and gradients.

#include "item_value.h"

#include "../core/lanes.h"

#include "exact.glsl"

#include <assert.h>

// The number in place `column` of the stops' rows at a part of the life.
static double between_stops(const item_value *stops, int column, double t)
{
    int width = stops->row_width;
    const double *before = NULL, *after = NULL;
    for (int i = 0; i < stops->row_count && !after; i++) {
        const double *row = stops->rows + i * width;
        if (row[STOP_TIME] <= t) {
            before = row;
        } else {
            after = row;
        }
    }
    assert(before || after); // a curve without stops is refused
    if (!after) {
        return before[column];
    }
    if (!before) {
        return after[column];
    }
    double part = (t - before[STOP_TIME]) / (after[STOP_TIME] - before[STOP_TIME]);
    return before[column] + part * (after[column] - before[column]);
}

double item_curve_at(const item_value *curve, double t)
{
    return between_stops(curve, STOP_VALUE, t);
}

// IEC 61966-2-1
static double decode_srgb(double encoded)
{
    if (encoded <= 0.04045) {
        return encoded / 12.92;
    }
    float base = (float)((encoded + 0.055) / 1.055);
    return exact_exp2(exact_log2(base) * 2.4f);
}

double item_gradient_at(const item_value *gradient, int channel, double t)
{
    double value = between_stops(gradient, STOP_VALUE + channel, t) / 255.0;
    return channel < 3 ? decode_srgb(value) : value;
}
