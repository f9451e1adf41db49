// SPDX-License-Identifier: MIT
// glsl/lib/exact.glsl against libm, over the whole range that its header promises.
//
// Reciprocal and reciprocal root only see the exponent through its arithmetic: their
// error repeats with each power of 2 (of 4). So every mantissa is tried at one exponent,
// and every exponent with some mantissas.

#include "core/lanes.h"

#include "exact.glsl"

#include "support.h"

#include <math.h>

static float float_of(uint32_t bits)
{
    return real_from_bits((int32_t)bits);
}

static void keep_worst(double *worst, double error)
{
    if (!(error <= *worst)) { // also when it is not a number
        *worst = error;
    }
}

// ---- Reciprocals and roots -----------------------------------------------------------

typedef struct root_errors {
    double inverse_root, root, inverse;
} root_errors;

static void measure_roots(float x, root_errors *worst)
{
    double exact = x;
    keep_worst(&worst->inverse_root,
               fabs((double)exact_reciprocal_root(x) * sqrt(exact) - 1.0));
    keep_worst(&worst->root, fabs((double)exact_root(x) / sqrt(exact) - 1.0));
    keep_worst(&worst->inverse, fabs((double)exact_reciprocal(x) * exact - 1.0));
    keep_worst(&worst->inverse, fabs((double)exact_reciprocal(-x) * -exact - 1.0));
}

static void reciprocals_and_roots_keep_their_bounds(void **state)
{
    (void)state;
    root_errors worst = {0};
    for (uint32_t bits = 0x3f000000; bits < 0x40000000; bits++) {
        measure_roots(float_of(bits), &worst);
    }
    for (int exponent = -100; exponent < 100; exponent++) {
        for (uint32_t mantissa = 0; mantissa < 0x800000; mantissa += 6151) {
            uint32_t bits = (uint32_t)(exponent + 127) << 23 | mantissa;
            measure_roots(float_of(bits), &worst);
        }
    }
    print_message("worst: 1/sqrt %.2e, sqrt %.2e, 1/x %.2e\n", worst.inverse_root,
                  worst.root, worst.inverse);
    assert_true(worst.inverse_root <= 5e-6);
    assert_true(worst.root <= 5e-6);
    assert_true(worst.inverse <= 3e-7);
}

static void reciprocals_of_zero_are_finite(void **state)
{
    (void)state;
    assert_true(isfinite(exact_reciprocal_root(0.0f)));
    assert_true(isfinite(exact_reciprocal(0.0f)));
    assert_true(isfinite(exact_reciprocal(-0.0f)));
    assert_true(exact_root(0.0f) == 0.0f);
    float coincident = 0.0f * exact_reciprocal_root(0.0f);
    assert_true(coincident == 0.0f);
}

// ---- Powers and logarithms -----------------------------------------------------------

static void exp2_keeps_its_bound(void **state)
{
    (void)state;
    double worst = 0.0;
    for (double x = -126.0; x <= 127.0; x += 1.0 / 65537.0) {
        float rounded = (float)x;
        keep_worst(&worst,
                   fabs((double)exact_exp2(rounded) / exp2((double)rounded) - 1.0));
    }
    for (uint32_t bits = 0x20000000; bits < 0x42fe0000; bits += 1009) {
        float x = float_of(bits);
        keep_worst(&worst, fabs((double)exact_exp2(x) / exp2((double)x) - 1.0));
        x = fmaxf(-x, -126.0f);
        keep_worst(&worst, fabs((double)exact_exp2(x) / exp2((double)x) - 1.0));
    }
    print_message("worst: %.2e\n", worst);
    assert_true(worst <= 2e-7);
}

static void exp2_is_exact_at_whole_numbers(void **state)
{
    (void)state;
    for (int x = -126; x <= 127; x++) {
        assert_true(exact_exp2((float)x) == ldexpf(1.0f, x));
    }
}

static void exp2_is_clamped_past_its_range(void **state)
{
    (void)state;
    assert_true(exact_exp2(-1000.0f) == ldexpf(1.0f, -126));
    assert_true(exact_exp2(1e30f) == ldexpf(1.0f, 127));
}

static void log2_keeps_its_bound(void **state)
{
    (void)state;
    double worst = 0.0; // absolute where |log2 x| < 1, else relative
    for (uint32_t bits = 0x3f000000; bits < 0x40000000; bits++) {
        double exact = log2((double)float_of(bits));
        keep_worst(&worst, fabs((double)exact_log2(float_of(bits)) - exact));
    }
    for (uint32_t bits = 0x00800000; bits < 0x7f800000; bits += 509) {
        double exact = log2((double)float_of(bits));
        double error = fabs((double)exact_log2(float_of(bits)) - exact);
        keep_worst(&worst, error / fmax(fabs(exact), 1.0));
    }
    print_message("worst: %.2e\n", worst);
    assert_true(worst <= 2e-7);
    assert_true(exact_log2(1.0f) == 0.0f);
}

// ---- Angles --------------------------------------------------------------------------

static void sine_and_cosine_keep_their_bound(void **state)
{
    (void)state;
    const double turn = 6.283185307179586476925;
    double worst = 0.0;
    for (uint64_t angle = 0; angle < UINT64_C(1) << 32; angle += 617) {
        double exact = (double)angle / 4294967296.0 * turn;
        keep_worst(&worst, fabs((double)exact_sine((uint32_t)angle) - sin(exact)));
        keep_worst(&worst, fabs((double)exact_cosine((uint32_t)angle) - cos(exact)));
    }
    print_message("worst: %.2e\n", worst);
    assert_true(worst <= 2e-7);
}

