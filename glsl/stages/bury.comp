// SPDX-License-Identifier: MIT
// The dead stand behind the living in cell order: forgets them by counting the living only,
// and sizes the dispatches of the particle stages to come.

// Threads of a work group of each entry of the schedule; 0: not one thread per particle.
uniform uint group_sizes[SCHEDULE_COUNT];
// Work groups along an axis at most.
uniform uint group_limit;

void main()
{
    uint living = cell_start[constants.cell_total];
    if (gl_LocalInvocationIndex == 0u) {
        population[0] = living;
    }
    for (uint k = gl_LocalInvocationIndex; k < SCHEDULE_COUNT; k += GROUP_SIZE) {
        if (group_sizes[k] > 0u) {
            uint groups = max((living + group_sizes[k] - 1u) / group_sizes[k], 1u);
            uint along_x = min(groups, group_limit);
            dispatch_size[3u * k] = along_x;
            dispatch_size[3u * k + 1u] = (groups + along_x - 1u) / along_x;
            dispatch_size[3u * k + 2u] = 1u;
        }
    }
}
