// SPDX-License-Identifier: MIT
// The law of a path on a CPU, compiled once for each style (PRICE_STYLE) and instruction
// set (LANES): as many quads of samples at a time as there are lanes.

#include "price_context.h"

// ---- Sums ----------------------------------------------------------------------------

// 32-bit sums of counts below 2^24, four at a time, stay below 2^32 for so many turns.
#define TURNS 32

typedef struct lane_sums {
    natural a, b;
    lanes_wide aa, ab, bb;
} lane_sums;

LANES_INLINE void add_counts(lane_sums *sums, price_counts counts, uint32_t takes_both)
{
    sums->a += counts.a;
    sums->aa = lanes_add_products(sums->aa, counts.a, counts.a);
    if (takes_both) {
        sums->b += counts.b;
        sums->ab = lanes_add_products(sums->ab, counts.a, counts.b);
        sums->bb = lanes_add_products(sums->bb, counts.b, counts.b);
    }
}

LANES_INLINE price_counts counts_before(price_counts counts, natural sample, uint32_t end)
{
    mask is_there = (mask)(sample < end);
    counts.a = choose_natural(is_there, counts.a, natural_splat(0));
    counts.b = choose_natural(is_there, counts.b, natural_splat(0));
    return counts;
}

void KERNEL(const price_context *context, uint64_t first_quad, uint32_t sample_count,
            uint64_t total[PRICE_SUMS_MOST])
{
    const price_context c = *context;
    const uint32_t takes_both = c.choices.control | c.choices.wide;
    const uint32_t quad_count = (sample_count + 3) / 4;
    const natural lanes = lanes_numbers();
    for (uint32_t q = 0; q < quad_count;) {
        lane_sums sums = {0};
        uint32_t end = quad_count - q > TURNS * LANES ? q + TURNS * LANES : quad_count;
        for (; q < end; q += LANES) {
            // No carry: first_quad is a multiple of 16, and a lane adds less.
            uint64_t quad = first_quad + q;
            price_quad drawn =
                price_sample(c, (uint32_t)quad + lanes, (uint32_t)(quad >> 32));
            if (4 * (q + LANES) > sample_count) {
                natural sample = (q + lanes) * 4;
                drawn.a = counts_before(drawn.a, sample, sample_count);
                drawn.b = counts_before(drawn.b, sample + 1, sample_count);
                drawn.c = counts_before(drawn.c, sample + 2, sample_count);
                drawn.d = counts_before(drawn.d, sample + 3, sample_count);
            }
            add_counts(&sums, drawn.a, takes_both);
            add_counts(&sums, drawn.b, takes_both);
            add_counts(&sums, drawn.c, takes_both);
            add_counts(&sums, drawn.d, takes_both);
        }
        total[0] += lanes_sum(sums.a);
        total[1] += lanes_wide_sum(sums.aa);
        total[2] += lanes_sum(sums.b);
        total[3] += lanes_wide_sum(sums.ab);
        total[4] += lanes_wide_sum(sums.bb);
    }
}
