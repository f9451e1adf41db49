// SPDX-License-Identifier: MIT
// Options from text: what is understood, what follows from what, and every error message.

#include "priced.h"
#include "support.h"

#include <stdio.h>

static void the_default_is_a_call(void **state)
{
    (void)state;
    price_option option = price_option_default();
    assert_ok(price_option_finish(&option));
    assert_int_equal(option.style, PRICE_EUROPEAN);
    assert_int_equal(option.type, PRICE_CALL);
    assert_int_equal(option.spot.count, 1);
    assert_within(option.spot.at[0], 100.0, 0.0);
    assert_within(option.weight.at[0], 1.0, 0.0);
    assert_within(option.steps, 1.0, 0.0);
    assert_int_equal(option.given, 0);
}

static void all_rows_are_read(void **state)
{
    (void)state;
    price_option option = price_option_default();
#define SET(name, text) assert_ok(price_option_set(&option, #name, text, "here"))
    SET(style, "basket");
    SET(type, "put");
    SET(average, "geometric");
    SET(barrier_type, "down-in");
    SET(monitoring, "discrete");
    SET(spot, "100, 95;1e2");
    SET(volatility, "0.2");
    SET(dividend, "-0.5,0,.5");
    SET(weight, "0,1,2");
    SET(strike, " 1e1 ");
    SET(rate, "-0.05");
    SET(years, "0");
    SET(payout, "7");
    SET(barrier, "+90.5");
    SET(correlation, "1");
    SET(steps, "4096");
#undef SET
    assert_int_equal(option.style, PRICE_BASKET);
    assert_int_equal(option.type, PRICE_PUT);
    assert_int_equal(option.average, PRICE_GEOMETRIC);
    assert_int_equal(option.barrier_type, PRICE_DOWN_IN);
    assert_int_equal(option.monitoring, PRICE_DISCRETE);
    assert_int_equal(option.spot.count, 3);
    assert_within(option.spot.at[1], 95.0, 0.0);
    assert_int_equal(option.volatility.count, 1);
    assert_within(option.dividend.at[2], 0.5, 0.0);
    assert_within(option.weight.at[2], 2.0, 0.0);
    assert_within(option.strike, 10.0, 0.0);
    assert_within(option.rate, -0.05, 0.0);
    assert_within(option.years, 0.0, 0.0);
    assert_within(option.payout, 7.0, 0.0);
    assert_within(option.barrier, 90.5, 0.0);
    assert_within(option.correlation, 1.0, 0.0);
    assert_within(option.steps, 4096.0, 0.0);
    assert_int_equal(option.given, (1 << PRICE_ROW_COUNT) - 1);
}

static void each_row_has_its_name(void **state)
{
    (void)state;
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        price_row row;
        assert_ok(price_row_find(price_row_name((price_row)i), "here", &row));
        assert_int_equal(row, i);
    }
}

static void the_words_are_in_the_order_of_their_enums(void **state)
{
    (void)state;
    static const char *const styles[] = {"european", "digital", "asian", "barrier",
                                         "basket"};
    for (int i = 0; i < 5; i++) {
        char text[40];
        snprintf(text, sizeof text, "style=%s", styles[i]);
        assert_int_equal(option_of(text).style, i);
    }
    static const char *const kinds[] = {"up-out", "up-in", "down-out", "down-in"};
    for (int i = 0; i < 4; i++) {
        char text[60];
        snprintf(text, sizeof text, "style=barrier barrier_type=%s", kinds[i]);
        assert_int_equal(option_of(text).barrier_type, i);
    }
}

static void single_numbers_are_given_to_all_assets(void **state)
{
    (void)state;
    price_option option = option_of("style=basket volatility=0.1,0.2,0.3 spot=90");
    assert_int_equal(option.spot.count, 3);
    assert_int_equal(option.dividend.count, 3);
    assert_within(option.spot.at[2], 90.0, 0.0);
    assert_within(option.weight.at[2], 1.0 / 3.0, 0.0);
    option = option_of("style=basket spot=90,80 weight=0");
    assert_within(option.weight.at[0] + option.weight.at[1], 1.0, 0.0);
    option = option_of("style=basket spot=90,80 weight=0,3");
    assert_within(option.weight.at[0], 0.0, 0.0);
    assert_within(option.weight.at[1], 3.0, 0.0);
    option = option_of("style=basket spot=1,2,3,4,5,6,7,8");
    assert_int_equal(option.weight.count, 8);
    price_option again = option;
    assert_ok(price_option_finish(&again)); // finished once more it is the same
    assert_memory_equal(&again, &option, sizeof option);
}

