// SPDX-License-Identifier: MIT
// The bytes of a texel, as a word of a buffer.

#include "resolve.glsl"

layout(local_size_x = 32, local_size_y = 4) in;
layout(std430, binding = 0) writeonly restrict buffer byte_block { uint bytes[]; };

uniform int columns; // texels of a row

void main()
{
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (texel.x < columns && texel.y < height) {
        bytes[texel.y * columns + texel.x] = packUnorm4x8(resolve(texel));
    }
}
