// SPDX-License-Identifier: MIT
// The look: where a particle stands in the frame, how it covers pixels, how pictures of
// successive frames join, and how light becomes a pixel. One text for GLSL and C, so that
// the GL renderer and the software renderer draw the same picture.
//
// Colours are linear light, premultiplied by opacity. A disc is given in pixels, from the
// left and the bottom of the frame:
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
//
// A streak is the shape drawn from its head to its tail, as wide at each end as the
// particle is there: what a pixel is covered by goes by its distance from that line.

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

structure(sprite_streak) {
    real_value x, y;             // head
    real_value along_x, along_y; // from there to the tail
    real_value edge, tail_edge;  // as a disc's, at the head and at the tail
    real_value reach;            // nothing is lit so far from the line
    real_value opacity;          // below 1 where it is drawn wider than it is
};

// What particles look like.
#define SPRITE_SHAPE_DISC 0
#define SPRITE_SHAPE_GLOW 1 // a disc with a halo
#define SPRITE_SHAPE_SOFT 2 // a soft spot

// How far the corners of a square picture are from its middle, in radii.
#define SPRITE_PICTURE_REACH 1.4143f

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

// The part of a streak that is before the camera, which is at w = 0: it ends, at the
// latest, where it is eight times as near as its head.
pure real_value sprite_clip(real head_w, real tail_w)
{
    real nearest = head_w * 0.125f;
    real fall = head_w - tail_w;
    real safe = exact_max(fall, head_w * 0.5f);
    real part = (head_w - nearest) * exact_reciprocal(safe);
    return choose(tail_w < nearest, part, real_splat(1.0f));
}

// What the coverage of a streak sums to, were it all as wide as at one end: an area for
// its round ends, and one for its length.
pure real_value sprite_amount(real radius, real span, real halo, real soft)
{
    real ends = choose(halo > 0.0f, real_splat(5.5684f),
                       choose(soft > 0.0f, real_splat(1.0471976f), real_splat(3.1415927f)));
    real sides = choose(halo > 0.0f, real_splat(2.4443812f),
                        choose(soft > 0.0f, real_splat(1.0666667f), real_splat(2.0f)));
    real amount = radius * (ends * radius + sides * span);
    return amount;
}

// A streak from its two ends. `radius` is in pixels where w is 1.
pure sprite_streak sprite_place_streak(sprite_point head, sprite_point tail, real radius,
                                       real smallest, real largest, real halo, real soft)
{
    sprite_streak streak;
    real along_x = tail.x - head.x;
    real along_y = tail.y - head.y;
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real span = exact_root(xx + yy);
    real size = radius * head.nearness;
    real tail_size = radius * tail.nearness;
    real drawn = sprite_fit(radius, head.nearness, smallest, largest).drawn;
    real tail_drawn = sprite_fit(radius, tail.nearness, smallest, largest).drawn;
    real light = sprite_amount(size, span, halo, soft) +
                 sprite_amount(tail_size, span, halo, soft);
    real shown = sprite_amount(drawn, span, halo, soft) +
                 sprite_amount(tail_drawn, span, halo, soft);
    streak.x = head.x;
    streak.y = head.y;
    streak.along_x = along_x;
    streak.along_y = along_y;
    streak.edge = sprite_edge(drawn, span, soft);
    streak.tail_edge = sprite_edge(tail_drawn, span, soft);
    streak.reach = sprite_reach(exact_max(drawn, tail_drawn),
                                exact_max(streak.edge, streak.tail_edge), halo);
    real spread = light * exact_reciprocal(shown);
    real shrunk = shown * exact_reciprocal(light);
    streak.opacity = choose(light > shown, shrunk, spread);
    return streak;
}

pure mask sprite_streak_is_visible(sprite_streak streak, real width, real height)
{
    real tail_x = streak.x + streak.along_x;
    real tail_y = streak.y + streak.along_y;
    real left = exact_max(streak.x, tail_x) + streak.reach;
    real right = exact_min(streak.x, tail_x) - streak.reach;
    real low = exact_max(streak.y, tail_y) + streak.reach;
    real high = exact_min(streak.y, tail_y) - streak.reach;
    return both(both(left > 0.0f, right < width), both(low > 0.0f, high < height));
}

// 1 over the square of a streak's length; 0 for one without length.
pure real_value sprite_along_inverse(real along_x, real along_y)
{
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real squared = xx + yy;
    real inverse = exact_reciprocal(exact_max(squared, real_splat(1.0e-12f)));
    return choose(squared > 1.0e-12f, inverse, real_splat(0.0f));
}

