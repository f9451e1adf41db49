// SPDX-License-Identifier: MIT
// Normal numbers from uniform bits (glsl/price/normal.glsl) against the distribution that
// the C library knows, and the double-precision functions behind the table.

#define PRICE_STYLE STYLE_asian
#include "price/price_context.h"

#include "core/pinned.h"
#include "price/normal_table.h"
#include "support.h"

#include <math.h>
#include <stdio.h>

static price_tables tables;

static price_context context_of(bool is_wide)
{
    int rows = is_wide ? NORMAL_ROWS_WIDE : NORMAL_ROWS;
    normal_table_fill(tables.normal, rows);
    return (price_context){
        .choices.wide = is_wide, .tables = &tables, .side_rows = (uint32_t)rows};
}

static double upper_tail(double z)
{
    return 0.5 * erfc(z / sqrt(2.0));
}

// ---- In double precision -------------------------------------------------------------

static void log_and_exp_are_those_of_the_c_library(void **state)
{
    (void)state;
    for (double x = 1e-300; x < 1e300; x *= 1.7) {
        assert_true(fabs(pinned_log(x) - log(x)) <= 4e-16 * fmax(1.0, fabs(log(x))));
    }
    for (double x = 0.5; x < 2.0; x += 1e-5) {
        assert_true(fabs(pinned_log(x) - log(x)) <= 4e-16);
    }
    for (double x = -700.0; x <= 700.0; x += 0.0137) {
        assert_true(fabs(pinned_exp(x) / exp(x) - 1.0) <= 1e-15);
    }
    assert_true(pinned_exp(0.0) == 1.0);
    assert_true(pinned_log(1.0) == 0.0);
}

static void the_inverse_is_that_of_erfc(void **state)
{
    (void)state;
    for (double p = 0.5; p > 1e-21; p *= 0.9973) {
        double z = normal_upper(p);
        // d log(tail) / dz is about -z - 1/z.
        double error = fabs(upper_tail(z) / p - 1.0) / (z + 1.0);
        assert_true(error <= 2e-15 * (z + 1.0));
    }
    assert_true(normal_upper(0.5) == 0.0);
}

// ---- Words ---------------------------------------------------------------------------

static double size_from_tail(double tail)
{
    return tail >= 0.5 ? 0.0 : normal_upper(tail);
}

static void check_word(const price_context *c, uint32_t word)
{
    double z = (double)normal_from(*c, word);
    double tail = ((double)(word & 0x7fffffffu) + 0.5) / 4294967296.0;
    double expected = size_from_tail(tail) * (word >> 31 ? -1.0 : 1.0);
    // In the middle the tail is a float of 24 bits.
    double most = 2e-7 * fmax(1.0, fabs(expected));
    if (fabs(z - expected) > most) {
        print_error("word 0x%08x: %.9g, not %.9g\n", word, z, expected);
    }
    assert_true(fabs(z - expected) <= most);
}

static void every_number_is_where_the_distribution_has_it(void **state)
{
    (void)state;
    price_context c = context_of(false);
    for (uint32_t word = 0; word < 100000; word++) {
        check_word(&c, word);               // the far tail
        check_word(&c, 0x7fffffffu - word); // the middle
    }
    random_source source = random_from(1);
    for (int shift = 0; shift < 32; shift++) {
        for (int i = 0; i < 20000; i++) {
            uint32_t word = (uint32_t)random_next(&source) >> shift;
            check_word(&c, word);
            check_word(&c, word | 0x80000000u);
        }
    }
}

// On both sides of each border of two rows, and of the table.
static void borders_of_rows_are_met_from_both_sides(void **state)
{
    (void)state;
    price_context c = context_of(false);
    for (int row = 0; row <= 512; row++) {
        int32_t top = 0x4f000000 - (row << NORMAL_ROW_BITS);
        for (int32_t off = -2; off <= 2; off++) {
            float u = real_from_bits(top + off);
            if (u >= 0.5f && u <= 2147483647.0f) {
                check_word(&c, (uint32_t)u);
            }
        }
    }
    check_word(&c, 0);
    check_word(&c, 0x7fffffffu);
    check_word(&c, 0x80000000u);
    check_word(&c, 0xffffffffu);
}

