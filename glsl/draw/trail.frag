// SPDX-License-Identifier: MIT
// Joins this frame's picture with what is left of earlier ones.

uniform sampler2D fresh;
uniform sampler2D earlier;
uniform float fade;
uniform float additive;

out vec4 color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 now = texelFetch(fresh, at, 0);
    vec4 kept = texelFetch(earlier, at, 0) * fade;
    color = vec4(sprite_trail(now.r, now.a, kept.r, kept.a, additive),
                 sprite_trail(now.g, now.a, kept.g, kept.a, additive),
                 sprite_trail(now.b, now.a, kept.b, kept.a, additive),
                 sprite_trail(now.a, now.a, kept.a, kept.a, additive));
}
