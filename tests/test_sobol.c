// SPDX-License-Identifier: MIT
// Sobol's sequence: its first points, and what its theory says of any table of direction
// numbers, so that a mistyped row would show.

#include "price/sobol.h"

#include "support.h"

// Coordinate k of a dimension.
static uint32_t point(const uint32_t v[32], uint32_t k)
{
    uint32_t x = 0;
    for (int b = 0; b < 32; b++) {
        x ^= (k >> b & 1) ? v[b] : 0;
    }
    return x;
}

static void the_first_points_are_the_known_ones(void **state)
{
    (void)state;
    // In the order of Gray codes, as sources print them, in eighths.
    static const uint32_t known[8][4] = {
        {0, 0, 0, 0}, {4, 4, 4, 4}, {6, 2, 2, 2}, {2, 6, 6, 6},
        {3, 3, 5, 7}, {7, 7, 1, 3}, {5, 1, 7, 5}, {1, 5, 3, 1},
    };
    for (int dimension = 0; dimension < 4; dimension++) {
        uint32_t v[32];
        sobol_directions(dimension, v);
        for (uint32_t k = 0; k < 8; k++) {
            assert_int_equal(point(v, k ^ k >> 1), known[k][dimension] << 29);
        }
    }
}

// Bits above and at the diagonal: 2^m points fall into as many equal intervals, for all
// m.
static void each_dimension_has_one_point_in_each_interval(void **state)
{
    (void)state;
    for (int dimension = 0; dimension < SOBOL_DIMENSION_MAX; dimension++) {
        uint32_t v[32];
        sobol_directions(dimension, v);
        for (int b = 0; b < 32; b++) { // an odd m of b + 1 bits
            assert_true(v[b] >> (31 - b) & 1);
            assert_int_equal(b < 31 ? v[b] << (b + 1) : 0, 0);
        }
        for (int bits = 1; bits <= 10; bits += 3) {
            uint8_t seen[1 << 10] = {0};
            for (uint32_t k = 0; k < UINT32_C(1) << bits; k++) {
                uint32_t x = point(v, k);
                assert_int_equal(x << bits, 0);
                assert_int_equal(seen[x >> (32 - bits)]++, 0);
            }
        }
    }
}

// The numbers that were compared with other copies of the table, see sobol.def: no theory
// would notice another odd m_i.
static void the_numbers_are_the_published_ones(void **state)
{
    (void)state;
    uint32_t hash = 0x811c9dc5; // FNV-1a, of words
    for (int dimension = 0; dimension < SOBOL_DIMENSION_MAX; dimension++) {
        uint32_t v[32];
        sobol_directions(dimension, v);
        for (int b = 0; b < 32; b++) {
            hash = (hash ^ v[b]) * 0x01000193;
        }
    }
    assert_int_equal(hash, 0x3d7cc46b);
}

// Multiplies by x in the polynomials over GF(2), modulo one of degree s.
static uint32_t times_x(uint32_t p, uint32_t modulus, int s)
{
    p <<= 1;
    return p >> s & 1 ? p ^ modulus : p;
}

// Else direction numbers repeat early, and points of high dimensions with them.
static void each_polynomial_is_primitive_and_there_once(void **state)
{
    (void)state;
    static const struct {
        int s;
        uint32_t a;
    } rows[] = {
#define SOBOL(s, a, ...) {s, a},
#include "price/sobol.def"
#undef SOBOL
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int s = rows[i].s;
        uint32_t modulus = UINT32_C(1) << s | rows[i].a << 1 | 1;
        uint32_t order = 1;
        uint32_t start = s == 1 ? 1 : 2; // x itself, modulo x + 1 the 1
        for (uint32_t p = start; p != 1 && order < UINT32_C(1) << s; order++) {
            p = times_x(p, modulus, s);
        }
        assert_int_equal(order, (UINT32_C(1) << s) - 1);
        if (i > 0) { // they come sorted
            assert_true(rows[i].s > rows[i - 1].s ||
                        (rows[i].s == rows[i - 1].s && rows[i].a > rows[i - 1].a));
        }
    }
}

