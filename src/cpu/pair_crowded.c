// SPDX-License-Identifier: MIT
// Stage pair_crowded: nothing, for pair_marked sums over all candidates of everybody.
// Only who looks into the law for a particle finds here what the GPU may do here.

#include "stages.h"

void cpu_pair_crowded(const cpu_view *view, uint32_t first, uint32_t end)
{
    if (view->probe) {
        view->kernel->pair(view, first, end);
    }
}
