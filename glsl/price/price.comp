// SPDX-License-Identifier: MIT
// Samples of an option, and the sums of what they pay: each work group takes its part of
// the samples in strides, and leaves one partial sum of each kind.

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) readonly restrict buffer table_block { uint table[]; };
layout(std430, binding = 1) writeonly restrict buffer partial_block { uvec2 partial_sum[]; };

uniform uvec2 first_quad;     // of the dispatch, 64 bits
uniform uint sample_count;    // of the dispatch
uniform uint quads_per_group; // at most PRICE_QUADS_PER_GROUP

shared vec4 normal_rows[PRICE_NORMAL_ROWS];

#include "price_context.glsl"
#include "exact.glsl"
#include "random.glsl"
#include "normal.glsl"
#include "draw.glsl"
#include "path.glsl"
#include "reduce.glsl"

// Of the sums of a, b, a a, a b and b b those that are asked for, each of 64 bits.
struct sample_sums {
    uvec2 a;
    uvec2 aa;
#if PRICE_SUMS == 5
    uvec2 b;
    uvec2 ab;
    uvec2 bb;
#endif
};

sample_sums sums_with(sample_sums sums, price_counts counts, bool is_there)
{
    uint a = is_there ? counts.a : 0u;
    sums.a = wide_add(sums.a, uvec2(a, 0u));
    sums.aa = wide_add(sums.aa, wide_product(a, a));
#if PRICE_SUMS == 5
    uint b = is_there ? counts.b : 0u;
    sums.b = wide_add(sums.b, uvec2(b, 0u));
    sums.ab = wide_add(sums.ab, wide_product(a, b));
    sums.bb = wide_add(sums.bb, wide_product(b, b));
#endif
    return sums;
}

void write_sum(uint group, uint k, uvec2 mine)
{
    uvec2 sum = group_sum(mine);
    if (gl_LocalInvocationIndex == 0u) {
        partial_sum[group * PRICE_SUMS + k] = sum;
    }
}

void main()
{
    uint group = gl_WorkGroupID.x;
    uint t = gl_LocalInvocationIndex;
    for (uint row = t; row < PRICE_NORMAL_ROWS; row += GROUP_SIZE) {
        normal_rows[row] = vec4(uintBitsToFloat(table[4u * row]), uintBitsToFloat(table[4u * row + 1u]),
                                uintBitsToFloat(table[4u * row + 2u]), uintBitsToFloat(table[4u * row + 3u]));
    }
    memoryBarrierShared();
    barrier();
    price_context c = price_context_read();
    uint first = group * quads_per_group;
    uint end = min(first + quads_per_group, (sample_count + 3u) / 4u);
    sample_sums sums;
    sums.a = uvec2(0u);
    sums.aa = uvec2(0u);
#if PRICE_SUMS == 5
    sums.b = uvec2(0u);
    sums.ab = uvec2(0u);
    sums.bb = uvec2(0u);
#endif
    for (uint q = first + t; q < end; q += GROUP_SIZE) {
        uvec2 number = wide_add(first_quad, uvec2(q, 0u));
        price_quad quad = price_sample(c, number.x, number.y);
        uint left = sample_count - 4u * q;
        sums = sums_with(sums, quad.a, true);
        sums = sums_with(sums, quad.b, left > 1u);
        sums = sums_with(sums, quad.c, left > 2u);
        sums = sums_with(sums, quad.d, left > 3u);
    }
    write_sum(group, 0u, sums.a);
    write_sum(group, 1u, sums.aa);
#if PRICE_SUMS == 5
    write_sum(group, 2u, sums.b);
    write_sum(group, 3u, sums.ab);
    write_sum(group, 4u, sums.bb);
#endif
}
