// SPDX-License-Identifier: MIT
// A frame, as resolve.glsl packs it, spread over a window.

uniform sampler2D frame;  // texels of four bytes, the top row first
uniform vec2 frame_size;  // pixels
uniform vec2 window_size; // pixels
uniform int channels;     // bytes of a pixel: 3, or 4

out vec4 color;

float byte_at(int row, int place)
{
    vec4 texel = texelFetch(frame, ivec2(place >> 2, row), 0);
    int part = place & 3;
    return part == 0 ? texel.r : part == 1 ? texel.g : part == 2 ? texel.b : texel.a;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy * frame_size / window_size);
    int row = int(frame_size.y) - 1 - at.y;
    int place = at.x * channels;
    color = vec4(byte_at(row, place), byte_at(row, place + 1), byte_at(row, place + 2), 1.0);
}
