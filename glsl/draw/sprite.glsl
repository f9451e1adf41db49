// SPDX-License-Identifier: MIT
// The look: where a particle stands in the frame and how it covers pixels; at its end
// streaks, pictures and light. One text for GLSL and C, so that the GL renderer and the
// software renderer draw the same picture.
//
// A disc is given in pixels, from the left and the bottom of the frame:
//
//          coverage 1 |------.                    edge: where a disc's coverage ends
//                     |       \    halo           reach: where the halo ends too
//          coverage 0 |________\.._______
//                     centre  edge      reach
//
// The ramp is one pixel wide and placed so that the coverage sums to the disc's area
// pi r^2: the volume of the ramp around a circle of radius c is pi (c^2 + 1/12).
//
// A soft spot is 1 in its middle and falls to 0 at its radius, its edge:
// (1 - d^2 / r^2)^2, which sums to pi r^2 / 3.

structure(sprite_point) {
    real_value x, y;
    real_value nearness; // pixels that one where w is 1 has here
};

structure(sprite_disc) {
    real_value x, y;    // centre
    real_value edge;    // coverage is 0 from here on ...
    real_value reach;   // ... and the halo from here on
    real_value opacity; // below 1 where the disc is not drawn as large as it is
};

// What particles look like.
#define SPRITE_SHAPE_DISC 0
#define SPRITE_SHAPE_GLOW 1 // a disc with a halo
#define SPRITE_SHAPE_SOFT 2 // a soft spot

// How far a halo reaches, in radii, and its brightness next to the disc.
#define SPRITE_HALO_REACH    4.0f
#define SPRITE_HALO_STRENGTH 0.25f

// The smallest radius in pixels for which the ramp above holds the area: sqrt(1/3).
#define SPRITE_SMALLEST 0.58f
// ... and for which a soft spot, taken at the middles of pixels, holds its light.
#define SPRITE_SOFT_SMALLEST 1.5f

// What is nearer to the camera, in distances of what stands in the middle, is not drawn.
#define SPRITE_NEAR 0.001f

// One row of matrix * vec4(x, y, z, 1).
pure real_value sprite_project(real a, real b, real c, real d, real x, real y, real z)
{
    real ax = a * x;
    real by = b * y;
    real cz = c * z;
    real sum = ax + by + cz + d;
    return sum;
}

// The smallest integer not below x, for |x| < 2^30.
pure integer_value sprite_ceiling(real x)
{
    integer whole = integer_from_real(x);
    real back = real_from_integer(whole);
    return choose_integer(back < x, whole + 1, whole);
}

// Images of a wrapping world stand one box apart. The first that shows a particle at
// `offset` boxes from the centre, when `half_frame` boxes are visible to either side.
pure integer_value sprite_first_image(real offset, real half_frame)
{
    real low = -half_frame;
    real first = low - offset;
    return sprite_ceiling(first);
}

// Where the coverage of a disc ends, or of a streak of this length in pixels: such that it
// sums to the area.
pure real_value sprite_edge(real radius, real span, real soft)
{
    real square = radius * radius;
    real area = (square - 0.083333333f) * 3.1415927f + radius * span * 2.0f;
    real root = exact_root(span * span + area * 3.1415927f);
    real middle = area * exact_reciprocal(span + root);
    real edge = middle + 0.5f;
    return choose(soft > 0.0f, radius, edge);
}

// Nothing is lit past this distance.
pure real_value sprite_reach(real radius, real edge, real halo)
{
    real wide = radius * SPRITE_HALO_REACH;
    return choose(halo > 0.0f, exact_max(wide, edge), edge);
}

// Where a point stands in the frame, from clip coordinates.
pure sprite_point sprite_stand(real clip_x, real clip_y, real clip_w, real width, real height)
{
    sprite_point point;
    real nearness = exact_reciprocal(clip_w);
    real x = clip_x * nearness;
    real y = clip_y * nearness;
    real across = x * 0.5f + 0.5f;
    real up = y * 0.5f + 0.5f;
    real column = across * width;
    real row = up * height;
    point.x = column;
    point.y = row;
    point.nearness = nearness;
    return point;
}

