// SPDX-License-Identifier: MIT
// What the laws of glsl/lib and glsl/models need to compile as C.
//
// The laws are branch-free over `real`, `integer`, `natural` and `mask`. In GLSL these
// are float, int, uint and bool. Here they are scalars (LANES 1) or compiler vectors of
// LANES elements, whose operators work in C on gcc and clang. So one text gives the same
// IEEE operations, and the same bits, on the GPU, in scalar C and in every vector width.
//
// In GLSL, `real` is `precise float`: it keeps the compiler from fusing a*b+c. A return
// type may not be precise, so functions return `real_value`. C has -ffp-contract=off.

#ifndef MOTE_CORE_LANES_H
#define MOTE_CORE_LANES_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#if defined __AVX2__ || defined __AVX512F__
#include <immintrin.h>
#endif

#if FLT_EVAL_METHOD != 0
#error "float must be computed as float: on x86 use SSE2 or better, never x87"
#endif
#ifdef __FAST_MATH__
#error "-ffast-math breaks the equality of CPU and GPU"
#endif

#ifndef LANES
#define LANES 1
#endif

typedef uint32_t uint;

#define LANES_INLINE static inline __attribute__((always_inline, unused))

#if LANES == 1

typedef float real_value;
typedef int32_t integer_value;
typedef uint32_t natural_value;
typedef int32_t mask;

LANES_INLINE float choose(mask m, float a, float b)
{
    return m ? a : b;
}
LANES_INLINE int32_t choose_integer(mask m, int32_t a, int32_t b)
{
    return m ? a : b;
}
LANES_INLINE uint32_t choose_natural(mask m, uint32_t a, uint32_t b)
{
    return m ? a : b;
}
LANES_INLINE int32_t real_bits(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
LANES_INLINE float real_from_bits(int32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
LANES_INLINE float real_from_integer(int32_t i)
{
    return (float)i;
}
LANES_INLINE int32_t integer_from_real(float x)
{
    return (int32_t)x;
}
LANES_INLINE uint32_t natural_from_integer(int32_t i)
{
    return (uint32_t)i;
}
LANES_INLINE int32_t integer_from_natural(uint32_t u)
{
    return (int32_t)u;
}
LANES_INLINE float real_splat(float x)
{
    return x;
}
LANES_INLINE int32_t integer_splat(int32_t i)
{
    return i;
}
LANES_INLINE uint32_t natural_splat(uint32_t u)
{
    return u;
}

#else

typedef float real_value __attribute__((vector_size(4 * LANES)));
typedef int32_t integer_value __attribute__((vector_size(4 * LANES)));
typedef uint32_t natural_value __attribute__((vector_size(4 * LANES)));
typedef integer_value mask; // a comparison gives -1 where it holds, else 0

LANES_INLINE real_value choose(mask m, real_value a, real_value b)
{
    return (real_value)((m & (integer_value)a) | (~m & (integer_value)b));
}
LANES_INLINE integer_value choose_integer(mask m, integer_value a, integer_value b)
{
    return (m & a) | (~m & b);
}
LANES_INLINE natural_value choose_natural(mask m, natural_value a, natural_value b)
{
    return ((natural_value)m & a) | (~(natural_value)m & b);
}
LANES_INLINE integer_value real_bits(real_value x)
{
    return (integer_value)x;
}
LANES_INLINE real_value real_from_bits(integer_value bits)
{
    return (real_value)bits;
}
LANES_INLINE real_value real_from_integer(integer_value i)
{
    return __builtin_convertvector(i, real_value);
}
LANES_INLINE integer_value integer_from_real(real_value x)
{
    return __builtin_convertvector(x, integer_value);
}
LANES_INLINE natural_value natural_from_integer(integer_value i)
{
    return (natural_value)i;
}
LANES_INLINE integer_value integer_from_natural(natural_value u)
{
    return (integer_value)u;
}
LANES_INLINE real_value real_splat(float x)
{
    return x - (real_value){0};
}
LANES_INLINE integer_value integer_splat(int32_t i)
{
    return i - (integer_value){0};
}
LANES_INLINE natural_value natural_splat(uint32_t u)
{
    return u - (natural_value){0};
}

#endif

// Functions of the laws; GLSL needs no such word.
#ifdef MOTE_PROBE
#define pure static inline __attribute__((unused))
#else
#define pure static inline __attribute__((always_inline, unused))
#endif

// A struct whose name is a type in both languages.
#define structure(name)                                                                  \
    typedef struct name name;                                                            \
    struct name

// Locals and parameters of the laws; in GLSL `real` is `precise float`.
#define real    real_value
#define integer integer_value
#define natural natural_value

// row[index] in each lane, for indices < count. The row is readable up to 16 elements
// past its end.
#if LANES == 1
LANES_INLINE float lanes_lookup(const float *row, uint32_t index, int count)
{
    (void)count;
    return row[index];
}
#else
LANES_INLINE real_value lanes_lookup(const float *row, natural_value index, int count)
{
#if LANES == 16 && defined __AVX512F__
    if (count <= 16) {
        return (real_value)_mm512_permutexvar_ps((__m512i)index, _mm512_loadu_ps(row));
    }
    return (real_value)_mm512_i32gather_ps((__m512i)index, row, 4);
#elif LANES == 8 && defined __AVX2__
    if (count <= 8) {
        return (real_value)_mm256_permutevar8x32_ps(_mm256_loadu_ps(row), (__m256i)index);
    }
    return (real_value)_mm256_i32gather_ps(row, (__m256i)index, 4);
#else
    (void)count;
    real_value found;
    for (int lane = 0; lane < LANES; lane++) {
        found[lane] = row[index[lane]];
    }
    return found;
#endif
}
#endif

// row[index] in each lane, for any indices.
LANES_INLINE real lanes_gather(const float *row, natural index)
{
#if LANES == 1
    return row[index];
#elif LANES == 16 && defined __AVX512F__
    return (real)_mm512_i32gather_ps((__m512i)index, row, 4);
#elif LANES == 8 && defined __AVX2__
    return (real)_mm256_i32gather_ps(row, (__m256i)index, 4);
#else
    real found;
    for (int lane = 0; lane < LANES; lane++) {
        found[lane] = row[index[lane]];
    }
    return found;
#endif
}

// Where a mask holds: bit i of the result for lane i.
LANES_INLINE uint32_t lanes_bits(mask m)
{
#if LANES == 1
    return m != 0;
#elif LANES == 16 && defined __AVX512F__
    return _mm512_cmplt_epi32_mask((__m512i)m, _mm512_setzero_si512());
#elif LANES == 8 && defined __AVX2__
    return (uint32_t)_mm256_movemask_ps((__m256)m);
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < LANES; lane++) {
        bits |= (uint32_t)(m[lane] & 1) << lane;
    }
    return bits;
#endif
}

LANES_INLINE mask both(mask a, mask b)
{
    return a & b;
}
LANES_INLINE mask either(mask a, mask b)
{
    return a | b;
}

// The high word of the 64-bit product of two uints (scalar in both languages).
LANES_INLINE uint multiply_high(uint a, uint b)
{
    return (uint)(((uint64_t)a * b) >> 32);
}

// ... in each lane, by one factor.
LANES_INLINE natural natural_multiply_high(natural a, uint b)
{
#if LANES == 1
    return multiply_high(a, b);
#else
    typedef uint64_t wide __attribute__((vector_size(8 * LANES)));
    return __builtin_convertvector((__builtin_convertvector(a, wide) * b) >> 32, natural);
#endif
}

#endif
