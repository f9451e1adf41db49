// SPDX-License-Identifier: MIT
// Light of one particle in one pixel; blending adds it up.

#if HAS_PICTURE
flat in vec4 place; // x, y, direction of the picture's width
flat in vec4 form;  // half its width, half its height, level
#else
flat in vec4 place; // x, y, edge, 1 / reach^2 of a halo
#endif
#if HAS_TAILS && !HAS_PICTURE
flat in vec4 form; // along x, along y, 1 / length^2, edge at the tail
#endif
flat in vec4 light; // premultiplied

#if HAS_PICTURE
uniform sampler2D picture;
#endif

out vec4 color;

void main()
{
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