static void steps_follow_from_the_style(void **state)
{
    (void)state;
    assert_within(option_of("style=asian").steps, 64.0, 0.0);
    assert_within(option_of("style=barrier").steps, 64.0, 0.0);
    assert_within(option_of("style=barrier steps=7").steps, 7.0, 0.0);
    assert_within(option_of("style=digital").steps, 1.0, 0.0);
    assert_within(option_of("style=digital steps=1").steps, 1.0, 0.0);
    assert_within(option_of("style=basket").steps, 1.0, 0.0);
}

// So that it may be the base of options of other styles.
static void what_is_not_given_may_be_of_no_use(void **state)
{
    (void)state;
    price_option option = price_option_default();
    assert_ok(price_option_set(&option, "steps", "9", "here"));
    assert_ok(price_option_set(&option, "average", "geometric", "here"));
    option.given = 0;
    assert_ok(price_option_finish(&option));
    assert_within(option.steps, 1.0, 0.0);
    assert_int_equal(option.average, PRICE_ARITHMETIC);
}

static void limits_are_allowed(void **state)
{
    (void)state;
    option_of("years=0 volatility=0 strike=0");
    option_of("spot=1e-6");
    option_of("spot=1e12 strike=1e12");
    option_of("rate=10 years=5");
    option_of("rate=-10 dividend=10 years=5");
    option_of("volatility=4");
    option_of("volatility=0.4 years=100");
    option_of("style=basket spot=1,2,3,4,5 correlation=-0.25");
    option_of("style=basket spot=1,2,3,4 correlation=-0.333333333333333333");
    option_of("style=basket correlation=-1 spot=1,2");
    option_of("style=barrier barrier=50"); // it has ended
}

static void mistakes_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *option, *message;
    } cases[] = {
        {"strik=1", "strik: an option has no \"strik\"; did you mean \"strike\"?"},
        {"xyz=1", "xyz: an option has no \"xyz\""},
        {"style=asain",
         "style: expected one of european, digital, asian, barrier, basket, "
         "found \"asain\"; did you mean \"asian\"?"},
        {"type=", "type: expected one of call, put, found \"\""},
        {"type=both", "type: expected one of call, put, found \"both\""},
        {"type=Call",
         "type: expected one of call, put, found \"Call\"; did you mean \"call\"?"},
        {"strike=", "strike: expected a number from 0 to 1000000000000, found \"\""},
        {"strike=nan",
         "strike: expected a number from 0 to 1000000000000, found \"nan\""},
        {"strike=inf",
         "strike: expected a number from 0 to 1000000000000, found \"inf\""},
        {"strike=1e999",
         "strike: expected a number from 0 to 1000000000000, found \"1e999\""},
        {"strike=0x10",
         "strike: expected a number from 0 to 1000000000000, found \"0x10\""},
        {"strike=5%", "strike: expected a number from 0 to 1000000000000, found \"5%\""},
        {"strike=-1", "strike: expected a number from 0 to 1000000000000, found \"-1\""},
        {"volatility=-0.2", "volatility: expected a number from 0 to 10, found \"-0.2\""},
        {"weight=1,-1", "weight: expected a number from 0 to 1000000, found \"-1\""},
        {"spot=1,,2", "spot: expected a number from 1e-06 to 1000000000000, found \"\""},
        {"spot=1,2,", "spot: expected a number from 1e-06 to 1000000000000, found \"\""},
        {"spot=1,2,3,4,5,6,7,8,9", "spot: expected at most 8 numbers, found more"},
        {"spot=1,2", "spot: expected one number, found 2: only an option of the style "
                     "basket has more than one asset"},
        {"style=basket spot=1,2,3 weight=1,2",
         "weight: expected 1 number or 3, as many as spot has, found 2"},
        {"style=asian steps=2.5", "steps: expected a whole number, found 2.5"},
        {"style=asian steps=0", "steps: expected a number from 1 to 4096, found \"0\""},
        {"steps=2", "steps: of no use to the style european: leave it out, or choose the "
                    "style that it is for (asian barrier)"},
        {"payout=1",
         "payout: of no use to the style european: leave it out, or choose the "
         "style that it is for (digital)"},
        {"style=asian monitoring=discrete",
         "monitoring: of no use to the style asian: leave it out, or choose the style that "
         "it is for (barrier)"},
        {"style=barrier average=geometric",
         "average: of no use to the style barrier: leave it out, or choose the style that "
         "it is for (asian)"},
        {"correlation=0.5",
         "correlation: of no use to the style european: leave it out, or "
         "choose the style that it is for (basket)"},
        {"style=basket spot=1,2,3,4,5 correlation=-0.5",
         "correlation: expected at least -0.25, found -0.5: no 5 assets can move against "
         "each other that much"},
        {"rate=5 years=20",
         "rate: expected rate times years from -50 to 50, found 100: is it in percent? 5 % "
         "are 0.05"},
        {"style=basket dividend=0,-5 years=20",
         "dividend: expected dividend times years from -50 to 50, found -100: is it in "
         "percent? 5 % are 0.05"},
        {"volatility=5",
         "volatility: expected volatility times the square root of years of at most 4, "
         "found 5: nearly all of the price would be in paths too rare to be drawn (is it "
         "in percent? 20 % are 0.2)"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        price_option option;
        assert_int_equal(option_from(cases[i].option, &option), MOTE_BAD_INPUT);
        assert_string_equal(mote_last_error(), cases[i].message);
    }
}