// A radius in the frame: no larger than `largest`, or than twice what it is where w is 1,
// and no smaller than `smallest`; and how much of its light is then left. What passes close
// by the camera fades instead of covering the frame.
structure(sprite_size) {
    real_value drawn;
    real_value opacity;
};

pure real_value sprite_limit(real radius, real nearness, real largest)
{
    real size = radius * nearness;
    real twice = radius * 2.0f;
    return exact_min(size, exact_max(largest, twice));
}

pure sprite_size sprite_fit(real radius, real nearness, real smallest, real largest)
{
    sprite_size fit;
    real size = radius * nearness;
    real drawn = exact_max(sprite_limit(radius, nearness, largest), smallest);
    real spread = size * exact_reciprocal(drawn);
    real shrunk = drawn * exact_reciprocal(size);
    real thin = choose(size > drawn, shrunk, spread);
    real opacity = thin * thin;
    fit.drawn = drawn;
    fit.opacity = opacity;
    return fit;
}

// A disc in the frame. `radius` is in pixels where w is 1. Smaller than `smallest` it is
// drawn with that radius and fainter: its light stays the same. Nearer than w = 1/2 it grows
// no larger than `largest`, and is fainter, too.
pure sprite_disc sprite_place(sprite_point point, real radius, real smallest, real largest,
                              real halo, real soft)
{
    sprite_disc disc;
    sprite_size fit = sprite_fit(radius, point.nearness, smallest, largest);
    real drawn = fit.drawn;
    real square = drawn * drawn - 0.083333333f;
    real edge = exact_root(square) + 0.5f;
    disc.x = point.x;
    disc.y = point.y;
    disc.edge = choose(soft > 0.0f, drawn, edge);
    disc.reach = sprite_reach(drawn, disc.edge, halo);
    disc.opacity = fit.opacity;
    return disc;
}

// Whether a disc touches the frame.
pure mask sprite_is_visible(sprite_disc disc, real width, real height)
{
    real left = disc.x + disc.reach;
    real right = disc.x - disc.reach;
    real low = disc.y + disc.reach;
    real high = disc.y - disc.reach;
    return both(both(left > 0.0f, right < width), both(low > 0.0f, high < height));
}

// Coverage, 0 to 1, of the pixel whose centre is dx, dy from the disc's. `halo` is
// 1 / reach^2 for discs that glow, else 0.
pure real_value sprite_coverage(real edge, real halo, real dx, real dy)
{
    real xx = dx * dx;
    real yy = dy * dy;
    real squared = xx + yy;
    real distance_to = exact_root(squared);
    real inside = edge - distance_to;
    real core = exact_clamp(inside, real_splat(0.0f), real_splat(1.0f));
    real depth = squared * halo;
    real height = 1.0f - depth;
    real t = exact_max(height, real_splat(0.0f));
    real fall = t * t * t * SPRITE_HALO_STRENGTH;
    real glow = choose(halo > 0.0f, fall, real_splat(0.0f));
    real rest = 1.0f - core;
    real cover = core + rest * glow;
    return cover;
}

// The part of a particle's light that comes through the haze from `depth`.
pure real_value sprite_clearness(real depth, real haze_start, real haze_rate)
{
    real way = depth - haze_start;
    real log_left = way * haze_rate;
    real left = exact_exp2(exact_min(log_left, real_splat(0.0f)));
    return left;
}

// The same of a soft spot.
pure real_value sprite_softness(real edge, real dx, real dy)
{
    real xx = dx * dx;
    real yy = dy * dy;
    real squared = xx + yy;
    real depth = squared * exact_reciprocal(edge * edge);
    real t = exact_max(1.0f - depth, real_splat(0.0f));
    real cover = t * t;
    return cover;
}

#include "sprite_streak.glsl"
#include "sprite_picture.glsl"
#include "sprite_light.glsl"
