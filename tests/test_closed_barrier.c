// SPDX-License-Identifier: MIT
// Barrier options against Haug's table, against integrals over the ends of paths, and,
// when watched at steps, against a walk of the density from step to step.

#include "priced.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- The published table -------------------------------------------------------------

// The rebate of Haug 1998, chapter 2.10, terms E and F: paid when an option ends at its
// barrier, or at the end when it never began. Ours pay none; the table's pay 3.
static double rebate(const price_option *o, double paid)
{
    bool begins = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_DOWN_IN;
    bool is_up = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_UP_OUT;
    double eta = is_up ? -1.0 : 1.0;
    double sigma = o->volatility.at[0], v = sigma * sqrt(o->years);
    double mu = (o->rate - o->dividend.at[0]) / (sigma * sigma) - 0.5;
    double ratio = o->barrier / o->spot.at[0];
    if (eta * log(ratio) >= 0.0) {
        return begins ? 0.0 : paid;
    }
    double scale = sqrt(0.5);
    if (begins) {
        double x2 = -log(ratio) / v + (1.0 + mu) * v;
        double y2 = log(ratio) / v + (1.0 + mu) * v;
        double never = 0.5 * erfc(-eta * (x2 - v) * scale) -
                       pow(ratio, 2.0 * mu) * 0.5 * erfc(-eta * (y2 - v) * scale);
        return paid * exp(-o->rate * o->years) * never;
    }
    double lambda = sqrt(mu * mu + 2.0 * o->rate / (sigma * sigma));
    double z = log(ratio) / v + lambda * v;
    return paid *
           (pow(ratio, mu + lambda) * 0.5 * erfc(-eta * z * scale) +
            pow(ratio, mu - lambda) * 0.5 * erfc(-eta * (z - 2.0 * lambda * v) * scale));
}

// Haug 1998, table 2-9: spot 100, half a year, rate 0.08, cost of carry 0.04.
static void prices_are_those_of_the_published_table(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double barrier;
        double prices[2][3]; // of volatilities 0.25 and 0.30, strikes 90, 100 and 110
    } table[] = {
        {"type=call barrier_type=down-out",
         95.0,
         {{9.0246, 6.7924, 4.8759}, {8.8334, 7.0285, 5.4137}}},
        {"type=call barrier_type=down-out",
         100.0,
         {{3.0000, 3.0000, 3.0000}, {3.0000, 3.0000, 3.0000}}},
        {"type=call barrier_type=up-out",
         105.0,
         {{2.6789, 2.3580, 2.3453}, {2.6341, 2.4389, 2.4315}}},
        {"type=call barrier_type=down-in",
         95.0,
         {{7.7627, 4.0109, 2.0576}, {9.0093, 5.1370, 2.8517}}},
        {"type=call barrier_type=down-in",
         100.0,
         {{13.8333, 7.8494, 3.9795}, {14.8816, 9.2045, 5.3043}}},
        {"type=call barrier_type=up-in",
         105.0,
         {{14.1112, 8.4482, 4.5910}, {15.2098, 9.7278, 5.8350}}},
        {"type=put barrier_type=down-out",
         95.0,
         {{2.2798, 2.2947, 2.6252}, {2.4170, 2.4258, 2.6246}}},
        {"type=put barrier_type=up-out",
         105.0,
         {{3.7760, 5.4932, 7.5187}, {4.2293, 5.8032, 7.5649}}},
        {"type=put barrier_type=down-in",
         95.0,
         {{2.9586, 6.5677, 11.9752}, {3.8769, 7.7989, 13.3078}}},
        {"type=put barrier_type=down-in",
         100.0,
         {{2.2845, 5.9085, 11.6465}, {3.3328, 7.2636, 12.9713}}},
        {"type=put barrier_type=up-in",
         105.0,
         {{1.4653, 3.3721, 7.0846}, {2.0658, 4.4226, 8.3686}}},
    };
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        for (int j = 0; j < 6; j++) {
            char text[200];
            snprintf(text, sizeof text,
                     "style=barrier years=0.5 rate=0.08 dividend=0.04 %s barrier=%g "
                     "volatility=%s strike=%d",
                     table[i].kind, table[i].barrier, j < 3 ? "0.25" : "0.30",
                     90 + 10 * (j % 3));
            price_option option = option_of(text);
            assert_within(closed_of(&option) + rebate(&option, 3.0),
                          table[i].prices[j / 3][j % 3],
                          1e-4); // as accurate as they were computed
        }
    }
}

