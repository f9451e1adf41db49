// SPDX-License-Identifier: MIT
// What the self-test asks of a device's arithmetic; C computes the same from this text.
// `opaque`, given by who includes this, returns its argument and hides it from compilers,
// so that none works a result out in advance.

pure real_value opaque_real(uint bits)
{
    return real_from_bits(integer_from_natural(opaque(bits)));
}

pure uint bits_of(real x)
{
    return natural_from_integer(real_bits(x));
}

pure uint sum_bits(uint a, uint b)
{
    real sum = opaque_real(a) + opaque_real(b);
    return bits_of(sum);
}

pure uint difference_bits(uint a, uint b)
{
    real difference = opaque_real(a) - opaque_real(b);
    return bits_of(difference);
}

pure uint product_bits(uint a, uint b)
{
    real product = opaque_real(a) * opaque_real(b);
    return bits_of(product);
}

pure uint real_from_integer_bits(uint i)
{
    real x = real_from_integer(integer_from_natural(opaque(i)));
    return bits_of(x);
}

pure uint integer_from_real_bits(uint x)
{
    return natural_from_integer(integer_from_real(opaque_real(x)));
}

// a * b + c with two roundings; one rounding gives another result for what it is asked.
pure real_value two_roundings(uint a, uint b, uint c)
{
    real product = opaque_real(a) * opaque_real(b);
    real sum = product + opaque_real(c);
    return sum;
}

pure uint two_roundings_bits(uint a, uint b, uint c)
{
    return bits_of(two_roundings(a, b, c));
}

pure uint one_line_bits(uint a, uint b, uint c)
{
    real sum = opaque_real(a) * opaque_real(b) + opaque_real(c);
    return bits_of(sum);
}

// Whether a * b + c > d. Were d zero, a compiler might rightly compare a * b with -c.
pure uint condition_bits(uint a, uint b, uint c, uint d)
{
    real product = opaque_real(a) * opaque_real(b);
    real sum = product + opaque_real(c);
    mask above = sum > opaque_real(d);
    return choose_natural(above, natural_splat(1u), natural_splat(0u));
}

pure uint polynomial_bits(uint x)
{
    real t = opaque_real(x);
    real p = t * 0.7f + 0.3f;
    real p1 = p * t + 0.11f;
    real p0 = p1 * t - 0.013f;
    return bits_of(p0);
}

pure uint limbs_bits(uint low, uint high)
{
    return bits_of(exact_from_limbs(opaque(low), integer_from_natural(opaque(high))));
}

pure uint round_bits(uint x)
{
    return natural_from_integer(exact_round(opaque_real(x)));
}

pure uint philox_bits(uint a, uint b)
{
    philox_words w = philox(opaque(a), opaque(b), 3u, 4u, 5u, 6u);
    return w.a ^ w.b ^ w.c ^ w.d;
}

pure uint shift_bits(uint i)
{
    integer shifted = integer_from_natural(opaque(i)) >> 5;
    return natural_from_integer(shifted);
}
