// SPDX-License-Identifier: MIT
// Balls and boxes in a world in 3-D, as the rays of pixels meet them: a ray is inside each
// from one depth on up to another, and what it enters last of a body and of the world is
// the face that is seen. Depths are those of clip.z: 0 at the camera, 1 at its centre.
// Part of solid.glsl.
//
// A ray begins where the camera is and leads to what the pixel shows at depth 1; it starts
// beside the camera and leads straight on where there is no perspective.

// The numbers of a camera's sight, in world units from its centre: where each begins.
#define SOLID_SIGHT_X           0  // a, b, c: what a pixel shows at depth 1, from the middle
#define SOLID_SIGHT_Y           3  // ... its y
#define SOLID_SIGHT_Z           6  // ... its z
#define SOLID_SIGHT_PERSPECTIVE 9  // 1; without: 0
#define SOLID_SIGHT_EYE         10 // x, y, z of the camera
#define SOLID_SIGHT_FORWARD     13 // from there to depth 1 in the middle of the frame
#define SOLID_SIGHT_LOW         16 // where the world ends
#define SOLID_SIGHT_HIGH        19
#define SOLID_SIGHT_LIGHT       22 // x, y, z and w: a face's shade is its normal . xyz + w
#define SOLID_SIGHT_HAZE        26 // sprite_clearness: where it begins, and its rate
#define SOLID_SIGHT_FRAME       28 // columns from, to; rows from, to: nothing is elsewhere
#define SOLID_SIGHT_MIDDLES     32 // x, y, z of each body
#define SOLID_SIGHT_SIZE        80 // SOLID_MOST bodies

#define SOLID_NEVER 1.0e30f

// Where a ray is inside a body: nowhere unless first < last.
structure(solid_stay) {
    real_value first, last;
    vector normal; // of the face that it enters by
};

structure(solid_slab) {
    real_value first, last;
};

// Of its way along one axis, between two ends.
pure solid_slab solid_between(real start, real way, real low, real high)
{
    solid_slab slab;
    real size = exact_abs(way);
    real safe = choose(size < 1.0e-25f, real_splat(1.0e-25f), way);
    real inverse = exact_reciprocal(safe);
    real to_low = low - start;
    real to_high = high - start;
    real at_low = to_low * inverse;
    real at_high = to_high * inverse;
    slab.first = exact_min(at_low, at_high);
    slab.last = exact_max(at_low, at_high);
    return slab;
}

// Of a face that a ray enters by, along an axis.
pure real_value solid_against(mask is_face, real way)
{
    real against = choose(way > 0.0f, real_splat(-1.0f), real_splat(1.0f));
    return choose(is_face, against, real_splat(0.0f));
}

pure solid_stay solid_in_box(vector start, vector way, vector low, vector high)
{
    solid_stay stay;
    solid_slab x = solid_between(start.x, way.x, low.x, high.x);
    solid_slab y = solid_between(start.y, way.y, low.y, high.y);
    solid_slab z = solid_between(start.z, way.z, low.z, high.z);
    real across = exact_max(x.first, z.first);
    mask is_y = y.first > across;
    mask is_z = both(z.first > x.first, y.first <= across);
    mask is_x = both(z.first <= x.first, y.first <= across);
    stay.first = exact_max(across, y.first);
    stay.last = exact_min(x.last, exact_min(y.last, z.last));
    stay.normal = vector_of(solid_against(is_x, way.x), solid_against(is_y, way.y),
                            solid_against(is_z, way.z));
    return stay;
}

// Around where the ray comes nearest to the middle.
pure solid_stay solid_in_ball(vector start, vector way, vector middle, real radius)
{
    solid_stay stay;
    vector from_middle = vector_subtract(start, middle);
    real inverse = exact_reciprocal(vector_dot(way, way));
    real back = vector_dot(from_middle, way);
    real nearest = -back * inverse;
    vector passing = vector_add_scaled(from_middle, way, nearest);
    real room = radius * radius - vector_dot(passing, passing);
    real square = exact_max(room, real_splat(0.0f)) * inverse;
    real reach = exact_root(square);
    real first = nearest - reach;
    real last = nearest + reach;
    vector outward = vector_add_scaled(from_middle, way, first);
    stay.first = first;
    stay.last = last;
    stay.normal = vector_scaled(outward, exact_reciprocal(radius));
    return stay;
}

// In both.
pure solid_stay solid_join(solid_stay a, solid_stay b)
{
    solid_stay stay;
    stay.first = exact_max(a.first, b.first);
    stay.last = exact_min(a.last, b.last);
    stay.normal = vector_choose(b.first > a.first, b.normal, a.normal);
    return stay;
}

pure vector solid_sight_at(law_context c, int first)
{
    return vector_of(solid_aim_at(c, first), solid_aim_at(c, first + 1),
                     solid_aim_at(c, first + 2));
}

