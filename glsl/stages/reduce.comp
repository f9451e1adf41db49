// SPDX-License-Identifier: MIT
// Sum, least and largest of many numbers, for `mote bench reduce`; no stage of a step. Each
// thread takes every so many-th four of them, with several loads on their way at once; one
// partial result for each work group.

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = 0) readonly restrict buffer values_block { uvec4 values[]; };
layout(std430, binding = 1) writeonly restrict buffer partial_block { uvec4 partials[]; };

uniform uint count; // fours of numbers, 2^28 at most: the sum of all is below 2^62

#include "reduce.glsl"

struct reduction {
    uvec2 sum;
    uint least;
    uint most;
};

reduction reduce_four(reduction r, uvec4 v)
{
    uvec4 carry;
    uvec2 halves = uaddCarry(v.xy, v.zw, carry.xy);
    uint low = uaddCarry(halves.x, halves.y, carry.z);
    r.sum = wide_add(r.sum, uvec2(low, carry.x + carry.y + carry.z));
    r.least = min(min(r.least, min(v.x, v.y)), min(v.z, v.w));
    r.most = max(max(r.most, max(v.x, v.y)), max(v.z, v.w));
    return r;
}

void main()
{
    uint stride = gl_NumWorkGroups.x * GROUP_SIZE;
    uint i = gl_WorkGroupID.x * GROUP_SIZE + gl_LocalInvocationIndex;
    reduction r = reduction(uvec2(0u), 0xffffffffu, 0u);
    for (; i + 3u * stride < count; i += 4u * stride) {
        uvec4 a = values[i];
        uvec4 b = values[i + stride];
        uvec4 c = values[i + 2u * stride];
        uvec4 d = values[i + 3u * stride];
        r = reduce_four(r, a);
        r = reduce_four(r, b);
        r = reduce_four(r, c);
        r = reduce_four(r, d);
    }
    for (; i < count; i += stride) {
        r = reduce_four(r, values[i]);
    }
    r.sum = group_sum(r.sum);
    r.least = group_min(r.least);
    r.most = group_max(r.most);
    if (gl_LocalInvocationIndex == 0u) {
        partials[gl_WorkGroupID.x] = uvec4(r.sum, r.least, r.most);
    }
}
