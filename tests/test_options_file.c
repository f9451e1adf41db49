// SPDX-License-Identifier: MIT
// Options from CSV files: what is read, and every error message.

#include "priced.h"
#include "scratch.h"
#include "support.h"

#include "core/file.h"
#include "price/options_file.h"

#include <stdio.h>
#include <string.h>

static mote_status read_text(const char *folder, const char *text,
                             const price_option *base, options_file *file)
{
    const char *path = scratch_path(folder, "options.csv");
    assert_ok(file_write_whole(path, text, strlen(text)));
    return options_file_read(path, base, file);
}

static void columns_come_in_any_order(void **state)
{
    options_file file;
    price_option base = price_option_default();
    assert_ok(read_text(*state,
                        "\xef\xbb\xbfyears, strike ,type\r\n0.5,90,put\r\n\r\n  \r\n"
                        " 2 , 95.5,\r\n,,",
                        &base, &file));
    assert_int_equal(file.count, 3);
    assert_within(file.options[0].years, 0.5, 0.0);
    assert_within(file.options[0].strike, 90.0, 0.0);
    assert_int_equal(file.options[0].type, PRICE_PUT);
    assert_within(file.options[1].years, 2.0, 0.0);
    assert_within(file.options[1].strike, 95.5, 0.0);
    assert_int_equal(file.options[1].type, PRICE_CALL);
    assert_within(file.options[2].strike, 100.0, 0.0); // of empty cells: the default
    assert_int_equal(file.lines[0], 2);
    assert_int_equal(file.lines[1], 5);
    assert_int_equal(file.lines[2], 6);
    options_file_close(&file);
}

static void lists_stand_in_quotes_or_have_semicolons(void **state)
{
    options_file file;
    price_option base = price_option_default();
    assert_ok(read_text(*state,
                        "style,\"spot\",volatility\n"
                        "basket, \"100, 95\" ,0.1;0.2\n"
                        "\"european\",\"7\",\"\"\n"
                        "basket,\"1,\n2\n,3\",.3\n"
                        "european,8,",
                        &base, &file));
    assert_int_equal(file.count, 4);
    assert_int_equal(file.options[0].spot.count, 2);
    assert_within(file.options[0].spot.at[1], 95.0, 0.0);
    assert_within(file.options[0].volatility.at[1], 0.2, 0.0);
    assert_within(file.options[1].spot.at[0], 7.0, 0.0);
    assert_within(file.options[1].volatility.at[0], 0.2, 0.0);
    assert_int_equal(file.options[2].spot.count, 3);
    assert_int_equal(file.lines[2], 4);
    assert_int_equal(file.lines[3], 7);
    options_file_close(&file);
}

static void the_base_says_what_cells_do_not(void **state)
{
    options_file file;
    price_option base = price_option_default();
    assert_ok(price_option_set(&base, "strike", "80", "--strike"));
    assert_ok(price_option_set(&base, "steps", "12", "--steps"));
    assert_ok(
        read_text(*state, "style,strike\nasian,\neuropean,\nbarrier,70\n", &base, &file));
    assert_within(file.options[0].strike, 80.0, 0.0);
    assert_within(file.options[0].steps, 12.0, 0.0);
    assert_within(file.options[1].steps, 1.0, 0.0); // which has no use for it
    assert_within(file.options[2].strike, 70.0, 0.0);
    assert_within(file.options[2].steps, 12.0, 0.0);
    options_file_close(&file);
}

static void many_options_are_read(void **state)
{
    enum { COUNT = 20000 };
    char *text = malloc(16 * COUNT), *end = text;
    assert_non_null(text);
    end += sprintf(end, "strike\n");
    for (int i = 0; i < COUNT; i++) {
        end += sprintf(end, "%d\n", i);
    }
    options_file file;
    price_option base = price_option_default();
    assert_ok(read_text(*state, text, &base, &file));
    free(text);
    assert_int_equal(file.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_within(file.options[i].strike, i, 0.0);
        assert_int_equal(file.lines[i], i + 2);
    }
    options_file_close(&file);
}

