// SPDX-License-Identifier: MIT
// As sum_motion, of a model that emits: of the rows, those that live.
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
        uvec4 place = body[i];
        // A life is a float above 0: by its bits, an int above 0.
        if (int(place.w) <= 0) {
            continue;
        }
        uvec4 way = flight[i];
        real along_x = uintBitsToFloat(way.x);
        real along_y = uintBitsToFloat(way.y);
        int x = statistics_quantise(along_x, scale);
        int y = statistics_quantise(along_y, scale);
#if DIMENSION == 3
        real along_z = uintBitsToFloat(way.z);
        int z = statistics_quantise(along_z, scale);
        uint depth = place.z;
#else
        int z = 0;
        uint depth = constants.world_low;
#endif
        sums = motion_add(sums, x, y, z);
        motion_count(place.x, place.y, depth, 0u);
    }
    motion_write(own, sums);
}