static void of_64_bits_the_tail_goes_on(void **state)
{
    (void)state;
    price_context c = context_of(true);
    random_source source = random_from(2);
    for (int shift = 0; shift < 63; shift++) {
        for (int i = 0; i < 5000; i++) {
            uint64_t wide = random_next(&source) << 1 >> 1 >> shift;
            uint32_t low = (uint32_t)wide;
            uint32_t word = (uint32_t)(wide >> 32);
            double z = (double)normal_from_wide(c, word, low);
            double tail =
                ((double)word + ((double)(low >> 8) + 0.5) / 16777216.0) / 4294967296.0;
            double size = size_from_tail(tail);
            assert_true(fabs(z - size) <= 2e-7 * fmax(1.0, size));
            assert_true((double)normal_from_wide(c, word | 0x80000000u, low) == -z);
        }
    }
    double farthest = (double)normal_from_wide(c, 0, 0);
    assert_true(farthest > 8.5 && farthest < NORMAL_MOST_WIDE);
}

static void a_number_and_that_of_the_other_sign_are_opposite(void **state)
{
    (void)state;
    price_context c = context_of(false);
    random_source source = random_from(3);
    for (int i = 0; i < 100000; i++) {
        uint32_t word = (uint32_t)random_next(&source) & 0x7fffffffu;
        float z = normal_from(c, word);
        assert_true(z >= 0.0f && z < (float)NORMAL_MOST);
        assert_true(normal_from(c, word | 0x80000000u) == -z);
    }
}

// ---- The distribution ----------------------------------------------------------------

#define NUMBERS (1 << 22)

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a;
    float y = *(const float *)b;
    return (x > y) - (x < y);
}

static float *draw_numbers(void)
{
    price_context c = context_of(false);
    float *numbers = malloc(NUMBERS * sizeof *numbers);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < NUMBERS / 4; i++) {
        philox_words w = philox(i, 0, 0, RANDOM_PATH, 11, 0);
        numbers[4 * i] = normal_from(c, w.a);
        numbers[4 * i + 1] = normal_from(c, w.b);
        numbers[4 * i + 2] = normal_from(c, w.c);
        numbers[4 * i + 3] = normal_from(c, w.d);
    }
    return numbers;
}

// Each within 4 standard deviations: of the mean of z^k these are the root of
// (E z^2k - (E z^k)^2) / n.
static void moments_are_those_of_the_distribution(void **state)
{
    (void)state;
    static const double expected[9] = {1, 0, 1, 0, 3, 0, 15, 0, 105};
    static const double of_squares[9] = {1, 1, 3, 15, 105, 945, 10395, 135135, 2027025};
    float *numbers = draw_numbers();
    double sums[9] = {0};
    for (int i = 0; i < NUMBERS; i++) {
        double power = 1.0;
        for (int k = 1; k <= 8; k++) {
            power *= (double)numbers[i];
            sums[k] += power;
        }
    }
    free(numbers);
    for (int k = 1; k <= 8; k++) {
        double deviation = sqrt((of_squares[k] - expected[k] * expected[k]) / NUMBERS);
        assert_true(fabs(sums[k] / NUMBERS - expected[k]) < 4.0 * deviation);
    }
}

// Kolmogorov and Smirnov: the largest distance of the two distribution functions, times
// sqrt(n), is above 1.95 once in a thousand.
static void the_distribution_function_is_met(void **state)
{
    (void)state;
    float *numbers = draw_numbers();
    qsort(numbers, NUMBERS, sizeof *numbers, compare_floats);
    double largest = 0.0;
    for (int i = 0; i < NUMBERS; i++) {
        double below = upper_tail(-(double)numbers[i]);
        largest = fmax(largest, fabs(below - (double)i / NUMBERS));
        largest = fmax(largest, fabs(below - (double)(i + 1) / NUMBERS));
    }
    free(numbers);
    assert_true(largest * sqrt(NUMBERS) < 1.95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_and_exp_are_those_of_the_c_library),
        cmocka_unit_test(the_inverse_is_that_of_erfc),
        cmocka_unit_test(every_number_is_where_the_distribution_has_it),
        cmocka_unit_test(borders_of_rows_are_met_from_both_sides),
        cmocka_unit_test(of_64_bits_the_tail_goes_on),
        cmocka_unit_test(a_number_and_that_of_the_other_sign_are_opposite),
        cmocka_unit_test(moments_are_those_of_the_distribution),
        cmocka_unit_test(the_distribution_function_is_met),
    };
    return cmocka_run_group_tests_name("normal", tests, NULL, NULL);
}
