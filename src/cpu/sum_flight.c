// SPDX-License-Identifier: MIT
// Stage sum_flight: as sum_motion, of a model that emits: of the rows, those that live.

#include "motion_sum.h"

static void sum_part(const cpu_view *view, uint32_t part)
{
    const cpu_planes *planes = view->planes;
    float scale = real_from_bits((int32_t)view->plan->constants.speed_scale);
    uint32_t low = view->plan->constants.world_low;
    motion_sums sums = {0};
    for (uint32_t i = part * ROWS_PER_PART; i < part_end(view, part); i++) {
        // A life is a float above 0: by its bits, an int above 0.
        if ((int32_t)planes[BUFFER_body][3][i] <= 0) {
            continue;
        }
        int32_t v[3] = {0};
        uint32_t place[3] = {low, low, low};
        for (int axis = 0; axis < view->plan->dimension; axis++) {
            float along = real_from_bits((int32_t)planes[BUFFER_flight][axis][i]);
            v[axis] = statistics_quantise(along, scale);
            place[axis] = planes[BUFFER_body][axis][i];
        }
        motion_add(&sums, v);
        motion_count(view, place, 0);
    }
    motion_write(view, part, &sums);
}

void cpu_sum_flight(const cpu_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t part = first; part < end; part++) {
        sum_part(view, part);
    }
}
