// SPDX-License-Identifier: MIT
// Stage index_cells: each particle takes the next free place of its cell in the index
// list.

#include "stages.h"

void cpu_index_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *particle_cell = view->planes[BUFFER_particle_cell][0];
    uint32_t *cell_cursor = view->planes[BUFFER_cell_cursor][0];
    uint32_t *cell_member = view->planes[BUFFER_cell_member][0];
    for (uint32_t i = first; i < end; i++) {
        uint32_t *cursor = &cell_cursor[particle_cell[i]];
        cell_member[__atomic_fetch_add(cursor, 1, __ATOMIC_RELAXED)] = i;
    }
}
