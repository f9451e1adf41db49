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

typedef struct price_numbers {
    double at[PRICE_ASSET_MAX];
    int count;
} price_numbers;

typedef struct price_option {
#define WORD(name, ...)    int name;
#define NUMBER(name, ...)  double name;
#define NUMBERS(name, ...) price_numbers name;
#include "option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
} price_option;

// All defaults: one asset. `steps` is 0 until it is given: by style.
price_option price_option_default(void);

// Sets what a row of option.def says from text: a number, numbers with commas, or a word.
// `where` begins messages: "--strike", "options.csv:3: strike".
mote_status price_option_set(price_option *option, const char *name, const char *text,
                             const char *where);
// Whether all is there and fits together; fills in what follows from the rest (steps by
// style, single numbers of a basket given to all its assets, weights).
mote_status price_option_finish(price_option *option);

#endif
