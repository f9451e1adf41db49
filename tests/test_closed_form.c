// SPDX-License-Identifier: MIT
// Closed forms against published numbers, against each other, and against integrals over
// what they are of; limits; and no input that gives NaN.

#include "priced.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static void european_options_have_the_published_prices(void **state)
{
    (void)state;
    static const struct {
        const char *option;
        double price, tolerance;
    } known[] = {
        {"", 10.450584, 5e-7},
        {"strike=105", 8.021352, 5e-7},
        {"type=put spot=36 strike=40 rate=0.06", 3.844308, 5e-7},
        {"rate=0 spot=100", 7.965567455405804, 1e-12},
        // J. C. Hull, "Options, futures, and other derivatives", 5th edition, examples
        // 12.7 (a stock) and 13.1 (an index with a dividend), as printed.
        {"spot=42 strike=40 rate=0.1 volatility=0.2 years=0.5", 4.76, 5e-3},
        {"type=put spot=42 strike=40 rate=0.1 volatility=0.2 years=0.5", 0.81, 5e-3},
        {"spot=930 strike=900 rate=0.08 dividend=0.03 volatility=0.2 "
         "years=0.16666666666667",
         51.83, 5e-3},
        // Haug 1998, chapter 1.1.2: a put on an index; chapter 2.11: cash or nothing.
        {"type=put spot=100 strike=95 rate=0.1 dividend=0.05 volatility=0.2 years=0.5",
         2.4648, 5e-5},
        {"style=digital type=put spot=100 strike=80 rate=0.06 dividend=0.06 "
         "volatility=0.35 years=0.75 payout=10",
         2.6710, 5e-5},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        assert_within(closed_of_text(known[i].option), known[i].price,
                      known[i].tolerance);
    }
}

// Call less put is the forward less the strike.
static void calls_and_puts_are_at_parity(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        bool is_one;
        price_option option = random_option(&seed, false, &is_one);
        double call, put;
        if (!is_one || option.style == PRICE_BARRIER ||
            !closed_form_price(&option, &call)) {
            continue;
        }
        option.type = PRICE_CALL;
        call = closed_of(&option);
        option.type = PRICE_PUT;
        put = closed_of(&option);
        double discount = exp(-option.rate * option.years);
        if (option.style == PRICE_DIGITAL) {
            assert_within(call + put, discount * option.payout, 1e-13 * option.payout);
            continue;
        }
        option.type = PRICE_CALL;
        option.strike = 0.0; // worth the forward, or the mean of the mean
        double forward = closed_of(&option);
        assert_true(forward > 0.0);
        option.strike = 100.0;
        call = closed_of(&option);
        option.type = PRICE_PUT;
        put = closed_of(&option);
        assert_within(call - put, forward - 100.0 * discount, 1e-12 * (forward + 100.0));
    }
}

static void a_digital_call_is_how_a_call_falls_with_the_strike(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        price_option option = price_option_default();
        option.strike = 60.0 + 80.0 * uniform(&seed);
        option.years = 0.2 + uniform(&seed);
        option.dividend.at[0] = 0.1 * uniform(&seed);
        option.type = i % 2;
        price_option above = option, below = option;
        above.strike += 1e-3;
        below.strike -= 1e-3;
        double slope = (closed_of(&above) - closed_of(&below)) / 2e-3;
        option.style = PRICE_DIGITAL;
        assert_within(closed_of(&option), option.type == PRICE_CALL ? -slope : slope,
                      1e-8);
    }
}

// ---- Means ---------------------------------------------------------------------------

typedef struct mean_law {
    double mean, deviation; // of the logarithm
    const price_option *option;
} mean_law;

static double mean_payoff(double z, const void *context)
{
    const mean_law *law = context;
    double mean = exp(law->mean + law->deviation * z);
    double payoff = law->option->type == PRICE_CALL ? mean - law->option->strike
                                                    : law->option->strike - mean;
    return normal_density(z) * fmax(payoff, 0.0);
}

// By integrals on both sides of the strike, where the payoff bends.
static double expected_payoff(const mean_law *law)
{
    double bend = (log(law->option->strike) - law->mean) / law->deviation;
    bend = fmin(fmax(bend, -9.0), 9.0);
    return integral(mean_payoff, law, -10.0, bend, 4000) +
           integral(mean_payoff, law, bend, 10.0, 4000);
}

