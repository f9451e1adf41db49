// SPDX-License-Identifier: MIT
// Stage count_recycled: how many live after a step; the next one lists them anew.

#include "stages.h"

#include "population.glsl"

void cpu_count_recycled(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    uint32_t *living = &view->planes[BUFFER_recycling][1][0];
    view->planes[BUFFER_population][0][POPULATION_LIVING] = *living;
    *living = 0;
}
