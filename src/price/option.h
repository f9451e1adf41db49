// SPDX-License-Identifier: MIT
// An option to be priced, under geometric Brownian motion: F. Black, M. Scholes, "The
// pricing of options and corporate liabilities" (1973).

#ifndef MOTE_PRICE_OPTION_H
#define MOTE_PRICE_OPTION_H

#include <mote/mote.h>

#define PRICE_ASSET_MAX 8

// The words of option.def, in their order.
typedef enum price_style {
    PRICE_EUROPEAN,
    PRICE_DIGITAL,
    PRICE_ASIAN,
    PRICE_BARRIER,
    PRICE_BASKET,
} price_style;
typedef enum price_type { PRICE_CALL, PRICE_PUT } price_type;
typedef enum price_average { PRICE_ARITHMETIC, PRICE_GEOMETRIC } price_average;
typedef enum price_barrier_type {
    PRICE_UP_OUT,
    PRICE_UP_IN,
    PRICE_DOWN_OUT,
    PRICE_DOWN_IN,
} price_barrier_type;
typedef enum price_monitoring { PRICE_CONTINUOUS, PRICE_DISCRETE } price_monitoring;

// One for each asset.
typedef struct price_numbers {
    double at[PRICE_ASSET_MAX];
    int count;
} price_numbers;

// The rows of option.def, in their order.
typedef enum price_row {
#define WORD(name, ...)    PRICE_ROW_##name,
#define NUMBER(name, ...)  PRICE_ROW_##name,
#define NUMBERS(name, ...) PRICE_ROW_##name,
#include "option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
    PRICE_ROW_COUNT
} price_row;

typedef struct price_option {
#define WORD(name, ...)    int name;
#define NUMBER(name, ...)  double name;
#define NUMBERS(name, ...) price_numbers name;
#include "option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
    uint32_t given; // bit i: price_option_set has set row i
} price_option;

// What finite double arithmetic can be asked for: of the exponents of growth, rate *
// years and dividend * years; and of volatility * sqrt(years). At 4 an asset is expected
// to be worth exp(4 * 4 / 2) = 2981 times what it is in half of all paths: nearly all of
// the price is in paths too rare to be drawn.
#define PRICE_GROWTH_MAX    50.0
#define PRICE_DEVIATION_MAX 4.0

// All defaults: one asset, nothing given.
price_option price_option_default(void);

// The row of a name; with a suggestion for a mistyped one. `where` begins messages.
mote_status price_row_find(const char *name, const char *where, price_row *row);
const char *price_row_name(price_row row);
// Whether options of the style have a use for it.
bool price_row_is_of_use(price_row row, int style);

// Sets what a row of option.def says from text: a number, numbers with commas (or with
// semicolons), or a word. `where` begins messages: "--strike", "options.csv:3: strike".
mote_status price_option_set(price_option *option, const char *name, const char *text,
                             const char *where);

// A row's value as such a text, with semicolons; returns `text`.
#define PRICE_TEXT_SIZE 400
char *price_option_write(const price_option *option, price_row row,
                         char text[PRICE_TEXT_SIZE]);

// Whether all is there and fits together; fills in what follows from the rest: single
// numbers of a basket given to all its assets, so that all counts are the same; weights
// (1 of the single asset of other styles); one step where the style has no use for steps.
// What was given and has no use for the style is refused; what was not is set to its
// default: the base of a --batch file's options has its `given` set to 0.
mote_status price_option_finish(price_option *option);

#endif
