// SPDX-License-Identifier: MIT
// What `mote price` prices, shared by its parts: cmd_price.c sets it up, price_rows.c
// knows the options of the command line that say what an option is, price_run.c prices,
// and price_report.c, price_json.c and price_csv.c tell.

#ifndef MOTE_APP_PRICING_H
#define MOTE_APP_PRICING_H

#include "app.h"
#include "terminal.h"

#include "../price/bias.h"
#include "../price/closed_form.h"
#include "../price/greeks.h"
#include "../price/price.h"

typedef struct pricing_values {
    const char *rows[PRICE_ROW_COUNT]; // of option.def, as they were given; else NULL
    uint64_t paths, seed;
    double tolerance;
    bool antithetic, control, sobol, greeks, bias;
    const char *batch, *out;
    bool json, quiet;
} pricing_values;

// What one device found.
typedef struct pricing_side {
    price_result result;
    bool has_greeks;
    price_greek_result greeks[PRICE_GREEKS];
} pricing_side;

// An option and what is known of its price.
typedef struct priced {
    price_option option;
    int line; // of the batch's file
    bool has_closed_form, has_estimate;
    double closed_form, estimate;
    pricing_side sides[2];      // of each runner
    int side_count;             // fewer than runners after Ctrl-C
    bool is_compared, is_equal; // whether both got the same sums, and the same greeks
    bool has_bias;
    price_bias bias;
} priced;

typedef struct pricing {
    pricing_values values;
    price_method method;
    price_runner *runners[2];
    int runner_count;
    price_plan *plan; // of the option in work
    priced *options;
    size_t count;
    size_t done; // options with a price, the first ones
    bool was_interrupted;
    progress progress;
    uint64_t paths_before; // of options and devices that are done
} pricing;

// ---- price_rows.c: options of the command line, from the rows of option.def

typedef struct price_row_option {
    char name[24], words[80], help[200];
} price_row_option;

typedef struct price_row_options {
    price_row_option texts[PRICE_ROW_COUNT];
    option rows[PRICE_ROW_COUNT + 1];
} price_row_options;

// Fills in a table of options for pricing_values.
void price_row_options_make(price_row_options *options);
// The option that the values say, not finished.
mote_status price_rows_read(const pricing_values *values, price_option *option);
// price_option_finish, with messages that name options of the command line.
mote_status price_rows_finish(price_option *option);

// ---- price_run.c

// Whether all options can be priced as is asked for.
mote_status pricing_check(const pricing *pricing);
// Prices all options, until Ctrl-C is pressed.
mote_status pricing_run(pricing *pricing);

// ---- What is told

extern const char *const pricing_greek_names[PRICE_GREEKS];

// Whether the bias counts beside the error that the paths leave.
bool pricing_bias_matters(const priced *one);
// Whether all paths that were allowed left more error than --tolerance.
bool pricing_missed_tolerance(const pricing *pricing, const priced *one);
// Standard errors between a price and the closed form. False: there is no such number.
bool pricing_z(const priced *one, const pricing_side *side, double *z);

mote_status pricing_print(const pricing *pricing, FILE *out);
mote_status pricing_print_json(const pricing *pricing, FILE *out);
// Options as columns of a batch's file, and what was found.
mote_status pricing_write_csv(const pricing *pricing, const char *path);

#endif
