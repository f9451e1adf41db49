// SPDX-License-Identifier: MIT
// From sums of light to the bytes of the frame, four at a time, and back to sums of 0 for
// the next frame.

layout(std430, binding = 2) restrict buffer sum_block { uvec4 sum[]; };
layout(std430, binding = 4) writeonly restrict buffer byte_block { uint bytes[]; };

#if SOLID_COUNT > 0
#include "solid_pixel.glsl"

float behind_at(uint at, uint row)
{
    int channel = int(at % 3u);
    float weight = solid_weight(solid_in_pixel(float(at / 3u), float(row)));
    return sprite_mix(number_at(background, channel), solid_color[channel], weight);
}
#else
float behind_at(uint at, uint row)
{
    return number_at(background, int(at % 3u));
}
#endif

// A byte of a row, the top row first.
uint byte_at(uint at, uint row, uint light)
{
    return uint(splat_byte(light, number(inverse_scale), behind_at(at, row)));
}

void main()
{
    uint i = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint columns = splat_stride[0] / 4u; // words of a row
    if (i >= columns * splat_height[0]) {
        return;
    }
    uvec4 light = sum[i];
    uint first = (i % columns) * 4u;
    uint row = i / columns;
    bytes[i] = byte_at(first, row, light.x) | byte_at(first + 1u, row, light.y) << 8 |
               byte_at(first + 2u, row, light.z) << 16 |
               byte_at(first + 3u, row, light.w) << 24;
    if ((light.x | light.y | light.z | light.w) != 0u) {
        sum[i] = uvec4(0u);
    }
}
