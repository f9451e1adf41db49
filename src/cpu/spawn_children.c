// SPDX-License-Identifier: MIT
// Stage spawn_children: births of the children, by the kernel of the model
// (flight_kernel.c).

#include "stages.h"

void cpu_spawn_children(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->spawn_children(view, first, end);
}
