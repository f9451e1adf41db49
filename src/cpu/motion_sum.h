// SPDX-License-Identifier: MIT
// What sum_motion and sum_flight share: the sums of a part, and the cell that counts a
// particle.

#ifndef MOTE_CPU_MOTION_SUM_H
#define MOTE_CPU_MOTION_SUM_H

#include "stages.h"

#include "../core/lanes.h"

#include "exact.glsl"

#include "cell.glsl"

#include "statistics.glsl"
#include "statistics_words.glsl"

typedef struct motion_sums {
    uint32_t living, fastest;
    uint64_t speeds, squares_low, squares_high;
    uint64_t momentum[3]; // two's complement
} motion_sums;

static inline void motion_add(motion_sums *s, const int32_t v[3])
{
    uint32_t speed = statistics_speed(v[0], v[1], v[2]);
    s->living++;
    s->fastest = speed > s->fastest ? speed : s->fastest;
    s->speeds += speed;
    uint64_t square = 0;
    for (int axis = 0; axis < 3; axis++) {
        square += (uint64_t)((int64_t)v[axis] * v[axis]);
        s->momentum[axis] += (uint64_t)(int64_t)v[axis];
    }
    s->squares_low += square & UINT32_MAX;
    s->squares_high += square >> 32;
}

static inline void motion_count(const cpu_view *view, const uint32_t place[3],
                                uint32_t species)
{
    const constants *c = &view->plan->constants;
    statistics_grid grid = {.world_low = c->world_low,
                            .world_span = c->world_span,
                            .world_shift = c->world_shift,
                            .world_fraction = c->world_fraction,
                            .cells_x = c->statistics_cells_x,
                            .cells_y = c->statistics_cells_y,
                            .cells_z = c->statistics_cells_z};
    size_t cell = statistics_cell(grid, place[0], place[1], place[2]);
    size_t at = cell * (size_t)view->plan->species_count + species;
    __atomic_fetch_add(&view->planes[BUFFER_species_count][0][at], 1, __ATOMIC_RELAXED);
}

static inline void motion_write_wide(uint32_t *words, uint64_t sum)
{
    words[0] = (uint32_t)sum;
    words[1] = (uint32_t)(sum >> 32);
}

static inline void motion_write(const cpu_view *view, uint32_t part, const motion_sums *s)
{
    uint32_t *words = view->planes[BUFFER_motion_sum][0] + (size_t)part * MOTION_SIZE;
    words[MOTION_LIVING] = s->living;
    words[MOTION_FASTEST] = s->fastest;
    motion_write_wide(words + MOTION_SPEEDS, s->speeds);
    motion_write_wide(words + MOTION_SQUARES, s->squares_low);
    motion_write_wide(words + MOTION_SQUARES_HIGH, s->squares_high);
    for (int axis = 0; axis < 3; axis++) {
        motion_write_wide(words + MOTION_MOMENTUM + 2 * axis, s->momentum[axis]);
    }
}

// The rows of a part that hold particles.
static inline uint32_t part_end(const cpu_view *view, uint32_t part)
{
    uint64_t end = ((uint64_t)part + 1) * ROWS_PER_PART;
    return end < view->population ? (uint32_t)end : view->population;
}

#endif
