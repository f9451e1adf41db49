// SPDX-License-Identifier: MIT
// How keys are cut up to be sorted. One text for GLSL and C; scalar.
//
// A tile is what a work group sorts at once, in shared memory: KEYS_PER_TILE keys. The
// radix sort counts its digits by block: a block is so many whole tiles, one after the
// other, that KEY_BLOCK_MAX blocks hold all keys. Both follow from how many keys there
// are, which only the GPU may know.

// Keys of a block.
pure uint sort_block_size(uint count)
{
    uint tiles = count / KEYS_PER_TILE + 1u;
    return (tiles + KEY_BLOCK_MAX - 1u) / KEY_BLOCK_MAX * KEYS_PER_TILE;
}

// Digit 0 is the lowest.
pure uint sort_digit(uint key, uint digit)
{
    return key >> (8u * digit) & (DIGIT_COUNT - 1u);
}

// A bitonic sort (K. E. Batcher, Sorting networks and their applications, 1968). Level n
// makes sorted runs of 2^n keys from pairs of runs half as long: key i of the first is
// compared with key i from the end of the second, so that the smaller ones are all in the
// first half; then halves, quarters ... are, each key with the one half a part away. All
// these comparisons put the smaller key first. So missing keys past the end, which would
// make the number of keys a power of two, are never moved, and need not be there.
//
//     turn 0              levels 1 to TILE_LEVELS, within each tile
//     turn 1, 2           level TILE_LEVELS + 1: across tiles once, then within
//     turn 3, 4, 5        level TILE_LEVELS + 2: across tiles twice, then within ...
#define TILE_LEVELS 11u

structure(sort_turn) {
    uint level;
    uint part_level; // parts of 2^part_level keys, whose halves are compared
};

pure sort_turn sort_turn_of(uint turn)
{
    sort_turn found;
    uint left = turn;
    found.level = TILE_LEVELS;
    while (left > found.level - TILE_LEVELS) {
        left -= found.level - TILE_LEVELS + 1u;
        found.level++;
    }
    found.part_level = found.level - left;
    return found;
}

// Comparison number k of a turn is of a key in the first half of a part and one in the
// second: half a part away or, in a level's first turn, as far from the end as the first
// is from the beginning.
pure uint sort_first_of(uint k, uint part_level)
{
    uint apart = 1u << (part_level - 1u);
    uint part = k >> (part_level - 1u);
    return (part << part_level) + (k & (apart - 1u));
}

pure uint sort_second_of(uint k, uint part_level, uint level)
{
    uint apart = 1u << (part_level - 1u);
    uint first = sort_first_of(k, part_level);
    return part_level == level ? first ^ (2u * apart - 1u) : first + apart;
}
