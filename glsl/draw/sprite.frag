// SPDX-License-Identifier: MIT
// Light of one particle in one pixel; blending adds it up.

#include "sprite_varyings.glsl"

#if HAS_PICTURE
uniform sampler2D picture;
#endif

out vec4 color;

void main()
{
    vec4 place, form, light;
    take_over(place, form, light);
    vec2 d = gl_FragCoord.xy - place.xy;
#if HAS_PICTURE
    float x = d.x * place.z + d.y * place.w;
    float y = d.y * place.z - d.x * place.w;
    vec2 at = 0.5 + 0.5 * vec2(x, -y) / form.xy; // the first row is the top one
    float cover = sprite_picture_coverage(form.x, form.y, x, y);
    color = light * textureLod(picture, at, form.z) * cover;
#else
    float edge = place.z;
#if HAS_TAILS
    float along = sprite_along(form.x, form.y, form.z, d.x, d.y);
    d -= along * form.xy;
    edge = sprite_mix(edge, form.w, along);
#endif
#if SHAPE == SPRITE_SHAPE_SOFT
    color = light * sprite_softness(edge, d.x, d.y);
#else
    color = light * sprite_coverage(edge, place.w, d.x, d.y);
#endif
#endif
}
