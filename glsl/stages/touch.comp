// SPDX-License-Identifier: MIT
// Changes the velocities of the particles that a touch reaches.
#include "touched.glsl"

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    POSITION p = position[i];
#if DIMENSION == 3
    uint depth = p.z;
#else
    uint depth = 0u;
#endif
    touch_reach to = touch_reach_of(p.x, p.y, depth);
    if (to.weight > 0.0) {
        POSITION way = velocity[i];
        velocity[i] = AXES(touched(way.x, to.x, to.weight, touch[2].x),
                           touched(way.y, to.y, to.weight, touch[2].y),
                           touched(way.z, to.z, to.weight, touch[2].z));
    }
}
