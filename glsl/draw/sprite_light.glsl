// SPDX-License-Identifier: MIT
// Colours: what gives a particle its light, how pictures of successive frames join, and how
// light becomes a pixel. Linear light, premultiplied by opacity. Part of sprite.glsl.

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
