// SPDX-License-Identifier: MIT
// Stage list_emitted: what is drawn, by the kernel of the model (flight_kernel.c).

#include "stages.h"

void cpu_list_emitted(const cpu_view *view, uint32_t first, uint32_t end)
{
    view->flight->list_emitted(view, first, end);
}