static void a_mistake_leaves_the_option_as_it_was(void **state)
{
    (void)state;
    price_option option = price_option_default();
    assert_ok(price_option_set(&option, "spot", "7,8", "here"));
    price_option before = option;
    assert_int_equal(price_option_set(&option, "spot", "1,2,x", "here"), MOTE_BAD_INPUT);
    assert_int_equal(price_option_set(&option, "strike", "x", "here"), MOTE_BAD_INPUT);
    assert_int_equal(price_option_set(&option, "type", "x", "here"), MOTE_BAD_INPUT);
    assert_memory_equal(&option, &before, sizeof option);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    price_option option = option_of("style=basket type=put spot=100,95.5,1e-3 rate=0.1");
    price_option copy = price_option_default();
    char text[PRICE_TEXT_SIZE];
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        price_row row = (price_row)i;
        price_option_write(&option, row, text);
        if (price_row_is_of_use(row, option.style)) {
            assert_ok(price_option_set(&copy, price_row_name(row), text, "here"));
        }
    }
    assert_ok(price_option_finish(&copy));
    assert_string_equal(price_option_write(&copy, PRICE_ROW_spot, text),
                        "100;95.5;0.001");
    assert_string_equal(price_option_write(&copy, PRICE_ROW_type, text), "put");
    assert_within(copy.spot.at[2], option.spot.at[2], 0.0);
    assert_within(copy.weight.at[1], option.weight.at[1], 0.0);
    assert_within(copy.rate, option.rate, 0.0);
}

static void rows_know_their_styles(void **state)
{
    (void)state;
    assert_true(price_row_is_of_use(PRICE_ROW_strike, PRICE_EUROPEAN));
    assert_false(price_row_is_of_use(PRICE_ROW_steps, PRICE_EUROPEAN));
    assert_true(price_row_is_of_use(PRICE_ROW_steps, PRICE_BARRIER));
    assert_false(price_row_is_of_use(PRICE_ROW_correlation, PRICE_BARRIER));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_a_call),
        cmocka_unit_test(all_rows_are_read),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(rows_know_their_styles),
        cmocka_unit_test(each_row_has_its_name),
        cmocka_unit_test(the_words_are_in_the_order_of_their_enums),
        cmocka_unit_test(single_numbers_are_given_to_all_assets),
        cmocka_unit_test(steps_follow_from_the_style),
        cmocka_unit_test(what_is_not_given_may_be_of_no_use),
        cmocka_unit_test(limits_are_allowed),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(a_mistake_leaves_the_option_as_it_was),
    };
    return cmocka_run_group_tests_name("options to price", tests, NULL, NULL);
}
