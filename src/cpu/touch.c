// SPDX-License-Identifier: MIT
// Stage touch: changes the velocities of the particles that a touch reaches.

#include "touched.h"

void cpu_touch(const cpu_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        touch_row(view, BUFFER_position, BUFFER_velocity, i);
    }
}