// How far along a streak, 0 at its head to 1 at its tail, the point is that lies nearest to
// the one dx, dy from the head.
pure real_value sprite_along(real along_x, real along_y, real inverse, real dx, real dy)
{
    real x = along_x * dx;
    real y = along_y * dy;
    real sum = x + y;
    real along = sum * inverse;
    return exact_clamp(along, real_splat(0.0f), real_splat(1.0f));
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

// A picture in the frame: its middle, the direction of its width, and half its sides in
// pixels, which fade over a pixel at its border.
structure(sprite_picture) {
    real_value x, y;
    real_value right_x, right_y; // of length 1
    real_value half_width, half_height;
    real_value opacity; // below 1 where it is not drawn as large as it is
};

// Its sides are `across` and `up` radii from its middle. It is turned by a fraction of a
// turn times 2^32; that of a streak lies from the tail up to the head.
pure sprite_picture sprite_place_picture(sprite_point head, sprite_point tail, real radius,
                                         natural turn, real across, real up,
                                         real smallest, real largest)
{
    sprite_picture picture;
    real along_x = head.x - tail.x;
    real along_y = head.y - tail.y;
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real squared = xx + yy;
    real span = exact_root(squared);
    real inverse = exact_reciprocal(exact_max(span, real_splat(1.0e-6f)));
    real size = radius * (head.nearness + tail.nearness) * 0.5f;
    real shown = (sprite_limit(radius, head.nearness, largest) +
                  sprite_limit(radius, tail.nearness, largest)) *
                 0.5f;
    real drawn_width = exact_max(shown * across, smallest);
    real drawn_height = exact_max(shown * up + span * 0.5f, smallest);
    real area = size * across * (size * up + span * 0.5f);
    real drawn_area = drawn_width * drawn_height;
    real spread = area * exact_reciprocal(drawn_area);
    real shrunk = drawn_area * exact_reciprocal(area);
    mask turns = span < 1.0e-3f;
    picture.x = (head.x + tail.x) * 0.5f;
    picture.y = (head.y + tail.y) * 0.5f;
    picture.right_x = choose(turns, exact_cosine(turn), along_y * inverse);
    picture.right_y = choose(turns, exact_sine(turn), -along_x * inverse);
    picture.half_width = drawn_width;
    picture.half_height = drawn_height;
    picture.opacity = choose(area > drawn_area, shrunk, spread);
    return picture;
}

// How far from its middle a picture reaches along x: with its sides swapped, along y.
pure real_value sprite_picture_reach(real right_x, real right_y, real half_width,
                                     real half_height)
{
    real across = exact_abs(right_x) * (half_width + 0.5f);
    real up = exact_abs(right_y) * (half_height + 0.5f);
    real reach = across + up;
    return reach;
}

pure mask sprite_picture_is_visible(sprite_picture picture, real width, real height)
{
    real x = sprite_picture_reach(picture.right_x, picture.right_y, picture.half_width,
                                  picture.half_height);
    real y = sprite_picture_reach(picture.right_y, picture.right_x, picture.half_width,
                                  picture.half_height);
    mask across = both(picture.x + x > 0.0f, picture.x - x < width);
    mask up = both(picture.y + y > 0.0f, picture.y - y < height);
    return both(across, up);
}

// The level of the picture's pyramid whose texels are as large as pixels: level 0 has this
// many texels across and up.
pure real_value sprite_picture_level(real half_width, real half_height, real columns,
                                     real rows)
{
    real across = columns * exact_reciprocal(half_width);
    real up = rows * exact_reciprocal(half_height);
    real texels = exact_max(across, up) * 0.5f;
    real level = exact_log2(exact_max(texels, real_splat(1.0f)));
    return level;
}

// Coverage of a pixel that lies x to the right of the picture's middle and y above it.
pure real_value sprite_picture_coverage(real half_width, real half_height, real x, real y)
{
    real inside_x = half_width + 0.5f - exact_abs(x);
    real inside_y = half_height + 0.5f - exact_abs(y);
    real across = exact_clamp(inside_x, real_splat(0.0f), real_splat(1.0f));
    real up = exact_clamp(inside_y, real_splat(0.0f), real_splat(1.0f));
    real cover = across * up;
    return cover;
}

// A channel of a look's colour, and its alpha, from 16-bit fractions.
pure real_value sprite_look_color(natural fraction)
{
    real color = real_from_integer(integer_from_natural(fraction)) * 0.000244140625f;
    return color;
}

pure real_value sprite_look_alpha(natural fraction)
{
    real alpha = real_from_integer(integer_from_natural(fraction)) * 1.5259022e-5f;
    return alpha;
}

// Place in the table of 64 colours: the species, or the speed along the palette.
pure real_value sprite_color_place(natural species, real speed, real by_speed)
{
    real along = speed * by_speed;
    real limited = exact_clamp(along, real_splat(0.0f), real_splat(63.0f));
    real kind = real_from_integer(integer_from_natural(species));
    return choose(by_speed > 0.0f, limited, kind);
}

pure real_value sprite_mix(real a, real b, real t)
{
    real change = b - a;
    real mixed = a + change * t;
    return mixed;
}

// One channel of the picture with its trails: `fresh` is this frame's, `kept` what is left
// of earlier ones. Lights join by the brighter; else the trail fills up what the fresh
// picture leaves free, so that a particle at rest looks the same with trails.
pure real_value sprite_trail(real fresh, real fresh_opacity, real kept, real kept_opacity,
                             real additive)
{
    real brighter = exact_max(fresh, kept);
    real safe = exact_max(kept_opacity, real_splat(1.0e-6f));
    real filled = fresh_opacity * exact_reciprocal(safe);
    real gap = exact_max(1.0f - filled, real_splat(0.0f));
    real joined = fresh + kept * gap;
    real next = choose(additive > 0.0f, brighter, joined);
    return choose(next < 1.0e-5f, real_splat(0.0f), next);
}

// Light that adds up has no upper end: this bends it into 0 to 1.
pure real_value sprite_tone(real light)
{
    real doubled = light * -2.0f;
    real dark = exact_exp2(doubled);
    real bent = 1.0f - dark;
    return bent;
}

// Linear light 0 to 1 as an sRGB value 0 to 1 (IEC 61966-2-1).
pure real_value sprite_encode(real light)
{
    real limited = exact_clamp(light, real_splat(0.0f), real_splat(1.0f));
    real low = limited * 12.92f;
    real safe = exact_max(limited, real_splat(0.001f));
    real power = exact_log2(safe) * 0.41666667f;
    real high = exact_exp2(power) * 1.055f - 0.055f;
    return choose(limited < 0.0031308f, low, high);
}

// One channel of an opaque pixel, still linear: the light before the background.
pure real_value sprite_over(real light, real opacity, real background, real additive)
{
    real bent = sprite_tone(light);
    real unlit = 1.0f - bent;
    real uncovered = 1.0f - opacity;
    real free_of_light = choose(additive > 0.0f, unlit, uncovered);
    real shown = choose(additive > 0.0f, bent, light);
    real sum = shown + background * free_of_light;
    return sum;
}

// An alpha that is 0 in 8 bits. There a colour means nothing, and is 0: what is left of old
// light would make it any.
#define SPRITE_UNSEEN 0.00196f

// A pixel of a transparent frame: sRGB values and straight alpha. Discs that hide: alpha is
// coverage. Light that adds up: alpha is the brightest channel as sRGB, and the colour is
// such that over black the picture is what an opaque frame shows.
structure(sprite_straight) {
    real_value red, green, blue, alpha;
};

pure sprite_straight sprite_to_straight(real red, real green, real blue, real opacity,
                                        real additive)
{
    sprite_straight hides;
    real solid = exact_clamp(opacity, real_splat(0.0f), real_splat(1.0f));
    real inverse = exact_reciprocal(exact_max(solid, real_splat(1.0e-6f)));
    hides.red = sprite_encode(red * inverse);
    hides.green = sprite_encode(green * inverse);
    hides.blue = sprite_encode(blue * inverse);
    hides.alpha = solid;
    sprite_straight adds;
    real bent_red = sprite_encode(sprite_tone(red));
    real bent_green = sprite_encode(sprite_tone(green));
    real bent_blue = sprite_encode(sprite_tone(blue));
    real brightest = exact_max(bent_red, exact_max(bent_green, bent_blue));
    real scale = exact_reciprocal(exact_max(brightest, real_splat(1.0e-6f)));
    adds.red = bent_red * scale;
    adds.green = bent_green * scale;
    adds.blue = bent_blue * scale;
    adds.alpha = brightest;
    sprite_straight pixel;
    real nothing = real_splat(0.0f);
    real alpha = choose(additive > 0.0f, adds.alpha, hides.alpha);
    pixel.red = choose(alpha < SPRITE_UNSEEN, nothing,
                       choose(additive > 0.0f, adds.red, hides.red));
    pixel.green = choose(alpha < SPRITE_UNSEEN, nothing,
                         choose(additive > 0.0f, adds.green, hides.green));
    pixel.blue = choose(alpha < SPRITE_UNSEEN, nothing,
                        choose(additive > 0.0f, adds.blue, hides.blue));
    pixel.alpha = alpha;
    return pixel;
}