// The law of the mean from the law of the log prices at each two steps.
static void a_geometric_asian_is_worth_what_its_steps_say(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int steps = 1; steps <= 40; steps += 3) {
        char text[200];
        snprintf(text, sizeof text,
                 "style=asian average=geometric steps=%d strike=%.3f dividend=0.03 "
                 "years=%.3f volatility=%.3f type=%s",
                 steps, 80.0 + 40.0 * uniform(&seed), 0.1 + 2.0 * uniform(&seed),
                 0.1 + 0.4 * uniform(&seed), steps % 2 ? "call" : "put");
        price_option option = option_of(text);
        double v = option.volatility.at[0], step = option.years / steps;
        double mean = log(option.spot.at[0]), variance = 0.0;
        for (int i = 1; i <= steps; i++) {
            mean += (option.rate - 0.03 - 0.5 * v * v) * i * step / steps;
            for (int j = 1; j <= steps; j++) {
                variance += v * v * step * (i < j ? i : j) / steps / steps;
            }
        }
        mean_law law = {mean, sqrt(variance), &option};
        double payoff = expected_payoff(&law);
        assert_within(closed_of(&option), exp(-option.rate * option.years) * payoff,
                      1e-9);
        assert_within(closed_form_control(&option), exp(mean + variance / 2), 1e-9);
        option.average = PRICE_ARITHMETIC;
        assert_within(closed_form_control(&option), payoff, 1e-9);
    }
}

static void a_geometric_basket_is_worth_what_its_assets_say(void **state)
{
    (void)state;
    price_option option = option_of(
        "style=basket spot=90,100,120 volatility=0.2,0.3,0.25 weight=0.5,1,0.25 "
        "dividend=0,0.02,0.01 correlation=-0.3 strike=170 years=2");
    double mean = log(1.75), variance = 0.0;
    for (int i = 0; i < 3; i++) {
        double a = option.weight.at[i] / 1.75, v = option.volatility.at[i];
        mean += a * (log(option.spot.at[i]) +
                     2.0 * (0.05 - option.dividend.at[i] - 0.5 * v * v));
        for (int j = 0; j < 3; j++) {
            variance += a * v * option.weight.at[j] / 1.75 * option.volatility.at[j] *
                        2.0 * (i == j ? 1.0 : -0.3);
        }
    }
    mean_law law = {mean, sqrt(variance), &option};
    assert_within(closed_form_control(&option), expected_payoff(&law), 1e-9);
    double price;
    assert_false(closed_form_price(&option, &price));
    assert_null(closed_form_source(&option));
}

// Options of different styles that are one option.
static void styles_agree_where_they_meet(void **state)
{
    (void)state;
    double european = closed_of_text("strike=90 dividend=0.02");
    assert_within(closed_of_text("style=asian steps=1 strike=90 dividend=0.02"), european,
                  1e-13);
    assert_within(closed_of_text("style=asian steps=1 average=geometric strike=90 "
                                 "dividend=0.02"),
                  european, 1e-13);
    assert_within(closed_of_text("style=basket strike=90 dividend=0.02"), european,
                  1e-12);
    assert_within(closed_of_text("style=basket strike=90 spot=50 weight=2 dividend=0.02"),
                  european, 1e-12);
    // Of two assets only one counts.
    assert_within(closed_of_text("style=basket strike=90 spot=70,50 weight=0,2 "
                                 "volatility=0.7,0.2 correlation=0.5 dividend=0.02"),
                  european, 1e-12);
    assert_within(closed_of_text("style=barrier barrier=1e9 strike=90 dividend=0.02"),
                  european, 1e-13);
}

