// SPDX-License-Identifier: MIT
// The law of a path: how prices move, and what is paid at the end. One text for GLSL and
// C; PRICE_STYLE says which option it is compiled for.
//
// Prices follow geometric Brownian motion, which is exact at the ends of steps however
// long these are:
//
//     log2 S(t + dt) = log2 S(t) + drift + spread z,      z normal
//
// What is paid is rounded to a whole number below 2^23, a "count", so that sums of it, of
// its square and of its product with another are integers whose order does not matter.
// Where amounts can be so large that this would be too coarse (`wide`), it is two such
// numbers, the digits of one of base 2^23.

structure(price_counts) {
    natural_value a; // what is paid; wide: its higher digit
    natural_value b; // the control variate; wide: the lower digit
};

// ---- Amounts -------------------------------------------------------------------------

// 2^(level + shift), of a level that may have gone anywhere.
pure real_value price_amount(price_context c, real level, int shift)
{
    real kept = exact_clamp(level, real_splat(c.level_least), real_splat(c.level_most));
    return exact_exp2_scaled(kept, shift);
}

// How far it is above the strike; of a put, below. And what the right to buy (or sell) it
// at the strike pays.
pure real_value price_difference(price_context c, real amount, real strike)
{
    real above = amount - strike;
    real below = strike - amount;
    return PRICE_CHOICE(c, put) != 0u ? below : above;
}

pure real_value price_gain(price_context c, real amount, real strike)
{
    return exact_max(price_difference(c, amount, strike), real_splat(0.0f));
}

// To the nearest whole number, ties to even, for 0 <= x < 2^23.
pure natural_value price_round(real x)
{
    real shifted = x + 8388608.0f;
    return natural_from_integer(real_bits(shifted) - 0x4b000000);
}

// ---- European, digital ---------------------------------------------------------------

#if PRICE_IS_TABLED

// One step takes it to the end: a single number, whose price stands in the table.
structure(price_path) {
    real_value amount;
};

pure price_path price_begin(price_context c)
{
    price_path path;
    path.amount = real_splat(0.0f);
    return path;
}

pure price_path price_advance(price_context c, price_path path, uint draw, real z)
{
    path.amount = z;
    return path;
}

pure real_value price_payoff(price_context c, price_path path)
{
#if PRICE_STYLE == STYLE_digital
    real gain = price_difference(c, path.amount, real_splat(c.strike));
    return choose(gain > 0.0f, real_splat(PRICE_DIGITAL_COUNT), real_splat(0.0f));
#else
    return price_gain(c, path.amount, real_splat(c.strike));
#endif
}

pure real_value price_control(price_context c, price_path path)
{
    real control = path.amount * c.control_factor;
    return control;
}

#endif

// ---- Asian ---------------------------------------------------------------------------

#if PRICE_STYLE == STYLE_asian

structure(price_path) {
    real_value level;
    real_value amounts; // summed at the ends of steps
    real_value levels;
};

pure price_path price_begin(price_context c)
{
    price_path path;
    path.level = real_splat(0.0f);
    path.amounts = real_splat(0.0f);
    path.levels = real_splat(0.0f);
    return path;
}

pure price_path price_advance(price_context c, price_path path, uint draw, real z)
{
    real level = z * c.spread + c.drift + path.level;
    real levels = path.levels + level;
    price_path next;
    next.level = level;
    next.levels = levels;
    next.amounts = path.amounts;
    if (c.average_kind == PRICE_ARITHMETIC) {
        real amount = price_amount(c, level, c.shift);
        real amounts = path.amounts + amount;
        next.amounts = amounts;
    }
    return next;
}

pure real_value price_geometric(price_context c, price_path path, int shift)
{
    real level = path.levels * c.mean_factor;
    return price_amount(c, level, shift);
}

pure real_value price_payoff(price_context c, price_path path)
{
    if (c.average_kind == PRICE_ARITHMETIC) {
        return price_gain(c, path.amounts, real_splat(c.strike));
    }
    return price_gain(c, price_geometric(c, path, c.shift), real_splat(c.strike));
}

// The option on the geometric mean, or, if that is what is priced, the mean itself.
pure real_value price_control(price_context c, price_path path)
{
    real mean = price_geometric(c, path, c.control_shift);
    if (c.average_kind == PRICE_ARITHMETIC) {
        return price_gain(c, mean, real_splat(c.control_strike));
    }
    return mean;
}

#endif

// ---- Barrier -------------------------------------------------------------------------

#if PRICE_STYLE == STYLE_barrier

structure(price_path) {
    real_value level;
    real_value untouched; // the chance that it has not reached the barrier
};

pure price_path price_begin(price_context c)
{
    price_path path;
    path.level = real_splat(0.0f);
    path.untouched = real_splat(1.0f);
    return path;
}

// How far below (or above) the barrier; 0 beyond it.
pure real_value price_distance(price_context c, real level)
{
    real above = level - c.barrier_level;
    real below = c.barrier_level - level;
    real gap = c.is_up != 0u ? below : above;
    return exact_max(gap, real_splat(0.0f));
}

// Between two points of a Brownian motion lies a Brownian bridge, and its chance to reach
// beyond a barrier at distances a and b is exp(-2 a b / (variance of the step)): P.
// Glasserman, "Monte Carlo Methods in Financial Engineering" (2004), section 6.4. So a
// barrier that is watched at all times is right with steps of any length.
pure price_path price_advance(price_context c, price_path path, uint draw, real z)
{
    real level = z * c.spread + c.drift + path.level;
    real before = price_distance(c, path.level);
    real after = price_distance(c, level);
    real exponent = before * after * c.bridge;
    real crossed = exact_exp2(exponent);
    if (c.is_discrete != 0u) {
        crossed = choose(after > 0.0f, real_splat(0.0f), real_splat(1.0f));
    }
    real kept = 1.0f - crossed;
    real untouched = path.untouched * kept;
    price_path next;
    next.level = level;
    next.untouched = untouched;
    return next;
}

