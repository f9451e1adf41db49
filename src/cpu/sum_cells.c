// SPDX-License-Identifier: MIT
// Stage sum_cells: particles before each cell, as published for WebGPU: every cell adds
// up all cells before it, O(cells^2). Kept to measure against; scan_cells is the real
// one.

#include "stages.h"

void cpu_sum_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *cell_count = view->planes[BUFFER_cell_count][0];
    uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    for (uint32_t cell = first; cell < end; cell++) {
        uint32_t start = 0;
        for (uint32_t before = 0; before < cell; before++) {
            start += cell_count[before];
        }
        cell_start[cell] = start;
    }
}
