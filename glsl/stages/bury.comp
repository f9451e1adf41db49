// SPDX-License-Identifier: MIT
// The dead stand behind the living in cell order: forgets them by counting the living only,
// and sizes the dispatches of the particle stages to come.
#include "dispatch.glsl"

void main()
{
    uint living = cell_start[constants.cell_total];
    if (gl_LocalInvocationIndex == 0u) {
        population[0] = living;
    }
    for (uint k = gl_LocalInvocationIndex; k < SCHEDULE_COUNT; k += GROUP_SIZE) {
        if (group_rows[k] > 0u) {
            size_dispatch(k, living);
        }
    }
}
