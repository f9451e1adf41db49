// SPDX-License-Identifier: MIT
// Stage pair: the sums of a pass over the neighbours in the grid.

#include "stages.h"

void cpu_pair(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->kernel->pair(view, first, end);
}
