// SPDX-License-Identifier: MIT
// Stage scatter: ids, cell by cell, in the order in which they were counted.

#include "stages.h"

void cpu_scatter(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *id = view->planes[BUFFER_identity][0];
    const uint32_t *particle_cell = view->planes[BUFFER_particle_cell][0];
    const uint32_t *particle_slot = view->planes[BUFFER_particle_slot][0];
    const uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    uint32_t *cell_id = view->planes[BUFFER_cell_id][0];
    for (uint32_t i = first; i < end; i++) {
        cell_id[cell_start[particle_cell[i]] + particle_slot[i]] = id[i];
    }
}