// ---- Against integrals ---------------------------------------------------------------

typedef struct ends {
    const price_option *option;
    double mean, deviation, barrier; // of the log price, less today's
} ends;

// What a path that ends at x is worth times the density of ends: a Brownian bridge from 0
// to x reaches b, beyond both, with the probability exp(-2 b (b - x) / v^2).
static double kept_payoff(double x, const void *context)
{
    const ends *e = context;
    const price_option *o = e->option;
    bool begins = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_DOWN_IN;
    double v2 = e->deviation * e->deviation;
    double reached = exp(-2.0 * e->barrier * (e->barrier - x) / v2);
    reached = fmin(reached, 1.0);
    double payoff = o->spot.at[0] * exp(x) - o->strike;
    payoff = fmax(o->type == PRICE_CALL ? payoff : -payoff, 0.0);
    double density = normal_density((x - e->mean) / e->deviation) / e->deviation;
    return payoff * (begins ? reached : 1.0 - reached) * density;
}

static double price_by_integral(const price_option *o)
{
    double v = o->volatility.at[0] * sqrt(o->years);
    double mean = (o->rate - o->dividend.at[0]) * o->years - 0.5 * v * v;
    ends e = {o, mean, v, log(o->barrier / o->spot.at[0])};
    double bends[4] = {mean - 10.0 * v, log(o->strike / o->spot.at[0]), e.barrier,
                       mean + 11.0 * v};
    if (bends[1] > bends[2]) {
        double other = bends[1];
        bends[1] = bends[2];
        bends[2] = other;
    }
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += integral(kept_payoff, &e, bends[i], bends[i + 1], 8000);
    }
    return exp(-o->rate * o->years) * sum;
}

// One on its living side of the barrier.
static bool random_barrier(uint64_t *seed, price_option *option)
{
    bool is_one;
    *option = random_option(seed, false, &is_one);
    option->style = PRICE_BARRIER;
    option->monitoring = PRICE_CONTINUOUS;
    bool is_up =
        option->barrier_type == PRICE_UP_OUT || option->barrier_type == PRICE_UP_IN;
    return is_one && option->spot.count == 1 &&
           (option->barrier > option->spot.at[0]) == is_up;
}

static void prices_are_integrals_over_the_ends_of_paths(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int count = 0;
    while (count < 400) {
        price_option option;
        if (random_barrier(&seed, &option)) {
            assert_within(closed_of(&option), price_by_integral(&option), 2e-8);
            count++;
        }
    }
}

static void an_option_that_ends_and_one_that_begins_are_the_european(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < 20000; i++) {
        price_option option;
        random_barrier(&seed, &option); // also beyond the barrier
        option.barrier_type = PRICE_UP_OUT;
        double up = closed_of(&option);
        option.barrier_type = PRICE_UP_IN;
        up += closed_of(&option);
        option.barrier_type = PRICE_DOWN_OUT;
        double down = closed_of(&option);
        option.barrier_type = PRICE_DOWN_IN;
        down += closed_of(&option);
        option.style = PRICE_EUROPEAN;
        assert_within(up, closed_of(&option), 1e-12);
        assert_within(down, closed_of(&option), 1e-12);
    }
}

