// SPDX-License-Identifier: MIT
// What is solid behind the particles, in the software renderer: solid.glsl on four pixels
// at a time.

#ifndef MOTE_DRAW_SOFT_SOLIDS_H
#define MOTE_DRAW_SOFT_SOLIDS_H

#include "look.h"

// Of a frame.
typedef struct soft_solids {
    const look *look;
    float aim[SOLID_NUMBERS]; // by solids_aim
} soft_solids;

// Pixels of a row that are found at once.
#define SOFT_SOLIDS_RUN 64

// How much of the pixels of a row, from column `first` on, is solid.
void soft_solids_cover(const soft_solids *self, int first, int row,
                       float cover[SOFT_SOLIDS_RUN]);

#endif
