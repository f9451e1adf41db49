// SPDX-License-Identifier: MIT
// Stage update: what a pass changes of a particle; after the last pass it moves.

#include "stages.h"

void cpu_update(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->kernel->update(view, first, end);
}
