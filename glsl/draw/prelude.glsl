// SPDX-License-Identifier: MIT
// What the look (sprite.glsl) needs to compile as GLSL 3.30. Drawing is outside the promise
// of equal bits: `real` is plain float, and exact_* are the GPU's own functions, several
// times faster and well within what a byte of a pixel can show.

#define real              float
#define integer           int
#define natural           uint
#define real_value        float
#define integer_value     int
#define natural_value     uint
#define mask              bool
#define pure
#define structure(name)   struct name
#define real_splat(x)     (x)
#define integer_splat(x)  (x)
#define natural_splat(x)  (x)
#define real_bits         floatBitsToInt
#define real_from_bits    intBitsToFloat
#define real_from_integer float
#define integer_from_real int
#define natural_from_integer uint
#define integer_from_natural int
#define choose(m, a, b)         ((m) ? (a) : (b))
#define choose_integer(m, a, b) ((m) ? (a) : (b))
#define choose_natural(m, a, b) ((m) ? (a) : (b))
#define both(a, b)              ((a) && (b))
#define either(a, b)            ((a) || (b))

#define exact_abs           abs
#define exact_min           min
#define exact_max           max
#define exact_clamp         clamp
#define exact_root          sqrt
#define exact_reciprocal_root(x) inversesqrt(max(x, 1.0e-30))
#define exact_exp2          exp2
#define exact_log2          log2
#define exact_reciprocal(x) (1.0 / (x))
#define exact_sine(turn)    sin(float(int(turn)) * 1.4629180792671596e-9)
#define exact_cosine(turn)  cos(float(int(turn)) * 1.4629180792671596e-9)
