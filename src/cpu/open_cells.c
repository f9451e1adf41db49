// SPDX-License-Identifier: MIT
// Stage open_cells: the next free place of each cell is its first.

#include "stages.h"

#include <string.h>

void cpu_open_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    uint32_t *cell_cursor = view->planes[BUFFER_cell_cursor][0];
    memcpy(cell_cursor + first, cell_start + first,
           (size_t)(end - first) * sizeof *cell_cursor);
}
