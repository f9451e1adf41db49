// SPDX-License-Identifier: MIT
// Functions whose every bit is settled: made only of + - * on floats, comparisons, integer
// arithmetic and bit casts, which IEEE 754 pins down. One text for GLSL and C.
//
// Division, square roots and the transcendental functions of GLSL may be rounded as a
// driver likes, so state must not depend on them; it depends on these instead.
//
// Every operation lands in a `real` local (precise float in GLSL) before it is used, for
// `precise` does not reach into returns, conditions, arguments or stores.
//
// Errors are the worst measured against libm (tests/test_exact.c):
//
//     exact_reciprocal_root  5e-6 relative   for 2^-100 <= x <= 2^100; finite at 0
//     exact_root             5e-6 relative   for 2^-100 <= x <= 2^100; 0 at 0
//     exact_reciprocal       3e-7 relative   for 2^-100 <= |x| <= 2^100; finite at 0
//     exact_exp2             2e-7 relative   for -126 <= x <= 127, clamped beyond
//     exact_exp2_scaled      2e-7 relative   for -126 <= x + shift <= 127
//     exact_log2             2e-7 absolute near 1, else 2e-7 relative; x normal, positive
//     exact_sine, _cosine    2e-7 absolute   for every angle

pure real_value exact_abs(real x)
{
    return real_from_bits(real_bits(x) & 0x7fffffff);
}

pure real_value exact_min(real a, real b)
{
    return choose(b < a, b, a);
}

pure real_value exact_max(real a, real b)
{
    return choose(a < b, b, a);
}

pure real_value exact_clamp(real x, real low, real high)
{
    return exact_min(exact_max(x, low), high);
}

// What may be stored: |x| < 2^-60 and -0 become +0, so that squares stay normal and no
// device's treatment of subnormals and zeros can be seen.
pure real_value exact_flush(real x)
{
    integer bits = real_bits(x);
    integer size = bits & 0x7fffffff;
    return real_from_bits(choose_integer(size < 0x21800000, integer_splat(0), bits));
}

// The nearest integer, ties to even, for |x| < 2^22: the sum with 1.5 * 2^23 leaves it in
// the low bits, and no contraction can change that.
pure integer_value exact_round(real x)
{
    real shifted = x + 12582912.0f;
    return real_bits(shifted) - 0x4b400000;
}

// The value of a 64-bit integer, correctly rounded but for the sum of its three parts;
// odd: the negative of an integer gives the negative of its value.
pure real_value exact_from_limbs(natural low, integer high)
{
    mask negative = high < 0;
    natural flipped_low = ~low + 1u;
    integer borrow = choose_integer(flipped_low == 0u, integer_splat(0), integer_splat(1));
    integer flipped_high = -high - borrow;
    natural size_low = choose_natural(negative, flipped_low, low);
    integer size_high = choose_integer(negative, flipped_high, high);
    real top = real_from_integer(size_high);
    real middle = real_from_integer(integer_from_natural(size_low >> 16));
    real bottom = real_from_integer(integer_from_natural(size_low & 0xffffu));
    real upper = top * 65536.0f;
    real joined = upper + middle;
    real scaled = joined * 65536.0f;
    real size = scaled + bottom;
    real minus = -size;
    return choose(negative, minus, size);
}

// 1 / sqrt(x) for x >= 0: the bit-trick guess and two Newton steps. At 0 it is finite, so
// that 0 * exact_reciprocal_root(0) is 0.
pure real_value exact_reciprocal_root(real x)
{
    real half_x = x * 0.5f;
    real y = real_from_bits(0x5f375a86 - (real_bits(x) >> 1));
    real a = half_x * y;
    real b = a * y;
    real c = 1.5f - b;
    real y1 = y * c;
    real d = half_x * y1;
    real e = d * y1;
    real f = 1.5f - e;
    real y2 = y1 * f;
    return y2;
}

// sqrt(x) for x >= 0
pure real_value exact_root(real x)
{
    real inverse = exact_reciprocal_root(x);
    real root = x * inverse;
    return root;
}

// 1 / x: a bit-trick guess and three Newton steps. Nearer to 0 than 2^-120 it stays 2^120.
pure real_value exact_reciprocal(real x)
{
    integer bits = real_bits(x);
    integer sign = bits & (-2147483647 - 1);
    real size = exact_max(exact_abs(x), real_splat(7.52316384526264e-37f));
    real y = real_from_bits(0x7ef311c7 - real_bits(size));
    real a = size * y;
    real b = 2.0f - a;
    real y1 = y * b;
    real c = size * y1;
    real d = 2.0f - c;
    real y2 = y1 * d;
    real e = size * y2;
    real f = 2.0f - e;
    real y3 = y2 * f;
    return real_from_bits(real_bits(y3) | sign);
}

