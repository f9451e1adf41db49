// SPDX-License-Identifier: MIT
// Derivatives of closed forms, by central differences of shrinking steps, extrapolated to
// none: C. J. F. Ridders, "Accurate computation of F'(x) and F'(x) F''(x)" (1982).

#include "closed_form.h"
#include "closed_parts.h"

#include <float.h>
#include <math.h>

#define LEVELS 10
#define SHRINK 1.5 // of steps, from level to level

// The member of a price_option that a greek is the derivative by.
static double *variable(price_option *option, price_greek which)
{
    double *variables[] = {
        [PRICE_DELTA] = &option->spot.at[0],      [PRICE_GAMMA] = &option->spot.at[0],
        [PRICE_VEGA] = &option->volatility.at[0], [PRICE_RHO] = &option->rate,
        [PRICE_THETA] = &option->years,
    };
    return variables[which];
}

// The first step, so large that a price bends over it, but keeps to its rule. Prices bend
// over a deviation of the log price.
static double first_step(const price_option *option, price_greek which)
{
    double spot = option->spot.at[0];
    double bend = fmin(closed_end(option, 0).deviation, 1.0);
    if (which == PRICE_VEGA) {
        return 0.3 * option->volatility.at[0];
    }
    if (which == PRICE_THETA) {
        return 0.3 * option->years;
    }
    if (which == PRICE_RHO) {
        return option->years > 0.0 ? 0.3 * bend / option->years : 0.0;
    }
    double step = 0.3 * bend * spot;
    if (option->style == PRICE_BARRIER) {
        step = fmin(step, 0.5 * fabs(option->barrier - spot));
    }
    return step;
}

static double price_at(price_option option, price_greek which, double shift)
{
    double price = 0.0;
    *variable(&option, which) += shift;
    closed_form_price(&option, &price);
    return price;
}

static double difference(const price_option *option, price_greek which, double step)
{
    double above = price_at(*option, which, step);
    double below = price_at(*option, which, -step);
    if (which == PRICE_GAMMA) {
        return (above - 2.0 * price_at(*option, which, 0.0) + below) / (step * step);
    }
    return (above - below) / (2.0 * step);
}

// The entry of Neville's table that differs least from those that it comes of.
static double extrapolate(const price_option *option, price_greek which, double step)
{
    double row[LEVELS], last[LEVELS];
    double best = 0.0, best_error = DBL_MAX;
    for (int level = 0; level < LEVELS; level++, step /= SHRINK) {
        row[0] = difference(option, which, step);
        if (level == 0) {
            best = row[0];
        }
        double factor = SHRINK * SHRINK;
        for (int order = 1; order <= level; order++, factor *= SHRINK * SHRINK) {
            row[order] = (row[order - 1] * factor - last[order - 1]) / (factor - 1.0);
            double error = fmax(fabs(row[order] - row[order - 1]),
                                fabs(row[order] - last[order - 1]));
            if (error < best_error) {
                best_error = error;
                best = row[order];
            }
        }
        for (int order = 0; order <= level; order++) {
            last[order] = row[order];
        }
    }
    return best;
}

bool closed_form_greek(const price_option *option, price_greek which, double *value)
{
    double price;
    double step = first_step(option, which);
    bool is_smooth = closed_end(option, 0).deviation > 0.0 && step > 0.0;
    if (!is_smooth || !closed_form_price(option, &price)) {
        return false;
    }
    double derivative = extrapolate(option, which, step);
    *value = which == PRICE_THETA ? -derivative : derivative;
    return true;
}