static void beyond_its_barrier_an_option_has_ended_or_begun(void **state)
{
    (void)state;
    double european = closed_of_text("strike=95");
    for (int at = 0; at < 2; at++) {
        char text[100];
        snprintf(text, sizeof text, "style=barrier strike=95 barrier=%d ", at ? 100 : 90);
        static const char *const kinds[] = {"barrier_type=up-out", "barrier_type=up-in"};
        char whole[160];
        snprintf(whole, sizeof whole, "%s%s", text, kinds[0]);
        assert_within(closed_of_text(whole), 0.0, 0.0);
        snprintf(whole, sizeof whole, "%s%s", text, kinds[1]);
        assert_within(closed_of_text(whole), european, 1e-13);
    }
    assert_within(closed_of_text("style=barrier barrier_type=down-out barrier=101"), 0.0,
                  0.0);
    // Just not beyond, it is worth nearly nothing.
    assert_within(closed_of_text("style=barrier barrier_type=down-out barrier=99.999999"),
                  0.0, 1e-5);
}

// A power of the textbook's form overflows here, and a vanishing tail makes it NaN.
static void low_volatility_does_not_overflow(void **state)
{
    (void)state;
    for (double v = 0.025; v > 1e-9; v *= 0.5) {
        char text[200];
        static const char *const kinds[] = {"up-out", "up-in", "down-out", "down-in"};
        double prices[4];
        for (int i = 0; i < 4; i++) {
            snprintf(text, sizeof text,
                     "style=barrier rate=-0.5 volatility=%.17g strike=40 barrier_type=%s "
                     "barrier=%d",
                     v, kinds[i], i < 2 ? 110 : 50);
            prices[i] = closed_of_text(text);
        }
        assert_within(prices[0], 100.0 - 40.0 * exp(0.5), 1e-9); // it falls to 60.7
        assert_within(prices[1], 0.0, 1e-9);
        assert_within(prices[2], prices[0], 1e-9);
        assert_within(prices[3], 0.0, 1e-9);
    }
}

// ---- Watched at steps ----------------------------------------------------------------

#define CELLS 1501

// The density of living log prices on a grid, convolved with the normal law of a step, so
// often as there are steps; for options that end.
static double price_by_walk(const price_option *o)
{
    int steps = (int)o->steps;
    double v = o->volatility.at[0] * sqrt(o->years / steps);
    double drift = (o->rate - o->dividend.at[0]) * o->years / steps - 0.5 * v * v;
    bool is_up = o->barrier_type == PRICE_UP_OUT;
    double b = log(o->barrier / o->spot.at[0]);
    double width = 7.0 * v * sqrt(steps) + fabs(b);
    double low = is_up ? b - width : b, step = width / (CELLS - 1);
    double *now = calloc(CELLS, sizeof *now), *next = calloc(CELLS, sizeof *next);
    double *kernel = calloc(2 * CELLS, sizeof *kernel);
    assert_true(now && next && kernel);
    for (int i = 0; i < CELLS; i++) {
        now[i] = normal_density((low + i * step - drift) / v) / v;
    }
    for (int i = 0; i < 2 * CELLS; i++) {
        kernel[i] = normal_density(((i - CELLS) * step - drift) / v) / v;
    }
    for (int k = 1; k < steps; k++) {
        for (int i = 0; i < CELLS; i++) {
            double sum = 0.5 * (now[0] * kernel[i + CELLS] +
                                now[CELLS - 1] * kernel[i + 1]); // the trapezoidal rule
            for (int j = 1; j < CELLS - 1; j++) {
                sum += now[j] * kernel[i - j + CELLS];
            }
            next[i] = sum * step;
        }
        double *other = now;
        now = next;
        next = other;
    }
    double sum = 0.0;
    for (int i = 0; i < CELLS; i++) {
        double payoff = o->spot.at[0] * exp(low + i * step) - o->strike;
        payoff = fmax(o->type == PRICE_CALL ? payoff : -payoff, 0.0);
        sum += now[i] * payoff * step * (i % (CELLS - 1) ? 1.0 : 0.5);
    }
    free(now);
    free(next);
    free(kernel);
    return exp(-o->rate * o->years) * sum;
}

