// SPDX-License-Identifier: MIT
// Normal numbers from uniform bits, by a table of the inverse of the normal distribution;
// or what a price is for such a number, by a table of that. One text for GLSL and C.
//
// The highest bit of a uniform number is the sign; the rest, as a float u, says how far out
// in the tail the number lies: its chance to lie farther is u over twice what u is at most.
// Exponent and first mantissa bits of u name a row of the table (16 to an octave), the rest
// of the mantissa is where in the row, and a cubic says what the number is. So rows get as
// narrow as the tail gets thin: the error is the same everywhere, 2e-7 relative or, below 1,
// absolute, with the rounding of floats (tests/test_normal.c).
//
//     u   2^31 |--------- 16 rows ---------| 2^30 |--- 16 rows ---| 2^29 |-...        ... 0.5
//     z    0                               0.674                  1.15                6.3
//
// 31 bits reach 6.3. Where numbers so rare decide what is paid, 63 bits are taken, of which
// the last 7 do not count (8.6).

// Of the bits of u: at most, which is the middle of the distribution.
#define NORMAL_TOP      0x4f000000 // 2^31
#define NORMAL_TOP_WIDE 0x5f000000 // 2^63
#define NORMAL_ROW_BITS 19         // of the mantissa, that say where in a row

// The cubic of a row of the table, the first of which is at `first`.
pure real_value normal_cubic(price_context c, real u, int top, natural first)
{
    integer below = top - real_bits(u);
    real x = real_from_bits(((below << 4) & 0x7fffff) | 0x3f800000);
    normal_row row = normal_row_at(c, natural_from_integer(below >> NORMAL_ROW_BITS) + first);
    real cubic = x * row.d + row.c;
    real square = x * cubic + row.b;
    real value = x * square + row.a;
    return value;
}

// A table of prices has rows for both signs. Numbers are symmetric, and have one.
pure real_value normal_value(price_context c, natural word, real u, int top)
{
#if PRICE_IS_TABLED
    return normal_cubic(c, u, top, (word >> 31) * PRICE_SIDE_ROWS(c));
#else
    real size = normal_cubic(c, u, top, natural_splat(0u));
    integer sign = integer_from_natural(word) & (-2147483647 - 1);
    return real_from_bits(real_bits(size) ^ sign);
#endif
}

// From 32 bits.
pure real_value normal_from(price_context c, natural word)
{
    real u = real_from_integer(integer_from_natural(word & 0x7fffffffu)) + 0.5f;
    return normal_value(c, word, u, NORMAL_TOP);
}

// From 64 bits.
pure real_value normal_from_wide(price_context c, natural word, natural low_word)
{
    real high = real_from_integer(integer_from_natural(word & 0x7fffffffu)) * 4294967296.0f;
    real low = real_from_integer(integer_from_natural(low_word >> 8)) * 256.0f + 128.0f;
    real u = high + low;
    return normal_value(c, word, u, NORMAL_TOP_WIDE);
}