static void sine_and_cosine_are_exact_at_quarter_turns(void **state)
{
    (void)state;
    const float sines[4] = {0.0f, 1.0f, 0.0f, -1.0f};
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        assert_true(exact_sine(quarter << 30) == sines[quarter]);
        assert_true(exact_cosine(quarter << 30) == sines[(quarter + 1) % 4]);
    }
}

// ---- Rounding and storing ------------------------------------------------------------

static void round_goes_to_the_nearest_and_ties_to_even(void **state)
{
    (void)state;
    for (int32_t half = -40001; half <= 40001; half++) {
        float x = (float)half * 0.5f;
        assert_int_equal(exact_round(x), (int32_t)nearbyint((double)x));
        float near = nextafterf(x, 1e9f);
        assert_int_equal(exact_round(near), (int32_t)nearbyint((double)near));
    }
    assert_int_equal(exact_round(0.5f), 0);
    assert_int_equal(exact_round(1.5f), 2);
    assert_int_equal(exact_round(2.5f), 2);
    assert_int_equal(exact_round(4194303.0f), 4194303);
}

static void round_is_odd(void **state)
{
    (void)state;
    random_source random = random_from(1);
    for (int i = 0; i < 1000000; i++) {
        float x = (float)(random_unit(&random) * 4194303.0);
        assert_int_equal(exact_round(-x), -exact_round(x));
    }
}

static void flush_makes_tiny_values_plus_zero(void **state)
{
    (void)state;
    const float limit = ldexpf(1.0f, -60);
    const float tiny[] = {0.0f,
                          -0.0f,
                          1e-45f,
                          -1e-45f,
                          1e-38f,
                          -1e-30f,
                          nextafterf(limit, 0.0f),
                          -nextafterf(limit, 0.0f)};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        assert_int_equal(real_bits(exact_flush(tiny[i])), 0);
    }
    const float kept[] = {limit, -limit, 1.0f, -1.0f, 3.4e38f, -3.4e38f};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        assert_int_equal(real_bits(exact_flush(kept[i])), real_bits(kept[i]));
    }
}

// ---- 64-bit integers -----------------------------------------------------------------

static float from_limbs(int64_t value)
{
    uint64_t bits = (uint64_t)value;
    return exact_from_limbs((uint32_t)bits, (int32_t)(uint32_t)(bits >> 32));
}

static void limbs_give_the_value_of_the_integer(void **state)
{
    (void)state;
    const int64_t edges[] = {
        0,          1,          65535,          65536,     0xffffffff,   0x100000000,
        0x7fffffff, 0x80000000, 0xffffffffffff, INT64_MAX, INT64_MIN + 2};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        for (int64_t near = -1; near <= 1; near++) {
            if (edges[i] == INT64_MAX && near > 0) {
                continue;
            }
            int64_t value = edges[i] + near;
            double error = fabs((double)from_limbs(value) - (double)value);
            assert_true(error <= fabs((double)value) * 1.2e-7); // an ULP
        }
    }
    random_source random = random_from(2);
    for (int i = 0; i < 1000000; i++) {
        int64_t value = (int64_t)random_next(&random) >> (random_next(&random) % 63);
        double error = fabs((double)from_limbs(value) - (double)value);
        assert_true(error <= fabs((double)value) * 1.2e-7);
    }
}

static void limbs_under_32_bits_are_correctly_rounded(void **state)
{
    (void)state;
    random_source random = random_from(3);
    for (int i = 0; i < 1000000; i++) {
        int64_t value =
            (int64_t)(uint32_t)random_next(&random) >> (random_next(&random) % 32);
        assert_true(from_limbs(value) == (float)value);
        assert_true(from_limbs(-value) == -(float)value);
    }
}

static void limbs_are_odd(void **state)
{
    (void)state;
    random_source random = random_from(4);
    for (int i = 0; i < 1000000; i++) {
        int64_t value = (int64_t)random_next(&random) >> (random_next(&random) % 63);
        assert_true(from_limbs(-value) == -from_limbs(value));
    }
}

// ---- Comparing -----------------------------------------------------------------------

static void clamp_keeps_values_between_its_bounds(void **state)
{
    (void)state;
    assert_true(exact_clamp(-2.0f, -1.0f, 1.0f) == -1.0f);
    assert_true(exact_clamp(2.0f, -1.0f, 1.0f) == 1.0f);
    assert_true(exact_clamp(0.25f, -1.0f, 1.0f) == 0.25f);
    assert_true(exact_min(1.0f, 2.0f) == 1.0f);
    assert_true(exact_max(1.0f, 2.0f) == 2.0f);
    assert_true(exact_abs(-3.0f) == 3.0f);
    assert_int_equal(real_bits(exact_abs(-0.0f)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reciprocals_and_roots_keep_their_bounds),
        cmocka_unit_test(reciprocals_of_zero_are_finite),
        cmocka_unit_test(exp2_keeps_its_bound),
        cmocka_unit_test(exp2_is_exact_at_whole_numbers),
        cmocka_unit_test(exp2_is_clamped_past_its_range),
        cmocka_unit_test(log2_keeps_its_bound),
        cmocka_unit_test(sine_and_cosine_keep_their_bound),
        cmocka_unit_test(sine_and_cosine_are_exact_at_quarter_turns),
        cmocka_unit_test(round_goes_to_the_nearest_and_ties_to_even),
        cmocka_unit_test(round_is_odd),
        cmocka_unit_test(flush_makes_tiny_values_plus_zero),
        cmocka_unit_test(limbs_give_the_value_of_the_integer),
        cmocka_unit_test(limbs_under_32_bits_are_correctly_rounded),
        cmocka_unit_test(limbs_are_odd),
        cmocka_unit_test(clamp_keeps_values_between_its_bounds),
    };
    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
