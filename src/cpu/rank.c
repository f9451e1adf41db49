// SPDX-License-Identifier: MIT
// Stage rank: the canonical order. A particle's place in its cell is the number of
// smaller ids there, whatever the order in which they were counted.

#include "stages.h"

void cpu_rank(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *id = view->planes[BUFFER_identity][0];
    const uint32_t *particle_cell = view->planes[BUFFER_particle_cell][0];
    const uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    const uint32_t *cell_id = view->planes[BUFFER_cell_id][0];
    uint32_t *cell_order = view->planes[BUFFER_cell_order][0];
    uint32_t cell_total = view->plan->constants.cell_total;
    for (uint32_t i = first; i < end; i++) {
        uint32_t cell = particle_cell[i];
        uint32_t from = cell_start[cell];
        uint32_t to = cell < cell_total ? cell_start[cell + 1] : view->population;
        uint32_t own = id[i];
        uint32_t smaller = 0;
        for (uint32_t k = from; k < to; k++) {
            smaller += cell_id[k] < own;
        }
        cell_order[from + smaller] = i;
    }
}
