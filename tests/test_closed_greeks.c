// SPDX-License-Identifier: MIT
// Greeks against their formulas where those are short (Haug 1998, chapter 1.3), and
// against each other by the equation of Black and Scholes where they are not.

#include "priced.h"
#include "support.h"

#include <math.h>

static double greek(const price_option *option, price_greek which)
{
    double value;
    assert_true(closed_form_greek(option, which, &value));
    return value;
}

static double normal(double z)
{
    return 0.5 * erfc(-z * sqrt(0.5));
}

static void greeks_of_european_options_are_their_formulas(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < 2000; i++) {
        bool is_one;
        price_option o = random_option(&seed, false, &is_one);
        if (!is_one || o.style != PRICE_EUROPEAN) {
            continue;
        }
        double s = o.spot.at[0], sigma = o.volatility.at[0], q = o.dividend.at[0];
        double t = o.years, r = o.rate, v = sigma * sqrt(t);
        double sign = o.type == PRICE_CALL ? 1.0 : -1.0;
        double d1 = (log(s / o.strike) + (r - q) * t) / v + 0.5 * v, d2 = d1 - v;
        double asset = s * exp(-q * t), cash = o.strike * exp(-r * t);
        double bump = asset * normal_density(d1);
        assert_within(greek(&o, PRICE_DELTA), sign * asset / s * normal(sign * d1), 1e-8);
        assert_within(greek(&o, PRICE_GAMMA), bump / (s * s * v), 1e-8);
        assert_within(greek(&o, PRICE_VEGA), bump * sqrt(t), 1e-6);
        assert_within(greek(&o, PRICE_RHO), sign * t * cash * normal(sign * d2), 1e-6);
        assert_within(greek(&o, PRICE_THETA),
                      -0.5 * bump * sigma / sqrt(t) +
                          sign * q * asset * normal(sign * d1) -
                          sign * r * cash * normal(sign * d2),
                      1e-6);
    }
}

// theta + (r - q) S delta + sigma^2 S^2 gamma / 2 = r price: all that depend on the price
// of today alone obey it.
static void greeks_obey_the_equation_of_black_and_scholes(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < 4000; i++) {
        bool is_one;
        price_option o = random_option(&seed, false, &is_one);
        bool is_markov = o.style == PRICE_EUROPEAN || o.style == PRICE_DIGITAL ||
                         (o.style == PRICE_BARRIER && o.monitoring == PRICE_CONTINUOUS);
        // Close to a barrier the difference of large derivatives remains.
        bool is_close =
            o.style == PRICE_BARRIER && fabs(log(o.barrier / o.spot.at[0])) <
                                            0.2 * o.volatility.at[0] * sqrt(o.years);
        if (!is_one || !is_markov || is_close) {
            continue;
        }
        double s = o.spot.at[0], sigma = o.volatility.at[0];
        double sum = greek(&o, PRICE_THETA) +
                     (o.rate - o.dividend.at[0]) * s * greek(&o, PRICE_DELTA) +
                     0.5 * sigma * sigma * s * s * greek(&o, PRICE_GAMMA);
        assert_within(sum, o.rate * closed_of(&o), 2e-5);
    }
}

static void a_geometric_asian_of_one_step_has_the_greeks_of_the_european(void **state)
{
    (void)state;
    price_option european = option_of("strike=95");
    price_option asian = option_of("strike=95 style=asian average=geometric steps=1");
    for (int which = PRICE_DELTA; which <= PRICE_THETA; which++) {
        assert_within(greek(&asian, (price_greek)which),
                      greek(&european, (price_greek)which), 1e-6);
    }
}

static void there_are_no_greeks_at_kinks_or_without_a_closed_form(void **state)
{
    (void)state;
    static const char *const kinks[] = {
        "years=0",
        "volatility=0",
        "style=asian",
        "style=barrier monitoring=discrete",
        "style=barrier barrier=100",
        "style=basket spot=100,90",
    };
    for (size_t i = 0; i < COUNT_OF(kinks); i++) {
        price_option option = option_of(kinks[i]);
        double value;
        assert_false(closed_form_greek(&option, PRICE_DELTA, &value));
    }
    // Beyond its barrier an option is nothing, or the european.
    price_option ended = option_of("style=barrier barrier=90");
    assert_within(greek(&ended, PRICE_DELTA), 0.0, 0.0);
    price_option begun = option_of("style=barrier barrier=90 barrier_type=up-in");
    price_option european = option_of("");
    assert_within(greek(&begun, PRICE_DELTA), greek(&european, PRICE_DELTA), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greeks_of_european_options_are_their_formulas),
        cmocka_unit_test(greeks_obey_the_equation_of_black_and_scholes),
        cmocka_unit_test(a_geometric_asian_of_one_step_has_the_greeks_of_the_european),
        cmocka_unit_test(there_are_no_greeks_at_kinks_or_without_a_closed_form),
    };
    return cmocka_run_group_tests_name("greeks", tests, NULL, NULL);
}
