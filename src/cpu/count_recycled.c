// SPDX-License-Identifier: MIT
// Stage count_recycled: how many live after a step, and have died; the next one lists the
// living anew.

#include "stages.h"
#include "wide.h"

#include "population.glsl"

void cpu_count_recycled(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t *living = &view->planes[BUFFER_recycling][1][0];
    uint32_t rows = population[POPULATION_LIVING] + population[POPULATION_BIRTHS];
    add_wide(population, POPULATION_DIED, rows - *living);
    population[POPULATION_LIVING] = *living;
    *living = 0;
}
