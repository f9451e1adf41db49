// SPDX-License-Identifier: MIT
// The parts of priced.h.

#include "priced.h"
#include "support.h"

#include "core/text.h"

#include <math.h>
#include <string.h>

mote_status option_from(const char *text, price_option *option)
{
    char copy[512];
    assert_true(strlen(text) < sizeof copy);
    memcpy(copy, text, strlen(text) + 1);
    *option = price_option_default();
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
        char *value = strchr(name, '=');
        assert_non_null(value);
        *value++ = '\0';
        TRY(price_option_set(option, name, value, name));
    }
    return price_option_finish(option);
}

price_option option_of(const char *text)
{
    price_option option;
    assert_ok(option_from(text, &option));
    return option;
}

double closed_of(const price_option *option)
{
    double price;
    assert_true(closed_form_price(option, &price));
    return price;
}

double closed_of_text(const char *text)
{
    price_option option = option_of(text);
    return closed_of(&option);
}

void assert_within_at(double value, double expected, double tolerance, const char *file,
                      int line)
{
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%.15g is not within %g of %.15g\n", value, tolerance, expected);
        _fail(file, line);
    }
}

double normal_density(double z)
{
    return 0.39894228040143267794 * exp(-0.5 * z * z);
}

double integral(double (*f)(double x, const void *context), const void *context,
                double low, double high, int intervals)
{
    double step = (high - low) / intervals;
    double sum = f(low, context) + f(high, context);
    for (int i = 1; i < intervals; i++) {
        sum += (i % 2 ? 4.0 : 2.0) * f(low + i * step, context);
    }
    return sum * step / 3.0;
}

double uniform(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) * 0x1p-53;
}

static double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * uniform(seed);
}

static int below(uint64_t *seed, int count)
{
    return (int)(uniform(seed) * count);
}

// A number over all its range, by its order of magnitude; sometimes an end of it.
static double extreme(uint64_t *seed, double least, double most)
{
    int which = below(seed, 8);
    if (which < 2) {
        return which ? least : most;
    }
    double size = pow(10.0, between(seed, -20.0, log10(most)));
    double number = least < 0.0 && below(seed, 2) ? -size : size;
    return number < least ? least : number;
}

static double pick(uint64_t *seed, bool is_extreme, const double usual[2],
                   const double range[2])
{
    return is_extreme && below(seed, 2) ? extreme(seed, range[0], range[1])
                                        : between(seed, usual[0], usual[1]);
}

#define PICK(low, high, least, most)                                                     \
    pick(seed, is_extreme, (const double[]){low, high}, (const double[]){least, most})

price_option random_option(uint64_t *seed, bool is_extreme, bool *is_one)
{
    price_option option = price_option_default();
    option.style = below(seed, 5);
    option.type = below(seed, 2);
    option.average = below(seed, 2);
    option.barrier_type = below(seed, 4);
    option.monitoring = below(seed, 2);
    option.spot.count =
        option.style == PRICE_BASKET ? 1 + below(seed, PRICE_ASSET_MAX) : 1;
    for (int i = 0; i < option.spot.count; i++) {
        option.spot.at[i] = PICK(50.0, 150.0, 1e-6, 1e12);
        option.volatility.at[i] = PICK(0.05, 0.6, 0.0, 10.0);
        option.dividend.at[i] = PICK(-0.1, 0.1, -10.0, 10.0);
        option.weight.at[i] = PICK(0.0, 1.0, 0.0, 1e6);
    }
    option.volatility.count = option.dividend.count = option.weight.count =
        option.spot.count;
    option.strike = PICK(50.0, 150.0, 0.0, 1e12);
    option.rate = PICK(-0.05, 0.15, -10.0, 10.0);
    option.years = PICK(0.05, 3.0, 0.0, 1000.0);
    option.payout = PICK(0.0, 10.0, 0.0, 1e12);
    option.barrier = PICK(50.0, 150.0, 1e-6, 1e12);
    if (is_extreme && below(seed, 8) == 0) { // all at one price
        option.strike = option.barrier = option.spot.at[0];
    }
    option.correlation = PICK(-0.1, 1.0, -1.0, 1.0);
    option.steps = 1 + below(seed, 300);
    *is_one = price_option_finish(&option) == MOTE_OK;
    return option;
}
