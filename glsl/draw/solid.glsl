// SPDX-License-Identifier: MIT
// What is solid, behind the particles: in which pixels it is seen, and how light it is there.
// One text for GLSL and C; every operation is settled to the bit where it stands behind
// exact.glsl, as splats need.

#include "vector.glsl"

// What is solid in a pixel: how much it covers, 0 to 1, and how far its colour is from the
// background, 1 being that of `solids`.
structure(solid_part) {
    real_value cover, shade;
};

// Numbers of a camera from `first` on: a column + b row + c.
pure real_value solid_sum(law_context c, int first, real column, real row)
{
    real along = solid_aim_at(c, first) * column;
    real across = solid_aim_at(c, first + 1) * row;
    real sum = along + across;
    real whole = sum + solid_aim_at(c, first + 2);
    return whole;
}

#if DIMENSION == 3
#include "solid_space.glsl"
#else
#include "solid_flat.glsl"
#endif

// How much of the way from the background to the colour of `solids` an opaque pixel goes.
pure real_value solid_weight(solid_part part)
{
    real weight = part.cover * part.shade;
    return weight;
}

// The same as a colour, linear light.
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
