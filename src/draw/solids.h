// SPDX-License-Identifier: MIT
// The colliders, which are drawn behind the particles (solid.glsl): what renderers keep
// of them, and where a camera sees them. In 3-D those are drawn that have an inside:
// balls and boxes that are solid there.

#ifndef MOTE_DRAW_SOLIDS_H
#define MOTE_DRAW_SOLIDS_H

#include "../sim/plan.h"

#define SOLID_MOST    16 // items of a list `colliders`
#define SOLID_COLUMNS 12 // rows LIST_COLUMN of colliders.def
#define SOLID_NUMBERS 80 // SOLID_SIGHT_SIZE of solid_space.glsl; in 2-D fewer are used

struct look;
struct camera;

typedef struct solids {
    int count;
    float color[3]; // linear light
    float light;    // above 0: what is lit goes farther from the background
    float items[SOLID_MOST * SOLID_COLUMNS]; // the columns of an item side by side
} solids;

// Of the plan's list `colliders`, if its model has one and the scene's view shows it.
void solids_take(solids *solids, const plan *plan);

// The numbers SOLID_AIM_x, in 3-D SOLID_SIGHT_x, for a camera whose centre is where it
// will be.
void solids_aim(const struct look *look, const struct camera *camera,
                float aim[SOLID_NUMBERS]);

// In 3-D alone (solids_space.c).
bool solids_have_inside(const float item[SOLID_COLUMNS]);
void solids_aim_space(const struct look *look, const struct camera *camera,
                      float aim[SOLID_NUMBERS]);

#endif
