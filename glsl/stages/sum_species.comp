// SPDX-License-Identifier: MIT
// How many particles of each species are in the world: a work group for each species.
#include "reduce.glsl"

void main()
{
    uint species = group_index();
    if (species >= SPECIES_COUNT || species >= group_end()) {
        return;
    }
    uint mine = 0u;
    uint cells = constants.statistics_cell_total;
    for (uint cell = gl_LocalInvocationIndex; cell < cells; cell += GROUP_SIZE) {
        mine += species_count[cell * SPECIES_COUNT + species];
    }
    uint total = group_sum(uvec2(mine, 0u)).x;
    if (gl_LocalInvocationIndex == 0u) {
        species_total[species] = total;
    }
}
