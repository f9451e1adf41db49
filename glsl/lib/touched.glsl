// SPDX-License-Identifier: MIT
// What touch and touch_flight share: how far from the touch's middle a particle is, and
// what that makes of its velocity.
#include "exact.glsl"
#include "touch.glsl"

struct touch_reach {
    float x;
    float y;
    float z;
    float weight;
};

// `z`: in 2-D anything.
touch_reach touch_reach_of(uint x, uint y, uint z)
{
    touch_reach to;
    to.x = touch_offset(x, touch[0].x, uintBitsToFloat(touch[1].x));
    to.y = touch_offset(y, touch[0].y, uintBitsToFloat(touch[1].y));
#if DIMENSION == 3
    to.z = touch_offset(z, touch[0].z, uintBitsToFloat(touch[1].z));
#else
    to.z = 0.0;
#endif
    to.weight = touch_weight(to.x, to.y, to.z);
    return to;
}

uint touched(uint along, float offset, float weight, uint wind)
{
    return floatBitsToUint(touch_along(uintBitsToFloat(along), offset, weight,
                                       uintBitsToFloat(touch[3].x),
                                       uintBitsToFloat(touch[3].y), uintBitsToFloat(wind),
                                       uintBitsToFloat(touch[3].z)));
}