// Whether the vectors are independent over GF(2); uses them up.
static bool are_independent(uint32_t *vectors, int count)
{
    for (int i = 0; i < count; i++) {
        if (vectors[i] == 0) {
            return false;
        }
        uint32_t low = vectors[i] & (0 - vectors[i]);
        for (int j = i + 1; j < count; j++) {
            vectors[j] ^= (vectors[j] & low) ? vectors[i] : 0;
        }
    }
    return true;
}

// The quality t of the first 2^m points of two dimensions: each elementary interval of
// 2^(t - m) has 2^t of them, which is the rank of rows of their generator matrices (H.
// Niederreiter, "Random number generation and quasi-Monte Carlo methods", 1992, 4.28).
static int quality(int first, int second, int m)
{
    uint32_t v[2][32];
    sobol_directions(first, v[0]);
    sobol_directions(second, v[1]);
    uint32_t rows[2][32] = {{0}};
    for (int which = 0; which < 2; which++) {
        for (int digit = 0; digit < m; digit++) {
            for (int b = 0; b < m; b++) {
                rows[which][digit] |= (v[which][b] >> (31 - digit) & 1) << b;
            }
        }
    }
    for (int rank = m; rank > 0; rank--) {
        bool is_full = true;
        for (int part = 0; part <= rank && is_full; part++) {
            uint32_t vectors[32];
            for (int i = 0; i < rank; i++) {
                vectors[i] = i < part ? rows[0][i] : rows[1][i - part];
            }
            is_full = are_independent(vectors, rank);
        }
        if (is_full) {
            return m - rank;
        }
    }
    return m;
}

// Sobol 1967, theorem 3.2: t is at most the sum of degrees less 1.
static void pairs_of_dimensions_are_nets(void **state)
{
    (void)state;
    static const int degrees[SOBOL_DIMENSION_MAX] = {
        1, // a matrix that is the identity counts like a polynomial of degree 1
#define SOBOL(s, a, ...) s,
#include "price/sobol.def"
#undef SOBOL
    };
    for (int m = 1; m <= 16; m++) {
        assert_int_equal(quality(0, 1, m), 0); // (0, m, 2)-nets
        for (int first = 0; first < 64; first++) {
            for (int second = first + 1; second < 64; second += 1 + second / 8) {
                int most = degrees[first] + degrees[second] - 2;
                assert_true(quality(first, second, m) <= most);
            }
        }
    }
}

// Sobol's property A: of the first 2^d points each orthant of the first d dimensions, cut
// at 1/2, has one. The table has it up to dimension 1111, the paper says.
static void each_orthant_has_one_point(void **state)
{
    (void)state;
    uint32_t rows[32] = {0}; // of each dimension, what makes the first bit
    for (int d = 0; d < 32; d++) {
        uint32_t v[32];
        sobol_directions(d, v);
        for (int b = 0; b < 32; b++) {
            rows[d] |= v[b] >> 31 << b;
        }
    }
    for (int d = 1; d <= 32; d++) {
        uint32_t vectors[32];
        for (int i = 0; i < d; i++) {
            vectors[i] = rows[i] & (UINT32_MAX >> (32 - d));
        }
        assert_true(are_independent(vectors, d));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_points_are_the_known_ones),
        cmocka_unit_test(each_dimension_has_one_point_in_each_interval),
        cmocka_unit_test(the_numbers_are_the_published_ones),
        cmocka_unit_test(each_polynomial_is_primitive_and_there_once),
        cmocka_unit_test(pairs_of_dimensions_are_nets),
        cmocka_unit_test(each_orthant_has_one_point),
    };
    return cmocka_run_group_tests_name("sobol", tests, NULL, NULL);
}
