// SPDX-License-Identifier: MIT
// Stage pair_marked: as `pair`, whose lanes test so many candidates at once that marks
// would not pay.

#include "stages.h"

void cpu_pair_marked(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->kernel->pair(view, first, end);
}
