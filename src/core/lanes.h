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
#elif defined __SSE2__
#include <emmintrin.h>
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

// Products of 64 bits of every second lane, beginning with the first: what the vector
// units of x86 have, where a product of whole 64-bit numbers takes several times as long.
#if LANES > 1
typedef uint64_t lanes_halves __attribute__((vector_size(4 * LANES)));

LANES_INLINE lanes_halves lanes_multiply_even(natural a, natural b)
{
#if LANES == 16 && defined __AVX512F__
    return (lanes_halves)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif LANES == 8 && defined __AVX2__
    return (lanes_halves)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif LANES == 4 && defined __SSE2__
    return (lanes_halves)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
    return ((lanes_halves)a & UINT32_MAX) * ((lanes_halves)b & UINT32_MAX);
#endif
}
#endif

// The whole product in each lane, by one factor.
typedef struct natural_product {
    natural low, high;
} natural_product;

LANES_INLINE natural_product natural_multiply(natural a, uint b)
{
#if LANES == 1
    uint64_t product = (uint64_t)a * b;
    return (natural_product){(uint32_t)product, (uint32_t)(product >> 32)};
#else
    natural factor = b - (natural){0};
    lanes_halves even = lanes_multiply_even(a, factor);
    lanes_halves odd = lanes_multiply_even((natural)((lanes_halves)a >> 32), factor);
    lanes_halves low_words = (lanes_halves){0} + UINT32_MAX;
    return (natural_product){
        .low = (natural)((even & low_words) | (odd << 32)),
        .high = (natural)((even >> 32) | (odd & ~low_words)),
    };
#endif
}

// Sums of 64 bits, as many as lanes_multiply_even gives at once.
#if LANES == 1
typedef uint64_t lanes_wide;
#else
typedef lanes_halves lanes_wide;
#endif

// sums + a b, of all lanes: which sum a product goes to does not matter.
LANES_INLINE lanes_wide lanes_add_products(lanes_wide sums, natural a, natural b)
{
#if LANES == 1
    return sums + (uint64_t)a * b;
#else
    natural odd_a = (natural)((lanes_halves)a >> 32);
    natural odd_b = (natural)((lanes_halves)b >> 32);
    return sums + lanes_multiply_even(a, b) + lanes_multiply_even(odd_a, odd_b);
#endif
}

LANES_INLINE uint64_t lanes_wide_sum(lanes_wide sums)
{
#if LANES == 1
    return sums;
#else
    uint64_t sum = 0;
    for (int lane = 0; lane < LANES / 2; lane++) {
        sum += sums[lane];
    }
    return sum;
#endif
}

LANES_INLINE uint64_t lanes_sum(natural a)
{
#if LANES == 1
    return a;
#else
    uint64_t sum = 0;
    for (int lane = 0; lane < LANES; lane++) {
        sum += a[lane];
    }
    return sum;
#endif
}

// 0, 1, 2, ...
LANES_INLINE natural lanes_numbers(void)
{
#if LANES == 1
    return 0;
#else
    natural numbers;
    for (int lane = 0; lane < LANES; lane++) {
        numbers[lane] = (uint32_t)lane;
    }
    return numbers;
#endif
}

// Of rows of four floats, those of row[index] in each lane.
LANES_INLINE void lanes_gather_four(const float *rows, natural index, real *a, real *b,
                                    real *c, real *d)
{
#if LANES == 1
    const float *row = rows + 4 * index;
    *a = row[0];
    *b = row[1];
    *c = row[2];
    *d = row[3];
#elif LANES == 16 && defined __AVX512F__
    // Two floats at a time, as doubles, for the first and the last eight lanes.
    __m512i at = _mm512_slli_epi32((__m512i)index, 1);
    __m256i at_first = _mm512_castsi512_si256(at);
    __m256i at_last = _mm512_extracti64x4_epi64(at, 1);
    const double *pairs = (const double *)(const void *)rows;
    __m512 ab_first = _mm512_castpd_ps(_mm512_i32gather_pd(at_first, pairs, 8));
    __m512 ab_last = _mm512_castpd_ps(_mm512_i32gather_pd(at_last, pairs, 8));
    __m512 cd_first = _mm512_castpd_ps(_mm512_i32gather_pd(at_first, pairs + 1, 8));
    __m512 cd_last = _mm512_castpd_ps(_mm512_i32gather_pd(at_last, pairs + 1, 8));
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd =
        _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    *a = (real)_mm512_permutex2var_ps(ab_first, even, ab_last);
    *b = (real)_mm512_permutex2var_ps(ab_first, odd, ab_last);
    *c = (real)_mm512_permutex2var_ps(cd_first, even, cd_last);
    *d = (real)_mm512_permutex2var_ps(cd_first, odd, cd_last);
#else
    natural at = index * 4;
    *a = lanes_gather(rows, at);
    *b = lanes_gather(rows + 1, at);
    *c = lanes_gather(rows + 2, at);
    *d = lanes_gather(rows + 3, at);
#endif
}

#endif
