// SPDX-License-Identifier: MIT
// The yardstick of memory: what goes through it when a buffer is copied. No stage of a step.

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = 0) readonly restrict buffer from_block { uvec4 from[]; };
layout(std430, binding = 1) writeonly restrict buffer to_block { uvec4 to[]; };

uniform uint count; // of 16 bytes

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i < count) {
        to[i] = from[i];
    }
}
