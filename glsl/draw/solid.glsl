// SPDX-License-Identifier: MIT
// What is solid in a flat world: the colliders, behind the particles. Each pixel is taken
// back to the place of the world that it shows, and a collider's own law says how deep in
// it that is. One text for GLSL and C; every operation is settled to the bit where it
// stands behind exact.glsl, as splats need.
//
// The place is found as in a perspective, which an orthographic camera is a case of: from
// a pixel of this column and row, the top row first,
//
//     nearness = a column + b row + c      that of sprite_point, <= 0: nothing is there
//     x        = (d column + e row + f) / nearness      y likewise
//
// in world units from the camera's centre. solids_aim (solids.c) finds a to f.

#include "vector.glsl"
#include "collider.glsl"

// The numbers of a camera's aim: where each begins.
#define SOLID_AIM_X        0  // d, e, f of x
#define SOLID_AIM_Y        3  // ... of y
#define SOLID_AIM_NEARNESS 6  // a, b, c
#define SOLID_AIM_SCALE    9  // pixels of a world unit where nearness is 1
#define SOLID_AIM_LOW      10 // x, y: where the world or its images end
#define SOLID_AIM_HIGH     12
#define SOLID_AIM_CENTRE   14 // x, y of the camera's centre, from the world's middle
#define SOLID_AIM_BOX      16 // x, y: from an image of the world to the next
#define SOLID_AIM_PER_BOX  18 // 1 / box; 0: there is one image
#define SOLID_AIM_SIZE     20

pure real_value solid_sum(law_context c, int first, real column, real row)
{
    real along = solid_aim_at(c, first) * column;
    real across = solid_aim_at(c, first + 1) * row;
    real sum = along + across;
    real whole = sum + solid_aim_at(c, first + 2);
    return whole;
}

// What the world has at this distance from the camera's centre: from the world's middle,
// in its image in the middle.
pure real_value solid_place(law_context c, int axis, real distance)
{
    real kept = exact_clamp(distance, solid_aim_at(c, SOLID_AIM_LOW + axis),
                            solid_aim_at(c, SOLID_AIM_HIGH + axis));
    real place = kept + solid_aim_at(c, SOLID_AIM_CENTRE + axis);
    real boxes = place * solid_aim_at(c, SOLID_AIM_PER_BOX + axis) - 0.5f;
    real image = real_from_integer(sprite_ceiling(boxes));
    real back = image * solid_aim_at(c, SOLID_AIM_BOX + axis);
    real found = place - back;
    return found;
}

// How far from both ends of the world; outside below 0.
pure real_value solid_room(law_context c, int axis, real distance)
{
    real from_low = distance - solid_aim_at(c, SOLID_AIM_LOW + axis);
    real from_high = solid_aim_at(c, SOLID_AIM_HIGH + axis) - distance;
    return exact_min(from_low, from_high);
}

// How deep inside something solid the middle of a pixel is, in pixels; outside below 0.
pure real_value solid_depth(law_context c, real column, real row)
{
    real nearness = solid_sum(c, SOLID_AIM_NEARNESS, column, row);
    real inverse = exact_reciprocal(nearness);
    real x = solid_sum(c, SOLID_AIM_X, column, row) * inverse;
    real y = solid_sum(c, SOLID_AIM_Y, column, row) * inverse;
    vector place = vector_of(solid_place(c, 0, x), solid_place(c, 1, y), real_splat(0.0f));
    real depth = real_splat(-1.0e30f);
    for (uint k = 0u; k < colliders_count(c); k++) {
        depth = exact_max(depth, collider_touch(c, k, place, real_splat(0.0f)).depth);
    }
    real room = exact_min(solid_room(c, 0, x), solid_room(c, 1, y));
    real within = exact_min(depth, room);
    real scale = nearness * solid_aim_at(c, SOLID_AIM_SCALE);
    real pixels = within * scale;
    return choose(nearness > 0.0f, pixels, real_splat(-1.0e30f));
}

// How much of a pixel is solid, 0 to 1. An edge is about one pixel wide.
pure real_value solid_cover(law_context c, real column, real row)
{
    real pixels = solid_depth(c, column, row) + 0.5f;
    return exact_clamp(pixels, real_splat(0.0f), real_splat(1.0f));
}

// What is solid in a pixel: its colour, linear light, and how much of the pixel it covers.
structure(solid_fill) {
    real_value red, green, blue, cover;
};

// A channel of light before something solid, over black: linear and premultiplied.
pure real_value solid_under(real light, real opacity, real solid, real cover, real additive)
{
    real behind = solid * cover;
    return sprite_over(light, opacity, behind, additive);
}

// A pixel of a transparent frame as sprite_to_straight makes it, with something solid behind
// the light, which hides what is behind the frame as much as it covers. Light that adds up
// is such that over black the picture is what an opaque frame shows.
pure sprite_straight solid_to_straight(real red, real green, real blue, real opacity,
                                       real additive, solid_fill solid)
{
    real shown_red = solid_under(red, opacity, solid.red, solid.cover, additive);
    real shown_green = solid_under(green, opacity, solid.green, solid.cover, additive);
    real shown_blue = solid_under(blue, opacity, solid.blue, solid.cover, additive);
    real free_of_light = 1.0f - opacity;
    real joined = opacity + free_of_light * solid.cover;
    sprite_straight hides =
        sprite_to_straight(shown_red, shown_green, shown_blue, joined, real_splat(0.0f));
    real value_red = sprite_encode(shown_red);
    real value_green = sprite_encode(shown_green);
    real value_blue = sprite_encode(shown_blue);
    real brightest = exact_max(value_red, exact_max(value_green, value_blue));
    real alpha = exact_max(brightest, solid.cover);
    real scale = exact_reciprocal(exact_max(alpha, real_splat(1.0e-6f)));
    real scaled_red = value_red * scale;
    real scaled_green = value_green * scale;
    real scaled_blue = value_blue * scale;
    sprite_straight pixel;
    mask is_adding = additive > 0.0f;
    pixel.red = choose(is_adding, scaled_red, hides.red);
    pixel.green = choose(is_adding, scaled_green, hides.green);
    pixel.blue = choose(is_adding, scaled_blue, hides.blue);
    pixel.alpha = choose(is_adding, alpha, hides.alpha);
    return pixel;
}
