// SPDX-License-Identifier: MIT
// Stage reorder: all that belongs to a particle moves into the canonical order.

#include "move_rows.h"
#include "stages.h"

void cpu_reorder(const cpu_view *view, uint32_t first, uint32_t end)
{
    cpu_move_rows(view, view->planes[BUFFER_cell_order][0], first, end);
}
