// SPDX-License-Identifier: MIT
// A turn of a bitonic sort (glsl/lib/sort.glsl): compares keys two by two and exchanges
// those that stand the wrong way round. Kept to measure against; move_keys is the fast one.
//
// The sort is not stable, so sprites with the same key are put in the order of the list by
// the comparison.
#include "sort.glsl"

shared uint keys[KEYS_PER_TILE];
shared uint orders[KEYS_PER_TILE];

bool is_after(uint key, uint order, uint other_key, uint other_order)
{
    return key > other_key || (key == other_key && order > other_order);
}

// Comparisons of the tile's share, each of two keys in different tiles.
void exchange_across(uint tile, sort_turn now, uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < KEYS_PER_TILE / 2u; k += GROUP_SIZE) {
        uint comparison = tile * (KEYS_PER_TILE / 2u) + k;
        uint i = sort_first_of(comparison, now.part_level);
        uint j = sort_second_of(comparison, now.part_level, now.level);
        if (j >= count) {
            continue;
        }
        uint key_i = depth_key[i];
        uint key_j = depth_key[j];
        uint order_i = sprite_order[i];
        uint order_j = sprite_order[j];
        if (is_after(key_i, order_i, key_j, order_j)) {
            depth_key[i] = key_j;
            depth_key[j] = key_i;
            sprite_order[i] = order_j;
            sprite_order[j] = order_i;
        }
    }
}

void exchange_within(uint part_level, uint level)
{
    for (uint k = gl_LocalInvocationIndex; k < KEYS_PER_TILE / 2u; k += GROUP_SIZE) {
        uint i = sort_first_of(k, part_level);
        uint j = sort_second_of(k, part_level, level);
        uint key_i = keys[i];
        uint key_j = keys[j];
        uint order_i = orders[i];
        uint order_j = orders[j];
        if (is_after(key_i, order_i, key_j, order_j)) {
            keys[i] = key_j;
            keys[j] = key_i;
            orders[i] = order_j;
            orders[j] = order_i;
        }
    }
    memoryBarrierShared();
    barrier();
}

void sort_tile(uint first, uint level, uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < KEYS_PER_TILE; k += GROUP_SIZE) {
        bool is_there = first + k < count;
        keys[k] = is_there ? depth_key[first + k] : 0xffffffffu;
        orders[k] = is_there ? sprite_order[first + k] : 0xffffffffu;
    }
    memoryBarrierShared();
    barrier();
    if (level > TILE_LEVELS) {
        for (uint part_level = TILE_LEVELS; part_level > 0u; part_level--) {
            exchange_within(part_level, level);
        }
    } else {
        for (uint upto = 1u; upto <= TILE_LEVELS; upto++) {
            for (uint part_level = upto; part_level > 0u; part_level--) {
                exchange_within(part_level, upto);
            }
        }
    }
    for (uint k = gl_LocalInvocationIndex; k < KEYS_PER_TILE; k += GROUP_SIZE) {
        if (first + k < count) {
            depth_key[first + k] = keys[k];
            sprite_order[first + k] = orders[k];
        }
    }
}

void main()
{
    uint tile = group_index();
    uint count = draw_size[0].y;
    sort_turn now = sort_turn_of(turn);
    bool is_sorted = now.level > TILE_LEVELS && 1u << (now.level - 1u) >= count;
    if (tile >= group_end() || is_sorted) {
        return;
    }
    if (now.part_level > TILE_LEVELS) {
        exchange_across(tile, now, count);
    } else if (tile * KEYS_PER_TILE < count) {
        sort_tile(tile * KEYS_PER_TILE, now.level, count);
    }
}
