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

structure(sprite_disc) {
    real_value x, y;    // centre
    real_value edge;    // coverage is 0 from here on ...
    real_value reach;   // ... and the halo from here on
    real_value opacity; // below 1 where the disc is not drawn as large as it is
};

// How far a halo reaches, in radii, and its brightness next to the disc.
#define SPRITE_HALO_REACH    4.0f
#define SPRITE_HALO_STRENGTH 0.25f

// The smallest radius in pixels for which the ramp above holds the area: sqrt(1/3).
#define SPRITE_SMALLEST 0.58f

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

// A disc in the frame from clip coordinates. `radius` is in pixels where w is 1. Smaller
// than `smallest` it is drawn with that radius and fainter: its light stays the same. Nearer
// than w = 1/2 it grows no larger than `largest`, and is fainter, too: what passes close by
// the camera fades instead of covering the frame.
pure sprite_disc sprite_place(real clip_x, real clip_y, real clip_w, real width, real height,
                              real radius, real smallest, real largest, real halo)
{
    sprite_disc disc;
    real nearness = exact_reciprocal(clip_w);
    real x = clip_x * nearness;
    real y = clip_y * nearness;
    real across = x * 0.5f + 0.5f;
    real up = y * 0.5f + 0.5f;
    real size = radius * nearness;
    real twice = radius * 2.0f;
    real drawn = exact_max(exact_min(size, exact_max(largest, twice)), smallest);
    real spread = size * exact_reciprocal(drawn);
    real shrunk = drawn * exact_reciprocal(size);
    real thin = choose(size > drawn, shrunk, spread);
    real square = drawn * drawn - 0.083333333f;
    real edge = exact_root(square) + 0.5f;
    real wide = drawn * SPRITE_HALO_REACH;
    disc.x = across * width;
    disc.y = up * height;
    disc.edge = edge;
    disc.reach = choose(halo > 0.0f, exact_max(wide, edge), edge);
    disc.opacity = thin * thin;
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
    real t = exact_max(1.0f - depth, real_splat(0.0f));
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
    real free_of_light = choose(additive > 0.0f, 1.0f - bent, 1.0f - opacity);
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
