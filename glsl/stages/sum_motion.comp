// SPDX-License-Identifier: MIT
// Sums the motion of each part of the particles, and counts their species in the cells of
// the statistics' grid. A work group takes a part, however large it is.
#include "motion_sum.glsl"

void main()
{
    uint own = group_index();
    if (own >= part_count() || own >= group_end()) {
        return;
    }
    real scale = uintBitsToFloat(constants.speed_scale);
    uint first = own * ROWS_PER_PART;
    uint end = min(first + ROWS_PER_PART, particle_count());
    motion_sums sums = motion_none();
    for (uint i = first + gl_LocalInvocationIndex; i < end; i += GROUP_SIZE) {
        POSITION p = position[i];
        real along_x = uintBitsToFloat(velocity[i].x);
        real along_y = uintBitsToFloat(velocity[i].y);
        int x = statistics_quantise(along_x, scale);
        int y = statistics_quantise(along_y, scale);
#if DIMENSION == 3
        real along_z = uintBitsToFloat(velocity[i].z);
        int z = statistics_quantise(along_z, scale);
        uint depth = p.z;
#else
        int z = 0;
        uint depth = constants.world_low;
#endif
        sums = motion_add(sums, x, y, z);
        motion_count(p.x, p.y, depth, identity[i].y);
    }
    motion_write(own, sums);
}