pure real_value price_payoff(price_context c, price_path path)
{
    real touched = 1.0f - path.untouched;
    real part = c.begins != 0u ? touched : path.untouched;
    real gain = price_gain(c, price_amount(c, path.level, c.shift), real_splat(c.strike));
    real payoff = gain * part;
    return payoff;
}

// The option without a barrier.
pure real_value price_control(price_context c, price_path path)
{
    return price_gain(c, price_amount(c, path.level, c.control_shift),
                      real_splat(c.control_strike));
}

#endif

// ---- Basket --------------------------------------------------------------------------

#if PRICE_STYLE == STYLE_basket

// Of each asset, and after them of the weighted geometric mean of all.
structure(price_path) {
    real_value level[PRICE_ASSET_MAX + 1];
};

pure price_path price_begin(price_context c)
{
    price_path path;
    for (uint i = 0u; i <= PRICE_ASSETS(c); i++) {
        path.level[i] = real_splat(BASKET_DRIFT(c, i));
    }
    return path;
}

// A draw moves all assets, by its column of the lower triangle of the Cholesky
// decomposition of their covariances.
pure price_path price_advance(price_context c, price_path path, uint draw, real z)
{
    for (uint i = 0u; i <= PRICE_ASSETS(c); i++) {
        real move = z * BASKET_SPREAD(c, i, draw);
        real level = path.level[i] + move;
        path.level[i] = level;
    }
    return path;
}

pure real_value price_payoff(price_context c, price_path path)
{
    real_value sum = real_splat(0.0f);
    for (uint i = 0u; i < PRICE_ASSETS(c); i++) {
        real share = price_amount(c, path.level[i], c.shift) * BASKET_SHARE(c, i);
        real next = sum + share;
        sum = next;
    }
    return price_gain(c, sum, real_splat(c.strike));
}

pure real_value price_control(price_context c, price_path path)
{
    return price_gain(c, price_amount(c, path.level[PRICE_ASSETS(c)], c.control_shift),
                      real_splat(c.control_strike));
}

#endif

// ---- Counts --------------------------------------------------------------------------

pure price_counts price_counts_of(price_context c, price_path path)
{
    price_counts counts;
    real payoff = price_payoff(c, path);
    counts.b = natural_splat(0u);
    if (PRICE_CHOICE(c, wide) != 0u) {
        real higher = payoff * PRICE_DIGIT_INVERSE;
        integer digit = integer_from_real(higher);
        real whole = real_from_integer(digit) * PRICE_DIGIT;
        real rest = payoff - whole;
        counts.a = natural_from_integer(digit);
        counts.b = price_round(rest);
        return counts;
    }
    counts.a = price_round(payoff);
    if (PRICE_CHOICE(c, control) != 0u) {
        counts.b = price_round(price_control(c, path));
    }
    return counts;
}

// ---- A quad --------------------------------------------------------------------------

structure(price_paths) {
    price_path a, b, c, d;
};

structure(price_quad) {
    price_counts a, b, c, d;
};

pure price_paths price_paths_advance(price_context c, price_paths paths, uint draw,
                                     price_normals z)
{
    price_paths next;
    next.a = price_advance(c, paths.a, draw, z.a);
    next.b = price_advance(c, paths.b, draw, z.b);
    next.c = price_advance(c, paths.c, draw, z.c);
    next.d = price_advance(c, paths.d, draw, z.d);
    return next;
}

pure price_quad price_quad_of(price_context c, price_paths paths)
{
    price_quad quad;
    quad.a = price_counts_of(c, paths.a);
    quad.b = price_counts_of(c, paths.b);
    quad.c = price_counts_of(c, paths.c);
    quad.d = price_counts_of(c, paths.d);
    return quad;
}

pure price_counts price_sum(price_counts p, price_counts q)
{
    price_counts sum;
    sum.a = p.a + q.a;
    sum.b = p.b + q.b;
    return sum;
}

// Four samples: paths, or, `antithetic`, pairs of paths of which one draws z and the other
// -z, each pair taken together.
pure price_quad price_sample(price_context c, natural number, uint number_high)
{
    price_paths paths;
    paths.a = price_begin(c);
    paths.b = paths.a;
    paths.c = paths.a;
    paths.d = paths.a;
    price_paths mirrored = paths;
    for (uint draw = 0u; draw < PRICE_DRAWS(c); draw++) {
        price_uniforms u = price_draw(c, number, number_high, draw);
        paths = price_paths_advance(c, paths, draw, price_normals_of(c, u, 0u));
        if (PRICE_CHOICE(c, antithetic) != 0u) {
            price_normals z = price_normals_of(c, u, 0x80000000u);
            mirrored = price_paths_advance(c, mirrored, draw, z);
        }
    }
    price_quad quad = price_quad_of(c, paths);
    if (PRICE_CHOICE(c, antithetic) != 0u) {
        price_quad other = price_quad_of(c, mirrored);
        quad.a = price_sum(quad.a, other.a);
        quad.b = price_sum(quad.b, other.b);
        quad.c = price_sum(quad.c, other.c);
        quad.d = price_sum(quad.d, other.d);
    }
    return quad;
}
