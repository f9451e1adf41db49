// SPDX-License-Identifier: MIT
// Stage scan_cells: particles before each cell, from the start of its block on.

#include "stages.h"

void cpu_scan_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *cell_count = view->planes[BUFFER_cell_count][0];
    const uint32_t *block_start = view->planes[BUFFER_block_start][0];
    uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    uint32_t cells = view->plan->constants.cell_total + 1;
    for (uint32_t block = first; block < end; block++) {
        uint32_t from = block * CELLS_PER_BLOCK;
        uint32_t to = cells - from < CELLS_PER_BLOCK ? cells : from + CELLS_PER_BLOCK;
        uint32_t start = block_start[block];
        for (uint32_t cell = from; cell < to; cell++) {
            cell_start[cell] = start;
            start += cell_count[cell];
        }
    }
}
