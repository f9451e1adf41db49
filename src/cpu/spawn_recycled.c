// SPDX-License-Identifier: MIT
// Stage spawn_recycled: births into rows of the dead, by the kernel of the model
// (flight_kernel.c).

#include "stages.h"

void cpu_spawn_recycled(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->spawn_recycled(view, first, end);
}
