// SPDX-License-Identifier: MIT
// A band of rows of the software renderer's frame, small enough for a core's cache, and
// what is done to it. One thread works on a band from beginning to end, so the picture
// does not depend on the number of threads.

#ifndef MOTE_DRAW_SOFT_BAND_H
#define MOTE_DRAW_SOFT_BAND_H

#include "look.h"

#define SOFT_BAND_ROWS 16
#define SOFT_PADDING   4 // columns that may be written past the width

// Particles as the frame shows them; their colours are times their opacity. See
// sprite.glsl.
typedef struct soft_disc {
    float x, y;
    float color[4];
    float edge, reach;
} soft_disc;

typedef struct soft_streak {
    float x, y;
    float color[4];
    float edge, tail_edge;
    float along_x, along_y, inverse; // inverse: 1 / length^2, or 0
    float reach;
} soft_streak;

typedef struct soft_picture {
    float x, y;
    float color[4];
    float right_x, right_y, half_width, half_height;
    float level;
} soft_picture;

typedef struct soft_band {
    int width, height; // of the frame
    int first_row;     // of the band, from the top
    int row_count;
    int stride;      // floats from row to row of a plane
    float *light[4]; // planes: red, green, blue, opacity; premultiplied
    // Columns low to high - 1 of a row may be lit.
    int low[SOFT_BAND_ROWS], high[SOFT_BAND_ROWS];
} soft_band;

// Draw particles in their order.
void soft_draw_discs(soft_band *band, const look *look, const void *discs, size_t count);
void soft_draw_streaks(soft_band *band, const look *look, const void *streaks,
                       size_t count);
void soft_draw_pictures(soft_band *band, const look *look, const void *pictures,
                        size_t count);

// Joins the band's picture with the part `fade` of earlier ones, kept in `trail` (planes
// of the whole frame, with the band's stride); the result is in both.
void soft_join_trail(soft_band *band, const look *look, float fade,
                     float *const trail[4]);

#endif
