// SPDX-License-Identifier: MIT
// Stage exchange_keys: a turn of a bitonic sort, to measure against.

#include "stages.h"

#include "../core/lanes.h"

#include "sort.glsl"

// Those comparisons of a level, from number `first` on, whose parts are of so many keys.
static void exchange(const cpu_view *view, uint32_t first, uint32_t part_level,
                     uint32_t level)
{
    uint32_t *depth_key = view->planes[BUFFER_depth_key][0];
    uint32_t *sprite_order = view->planes[BUFFER_sprite_order][0];
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    for (uint32_t k = first; k < first + KEYS_PER_TILE / 2; k++) {
        uint32_t i = sort_first_of(k, part_level);
        uint32_t j = sort_second_of(k, part_level, level);
        if (j >= count) {
            continue;
        }
        uint32_t key_i = depth_key[i], key_j = depth_key[j];
        uint32_t order_i = sprite_order[i], order_j = sprite_order[j];
        if (key_i > key_j || (key_i == key_j && order_i > order_j)) {
            depth_key[i] = key_j;
            depth_key[j] = key_i;
            sprite_order[i] = order_j;
            sprite_order[j] = order_i;
        }
    }
}

static void sort_tile(const cpu_view *view, uint32_t first, uint32_t level)
{
    uint32_t lowest = level > TILE_LEVELS ? level : 1;
    for (uint32_t upto = lowest; upto <= level; upto++) {
        uint32_t part_level = upto < TILE_LEVELS ? upto : TILE_LEVELS;
        for (; part_level > 0; part_level--) {
            exchange(view, first, part_level, upto);
        }
    }
}

void cpu_exchange_keys(const cpu_view *view, uint32_t first, uint32_t end)
{
    sort_turn now = sort_turn_of(view->turn);
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    bool is_sorted = now.level > TILE_LEVELS && UINT32_C(1) << (now.level - 1) >= count;
    for (uint32_t tile = first; tile < end && !is_sorted; tile++) {
        uint32_t comparison = tile * (KEYS_PER_TILE / 2);
        if (now.part_level > TILE_LEVELS) {
            exchange(view, comparison, now.part_level, now.level);
        } else {
            sort_tile(view, comparison, now.level);
        }
    }
}
