// SPDX-License-Identifier: MIT
// The points at which an emitter of shape points gives birth: a CSV table with a header
// of x, y (, z), in world units from the emitter's position.

#ifndef MOTE_SIM_EMITTER_POINTS_H
#define MOTE_SIM_EMITTER_POINTS_H

#include "scene.h"

// Of one emitter at most: a law chooses among them by 24 bits.
#define EMITTER_POINT_MAX (UINT32_C(1) << 24)

typedef struct emitter_points {
    uint32_t *words; // x, y, z of each, float bits; z 0 in 2-D; owned
    uint32_t count;
} emitter_points;

// None where the emitter has another shape. Errors name the file, the line and the
// column.
mote_status emitter_points_read(const mote_scene *scene, int emitter,
                                emitter_points *points);

#endif
