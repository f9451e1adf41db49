// SPDX-License-Identifier: MIT
// How full the cells of the statistics' grid are, and how many pairs of particles of a cell
// are alike: a work group for each strip of cells.
#include "statistics_words.glsl"
#include "reduce.glsl"

// Ordered pairs of two out of so many; of none, 0 times whatever is 0.
uvec2 pairs_of(uint count)
{
    return wide_product(count, count - 1u);
}

void main()
{
    uint own = group_index();
    uint cells = constants.statistics_cell_total;
    if (own * CELLS_PER_STRIP >= cells || own >= group_end()) {
        return;
    }
    uint inside = 0u;
    uint fullest = 0u;
    uvec2 pairs = uvec2(0u);
    uvec2 alike = uvec2(0u);
    uint end = min((own + 1u) * CELLS_PER_STRIP, cells);
    uint first = own * CELLS_PER_STRIP + gl_LocalInvocationIndex;
    for (uint cell = first; cell < end; cell += GROUP_SIZE) {
        uint here = 0u;
        for (uint species = 0u; species < SPECIES_COUNT; species++) {
            uint count = species_count[cell * SPECIES_COUNT + species];
            here += count;
            alike = wide_add(alike, pairs_of(count));
        }
        inside += here;
        fullest = max(fullest, here);
        pairs = wide_add(pairs, pairs_of(here));
    }
    inside = group_sum(uvec2(inside, 0u)).x;
    fullest = group_max(fullest);
    pairs = group_sum(pairs);
    alike = group_sum(alike);
    if (gl_LocalInvocationIndex == 0u) {
        uint at = own * MIXING_SIZE;
        mixing_sum[at + MIXING_INSIDE] = inside;
        mixing_sum[at + MIXING_FULLEST] = fullest;
        mixing_sum[at + MIXING_PAIRS] = pairs.x;
        mixing_sum[at + MIXING_PAIRS + 1u] = pairs.y;
        mixing_sum[at + MIXING_ALIKE] = alike.x;
        mixing_sum[at + MIXING_ALIKE + 1u] = alike.y;
    }
}
