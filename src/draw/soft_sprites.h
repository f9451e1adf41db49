// SPDX-License-Identifier: MIT
// From a particle to what the software renderer draws of it: each kind of drawing is a
// row of functions, of which a renderer takes one for good.

#ifndef MOTE_DRAW_SOFT_SPRITES_H
#define MOTE_DRAW_SOFT_SPRITES_H

#include "camera.h"
#include "soft_band.h"

// All begin alike: with place and colour.
typedef union soft_item {
    struct {
        float x, y;
        float color[4];
    } any;
    soft_disc disc;
    soft_streak streak;
    soft_picture picture;
} soft_item;

// One particle of a list; `look` and `tail` are NULL where it has none.
typedef struct soft_sprite {
    const uint32_t *sprite, *look, *tail;
} soft_sprite;

typedef struct soft_kind {
    size_t item_size; // bytes of its member of soft_item
    // Places the image of a particle that stands at `offset` from the camera's centre.
    // Its rows reach from rows[0] to rows[1] above the frame's bottom, in pixels. False:
    // it is not in the frame. `opacity`: below 1 where it is drawn larger than it is.
    bool (*place)(const look *look, const camera *camera, const soft_sprite *sprite,
                  const float offset[3], soft_item *item, float rows[2], float *opacity);
    // Draws items in their order.
    void (*draw)(soft_band *band, const look *look, const void *items, size_t count);
} soft_kind;

// The kind that this look asks for.
const soft_kind *soft_kind_of(const look *look);

// The part of the light that comes through the haze from there.
float soft_clearness(const camera *camera, const float offset[3]);

// Colour, seen through the haze, times opacity.
void soft_color(const look *look, const soft_sprite *sprite, float opacity,
                float clearness, float color[4]);

#endif
