// SPDX-License-Identifier: MIT
// From sums of light to the bytes of the frame, four at a time, and back to sums of 0 for
// the next frame.

layout(std430, binding = 2) restrict buffer sum_block { uvec4 sum[]; };
layout(std430, binding = 4) writeonly restrict buffer byte_block { uint bytes[]; };

uint byte_at(uint channel, uint light)
{
    return uint(splat_byte(light, number(inverse_scale),
                           number_at(background, int(channel % 3u))));
}

void main()
{
    uint i = group_index() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint columns = splat_stride[0] / 4u; // words of a row
    if (i >= columns * splat_height[0]) {
        return;
    }
    uvec4 light = sum[i];
    uint channel = (i % columns) * 4u;
    bytes[i] = byte_at(channel, light.x) | byte_at(channel + 1u, light.y) << 8 |
               byte_at(channel + 2u, light.z) << 16 | byte_at(channel + 3u, light.w) << 24;
    if ((light.x | light.y | light.z | light.w) != 0u) {
        sum[i] = uvec4(0u);
    }
}
