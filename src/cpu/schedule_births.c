// SPDX-License-Identifier: MIT
// Stage schedule_births: how many are born in this step, as far as there is room.

#include "stages.h"
#include "wide.h"

#include "emission.glsl"
#include "population.glsl"

void cpu_schedule_births(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    const constants *k = &view->plan->constants;
    uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t scheduled = view->planes[BUFFER_emission][1][0];
    uint32_t wanted = scheduled + population[POPULATION_CHILDREN];
    uint32_t room = k->particle_count - population[POPULATION_LIVING];
    uint32_t births = wanted < room ? wanted : room;
    population[POPULATION_BIRTHS] = births;
    population[POPULATION_SCHEDULED] = scheduled < births ? scheduled : births;
    population[POPULATION_FIRST] = population[POPULATION_NEXT];
    population[POPULATION_FIRST + 1] = population[POPULATION_NEXT + 1];
    add_wide(population, POPULATION_BORN, births);
    add_wide(population, POPULATION_DROPPED, wanted - births);
    add_wide(population, POPULATION_NEXT,
             (uint64_t)wanted * ((uint64_t)k->emitter_mask + 1));
    uint64_t chunks = plan_row_count(view->plan, PER_CHUNK);
    for (uint64_t c = 0; c < chunks; c++) {
        view->planes[BUFFER_chunk][0][c] = 0;
        view->planes[BUFFER_chunk][2][c] = 0;
    }
}
