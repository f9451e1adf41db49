// SPDX-License-Identifier: MIT
// From linear light to the bytes of a frame, the top row first. A texel holds four bytes: a
// pixel of a transparent frame, or, of an opaque one, a third of four pixels, so that what
// travels to the CPU is the frame as it is wanted there. resolve.comp makes them
// where compute shaders are known to work, since a GPU may have few units for fragments
// (H200: 0.6 ms of a frame of 1080p); else resolve.frag.

uniform sampler2D light;
uniform vec3 background; // linear
uniform float additive;
uniform int height;      // pixels
uniform int transparent; // 1: straight alpha instead of the background

vec4 light_at(ivec2 pixel)
{
    return texelFetch(light, ivec2(pixel.x, height - 1 - pixel.y), 0);
}

#if SOLID_COUNT > 0
#include "solid_pixel.glsl"

vec3 behind_at(ivec2 pixel)
{
    solid_part part = solid_in_pixel(float(pixel.x), float(pixel.y));
    return mix(background, solid_color, solid_weight(part));
}

vec4 straight_at(ivec2 pixel)
{
    vec4 here = light_at(pixel);
    solid_part part = solid_in_pixel(float(pixel.x), float(pixel.y));
    vec3 color = mix(background, solid_color, part.shade);
    solid_fill solid = solid_fill(color.r, color.g, color.b, part.cover);
    sprite_straight found =
        solid.cover > 0.0
            ? solid_to_straight(here.r, here.g, here.b, here.a, additive, solid)
            : sprite_to_straight(here.r, here.g, here.b, here.a, additive);
    return vec4(found.red, found.green, found.blue, found.alpha);
}
#else
vec3 behind_at(ivec2 pixel)
{
    return background;
}

vec4 straight_at(ivec2 pixel)
{
    vec4 here = light_at(pixel);
    sprite_straight found = sprite_to_straight(here.r, here.g, here.b, here.a, additive);
    return vec4(found.red, found.green, found.blue, found.alpha);
}
#endif

vec3 opaque_at(ivec2 pixel)
{
    int last = textureSize(light, 0).x - 1;
    vec4 here = light_at(ivec2(min(pixel.x, last), pixel.y));
    vec3 behind = behind_at(pixel);
    return vec3(sprite_encode(sprite_over(here.r, here.a, behind.r, additive)),
                sprite_encode(sprite_over(here.g, here.a, behind.g, additive)),
                sprite_encode(sprite_over(here.b, here.a, behind.b, additive)));
}

// The four bytes of a texel, each as 0 to 1.
vec4 resolve(ivec2 texel)
{
    if (transparent == 1) {
        return straight_at(texel);
    }
    int first = 4 * texel.x; // byte of the row
    vec3 a = opaque_at(ivec2(first / 3, texel.y));
    vec3 b = opaque_at(ivec2(first / 3 + 1, texel.y));
    int channel = first % 3;
    return channel == 0 ? vec4(a, b.r) : channel == 1 ? vec4(a.gb, b.rg) : vec4(a.b, b);
}