static void mistakes_are_explained(void **state)
{
    static const struct {
        const char *text, *message; // after the file's name
    } cases[] = {
        {"", ": expected a header with names such as strike and years, found an empty "
             "file"},
        {"\xef\xbb\xbf\n \n", ": expected a header with names such as strike and years, "
                              "found an empty file"},
        {"strike\n", ": expected one option a line after the header, found none"},
        {"strike,years", ": expected one option a line after the header, found none"},
        {"strike,yaers\n1,2\n",
         ":1: an option has no \"yaers\"; did you mean \"years\"?"},
        {"\nstrike,\n1,2\n", ":2: an option has no \"\""},
        {"strike,years,strike\n", ":1: the column strike is there twice"},
        {"strike,years\n1,2\n3\n", ":3: expected 2 values, found 1"},
        {"strike,years\n1,2,\n", ":2: expected 2 values, found 3"},
        {"strike,years\n\n1,x\n",
         ":3: years: expected a number from 0 to 1000, found \"x\""},
        {"style\r\nbaskt\r\n",
         ":2: style: expected one of european, digital, asian, barrier, basket, found "
         "\"baskt\"; did you mean \"basket\"?"},
        {"strike,payout\n1,\n1,2\n",
         ":3: payout: of no use to the style european: leave it out, or choose the style "
         "that it is for (digital)"},
        {"strike\n\"1", ":2: a cell begins with \" and has no other"},
        {"strike\n\"\"\"", ":2: a cell begins with \" and has no other"},
        {"strike\n\"1\"2\n",
         ":2: expected a comma after the \" that ends a cell, found '2' (a \" within is "
         "written \"\")"},
        {"spot\n\"1,\n2\" 3\n",
         ":3: expected a comma after the \" that ends a cell, found '3' (a \" within is "
         "written \"\")"},
        {"strike\n\"1\"\"2\"\n",
         ":2: strike: expected a number from 0 to 1000000000000, found \"1\"2\""},
        {"strike\n1;2\n",
         ":2: strike: expected a number from 0 to 1000000000000, found \"1;2\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        options_file file;
        price_option base = price_option_default();
        assert_int_equal(read_text(*state, cases[i].text, &base, &file), MOTE_BAD_INPUT);
        options_file_close(&file);
        const char *name = scratch_path(*state, "options.csv");
        assert_int_equal(strncmp(mote_last_error(), name, strlen(name)), 0);
        assert_string_equal(mote_last_error() + strlen(name), cases[i].message);
    }
}

static void a_file_that_is_no_text_is_refused(void **state)
{
    options_file file;
    price_option base = price_option_default();
    const char *path = scratch_path(*state, "binary.csv");
    assert_ok(file_write_whole(path, "strike\n1\0002\n", 11));
    assert_int_equal(options_file_read(path, &base, &file), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "expected a text, found a byte 0"));
    options_file_close(&file);
    path = scratch_path(*state, "missing.csv");
    assert_int_equal(options_file_read(path, &base, &file), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "missing.csv"));
    options_file_close(&file);
}

// Whatever bytes come: read or refused, and nothing else (for sanitizers to watch).
static void any_text_is_read_or_refused(void **state)
{
    static const char letters[] = "\",\r\n \tstrike1;";
    uint64_t seed = 9;
    for (int i = 0; i < 3000; i++) {
        char text[64] = "strike,years\n";
        for (size_t at = i % 2 ? 13 : 0; at < 60; at++) {
            text[at] = letters[(size_t)(uniform(&seed) * (sizeof letters - 1))];
        }
        options_file file;
        price_option base = price_option_default();
        if (read_text(*state, text, &base, &file) == MOTE_OK) {
            assert_true(file.count > 0);
        }
        options_file_close(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_come_in_any_order),
        cmocka_unit_test(lists_stand_in_quotes_or_have_semicolons),
        cmocka_unit_test(the_base_says_what_cells_do_not),
        cmocka_unit_test(many_options_are_read),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(a_file_that_is_no_text_is_refused),
        cmocka_unit_test(any_text_is_read_or_refused),
    };
    return cmocka_run_group_tests_name("files of options", tests, scratch_set_up,
                                       scratch_tear_down);
}
