// SPDX-License-Identifier: MIT
// As touch, of a model that emits: of the rows of a chunk, those that live.
#include "population.glsl"
#include "touched.glsl"

void touch_row(uint i)
{
    uvec4 place = body[i];
    touch_reach to = touch_reach_of(place.x, place.y, place.z);
    // A life is a float above 0: by its bits, an int above 0.
    if (int(place.w) <= 0 || to.weight <= 0.0) {
        return;
    }
    uvec4 way = flight[i];
    way.x = touched(way.x, to.x, to.weight, touch[2].x);
    way.y = touched(way.y, to.y, to.weight, touch[2].y);
#if DIMENSION == 3
    way.z = touched(way.z, to.z, to.weight, touch[2].z);
#endif
    flight[i] = way;
}

void main()
{
    uint own = group_index();
    uint first = own * PARTICLES_PER_CHUNK;
    uint end = min(first + PARTICLES_PER_CHUNK, population[POPULATION_ROWS]);
    if (own >= group_end()) {
        return;
    }
    for (uint i = first + gl_LocalInvocationIndex; i < end; i += GROUP_SIZE) {
        touch_row(i);
    }
}
