// SPDX-License-Identifier: MIT
// Splats: light that adds up, as integers, in whatever order particles come. What covers a
// pixel and how light becomes a byte is as in sprite.glsl; but every operation is settled
// to the bit (exact.glsl), so GPU and CPU draw the same bytes. One text for GLSL and C.
//
// A frame's sums lie as its bytes do, one for each. Light counts times a scale, so large that
// the light of all particles in one pixel would just fit 32 bits.

// Pixels along an axis whose middles a disc may cover: from `low` to before `high`.
structure(splat_span) {
    integer_value low, high;
};

pure splat_span splat_pixels(real middle, real edge, real limit)
{
    splat_span span;
    real from = middle - edge - 0.5f;
    real to = middle + edge - 0.5f;
    span.low = sprite_ceiling(exact_clamp(from, real_splat(0.0f), limit));
    span.high = sprite_ceiling(exact_clamp(to, real_splat(0.0f), limit));
    return span;
}

// From a disc's middle to that of a pixel.
pure real_value splat_offset(integer pixel, real middle)
{
    real centre = real_from_integer(pixel) + 0.5f;
    real offset = centre - middle;
    return offset;
}

// By how much what a disc adds to a pixel is raised or lowered before it is rounded, -1/2
// to 1/2: the many that add less than 1 would all be lost, or all be too much. It goes by
// place, for the order of particles must not matter.
pure real_value splat_dither(real x, real y, integer column, integer row)
{
    natural place = natural_from_integer(real_bits(x)) * 0x9e3779b1u +
                    natural_from_integer(real_bits(y)) * 0x85ebca77u;
    natural mixed = place + natural_from_integer(column) * 0xc2b2ae3du +
                    natural_from_integer(row) * 0x27d4eb2fu;
    mixed = (mixed ^ (mixed >> 15)) * 0x2c1b3c6du;
    mixed = (mixed ^ (mixed >> 12)) * 0x297a2d39u;
    real part = real_from_integer(integer_from_natural(mixed >> 16)) * 1.52587890625e-5f;
    real raised = part - 0.5f;
    return raised;
}

// What a disc adds to the sum of a pixel that it covers so far; at most `most`.
pure integer_value splat_amount(real light, real cover, real scale, real dither, integer most)
{
    real part = light * cover;
    real scaled = part * scale + dither;
    integer amount = exact_round(scaled);
    return choose_integer(amount > most, most, amount);
}

// The byte that a sum shows over the background.
pure integer_value splat_byte(natural sum, real inverse_scale, real background)
{
    real whole = exact_from_limbs(sum, integer_splat(0));
    real light = whole * inverse_scale;
    real shown = sprite_over(light, real_splat(0.0f), background, real_splat(1.0f));
    real value = sprite_encode(shown);
    real scaled = value * 255.0f + 0.5f;
    real limited = exact_clamp(scaled, real_splat(0.0f), real_splat(255.0f));
    return integer_from_real(limited);
}
