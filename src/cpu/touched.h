// SPDX-License-Identifier: MIT
// What touch and touch_flight share: what a touch makes of the velocity of one particle.

#ifndef MOTE_CPU_TOUCHED_H
#define MOTE_CPU_TOUCHED_H

#include "stages.h"

#include "../core/lanes.h"

#include "exact.glsl"

#include "touch.glsl"

static inline float touch_word(const cpu_planes *planes, int row, int word)
{
    return real_from_bits((int32_t)planes[BUFFER_touch][word][row]);
}

// Row i, whose place and velocity lie in these buffers.
static inline void touch_row(const cpu_view *view, int places, int velocities, uint32_t i)
{
    const cpu_planes *planes = view->planes;
    int dimension = view->plan->dimension;
    float offset[3] = {0};
    for (int axis = 0; axis < dimension; axis++) {
        offset[axis] =
            touch_offset(planes[places][axis][i], planes[BUFFER_touch][axis][0],
                         touch_word(planes, 1, axis));
    }
    float weight = touch_weight(offset[0], offset[1], offset[2]);
    for (int axis = 0; axis < dimension && weight > 0.0f; axis++) {
        uint32_t *along = &planes[velocities][axis][i];
        float next = touch_along(real_from_bits((int32_t)*along), offset[axis], weight,
                                 touch_word(planes, 3, 0), touch_word(planes, 3, 1),
                                 touch_word(planes, 2, axis), touch_word(planes, 3, 2));
        *along = (uint32_t)real_bits(next);
    }
}

#endif
