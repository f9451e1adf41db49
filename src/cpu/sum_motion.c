// SPDX-License-Identifier: MIT
// Stage sum_motion: sums of the motion of each part of the particles, and their species
// in the cells of the statistics' grid.

#include "motion_sum.h"

static void sum_part(const cpu_view *view, uint32_t part)
{
    const cpu_planes *planes = view->planes;
    float scale = real_from_bits((int32_t)view->plan->constants.speed_scale);
    uint32_t low = view->plan->constants.world_low;
    motion_sums sums = {0};
    for (uint32_t i = part * ROWS_PER_PART; i < part_end(view, part); i++) {
        int32_t v[3] = {0};
        uint32_t place[3] = {low, low, low};
        for (int axis = 0; axis < view->plan->dimension; axis++) {
            float along = real_from_bits((int32_t)planes[BUFFER_velocity][axis][i]);
            v[axis] = statistics_quantise(along, scale);
            place[axis] = planes[BUFFER_position][axis][i];
        }
        motion_add(&sums, v);
        motion_count(view, place, planes[BUFFER_identity][1][i]);
    }
    motion_write(view, part, &sums);
}

void cpu_sum_motion(const cpu_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t part = first; part < end; part++) {
        sum_part(view, part);
    }
}
