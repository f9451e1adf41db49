// SPDX-License-Identifier: MIT
// The colliders of a flat world, which are drawn behind the particles (solid.glsl): what
// renderers keep of them, and where a camera sees them. In 3-D there are none to draw.

#ifndef MOTE_DRAW_SOLIDS_H
#define MOTE_DRAW_SOLIDS_H

#include "../sim/plan.h"

#define SOLID_MOST    16 // items of a list `colliders`
#define SOLID_COLUMNS 12 // rows LIST_COLUMN of colliders.def
#define SOLID_NUMBERS 20 // SOLID_AIM_SIZE of solid.glsl

struct look;
struct camera;

typedef struct solids {
    int count;
    float color[3];                          // linear light
    float items[SOLID_MOST * SOLID_COLUMNS]; // the columns of an item side by side
} solids;

// Of the plan's list `colliders`, if its model has one and the scene's view shows it.
void solids_take(solids *solids, const plan *plan);

// The numbers SOLID_AIM_x for a camera whose centre is where it will be.
void solids_aim(const struct look *look, const struct camera *camera,
                float aim[SOLID_NUMBERS]);

#endif
