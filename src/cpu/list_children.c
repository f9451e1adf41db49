// SPDX-License-Identifier: MIT
// Stage list_children: the children before each particle's in its chunk of rows.

#include "stages.h"

#include "population.glsl"

void cpu_list_children(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *population = view->planes[BUFFER_population][0];
    const uint32_t *child_count = view->planes[BUFFER_child_count][0];
    uint32_t *child_start = view->planes[BUFFER_child_start][0];
    uint32_t rows = population[POPULATION_ROWS];
    uint32_t advanced = rows - population[POPULATION_BIRTHS];
    for (uint32_t chunk = first; chunk < end; chunk++) {
        uint32_t before = 0;
        uint32_t low = chunk * PARTICLES_PER_CHUNK;
        for (uint32_t k = 0; k < PARTICLES_PER_CHUNK && low + k < rows; k++) {
            uint32_t row = low + k;
            uint32_t count = row < advanced ? child_count[row] : 0;
            child_start[row] = before | (count & COLLIDED);
            before += count & ~COLLIDED;
        }
    }
}
