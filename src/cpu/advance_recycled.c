// SPDX-License-Identifier: MIT
// Stage advance_recycled: a step of the living in their rows, by the kernel of the model
// (flight_kernel.c).

#include "stages.h"

void cpu_advance_recycled(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->advance_recycled(view, first, end);
}
