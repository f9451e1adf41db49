// SPDX-License-Identifier: MIT
// Stage clear_cells: every cell's count becomes 0.

#include "stages.h"

#include <string.h>

void cpu_clear_cells(const cpu_view *view, uint32_t first, uint32_t end)
{
    uint32_t *cell_count = view->planes[BUFFER_cell_count][0];
    memset(cell_count + first, 0, (size_t)(end - first) * sizeof *cell_count);
}
