// SPDX-License-Identifier: MIT
// Stage place_living: the newly born are counted in, and the living and the children
// before each chunk of rows.

#include "stages.h"
#include "wide.h"

#include "population.glsl"

// Rows from `low` to `high` that are in the chunk.
static uint32_t rows_of_chunk(uint32_t low, uint32_t high, uint32_t chunk)
{
    uint32_t first = chunk * PARTICLES_PER_CHUNK;
    uint32_t end = first + PARTICLES_PER_CHUNK;
    uint32_t from = low > first ? low : first;
    uint32_t to = high < end ? high : end;
    return to > from ? to - from : 0;
}

void cpu_place_living(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t *const *chunk = view->planes[BUFFER_chunk];
    uint32_t survivors = population[POPULATION_LIVING];
    uint32_t rows = survivors + population[POPULATION_BIRTHS];
    uint32_t living = 0, children = 0;
    for (uint32_t k = 0; k < plan_row_count(view->plan, PER_CHUNK); k++) {
        chunk[0][k] += rows_of_chunk(survivors, rows, k);
        chunk[1][k] = living;
        chunk[3][k] = children;
        living += chunk[0][k];
        children += chunk[2][k];
    }
    add_wide(population, POPULATION_DIED, rows - living);
    population[POPULATION_ROWS] = rows;
    population[POPULATION_LIVING] = living;
    population[POPULATION_CHILDREN] = children;
    uint32_t *const *draw_size = view->planes[BUFFER_draw_size];
    draw_size[0][0] = 4;
    draw_size[1][0] = living;
    draw_size[2][0] = draw_size[3][0] = 0;
}
