// SPDX-License-Identifier: MIT
// From linear light to the pixels of a frame: tone, background, sRGB, straight alpha.

#ifndef MOTE_DRAW_SOFT_PIXELS_H
#define MOTE_DRAW_SOFT_PIXELS_H

#include "soft_band.h"
#include "soft_solids.h"

// A byte for every float from 2^-14 to 2^4, in steps of 2^-11 of itself: fine enough that
// the byte is at most one off, and rarely.
#define SOFT_TABLE_SHIFT 12
#define SOFT_TABLE_LOW   (113 << 11)
#define SOFT_TABLE_SIZE  ((131 << 11) - SOFT_TABLE_LOW)

typedef struct soft_pixels {
    bool alpha;
    bool additive;
    float background[3];               // linear light
    uint8_t background_pixel[4];       // of a pixel that nothing covers
    uint8_t solid_pixel[4];            // ... of what is solid
    uint8_t table[3][SOFT_TABLE_SIZE]; // light to byte; additive: over the background
} soft_pixels;

void soft_pixels_prepare(soft_pixels *pixels, const look *look, bool alpha);

// Writes the band's rows into the whole frame's pixels.
void soft_pixels_write(const soft_pixels *pixels, const soft_band *band, uint8_t *frame);

// Writes those pixels again that are solid behind the particles.
void soft_pixels_write_solids(const soft_pixels *pixels, const soft_solids *solids,
                              const soft_band *band, uint8_t *frame);

#endif
