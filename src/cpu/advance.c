// SPDX-License-Identifier: MIT
// Stage advance: a step of the living, by the kernel of the model (flight_kernel.c).

#include "stages.h"

void cpu_advance(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->advance(view, first, end);
}
