// SPDX-License-Identifier: MIT
// Prices for a person: the option in a line, a table of devices or of a batch's options,
// what the price is known to be, and what has to be said of the result.

#include "pricing.h"

#include "columns.h"

#include "../core/text.h"

#include <inttypes.h>
#include <math.h>

// ---- Numbers -------------------------------------------------------------------------

#define SHOWN_SIZE 48

// Decimals of a price: down to the second digit of its standard error; without one, seven
// digits.
static int decimals_of(const price_result *result)
{
    bool has_error = result->has_error && result->standard_error > 0.0;
    double size = has_error ? result->standard_error : fabs(result->price) / 1e5;
    int decimals = size > 0.0 ? 1 - (int)floor(log10(size)) : 6;
    return decimals < 0 ? 0 : decimals > 17 ? 17 : decimals;
}

static const char *show(char shown[SHOWN_SIZE], bool is_there, int decimals,
                        double number)
{
    snprintf(shown, SHOWN_SIZE, "%.*f", decimals, number);
    return is_there ? shown : "-";
}

static const char *show_interval(char shown[2 * SHOWN_SIZE], const price_result *result)
{
    int decimals = decimals_of(result);
    snprintf(shown, 2 * SHOWN_SIZE, "%.*f to %.*f", decimals, result->low, decimals,
             result->high);
    return result->has_error ? shown : "-";
}

static const char *show_z(char shown[SHOWN_SIZE], const priced *one,
                          const pricing_side *side)
{
    double z = 0.0;
    bool is_there = pricing_z(one, side, &z);
    snprintf(shown, SHOWN_SIZE, "%+.2f", z);
    return is_there ? shown : "-";
}

static double rate_of(const price_result *result)
{
    return result->seconds > 0.0 ? (double)result->paths / result->seconds : 0.0;
}

static const char *equality(const priced *one)
{
    return !one->is_compared ? "-" : one->is_equal ? "equal" : "DIFFERENT";
}

// ---- The option ----------------------------------------------------------------------

static bool is_word(price_row row)
{
    return row < PRICE_ROW_spot; // words are the first rows of option.def
}

// "barrier call, up-out, continuous"
static void add_words(const price_option *option, text *line)
{
    char word[PRICE_TEXT_SIZE];
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        price_row row = (price_row)i;
        if (is_word(row) && price_row_is_of_use(row, option->style)) {
            text_add(line, "%s%s",
                     row == PRICE_ROW_style  ? ""
                     : row == PRICE_ROW_type ? " "
                                             : ", ",
                     price_option_write(option, row, word));
        }
    }
}

// "spot 100, volatility 0.2"
static void add_numbers(const price_option *option, text *line)
{
    char number[PRICE_TEXT_SIZE];
    const char *comma = "";
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        price_row row = (price_row)i;
        if (!is_word(row) && price_row_is_of_use(row, option->style)) {
            text_add(line, "%s%s %s", comma, price_row_name(row),
                     price_option_write(option, row, number));
            comma = ", ";
        }
    }
}

static void print_option(const price_option *option, FILE *out)
{
    text line = {0};
    add_words(option, &line);
    text_add(&line, ": ");
    add_numbers(option, &line);
    fprintf(out, "%s\n", line.data ? line.data : "");
    text_free(&line);
}

// ---- One option ----------------------------------------------------------------------

static mote_status print_devices(const pricing *pricing, const priced *one, FILE *out)
{
    static const char *const heads[] = {"device",         "paths",         "price",
                                        "standard error", "95 % interval", "z",
                                        "paths/s",        "sums"};
    columns table = {.count = sizeof heads / sizeof *heads, .left_count = 1};
    for (int i = 0; i < table.count; i++) {
        columns_add(&table, "%s", heads[i]);
    }
    for (int i = 0; i < one->side_count; i++) {
        const pricing_side *side = &one->sides[i];
        const price_result *r = &side->result;
        char price[SHOWN_SIZE], error[SHOWN_SIZE], interval[2 * SHOWN_SIZE],
            z[SHOWN_SIZE];
        int decimals = decimals_of(r);
        columns_add(&table, "%s", pricing->runners[i]->name);
        columns_add(&table, "%" PRIu64, r->paths);
        columns_add(&table, "%s", show(price, true, decimals, r->price));
        columns_add(&table, "%s",
                    show(error, r->has_error, r->standard_error > 0.0 ? decimals : 0,
                         r->standard_error));
        columns_add(&table, "%s", show_interval(interval, r));
        columns_add(&table, "%s", show_z(z, one, side));
        columns_add(&table, "%.4g", rate_of(r));
        columns_add(&table, "%016" PRIx64 "%s%s", price_moments_hash(&r->moments),
                    one->is_compared ? " " : "", one->is_compared ? equality(one) : "");
    }
    return columns_print(&table, out);
}

