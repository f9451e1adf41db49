// SPDX-License-Identifier: MIT
// What paths draw. One text for GLSL and C.
//
// Four paths, a quad, are drawn for at once: their draw d is a block of Philox, counted by
// the number of the quad (64 bits) and d, a word for each of the four. So a number is a
// function of seed, path and draw, and it does not matter who asks for it. Or they are
// points of a Sobol sequence, whose dimension d is the draw, shifted by Philox words.

// Uniform numbers of the four paths.
structure(price_uniforms) {
    philox_words words;
    philox_words low_words; // where 64 bits are taken
};

// Normal numbers of the four, or their prices at the end (PRICE_IS_TABLED).
structure(price_normals) {
    real_value a, b, c, d;
};

// Point k of a Sobol sequence, for the four k of a quad, which differ in their last bits.
pure philox_words sobol_words(price_context c, natural quad, uint dimension)
{
    natural base = natural_splat(SOBOL_SHIFT(c, dimension));
    for (uint bit = 2u; bit < 32u; bit++) {
        natural is_set = 0u - ((quad >> (bit - 2u)) & 1u);
        base = base ^ (is_set & SOBOL_DIRECTION(c, 32u * dimension + bit));
    }
    philox_words words;
    words.a = base;
    words.b = base ^ SOBOL_DIRECTION(c, 32u * dimension);
    words.c = base ^ SOBOL_DIRECTION(c, 32u * dimension + 1u);
    words.d = words.b ^ SOBOL_DIRECTION(c, 32u * dimension + 1u);
    return words;
}

// Philox, whose keys of all rounds are in a table.
pure philox_words price_words(price_context c, natural quad, natural quad_high, uint draw)
{
    philox_words w;
    w.a = quad;
    w.b = quad_high;
    w.c = natural_splat(draw);
    w.d = natural_splat(RANDOM_PATH);
    for (int turn = 0; turn < 10; turn++) {
        w = philox_round(w, PRICE_KEY(c, 2 * turn), PRICE_KEY(c, 2 * turn + 1));
    }
    return w;
}

pure price_uniforms price_draw(price_context c, natural quad, uint quad_high, uint draw)
{
    price_uniforms u;
    natural high = natural_splat(quad_high);
    if (PRICE_CHOICE(c, wide) != 0u) {
        u.words = price_words(c, quad, high, 2u * draw);
        u.low_words = price_words(c, quad, high, 2u * draw + 1u);
        return u;
    }
    if (PRICE_CHOICE(c, sobol) != 0u) {
        u.words = sobol_words(c, quad, draw);
    } else {
        u.words = price_words(c, quad, high, draw);
    }
    u.low_words = u.words;
    return u;
}

// `mirror` is 0, or the sign bit: for the numbers times -1.
pure price_normals price_normals_of(price_context c, price_uniforms u, uint mirror)
{
    price_normals z;
    philox_words w;
    w.a = u.words.a ^ mirror;
    w.b = u.words.b ^ mirror;
    w.c = u.words.c ^ mirror;
    w.d = u.words.d ^ mirror;
    if (PRICE_CHOICE(c, wide) != 0u) {
        z.a = normal_from_wide(c, w.a, u.low_words.a);
        z.b = normal_from_wide(c, w.b, u.low_words.b);
        z.c = normal_from_wide(c, w.c, u.low_words.c);
        z.d = normal_from_wide(c, w.d, u.low_words.d);
        return z;
    }
    z.a = normal_from(c, w.a);
    z.b = normal_from(c, w.b);
    z.c = normal_from(c, w.c);
    z.d = normal_from(c, w.d);
    return z;
}
