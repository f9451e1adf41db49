// SPDX-License-Identifier: MIT
// Places and other numbers as buffers hold them at first.

#ifndef MOTE_SIM_START_PLACE_H
#define MOTE_SIM_START_PLACE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// A fraction of the world times 2^32: the part after the point where the edges wrap, else
// the nearest inside.
static inline uint32_t start_place(double fraction, bool wraps)
{
    if (wraps) {
        fraction -= floor(fraction);
    } else {
        fraction = fraction > 0.0 ? fraction : 0.0;
        fraction = fraction < 1.0 ? fraction : 1.0;
    }
    uint64_t place = (uint64_t)(fraction * 4294967296.0);
    return wraps || place < UINT32_MAX ? (uint32_t)place : UINT32_MAX;
}

// The coordinate of a place in the box, of which 1 is all: the nearest.
static inline uint32_t start_coordinate(double boxes)
{
    return (uint32_t)(uint64_t)floor((boxes - floor(boxes)) * 4294967296.0 + 0.5);
}

// The bits of a float; what exact_flush (glsl/lib/exact.glsl) would flush is 0.
static inline uint32_t start_real(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return (bits & 0x7fffffffu) < 0x21800000u ? 0u : bits;
}

#endif
