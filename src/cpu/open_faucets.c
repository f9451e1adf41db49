// SPDX-License-Identifier: MIT
// Stage open_faucets: how many faucets give birth to in this sub-step, as far as there is
// room.

#include "stages.h"
#include "wide.h"

#include "population.glsl"

void cpu_open_faucets(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t living = population[POPULATION_ROWS];
    uint32_t due = view->planes[BUFFER_pouring][1][0];
    uint32_t room = view->plan->constants.particle_count - living;
    uint32_t births = due < room ? due : room;
    population[POPULATION_ROWS] = living + births;
    population[POPULATION_BIRTHS] = births;
    add_wide(population, POPULATION_BORN, births);
    add_wide(population, POPULATION_DROPPED, due - births);
}
