// SPDX-License-Identifier: MIT
// What is solid behind the particles, in the software renderer: solid.glsl on four pixels
// at a time, and in 2-D only near edges on each.

#ifndef MOTE_DRAW_SOFT_SOLIDS_H
#define MOTE_DRAW_SOFT_SOLIDS_H

#include "camera.h"

// Of a frame.
typedef struct soft_solids {
    const look *look;
    float aim[SOLID_NUMBERS]; // by solids_aim
    // Where the middle of a few pixels side by side is so deep inside, or so far outside,
    // all of them are; in pixels, in 2-D.
    float clear;
} soft_solids;

void soft_solids_aim(soft_solids *self, const camera *camera);

// Pixels of a row that are found at once.
#define SOFT_SOLIDS_RUN 64

// Of each pixel what solid_part is.
typedef struct soft_parts {
    float cover[SOFT_SOLIDS_RUN], shade[SOFT_SOLIDS_RUN];
} soft_parts;

// What is solid in the pixels of a row, from column `first` on. False: nothing.
bool soft_solids_find(const soft_solids *self, int first, int row, soft_parts *parts);

// The same in 3-D (soft_solids_space.c).
bool soft_solids_find_space(const soft_solids *self, int first, int row,
                            soft_parts *parts);

#endif