// Also to the numbers of Broadie, Glasserman and Kou 1997, table 2.1 (a call that ends
// below): at all times, corrected, and true.
static void steps_are_estimated_well(void **state)
{
    (void)state;
    static const struct {
        double barrier, continuous, corrected, exact;
    } table[] = {
        {85.0, 6.308, 6.322, 6.322}, {87.0, 6.244, 6.281, 6.281},
        {89.0, 6.099, 6.184, 6.184}, {90.0, 5.977, 6.098, 6.098},
        {91.0, 5.808, 5.977, 5.977},
    };
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "style=barrier barrier_type=down-out volatility=0.3 rate=0.1 years=0.2 "
                 "steps=50 barrier=%g",
                 table[i].barrier);
        price_option option = option_of(text);
        assert_within(closed_of(&option), table[i].continuous, 6e-4);
        option.monitoring = PRICE_DISCRETE;
        double price, estimate;
        assert_false(closed_form_price(&option, &price));
        assert_true(closed_form_estimate(&option, &estimate));
        assert_within(estimate, table[i].corrected, 6e-4);
        assert_within(price_by_walk(&option), table[i].exact, 2e-3);
        assert_within(estimate, price_by_walk(&option), 2e-3);
    }
}

// As well as closed_form.h says, also of options that are worth most at the barrier.
static void estimates_are_near_for_all_options(void **state)
{
    (void)state;
    uint64_t seed = 10;
    for (int count = 0; count < 24;) {
        price_option option;
        if (!random_barrier(&seed, &option)) {
            continue;
        }
        option.steps = 10.0 + floor(30.0 * uniform(&seed));
        double step = option.volatility.at[0] * sqrt(option.years / option.steps);
        double steps_away = fabs(log(option.barrier / option.spot.at[0])) / step;
        if (steps_away < 1.5 || steps_away > option.steps) {
            continue;
        }
        option.monitoring = PRICE_DISCRETE;
        bool begins =
            option.barrier_type == PRICE_UP_IN || option.barrier_type == PRICE_DOWN_IN;
        price_option european = option, ends = option;
        european.style = PRICE_EUROPEAN;
        double whole = closed_of(&european), estimate;
        ends.barrier_type -= begins; // the walk is of options that end
        double exact = price_by_walk(&ends);
        assert_true(closed_form_estimate(&option, &estimate));
        assert_within(estimate, begins ? whole - exact : exact, 1e-3 * whole);
        count++;
    }
}

static void an_estimate_is_given_only_where_it_means_something(void **state)
{
    (void)state;
    double price;
    price_option option = option_of("style=barrier");
    assert_false(closed_form_estimate(&option, &price)); // the price is known
    option = option_of("style=asian");
    assert_false(closed_form_estimate(&option, &price));
    option = option_of("style=barrier monitoring=discrete barrier=100.1");
    assert_true(closed_form_estimate(&option, &price));
    option = option_of("style=barrier monitoring=discrete barrier=90");
    assert_false(closed_form_estimate(&option, &price)); // beyond
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_are_those_of_the_published_table),
        cmocka_unit_test(prices_are_integrals_over_the_ends_of_paths),
        cmocka_unit_test(an_option_that_ends_and_one_that_begins_are_the_european),
        cmocka_unit_test(beyond_its_barrier_an_option_has_ended_or_begun),
        cmocka_unit_test(low_volatility_does_not_overflow),
        cmocka_unit_test(steps_are_estimated_well),
        cmocka_unit_test(estimates_are_near_for_all_options),
        cmocka_unit_test(an_estimate_is_given_only_where_it_means_something),
    };
    return cmocka_run_group_tests_name("closed forms of barriers", tests, NULL, NULL);
}
