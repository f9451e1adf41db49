// SPDX-License-Identifier: MIT
// The lines of the self-test: ROW(what holds, value). GLSL stores the values, C expects
// them and names the line that differs. Arguments are the bits of floats:
//
//     0x3f800000  1              0x33800000  2^-24          0x33000000  2^-25
//     0x3f800800  1 + 2^-12      0x3f801800  1 + 3 * 2^-12  0xbf801000  -(1 + 2^-11)
//
// Those of a*b + c, of the polynomial and of the functions with one are chosen so that a
// compiler which fuses their products and sums comes to other bits.

ROW(a_tie_of_a_sum_goes_to_even_below, sum_bits(0x3f800000u, 0x33800000u))
ROW(a_tie_of_a_sum_goes_to_even_above, sum_bits(0x3f800001u, 0x33800000u))
ROW(a_tie_of_a_negative_sum_goes_to_even, sum_bits(0xbf800001u, 0xb3800000u))
ROW(a_tie_of_a_difference_goes_to_even, difference_bits(0x3f800000u, 0x33000000u))
ROW(a_tie_of_a_product_goes_to_even_below, product_bits(0x3f800800u, 0x3f800800u))
ROW(a_tie_of_a_product_goes_to_even_above, product_bits(0x3f800800u, 0x3f801800u))
ROW(a_product_is_rounded_correctly, product_bits(0x3eaaaaabu, 0x40490fdbu))
ROW(a_float_of_an_int_ties_to_even_below, real_from_integer_bits(16777217u))
ROW(a_float_of_an_int_ties_to_even_above, real_from_integer_bits(16777219u))
ROW(a_float_of_a_negative_int_ties_to_even, real_from_integer_bits(0xfefffffdu))
ROW(a_float_of_the_largest_int_is_a_power_of_two, real_from_integer_bits(0x7fffffffu))
ROW(an_int_of_a_float_drops_the_fraction, integer_from_real_bits(0x40300000u))
ROW(an_int_of_a_negative_float_drops_the_fraction, integer_from_real_bits(0xc0300000u))
ROW(an_int_of_a_large_float_is_exact, integer_from_real_bits(0xceffffffu))
ROW(an_expression_rounds_twice, one_line_bits(0x3f800800u, 0x3f800800u, 0xbf801000u))
ROW(a_return_rounds_twice, two_roundings_bits(0x3f800800u, 0x3f800800u, 0xbf801000u))
ROW(a_condition_rounds_twice, condition_bits(0x3f800800u, 0x3f800800u, 0xbf801000u, 0x33000000u))
ROW(a_polynomial_rounds_every_step, polynomial_bits(0x3dba1f2du))
ROW(a_difference_of_equals_is_plus_zero, difference_bits(0x40490fdbu, 0x40490fdbu))
ROW(minus_zero_is_flushed_to_zero, bits_of(exact_flush(opaque_real(0x80000000u))))
ROW(a_tiny_number_is_flushed_to_zero, bits_of(exact_flush(opaque_real(0xa17fffffu))))
ROW(a_small_number_is_kept, bits_of(exact_flush(opaque_real(0xa1800000u))))
ROW(exact_round_ties_to_even, round_bits(0x40200000u) ^ round_bits(0xbfc00000u) << 8)
ROW(exact_from_limbs_takes_64_bits, limbs_bits(0x89abcdefu, 0x01234567u))
ROW(exact_from_limbs_is_odd, limbs_bits(0x76543211u, 0xfedcba98u))
ROW(exact_reciprocal_root_of_2, bits_of(exact_reciprocal_root(opaque_real(0x40000000u))))
ROW(exact_root_of_a_small_number, bits_of(exact_root(opaque_real(0x1e3ce508u))))
ROW(exact_reciprocal_of_about_minus_3, bits_of(exact_reciprocal(opaque_real(0xc0400037u))))
ROW(exact_exp2_of_a_fraction, bits_of(exact_exp2(opaque_real(0xbebe95a1u))))
ROW(exact_exp2_is_clamped, bits_of(exact_exp2(opaque_real(0x43480000u))))
ROW(exact_log2_near_1, bits_of(exact_log2(opaque_real(0x3f752595u))))
ROW(exact_sine_of_a_large_angle, bits_of(exact_sine(opaque(0x80a21cc8u))))
ROW(exact_cosine_of_a_small_angle, bits_of(exact_cosine(opaque(0x003fc38cu))))
ROW(a_64_bit_product_has_a_high_word, multiply_high(opaque(0xfedcba98u), opaque(0x89abcdefu)))
ROW(a_negative_int_shifts_in_ones, shift_bits(0x80000123u))
ROW(an_int_product_wraps, opaque(0x9e3779b9u) * opaque(0xbb67ae85u))
ROW(philox_counts, philox_bits(1u, 2u))
