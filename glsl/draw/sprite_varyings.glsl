// SPDX-License-Identifier: MIT
// What a sprite's vertices tell its pixels, in as few words as can be: they cost a GPU more
// than the vertices themselves (H200, a million discs of 1.5 px: 3.9 ms with 8 words, 3.5
// with 5).
//
//              place                                 form
//   disc       x, y, edge
//   ... glows  x, y, edge, 1 / reach^2
//   streak     x, y, edge, 1 / reach^2               along x, along y, 1 / length^2, edge
//              at its head, of a halo                at its tail
//   picture    x, y, direction of its width          half its width, half its height, level
//
// And light, premultiplied.

#ifdef VERTEX
#define varying flat out
#else
#define varying flat in
#endif

#if HAS_TAILS || HAS_PICTURE
varying vec4 where;
varying vec4 shape;
#elif SHAPE == SPRITE_SHAPE_GLOW
varying vec4 where;
#else
varying vec3 where;
#endif

#if __VERSION__ >= 430
varying uvec2 halves;
#else
varying vec4 whole;
#endif

#ifdef VERTEX

void pass_on(vec4 place, vec4 form, vec4 light)
{
#if HAS_TAILS || HAS_PICTURE
    where = place;
    shape = form;
#elif SHAPE == SPRITE_SHAPE_GLOW
    where = place;
#else
    where = place.xyz;
#endif
#if __VERSION__ >= 430
    halves = uvec2(packHalf2x16(light.rg), packHalf2x16(light.ba));
#else
    whole = light;
#endif
}

#else

void take_over(out vec4 place, out vec4 form, out vec4 light)
{
    form = vec4(0.0);
#if HAS_TAILS || HAS_PICTURE
    place = where;
    form = shape;
#elif SHAPE == SPRITE_SHAPE_GLOW
    place = where;
#else
    place = vec4(where, 0.0);
#endif
#if __VERSION__ >= 430
    light = vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y));
#else
    light = whole;
#endif
}

#endif
