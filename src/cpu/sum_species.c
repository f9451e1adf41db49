// SPDX-License-Identifier: MIT
// Stage sum_species: how many particles of each species are in the world.

#include "stages.h"

void cpu_sum_species(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *species_count = view->planes[BUFFER_species_count][0];
    uint32_t *species_total = view->planes[BUFFER_species_total][0];
    uint32_t cells = view->plan->constants.statistics_cell_total;
    size_t all = (size_t)view->plan->species_count;
    for (uint32_t species = first; species < end; species++) {
        uint32_t total = 0;
        for (uint32_t cell = 0; cell < cells; cell++) {
            total += species_count[cell * all + species];
        }
        species_total[species] = total;
    }
}
