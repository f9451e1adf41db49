// SPDX-License-Identifier: MIT
// What is solid in a flat world: the colliders, behind the particles. Each pixel is taken
// back to the place of the world that it shows, and a collider's own law says how deep in
// it that is. Part of solid.glsl.
//
// The place is found as in a perspective, which an orthographic camera is a case of: from
// a pixel of this column and row, the top row first,
//
//     nearness = a column + b row + c      that of sprite_point, <= 0: nothing is there
//     x        = (d column + e row + f) / nearness      y likewise
//
// in world units from the camera's centre. solids_aim (solids.c) finds a to f.

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

// An edge is about one pixel wide.
pure solid_part solid_at(law_context c, real column, real row)
{
    solid_part part;
    real pixels = solid_depth(c, column, row) + 0.5f;
    part.cover = exact_clamp(pixels, real_splat(0.0f), real_splat(1.0f));
    part.shade = real_splat(1.0f);
    return part;
}
