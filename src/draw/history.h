// SPDX-License-Identifier: MIT
// When and how frames were drawn on a GPU: should it fail, those under way have to be
// drawn again, and before them those whose trails show in them.

#ifndef MOTE_DRAW_HISTORY_H
#define MOTE_DRAW_HISTORY_H

#include "camera.h"

typedef struct history_row {
    uint64_t clock;
    camera camera;
} history_row;

typedef struct history {
    history_row *rows; // a ring of `room`, which grows up to `limit`
    uint64_t room, limit;
    uint64_t count;  // frames drawn so far
    uint64_t trails; // frames before one that show in it
} history;

// `slots`: frames that may be under way. `trails`: see look_trail_frames.
void history_begin(history *self, uint64_t slots, uint64_t trails);
void history_free(history *self);

mote_status history_add(history *self, uint64_t clock, const camera *camera);
// Of one of the latest `limit` frames.
uint64_t history_clock(const history *self, uint64_t frame);
const camera *history_camera(const history *self, uint64_t frame);
// The first frame to draw again when the last `under_way` are lost, and its clock;
// UINT64_MAX when there is none.
uint64_t history_needed_frame(const history *self, uint64_t under_way);
uint64_t history_needed_clock(const history *self, uint64_t under_way);

#endif