pure solid_stay solid_in_body(law_context c, uint k, int at, vector start, vector way)
{
    vector middle = solid_sight_at(c, at);
    if (colliders_shape_whole(c, k) == COLLIDER_SPHERE) {
        return solid_in_ball(start, way, middle, colliders_radius_at(c, k));
    }
    vector sides = vector_of(colliders_half_x_at(c, k), colliders_half_y_at(c, k),
                             colliders_half_z_at(c, k));
    return solid_in_box(start, way, vector_subtract(middle, sides), vector_add(middle, sides));
}

// The shade of the face that a ray meets first, less what is lost in the haze.
pure real_value solid_shade(law_context c, solid_stay stay)
{
    real lit = vector_dot(stay.normal, solid_sight_at(c, SOLID_SIGHT_LIGHT));
    real shade = lit + solid_aim_at(c, SOLID_SIGHT_LIGHT + 3);
    real clear = sprite_clearness(stay.first, solid_aim_at(c, SOLID_SIGHT_HAZE),
                                  solid_aim_at(c, SOLID_SIGHT_HAZE + 1));
    real left = shade * clear;
    return left;
}

pure solid_stay solid_first(law_context c, vector start, vector way)
{
    solid_stay seen;
    seen.first = real_splat(SOLID_NEVER);
    seen.last = real_splat(SOLID_NEVER);
    seen.normal = vector_zero();
    solid_stay world = solid_in_box(start, way, solid_sight_at(c, SOLID_SIGHT_LOW),
                                    solid_sight_at(c, SOLID_SIGHT_HIGH));
    int at = SOLID_SIGHT_MIDDLES;
    for (uint k = 0u; k < colliders_count(c); k++) {
        solid_stay body = solid_join(solid_in_body(c, k, at, start, way), world);
        at += 3;
        mask is_met = both(body.first < body.last, body.first > SPRITE_NEAR);
        mask is_first = both(is_met, body.first < seen.first);
        seen.first = choose(is_first, body.first, seen.first);
        seen.normal = vector_choose(is_first, body.normal, seen.normal);
    }
    return seen;
}

// Adds a ray through this place of the frame: cover counts those that meet something, and
// shade is the sum of theirs.
pure solid_part solid_cast(law_context c, solid_part sum, real column, real row)
{
    solid_part part;
    vector aside = vector_of(solid_sum(c, SOLID_SIGHT_X, column, row),
                             solid_sum(c, SOLID_SIGHT_Y, column, row),
                             solid_sum(c, SOLID_SIGHT_Z, column, row));
    real turned = solid_aim_at(c, SOLID_SIGHT_PERSPECTIVE);
    real moved = 1.0f - turned;
    vector start = vector_add_scaled(solid_sight_at(c, SOLID_SIGHT_EYE), aside, moved);
    vector way = vector_add_scaled(solid_sight_at(c, SOLID_SIGHT_FORWARD), aside, turned);
    solid_stay seen = solid_first(c, start, way);
    mask is_met = seen.first < SOLID_NEVER;
    real cover = sum.cover + 1.0f;
    real shade = sum.shade + solid_shade(c, seen);
    part.cover = choose(is_met, cover, sum.cover);
    part.shade = choose(is_met, shade, sum.shade);
    return part;
}

// Whether a body may be seen here.
pure mask solid_may_be(law_context c, real column, real row)
{
    mask is_column = both(column >= solid_aim_at(c, SOLID_SIGHT_FRAME),
                          column <= solid_aim_at(c, SOLID_SIGHT_FRAME + 1));
    mask is_row = both(row >= solid_aim_at(c, SOLID_SIGHT_FRAME + 2),
                       row <= solid_aim_at(c, SOLID_SIGHT_FRAME + 3));
    return both(is_column, is_row);
}

// Four rays a pixel, no two of which share a column or a row, make its edges soft.
pure solid_part solid_at(law_context c, real column, real row)
{
    solid_part part;
    part.cover = real_splat(0.0f);
    part.shade = real_splat(0.0f);
    real far_left = column - 0.375f;
    real left = column - 0.125f;
    real right = column + 0.125f;
    real far_right = column + 0.375f;
    real far_above = row - 0.375f;
    real above = row - 0.125f;
    real below = row + 0.125f;
    real far_below = row + 0.375f;
    part = solid_cast(c, part, far_left, below);
    part = solid_cast(c, part, left, far_above);
    part = solid_cast(c, part, right, far_below);
    part = solid_cast(c, part, far_right, above);
    real mean = part.shade * exact_reciprocal(exact_max(part.cover, real_splat(1.0f)));
    real cover = part.cover * 0.25f;
    part.shade = mean;
    part.cover = cover;
    return part;
}
