// SPDX-License-Identifier: MIT
// From linear light to the bytes of a frame, the top row first. A texel holds four bytes: a
// pixel of a transparent frame, or, of an opaque one, a third of four pixels, so that what
// travels to the CPU is the frame as it is wanted there.

uniform sampler2D light;
uniform vec3 background; // linear
uniform float additive;
uniform int height;      // pixels
uniform int transparent; // 1: straight alpha instead of the background

out vec4 bytes;

vec4 light_at(int column)
{
    return texelFetch(light, ivec2(column, height - 1 - int(gl_FragCoord.y)), 0);
}

vec3 opaque_at(int column)
{
    vec4 here = light_at(min(column, textureSize(light, 0).x - 1));
    return vec3(sprite_encode(sprite_over(here.r, here.a, background.r, additive)),
                sprite_encode(sprite_over(here.g, here.a, background.g, additive)),
                sprite_encode(sprite_over(here.b, here.a, background.b, additive)));
}

void main()
{
    int column = int(gl_FragCoord.x);
    if (transparent == 1) {
        vec4 here = light_at(column);
        sprite_straight pixel = sprite_to_straight(here.r, here.g, here.b, here.a, additive);
        bytes = vec4(pixel.red, pixel.green, pixel.blue, pixel.alpha);
        return;
    }
    int first = 4 * column; // byte of the row
    vec3 a = opaque_at(first / 3);
    vec3 b = opaque_at(first / 3 + 1);
    int channel = first % 3;
    bytes = channel == 0 ? vec4(a, b.r) : channel == 1 ? vec4(a.gb, b.rg) : vec4(a.b, b);
}