// 2^t for -1/2 <= t <= 1/2, by a polynomial of degree 6.
pure real_value exact_exp2_core(real t)
{
    real p = t * 0.00015461444854736328f + 0.0013400427997112274f;
    real p4 = p * t + 0.009618056938052177f;
    real p3 = p4 * t + 0.05550327152013779f;
    real p2 = p3 * t + 0.24022650718688965f;
    real p1 = p2 * t + 0.6931471824645996f;
    real p0 = p1 * t + 1.0f;
    return p0;
}

// 2^x: the nearest integer becomes the exponent, the polynomial does the rest.
pure real_value exact_exp2(real x)
{
    real clamped = exact_clamp(x, real_splat(-126.0f), real_splat(127.0f));
    integer whole = exact_round(clamped);
    real floored = real_from_integer(whole);
    real t = clamped - floored;
    real p0 = exact_exp2_core(t);
    real scale = real_from_bits((whole + 127) << 23);
    real power = p0 * scale;
    return power;
}

// 2^(x + shift), for those who know that -126 <= x + shift <= 127: in half as many
// operations.
pure real_value exact_exp2_scaled(real x, int shift)
{
    real shifted = x + 12582912.0f;
    real whole = shifted - 12582912.0f;
    real t = x - whole;
    real p0 = exact_exp2_core(t);
    // p0 is near 1: times a power of two, it gets another exponent. The lowest bits of
    // `shifted` are the integer; what stands above is shifted out.
    return real_from_bits(real_bits(p0) + ((real_bits(shifted) + shift) << 23));
}

// log2(x) for normal x > 0: the mantissa is brought to [sqrt(1/2), sqrt(2)).
pure real_value exact_log2(real x)
{
    integer bits = real_bits(x);
    integer shifted = bits - 0x3f3504f3;
    integer exponent = shifted >> 23;
    real mantissa = real_from_bits(bits - (exponent << 23));
    real t = mantissa - 1.0f;
    real p = t * -0.10749789327383041f + 0.18476033210754395f;
    real p7 = p * t - 0.19138838350772858f;
    real p6 = p7 * t + 0.20485764741897583f;
    real p5 = p6 * t - 0.23960812389850616f;
    real p4 = p5 * t + 0.28855255246162415f;
    real p3 = p4 * t - 0.36069655418395996f;
    real p2 = p3 * t + 0.48089852929115295f;
    real p1 = p2 * t - 0.7213473320007324f;
    real p0 = p1 * t + 1.4426950216293335f;
    real fraction = p0 * t;
    real whole = real_from_integer(exponent);
    real sum = fraction + whole;
    return sum;
}

// sin and cos of an eighth of a turn to either side, by polynomials in its square.
pure real_value exact_sine_core(real turns)
{
    real u = turns * turns;
    real p = u * -75.401611328125f + 81.59254455566406f;
    real p1 = p * u - 41.3416633605957f;
    real p0 = p1 * u + 6.2831854820251465f;
    real sine = p0 * turns;
    return sine;
}

pure real_value exact_cosine_core(real turns)
{
    real u = turns * turns;
    real p = u * 59.22016906738281f - 85.4428482055664f;
    real p2 = p * u + 64.93931579589844f;
    real p1 = p2 * u - 19.739208221435547f;
    real cosine = p1 * u + 1.0f;
    return cosine;
}

// sin of an angle that is a fraction of a turn, times 2^32. The nearest quarter turn picks
// the polynomial and the sign.
pure real_value exact_sine(natural angle)
{
    natural quarter = (angle + 0x20000000u) >> 30;
    integer rest = integer_from_natural(angle - (quarter << 30));
    real turns = real_from_integer(rest) * 2.3283064365386963e-10f;
    real sine = exact_sine_core(turns);
    real cosine = exact_cosine_core(turns);
    real size = choose((quarter & 1u) == 1u, cosine, sine);
    real minus = -size;
    return choose((quarter & 2u) == 2u, minus, size);
}

pure real_value exact_cosine(natural angle)
{
    return exact_sine(angle + 0x40000000u);
}
