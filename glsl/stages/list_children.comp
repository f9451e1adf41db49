// SPDX-License-Identifier: MIT
// The exclusive prefix sum, in each chunk of rows, of the children that particles leave.
// The newly born leave none yet.
#include "population.glsl"
#include "scan.glsl"

void main()
{
    uint own = group_index();
    uint first = own * PARTICLES_PER_CHUNK;
    uint rows = population[POPULATION_ROWS];
    if (first >= rows || own >= group_end()) {
        return;
    }
    uint advanced = rows - population[POPULATION_BIRTHS];
    uint before = 0u;
    for (uint k = 0u; k < PARTICLES_PER_CHUNK; k += GROUP_SIZE) {
        uint row = first + k + gl_LocalInvocationIndex;
        uint count = row < advanced ? child_count[row] : 0u;
        uint start = before + scan_group(count & ~COLLIDED);
        if (row < rows) {
            child_start[row] = start | (count & COLLIDED);
        }
        before += scan_total();
    }
}
