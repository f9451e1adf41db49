// SPDX-License-Identifier: MIT
// A picture as sprites are drawn with it: in linear light, at every size. Level 0 is the
// picture; each level above has half the width and height of the one below, rounded down,
// up to a single texel, and each of its texels is the mean of the area that it covers, so
// that small sprites keep their light and do not sparkle.

#ifndef MOTE_DRAW_PYRAMID_H
#define MOTE_DRAW_PYRAMID_H

#include "../core/picture.h"

#define PYRAMID_LEVEL_MAX 13 // 4096 is 2^12

typedef struct pyramid_level {
    int width, height;
    uint16_t *texels; // RGBA, premultiplied linear light, 65535 for 1; top row first
} pyramid_level;

typedef struct pyramid {
    int level_count;
    pyramid_level levels[PYRAMID_LEVEL_MAX];
} pyramid;

// Of a picture that there is.
mote_status pyramid_create(const picture *picture, pyramid **result);
void pyramid_destroy(pyramid *self);

// How far the picture reaches from its middle to the right and up, in radii of the
// particle: the longer side is two radii long.
void pyramid_sides(const pyramid *self, float sides[2]);

#endif
