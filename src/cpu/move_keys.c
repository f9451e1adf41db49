// SPDX-License-Identifier: MIT
// Stage move_keys: each key to where its digit says; keys with the same digit keep their
// order.

#include "stages.h"

#include "../core/lanes.h"

#include "sort.glsl"

// Where the first key with each digit goes that the block has.
static void find_starts(const cpu_view *view, uint32_t block, uint32_t *digit_next)
{
    const uint32_t *digit_start = view->planes[BUFFER_digit_start][0];
    const uint32_t *digit_total = view->planes[BUFFER_digit_total][0];
    uint32_t blocks = view->plan->constants.key_block_total;
    uint32_t before = 0;
    for (uint32_t digit = 0; digit < DIGIT_COUNT; digit++) {
        digit_next[digit] = before + digit_start[digit * blocks + block];
        before += digit_total[digit];
    }
}

void cpu_move_keys(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *depth_key = view->planes[BUFFER_depth_key][0];
    const uint32_t *sprite_order = view->planes[BUFFER_sprite_order][0];
    uint32_t *depth_key_sorted = view->twins[BUFFER_depth_key][0];
    uint32_t *sprite_order_sorted = view->twins[BUFFER_sprite_order][0];
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    uint32_t size = sort_block_size(count);
    for (uint32_t block = first; block < end && block * size < count; block++) {
        uint32_t digit_next[DIGIT_COUNT];
        uint32_t from = block * size;
        uint32_t to = count - from < size ? count : from + size;
        find_starts(view, block, digit_next);
        for (uint32_t i = from; i < to; i++) {
            uint32_t place = digit_next[sort_digit(depth_key[i], view->turn)]++;
            depth_key_sorted[place] = depth_key[i];
            sprite_order_sorted[place] = sprite_order[i];
        }
    }
}
