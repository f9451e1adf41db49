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

// Sums of 64 bits.
#ifdef HAS_INT64
#define wide_sum             uint64_t
#define wide_none            uint64_t(0u)
#define wide_plus(s, a)      ((s) + uint64_t(a))
#define wide_plus_of(s, a, b) ((s) + uint64_t(a) * uint64_t(b))
#define wide_words(s)        unpackUint2x32(s)
#else
#define wide_sum             uvec2
#define wide_none            uvec2(0u)
#define wide_plus(s, a)      wide_add(s, uvec2(a, 0u))
#define wide_plus_of(s, a, b) wide_add(s, wide_product(a, b))
#define wide_words(s)        (s)
#endif

// Of the sums of a, a a, b, a b and b b those that are asked for.
struct sample_sums {
    wide_sum a, aa;
#if PRICE_SUMS == 5
    wide_sum b, ab, bb;
#endif
};

sample_sums sums_with_products(sample_sums sums, price_counts counts)
{
    sums.aa = wide_plus_of(sums.aa, counts.a, counts.a);
#if PRICE_SUMS == 5
    sums.ab = wide_plus_of(sums.ab, counts.a, counts.b);
    sums.bb = wide_plus_of(sums.bb, counts.b, counts.b);
#endif
    return sums;
}

// Counts are below 2^25, so four of them have room in a word.
sample_sums sums_with(sample_sums sums, price_quad quad)
{
    sums.a = wide_plus(sums.a, quad.a.a + quad.b.a + quad.c.a + quad.d.a);
#if PRICE_SUMS == 5
    sums.b = wide_plus(sums.b, quad.a.b + quad.b.b + quad.c.b + quad.d.b);
#endif
    sums = sums_with_products(sums, quad.a);
    sums = sums_with_products(sums, quad.b);
    sums = sums_with_products(sums, quad.c);
    return sums_with_products(sums, quad.d);
}

price_counts counts_if(bool is_there, price_counts counts)
{
    counts.a = is_there ? counts.a : 0u;
    counts.b = is_there ? counts.b : 0u;
    return counts;
}

void write_sum(uint group, uint k, wide_sum mine)
{
    uvec2 sum = group_sum(wide_words(mine));
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
    sums.a = wide_none;
    sums.aa = wide_none;
#if PRICE_SUMS == 5
    sums.b = wide_none;
    sums.ab = wide_none;
    sums.bb = wide_none;
#endif
    for (uint q = first + t; q < end; q += GROUP_SIZE) {
        uvec2 number = wide_add(first_quad, uvec2(q, 0u));
        price_quad quad = price_sample(c, number.x, number.y);
        uint left = sample_count - 4u * q;
        if (left < 4u) {
            quad.b = counts_if(left > 1u, quad.b);
            quad.c = counts_if(left > 2u, quad.c);
            quad.d = counts_if(false, quad.d);
        }
        sums = sums_with(sums, quad);
    }
    write_sum(group, 0u, sums.a);
    write_sum(group, 1u, sums.aa);
#if PRICE_SUMS == 5
    write_sum(group, 2u, sums.b);
    write_sum(group, 3u, sums.ab);
    write_sum(group, 4u, sums.bb);
#endif
}
