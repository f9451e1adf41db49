// SPDX-License-Identifier: MIT
// From linear light to the pixels of a frame, the top row first.

uniform sampler2D light;
uniform vec3 background; // linear
uniform float additive;
uniform int height;      // pixels
uniform int transparent; // 1: straight alpha instead of the background

out vec4 color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 here = texelFetch(light, ivec2(at.x, height - 1 - at.y), 0);
    if (transparent == 1) {
        sprite_straight pixel =
            sprite_to_straight(here.r, here.g, here.b, here.a, additive);
        color = vec4(pixel.red, pixel.green, pixel.blue, pixel.alpha);
        return;
    }
    color = vec4(sprite_encode(sprite_over(here.r, here.a, background.r, additive)),
                 sprite_encode(sprite_over(here.g, here.a, background.g, additive)),
                 sprite_encode(sprite_over(here.b, here.a, background.b, additive)), 1.0);
}
