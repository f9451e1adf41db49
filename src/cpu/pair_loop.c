// SPDX-License-Identifier: MIT
// Stage pair_loop: the sums of a pass over all particles, for small systems.

#include "stages.h"

void cpu_pair_loop(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->kernel->pair(view, first, end);
}
