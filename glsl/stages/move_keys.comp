// SPDX-License-Identifier: MIT
// Moves each key, and the sprite it belongs to, to where its digit says: after all smaller
// digits, and after the same digit in earlier blocks and earlier in its own. So keys that
// are equal in this digit (`turn`) stay in their order, which makes the sort a stable one.
//
// A tile of the block is first sorted in shared memory, so that neighbouring threads then
// write side by side. Two splits by half a digit do that (after N. Satish, M. Harris,
// M. Garland, Designing efficient sorting algorithms for manycore GPUs, 2009): each thread
// counts the 16 halves in its own run of the tile, a scan over all threads' counters turns
// counts into places, and each thread puts its run there:
//
//     run of thread     0   1   2   3        counters of half 0:  0 1 2 3
//     half digits      31  10  03  11                         1:  0 1 2 3  ...
//     split            00  111  33           scanned in this order they are places
//
// One word in 33 is left free, so that rows start in different banks.
#include "scan.glsl"
#include "sort.glsl"

#define KEYS_PER_THREAD (KEYS_PER_TILE / GROUP_SIZE)
#define TILE_ROOM (KEYS_PER_TILE + KEYS_PER_TILE / 32u)
// A word counts two halves of a digit, h and h + 8, in 16 bits each.
#define COUNTERS 8u

// Of each key of the tile its digit and, in the low 16 bits, where in the tile it stood.
// Each split goes from one half of this to the other.
shared uint items[2u * TILE_ROOM];
shared uint counters[COUNTERS * GROUP_SIZE + COUNTERS * GROUP_SIZE / 32u];
shared uint digit_next[DIGIT_COUNT];  // where the block's next key with this digit goes
shared uint digit_first[DIGIT_COUNT]; // the first item with this digit

uint bank(uint k)
{
    return k + k / 32u;
}

void synchronise()
{
    memoryBarrierShared();
    barrier();
}

void find_starts(uint block)
{
    uint carry = 0u;
    for (uint first = 0u; first < DIGIT_COUNT; first += GROUP_SIZE) {
        uint digit = first + gl_LocalInvocationIndex;
        uint before = scan_group(digit < DIGIT_COUNT ? digit_total[digit] : 0u);
        if (digit < DIGIT_COUNT) {
            uint here = digit_start[digit * constants.key_block_total + block];
            digit_next[digit] = carry + before + here;
        }
        carry += scan_total();
    }
}

// Past the last key stand items with the largest digit: they stay behind all keys.
void load_tile(uint first, uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < KEYS_PER_TILE; k += GROUP_SIZE) {
        uint digit = k < count ? sort_digit(depth_key[first + k], turn) : DIGIT_COUNT - 1u;
        items[bank(k)] = digit << 16u | k;
    }
    synchronise();
}

// The thread's counter of the half digit that `shift` brings to the right, and which 16
// bits of it.
uint counter_of(uint item, uint shift)
{
    return bank((item >> shift & 7u) * GROUP_SIZE + gl_LocalInvocationIndex);
}

uint side_of(uint item, uint shift)
{
    return (item >> shift & 8u) << 1u;
}

// From counts to places.
void scan_counters()
{
    uint row = gl_LocalInvocationIndex * COUNTERS;
    uint sum = 0u;
    for (uint k = 0u; k < COUNTERS; k++) {
        sum += counters[bank(row + k)];
    }
    uint place = scan_group(sum);
    place += scan_total() << 16u; // halves from 8 on come after all others
    for (uint k = 0u; k < COUNTERS; k++) {
        uint count = counters[bank(row + k)];
        counters[bank(row + k)] = place;
        place += count;
    }
    synchronise();
}

void split(uint shift, uint from, uint to)
{
    uint t = gl_LocalInvocationIndex;
    uint run = t * KEYS_PER_THREAD;
    for (uint k = 0u; k < COUNTERS; k++) {
        counters[bank(k * GROUP_SIZE + t)] = 0u;
    }
    for (uint k = 0u; k < KEYS_PER_THREAD; k++) {
        uint item = items[from + bank(run + k)];
        counters[counter_of(item, shift)] += 1u << side_of(item, shift);
    }
    synchronise();
    scan_counters();
    for (uint k = 0u; k < KEYS_PER_THREAD; k++) {
        uint item = items[from + bank(run + k)];
        uint counter = counter_of(item, shift);
        uint place = counters[counter] >> side_of(item, shift) & 0xffffu;
        counters[counter] += 1u << side_of(item, shift);
        items[to + bank(place)] = item;
    }
    synchronise();
}

void find_digits(uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < count; k += GROUP_SIZE) {
        uint digit = items[bank(k)] >> 16u;
        if (k == 0u || items[bank(k - 1u)] >> 16u != digit) {
            digit_first[digit] = k;
        }
    }
    synchronise();
}

void store_tile(uint first, uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < count; k += GROUP_SIZE) {
        uint item = items[bank(k)];
        uint digit = item >> 16u;
        uint from = first + (item & 0xffffu);
        uint place = digit_next[digit] + k - digit_first[digit];
        depth_key_sorted[place] = depth_key[from];
        sprite_order_sorted[place] = sprite_order[from];
    }
    synchronise();
}

// The next tile's keys go after this one's.
void pass_digits(uint count)
{
    for (uint k = gl_LocalInvocationIndex; k < count; k += GROUP_SIZE) {
        uint digit = items[bank(k)] >> 16u;
        if (k == count - 1u || items[bank(k + 1u)] >> 16u != digit) {
            digit_next[digit] += k + 1u - digit_first[digit];
        }
    }
    synchronise();
}

void main()
{
    uint block = group_index();
    uint count = draw_size[0].y;
    uint size = sort_block_size(count);
    if (block >= min(constants.key_block_total, group_end()) || block * size >= count) {
        return;
    }
    uint end = min((block + 1u) * size, count);
    find_starts(block);
    for (uint first = block * size; first < end; first += KEYS_PER_TILE) {
        uint tile = min(end - first, KEYS_PER_TILE);
        load_tile(first, tile);
        split(16u, 0u, TILE_ROOM);
        split(20u, TILE_ROOM, 0u);
        find_digits(tile);
        store_tile(first, tile);
        pass_digits(tile);
    }
}
