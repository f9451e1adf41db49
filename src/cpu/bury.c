// SPDX-License-Identifier: MIT
// Stage bury: the dead were counted into the last cell; those before it are the living.

#include "stages.h"

void cpu_bury(const cpu_view *view, uint32_t first, uint32_t end)
{
    (void)first;
    (void)end;
    uint32_t cell_total = view->plan->constants.cell_total;
    view->planes[BUFFER_population][0][0] =
        view->planes[BUFFER_cell_start][0][cell_total];
}
