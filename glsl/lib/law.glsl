// SPDX-License-Identifier: MIT
// What every law may use besides its own constants and columns. One text for GLSL and C.
//
//     law_place(c)             in an update: where the particle is, from the middle of the
//                              world; world units
//     law_random(c, id, draw)  four words of chance for the particle of this id in this
//                              step; draws 0, 1, ... are independent of each other
//     core_of(c, name), core_real(c, name)
//                              a row of src/sim/constants.def as it is, or as a float

#define law_place(c) ((c).place)

pure philox_words law_random(law_context c, natural id, uint draw)
{
    return philox(id, natural_splat(law_clock_low(c)), natural_splat(law_clock_high(c)),
                  natural_splat(RANDOM_LAW + (draw << 8u)), core_of(c, seed_low),
                  core_of(c, seed_high));
}

// A word of chance as a number from -1 to less than 1.
pure real_value law_signed(natural word)
{
    real whole = real_from_integer(integer_from_natural(word >> 8) - integer_splat(0x800000));
    real part = whole * 1.1920928955078125e-7f;
    return part;
}
