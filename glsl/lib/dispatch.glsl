// SPDX-License-Identifier: MIT
// Sizing dispatches whose count of rows only the GPU knows, for glDispatchComputeIndirect.
// GLSL only.

// Rows that a work group of each entry of the schedule takes; 0: not to be sized here.
uniform uint group_rows[SCHEDULE_COUNT];
// Work groups along an axis at most.
uniform uint group_limit;

void size_dispatch(uint k, uint rows)
{
    uint groups = max((rows + group_rows[k] - 1u) / group_rows[k], 1u);
    uint along_x = min(groups, group_limit);
    dispatch_size[3u * k] = along_x;
    dispatch_size[3u * k + 1u] = (groups + along_x - 1u) / along_x;
    dispatch_size[3u * k + 2u] = 1u;
}
