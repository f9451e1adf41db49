// SPDX-License-Identifier: MIT
// Counts how often each digit occurs in each block of keys: the first of the three stages
// of a radix sort's pass. `turn` is the digit.
//
// Depths of one scene begin with much the same bits, so neighbours often count the same
// digit at once. COUNTERS of each digit let them do that side by side.
#include "sort.glsl"

#define COUNTERS 8u

shared uint counters[DIGIT_COUNT * COUNTERS];

void main()
{
    uint block = group_index();
    if (block >= min(constants.key_block_total, group_end())) {
        return;
    }
    uint t = gl_LocalInvocationIndex;
    for (uint k = t; k < DIGIT_COUNT * COUNTERS; k += GROUP_SIZE) {
        counters[k] = 0u;
    }
    memoryBarrierShared();
    barrier();
    uint count = draw_size[0].y;
    uint size = sort_block_size(count);
    uint first = min(block * size, count);
    uint end = min(first + size, count);
    for (uint i = first + t; i < end; i += GROUP_SIZE) {
        uint digit = sort_digit(depth_key[i], turn);
        atomicAdd(counters[digit * COUNTERS + t % COUNTERS], 1u);
    }
    memoryBarrierShared();
    barrier();
    for (uint digit = t; digit < DIGIT_COUNT; digit += GROUP_SIZE) {
        uint sum = 0u;
        for (uint k = 0u; k < COUNTERS; k++) {
            sum += counters[digit * COUNTERS + (t + k) % COUNTERS];
        }
        digit_count[digit * constants.key_block_total + block] = sum;
    }
}
