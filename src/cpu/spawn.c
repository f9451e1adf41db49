// SPDX-License-Identifier: MIT
// Stage spawn: births that are due, by the kernel of the model (flight_kernel.c).

#include "stages.h"

void cpu_spawn(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->spawn(view, first, end);
}