static mote_status print_greeks(const priced *one, FILE *out)
{
    columns table = {.count = 4, .left_count = 1};
    columns_add(&table, "greek");
    columns_add(&table, "value");
    columns_add(&table, "standard error");
    columns_add(&table, "closed form");
    for (int i = 0; i < PRICE_GREEKS; i++) {
        const price_greek_result *greek = &one->sides[0].greeks[i];
        price_result as_price = {
            .price = greek->value,
            .has_error = greek->has_error,
            .standard_error = greek->standard_error,
        };
        int decimals = decimals_of(&as_price);
        char value[SHOWN_SIZE], error[SHOWN_SIZE], known[SHOWN_SIZE];
        double closed = 0.0;
        bool is_known = closed_form_greek(&one->option, (price_greek)i, &closed);
        columns_add(&table, "%s", pricing_greek_names[i]);
        columns_add(&table, "%s", show(value, true, decimals, greek->value));
        columns_add(&table, "%s",
                    show(error, greek->has_error, decimals, greek->standard_error));
        columns_add(&table, "%s", show(known, is_known, decimals, closed));
    }
    mote_status status = columns_print(&table, out);
    fprintf(
        out,
        "vega and rho for 1 of volatility and of the rate, theta a year that passes%s; by "
        "bumps, which err by some 1e-4 of these\n",
        one->option.style == PRICE_BASKET ? "; all by the first asset's numbers" : "");
    return status;
}

static void print_known(const priced *one, FILE *out)
{
    int decimals = decimals_of(&one->sides[0].result) + 1;
    if (one->has_closed_form) {
        fprintf(out, "closed form: %.*f (%s)\n", decimals, one->closed_form,
                closed_form_source(&one->option));
    } else if (one->has_estimate) {
        fprintf(out,
                "no closed form; an approximation: %.*f (barrier watched at all times, "
                "moved away: Broadie, Glasserman and Kou 1997)\n",
                decimals, one->estimate);
    } else {
        fputs("no closed form is known\n", out);
    }
}

static void print_bias(const pricing *pricing, const priced *one, FILE *out)
{
    const price_result *r = &one->sides[0].result;
    if (!pricing_bias_matters(one)) {
        if (pricing->values.bias && one->has_bias) {
            fprintf(out,
                    "bias of the arithmetic: %+.2g (standard error %.2g): too little to "
                    "count\n",
                    one->bias.bias, one->bias.standard_error);
        }
        return;
    }
    fprintf(out,
            "bias of the arithmetic: %+.2g (standard error %.2g, by double precision on "
            "%" PRIu64 " paths), which more paths do not take away; without it the price "
            "is %.*f\n",
            one->bias.bias, one->bias.standard_error, one->bias.paths, decimals_of(r),
            r->price - one->bias.bias);
}

static bool has_chance(const price_option *option)
{
    bool varies = false;
    for (int i = 0; i < option->volatility.count; i++) {
        varies = varies || option->volatility.at[i] > 0.0;
    }
    return varies && option->years > 0.0;
}

static void print_remarks(const pricing *pricing, const priced *one, FILE *out)
{
    if (pricing->method.sobol) {
        fputs("no interval: Sobol points do not vary independently\n", out);
    }
    if (!has_chance(&one->option)) {
        fputs("no chance is in it: volatility or years is 0\n", out);
    }
    const price_result *r = &one->sides[0].result;
    if (!r->has_error && !pricing->method.sobol) {
        fputs(r->paths > 1
                  ? "no interval: all paths paid the same; more of them may not\n"
                  : "no interval: one path does not vary\n",
              out);
    }
    if (pricing_missed_tolerance(pricing, one)) {
        fprintf(out,
                "--tolerance %g is not reached after %" PRIu64 " paths; allow more by "
                "--paths\n",
                pricing->values.tolerance, r->paths);
    }
    print_bias(pricing, one, out);
}