static void there_is_a_control_and_a_source_for_each_style(void **state)
{
    (void)state;
    static const struct {
        const char *option, *control; // an option that is worth as much at rate 0
        const char *source;
    } cases[] = {
        {"rate=0", "rate=0 strike=0", "Black and Scholes 1973"},
        {"rate=0 style=digital", "rate=0 strike=0", "Black and Scholes 1973"},
        {"rate=0 style=asian", "rate=0 style=asian average=geometric", NULL},
        {"rate=0 style=asian average=geometric",
         "rate=0 style=asian average=geometric strike=0", "Kemna and Vorst 1990"},
        {"rate=0 style=barrier", "rate=0", "Merton 1973; Reiner and Rubinstein 1991"},
        {"rate=0 style=barrier monitoring=discrete", "rate=0", NULL},
        // Of assets that move as one.
        {"rate=0 style=basket spot=100,100 correlation=1", "rate=0", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        price_option option = option_of(cases[i].option);
        assert_within(closed_form_control(&option), closed_of_text(cases[i].control),
                      1e-12);
        const char *source = closed_form_source(&option);
        assert_true(!source == !cases[i].source);
        if (source) {
            assert_string_equal(source, cases[i].source);
        }
    }
    price_option option = option_of("rate=0.1 years=2");
    assert_within(closed_form_control(&option), 100.0 * exp(0.2),
                  1e-12); // not discounted
}

// ---- Limits --------------------------------------------------------------------------

static void limits_are_right(void **state)
{
    (void)state;
    const double discount = exp(-0.05);
    const double none = 0.0;
    const struct {
        const char *option;
        double price;
    } cases[] = {
        {"years=0 strike=90", 10.0},
        {"years=0 strike=100", none},
        {"years=0 strike=110", none},
        {"years=0 strike=110 type=put", 10.0},
        {"volatility=0 strike=100", 100.0 - 100.0 * discount},
        {"volatility=0 strike=110", none},
        {"volatility=0 strike=110 type=put", 110.0 * discount - 100.0},
        {"strike=0", 100.0},
        {"strike=0 type=put", none},
        {"strike=1e12", none},
        {"style=digital years=0 strike=99.9", 1.0},
        {"style=digital years=0 strike=100", none}, // at is not beyond
        {"style=digital years=0 strike=100 type=put", none},
        {"style=digital volatility=0 strike=105", discount},
        {"style=digital volatility=0 strike=106", none},
        {"style=digital volatility=0 strike=106 type=put payout=3", 3.0 * discount},
        {"style=digital strike=0", discount},
        {"style=digital strike=0 type=put", none},
        {"style=digital payout=0", none},
        {"style=asian average=geometric years=0 strike=90", 10.0},
        {"style=asian average=geometric volatility=0 rate=0 strike=90", 10.0},
        {"style=asian average=geometric volatility=0 steps=1 strike=90",
         100.0 - 90.0 * discount},
        {"style=barrier years=0 strike=90", 10.0},
        {"style=barrier years=0 strike=90 barrier=100", none},
        {"style=barrier years=0 strike=90 barrier=100 barrier_type=up-in", 10.0},
        {"style=barrier years=0 strike=90 barrier_type=up-in", none},
        // It goes up to the forward of 105.1 and no further.
        {"style=barrier volatility=0 strike=90 barrier=105", none},
        {"style=barrier volatility=0 strike=90 barrier=106", 100.0 - 90.0 * discount},
        {"style=barrier volatility=0 strike=90 barrier=105 barrier_type=up-in",
         100.0 - 90.0 * discount},
        {"style=barrier strike=0 barrier=90 barrier_type=down-out type=put", none},
        {"style=barrier strike=0 barrier=1e-6 barrier_type=down-out", 100.0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_within(closed_of_text(cases[i].option), cases[i].price, 1e-12);
    }
    // Small is near none.
    assert_within(closed_of_text("years=1e-12 strike=90"), 10.0, 1e-9);
    assert_within(closed_of_text("volatility=1e-12 strike=90"), 100.0 - 90.0 * discount,
                  1e-12);
    // Assets that move against each other, and cancel.
    price_option option =
        option_of("style=basket spot=100,100 correlation=-1 strike=90 rate=0");
    assert_within(closed_form_control(&option), 100.0 * exp(-0.02) - 90.0, 1e-12);
}

static void prices_are_finite_and_between_their_bounds(void **state)
{
    (void)state;
    uint64_t seed = 4;
    int count = 0;
    for (int i = 0; i < 400000; i++) {
        bool is_one;
        price_option option = random_option(&seed, true, &is_one);
        if (!is_one) {
            continue;
        }
        count++;
        double price, estimate, greek, control = closed_form_control(&option);
        assert_true(control >= 0.0 && control <= DBL_MAX);
        if (closed_form_price(&option, &price)) {
            assert_true(price >= 0.0 && price <= DBL_MAX);
        }
        if (closed_form_estimate(&option, &estimate)) {
            assert_true(estimate >= 0.0 && estimate <= DBL_MAX);
        }
        for (int which = PRICE_DELTA; i % 16 == 0 && which <= PRICE_THETA; which++) {
            if (closed_form_greek(&option, (price_greek)which, &greek)) {
                assert_true(fabs(greek) <= DBL_MAX);
            }
        }
        if (option.style == PRICE_BARRIER) {
            option.style = PRICE_EUROPEAN;
            assert_true(price <= closed_of(&option));
        }
    }
    assert_true(count > 40000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(european_options_have_the_published_prices),
        cmocka_unit_test(calls_and_puts_are_at_parity),
        cmocka_unit_test(a_digital_call_is_how_a_call_falls_with_the_strike),
        cmocka_unit_test(a_geometric_asian_is_worth_what_its_steps_say),
        cmocka_unit_test(a_geometric_basket_is_worth_what_its_assets_say),
        cmocka_unit_test(styles_agree_where_they_meet),
        cmocka_unit_test(there_is_a_control_and_a_source_for_each_style),
        cmocka_unit_test(limits_are_right),
        cmocka_unit_test(prices_are_finite_and_between_their_bounds),
    };
    return cmocka_run_group_tests_name("closed forms", tests, NULL, NULL);
}
