// SPDX-License-Identifier: MIT
// How an option is priced: what the law of its paths is given, and what its counts are
// worth.

#ifndef MOTE_PRICE_PLAN_H
#define MOTE_PRICE_PLAN_H

#include "law.h"

// How to draw. The price that comes out is a function of this and of the option alone.
typedef struct price_method {
    uint64_t seed;
    bool antithetic; // pairs of paths that draw z and -z
    bool control;    // a control variate beside each path
    bool sobol;      // points of a Sobol sequence in place of random ones
} price_method;

typedef struct price_plan {
    price_option option;
    price_method method;
    price_tables tables;
    price_context context; // its tables are this plan's
    double discount;       // exp(-rate years)
    double unit;           // what a count pays, undiscounted
    double control_unit;
    double control_mean; // of what the control variate pays, known exactly
} price_plan;

// Fills a plan in, which stays where it is. The option is finished.
mote_status price_plan_make(price_plan *plan, const price_option *option,
                            const price_method *method);

// Paths in a sample: 2 of a pair.
uint64_t price_plan_paths_per_sample(const price_plan *plan);
// Whether PRICE_IS_TABLED, and the rows of the table of numbers.
bool price_is_tabled(const price_plan *plan);
uint32_t price_plan_rows(const price_plan *plan);
// Sums that its samples have: 5, or 2 where b is not used.
int price_plan_sums(const price_plan *plan);

#endif