static mote_status print_one(const pricing *pricing, FILE *out)
{
    const priced *one = &pricing->options[0];
    print_option(&one->option, out);
    mote_status status = print_devices(pricing, one, out);
    print_known(one, out);
    print_remarks(pricing, one, out);
    if (status == MOTE_OK && one->sides[0].has_greeks) {
        fputc('\n', out);
        status = print_greeks(one, out);
    }
    return status;
}

// ---- A batch -------------------------------------------------------------------------

static void add_batch_heads(const pricing *pricing, columns *table)
{
    static const char *const heads[] = {
        "line",  "option",         "spot",          "strike",      "years",
        "price", "standard error", "95 % interval", "closed form", "z"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        columns_add(table, "%s", heads[i]);
    }
    for (int i = 0; i < PRICE_GREEKS && pricing->values.greeks; i++) {
        columns_add(table, "%s", pricing_greek_names[i]);
    }
    if (pricing->runner_count > 1) {
        columns_add(table, "sums");
    }
}

static void add_batch_row(const pricing *pricing, const priced *one, columns *table)
{
    const pricing_side *side = &one->sides[0];
    const price_result *r = &side->result;
    const price_option *o = &one->option;
    char a[PRICE_TEXT_SIZE], interval[2 * SHOWN_SIZE];
    text words = {0};
    add_words(o, &words);
    int decimals = decimals_of(r);
    columns_add(table, "%d", one->line);
    columns_add(table, "%s", words.data ? words.data : "");
    columns_add(table, "%s", price_option_write(o, PRICE_ROW_spot, a));
    columns_add(table, "%s", price_option_write(o, PRICE_ROW_strike, a));
    columns_add(table, "%s", price_option_write(o, PRICE_ROW_years, a));
    columns_add(table, "%s%s", show(a, true, decimals, r->price),
                pricing_bias_matters(one) ? "*" : "");
    columns_add(table, "%s", show(a, r->has_error, decimals, r->standard_error));
    columns_add(table, "%s", show_interval(interval, r));
    columns_add(table, "%s",
                show(a, one->has_closed_form, decimals + 1, one->closed_form));
    columns_add(table, "%s", show_z(a, one, side));
    for (int i = 0; i < PRICE_GREEKS && pricing->values.greeks; i++) {
        columns_add(table, "%.4g", side->greeks[i].value);
    }
    if (pricing->runner_count > 1) {
        columns_add(table, "%s", equality(one));
    }
    text_free(&words);
}

// "3 options, 50331648 paths at 1.2e+08 paths/s on CPU (2 threads, avx512)"
static void print_batch_summary(const pricing *pricing, FILE *out)
{
    for (int k = 0; k < pricing->runner_count; k++) {
        uint64_t paths = 0;
        double seconds = 0.0;
        for (size_t i = 0; i < pricing->done; i++) {
            paths += pricing->options[i].sides[k].result.paths;
            seconds += pricing->options[i].sides[k].result.seconds;
        }
        fprintf(out, "%zu option%s, %" PRIu64 " paths at %.4g paths/s on %s\n",
                pricing->done, pricing->done == 1 ? "" : "s", paths,
                seconds > 0.0 ? (double)paths / seconds : 0.0, pricing->runners[k]->name);
    }
}

static mote_status print_batch(const pricing *pricing, FILE *out)
{
    columns table = {.count = 10 + (pricing->values.greeks ? PRICE_GREEKS : 0) +
                              (pricing->runner_count > 1),
                     .left_count = 2};
    bool has_mark = false;
    size_t missed = 0;
    add_batch_heads(pricing, &table);
    for (size_t i = 0; i < pricing->done; i++) {
        add_batch_row(pricing, &pricing->options[i], &table);
        has_mark = has_mark || pricing_bias_matters(&pricing->options[i]);
        missed += pricing_missed_tolerance(pricing, &pricing->options[i]);
    }
    mote_status status = columns_print(&table, out);
    if (has_mark) {
        fputs(
            "* more than a quarter of a standard error is bias of the arithmetic, which "
            "more paths do not take away; --json tells how much\n",
            out);
    }
    if (missed > 0) {
        fprintf(out,
                "--tolerance %g is not reached by %zu of them; allow more by --paths\n",
                pricing->values.tolerance, missed);
    }
    if (pricing->method.sobol) {
        fputs("no intervals: Sobol points do not vary independently\n", out);
    }
    print_batch_summary(pricing, out);
    return status;
}

mote_status pricing_print(const pricing *pricing, FILE *out)
{
    return pricing->values.batch ? print_batch(pricing, out) : print_one(pricing, out);
}
