// SPDX-License-Identifier: MIT
// Stage count_digits: how often each digit occurs in each block of keys.

#include "stages.h"

#include "../core/lanes.h"

#include "sort.glsl"

void cpu_count_digits(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *depth_key = view->planes[BUFFER_depth_key][0];
    uint32_t *digit_count = view->planes[BUFFER_digit_count][0];
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    uint32_t blocks = view->plan->constants.key_block_total;
    uint32_t size = sort_block_size(count);
    for (uint32_t block = first; block < end; block++) {
        uint32_t counters[DIGIT_COUNT] = {0};
        uint32_t from = block * size < count ? block * size : count;
        uint32_t to = count - from < size ? count : from + size;
        for (uint32_t i = from; i < to; i++) {
            counters[sort_digit(depth_key[i], view->turn)]++;
        }
        for (uint32_t digit = 0; digit < DIGIT_COUNT; digit++) {
            digit_count[digit * blocks + block] = counters[digit];
        }
    }
}
