// SPDX-License-Identifier: MIT
// What is solid in a pixel, for shaders that resolve frames.

#include "solid.glsl"

solid_part solid_in_pixel(float column, float row)
{
#if DIMENSION == 3
    if (!solid_may_be(law_context(0), column, row)) {
        return solid_part(0.0, 0.0);
    }
#endif
    return solid_at(law_context(0), column, row);
}
