// SPDX-License-Identifier: MIT
// For tests of prices: options from text, and what they compare with.

#ifndef MOTE_TESTS_PRICED_H
#define MOTE_TESTS_PRICED_H

#include "price/closed_form.h"

// A finished option from "name=text name=text ..."; fails the test when it is none.
price_option option_of(const char *text);
// Likewise, with the status of the first failure.
mote_status option_from(const char *text, price_option *option);

// The closed form, which must be there; with text as above.
double closed_of(const price_option *option);
double closed_of_text(const char *text);

#define assert_within(value, expected, tolerance)                                        \
    assert_within_at((value), (expected), (tolerance), __FILE__, __LINE__)
void assert_within_at(double value, double expected, double tolerance, const char *file,
                      int line);

// The density of the standard normal distribution.
double normal_density(double z);

// The integral from low to high by Simpson's rule with so many intervals (even).
double integral(double (*f)(double x, const void *context), const void *context,
                double low, double high, int intervals);

// Numbers from 0 to 1, from a seed.
double uniform(uint64_t *seed);
// One option of all kinds, with usual or with extreme numbers; finished, or not `is_one`.
price_option random_option(uint64_t *seed, bool is_extreme, bool *is_one);

#endif
