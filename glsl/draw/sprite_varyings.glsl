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

#define HAS_FORM (HAS_TAILS || HAS_PICTURE)

#if HAS_FORM || SHAPE == SPRITE_SHAPE_GLOW
varying vec4 where;
#define to_where(place)   (place)
#define from_where(where) (where)
#else
varying vec3 where;
#define to_where(place)   (place).xyz
#define from_where(where) vec4(where, 0.0)
#endif

#if HAS_FORM
varying vec4 shape;
#endif

#if __VERSION__ >= 430
varying uvec2 glow;
#define to_glow(light)  uvec2(packHalf2x16((light).rg), packHalf2x16((light).ba))
#define from_glow(glow) vec4(unpackHalf2x16((glow).x), unpackHalf2x16((glow).y))
#else
varying vec4 glow;
#define to_glow(light)  (light)
#define from_glow(glow) (glow)
#endif

#ifdef VERTEX

void pass_on(vec4 place, vec4 form, vec4 light)
{
    where = to_where(place);
#if HAS_FORM
    shape = form;
#endif
    glow = to_glow(light);
}

#else

void take_over(out vec4 place, out vec4 form, out vec4 light)
{
    place = from_where(where);
#if HAS_FORM
    form = shape;
#else
    form = vec4(0.0);
#endif
    light = from_glow(glow);
}

#endif
