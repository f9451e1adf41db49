// SPDX-License-Identifier: MIT
// The bytes of a texel, as the colour of a pixel.

#include "resolve.glsl"

out vec4 bytes;

void main()
{
    bytes = resolve(ivec2(gl_FragCoord.xy));
}
