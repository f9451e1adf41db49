// SPDX-License-Identifier: MIT
// Stage pair_indexed: the sums of a pass over the neighbours in the grid, each found
// through the index list. Kept to measure against, and to check `pair` by.

#include "stages.h"

void cpu_pair_indexed(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->kernel->pair(view, first, end);
}
