// SPDX-License-Identifier: MIT
// The words in which the laws are written, as GLSL; src/core/lanes.h gives them to C.
//
// `precise` keeps the compiler from fusing a*b+c into one rounding. It binds only what is
// computed into a precise variable in the same function, so every float operation lands in
// a `real` local before it is returned, compared, passed on or stored.

#define real precise float
#define real_value float
#define integer int
#define integer_value int
#define natural uint
#define natural_value uint
#define mask bool
#define pure
#define structure(name) struct name

#define choose(m, a, b) ((m) ? (a) : (b))
#define choose_integer(m, a, b) ((m) ? (a) : (b))
#define choose_natural(m, a, b) ((m) ? (a) : (b))
#define both(a, b) ((a) && (b))
#define either(a, b) ((a) || (b))

#define real_bits(x) floatBitsToInt(x)
#define real_from_bits(x) intBitsToFloat(x)
#define real_from_integer(x) float(x)
#define integer_from_real(x) int(x)
#define integer_from_natural(x) int(x)
#define natural_from_integer(x) uint(x)
#define real_splat(x) (x)
#define integer_splat(x) (x)
#define natural_splat(x) (x)

// The high word of the 64-bit product of two uints.
uint multiply_high(uint a, uint b)
{
    uint high;
    uint low;
    umulExtended(a, b, high, low);
    return high;
}

// The whole product of two uints.
struct natural_product {
    uint low;
    uint high;
};

natural_product natural_multiply(uint a, uint b)
{
    natural_product product;
    umulExtended(a, b, product.high, product.low);
    return product;
}
