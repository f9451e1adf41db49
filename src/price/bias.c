// SPDX-License-Identifier: MIT
// The same uniform numbers in double precision, and the differences that this makes.

#include "bias.h"

#include "double_path.h"
#include "normal_table.h"

#include "../core/lanes.h"
#include "../core/pinned.h"
#include "../core/status.h"

#include "exact.glsl"
#include "random.glsl"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Normal numbers that are drawn for it, quads at least, and at most.
#define DRAWS     (1 << 20)
#define QUADS_MIN 256
#define QUADS_MAX (1 << 17)

// ---- Normal numbers ------------------------------------------------------------------

static double wide_of(uint32_t high, uint32_t low)
{
    return (double)high * 4294967296.0 + (double)low;
}

// Of a uniform number: the sign in its highest bit, the rest says how far out.
static double normal_of(uint32_t word, double part)
{
    double tail = ((double)(word & 0x7fffffffu) + part) / 4294967296.0;
    double size = normal_upper(tail);
    return word >> 31 ? -size : size;
}

static void sobol_quad(const price_plan *plan, uint64_t quad, uint32_t draw,
                       uint32_t words[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t point = (uint32_t)(4 * quad) + k;
        words[k] = plan->tables.sobol_shift[draw];
        for (uint32_t bit = 0; bit < 32; bit++) {
            if (point >> bit & 1u) {
                words[k] ^= plan->tables.sobol_direction[32 * draw + bit];
            }
        }
    }
}

static void philox_quad(const price_plan *plan, uint64_t quad, uint32_t draw,
                        uint32_t words[4])
{
    philox_words w = philox((uint32_t)quad, (uint32_t)(quad >> 32), draw, RANDOM_PATH,
                            plan->context.seed_low, plan->context.seed_high);
    words[0] = w.a;
    words[1] = w.b;
    words[2] = w.c;
    words[3] = w.d;
}

static void draw_quad(const price_plan *plan, uint64_t quad, uint32_t draw, double z[4])
{
    uint32_t words[4];
    uint32_t low[4];
    bool is_wide = plan->context.choices.wide;
    if (plan->method.sobol) {
        sobol_quad(plan, quad, draw, words);
    } else {
        philox_quad(plan, quad, is_wide ? 2 * draw : draw, words);
    }
    if (is_wide) {
        philox_quad(plan, quad, 2 * draw + 1, low);
    }
    for (int k = 0; k < 4; k++) {
        z[k] = normal_of(words[k], is_wide ? wide_of(0, low[k]) / 4294967296.0 : 0.5);
    }
}

// ---- Differences ---------------------------------------------------------------------

// What the paths of a quad pay together. `z` has room for four paths' draws.
static double_payoff pay_quad(const price_plan *plan, uint64_t quad, double *z)
{
    uint32_t draws = plan->context.draws;
    for (uint32_t d = 0; d < draws; d++) {
        double four[4];
        draw_quad(plan, quad, d, four);
        for (uint32_t k = 0; k < 4; k++) {
            z[k * draws + d] = four[k];
        }
    }
    double_payoff sum = {0.0, 0.0};
    for (int turn = 0; turn < (plan->method.antithetic ? 2 : 1); turn++) {
        for (uint32_t k = 0; k < 4; k++) {
            double_payoff one = double_path_pay(&plan->option, z + k * draws);
            sum.own += one.own;
            sum.control += one.control;
        }
        for (uint32_t i = 0; i < 4 * draws; i++) {
            z[i] = -z[i];
        }
    }
    return sum;
}

static price_kernel *scalar_kernel(const price_plan *plan)
{
    const price_kernel_row *row = price_kernels;
    while (row->style != plan->option.style || strcmp(row->isa, "scalar") != 0) {
        row++;
    }
    return row->run;
}

// The same by the law that kernels and shaders run, in counts.
static double_payoff count_quad(const price_plan *plan, price_kernel *kernel,
                                uint64_t quad)
{
    uint64_t sums[PRICE_SUMS_MOST] = {0};
    kernel(&plan->context, quad, 4, sums);
    double a = (double)sums[0];
    double b = (double)sums[2];
    if (plan->context.choices.wide) {
        a = a * (double)PRICE_DIGIT + b;
    }
    return (double_payoff){a * plan->unit, b * plan->control_unit};
}

// How much of a control variate is taken away: what the paths here would.
typedef struct regression {
    double n, x, y, xy, yy;
} regression;

static double slope_of(const regression *r)
{
    double variance = r->yy - r->y * r->y / r->n;
    return variance > 0.0 ? (r->xy - r->x * r->y / r->n) / variance : 0.0;
}

// What the outermost cell of normal.glsl, whose numbers all count as their middle, would
// be worth beyond that: of the price at the end.
static double tail_of(const price_plan *plan)
{
    const price_option *o = &plan->option;
    double spread =
        o->volatility.at[0] * sqrt(o->years / (o->steps > 1.0 ? o->steps : 1.0));
    double cell = plan->context.choices.wide ? 0x1p-56 : 0x1p-32;
    double far = normal_upper(cell);
    double whole = 0.5 * erfc((far - spread) / sqrt(2.0));
    double middle =
        cell * pinned_exp(spread * normal_upper(cell / 2.0) - 0.5 * spread * spread);
    double forward = o->spot.at[0] * pinned_exp((o->rate - o->dividend.at[0]) * o->years);
    bool grows = o->type == PRICE_CALL && o->style != PRICE_DIGITAL;
    return grows ? plan->context.draws * (middle - whole) * forward : 0.0;
}

mote_status price_measure_bias(const price_plan *plan, price_bias *bias)
{
    if (price_is_certain(&plan->option)) {
        *bias = (price_bias){0};
        return MOTE_OK;
    }
    uint32_t draws = plan->context.draws;
    uint32_t quads = DRAWS / 4 / draws;
    quads = quads < QUADS_MIN ? QUADS_MIN : quads > QUADS_MAX ? QUADS_MAX : quads;
    price_kernel *kernel = scalar_kernel(plan);
    double *differences = malloc((2 * quads + 4 * (size_t)draws) * sizeof *differences);
    if (!differences) {
        return fail_memory(2 * quads * sizeof *differences,
                           "the measurement of the bias");
    }
    regression r = {.n = quads};
    double *of_control = differences + quads;
    double *z = of_control + quads;
    for (uint32_t quad = 0; quad < quads; quad++) {
        double_payoff exact = pay_quad(plan, quad, z);
        double_payoff counted = count_quad(plan, kernel, quad);
        differences[quad] = counted.own - exact.own;
        of_control[quad] = counted.control - exact.control;
        r.x += exact.own;
        r.y += exact.control;
        r.xy += exact.own * exact.control;
        r.yy += exact.control * exact.control;
    }
    double slope = plan->method.control ? slope_of(&r) : 0.0;
    double sum = 0.0;
    double squares = 0.0;
    for (uint32_t quad = 0; quad < quads; quad++) {
        double difference = differences[quad] - slope * of_control[quad];
        sum += difference;
        squares += difference * difference;
    }
    free(differences);
    uint64_t paths = 4 * (uint64_t)quads * price_plan_paths_per_sample(plan);
    double mean = sum / quads;
    double variance = (squares - sum * mean) / (quads - 1);
    double each = plan->discount * quads / (double)paths;
    *bias = (price_bias){
        .bias = mean * each + plan->discount * tail_of(plan),
        .standard_error = sqrt(variance > 0.0 ? variance / quads : 0.0) * each,
        .paths = paths,
    };
    return MOTE_OK;
}

bool price_bias_matters(const price_bias *bias, const price_result *result)
{
    return fabs(bias->bias) > 0.25 * result->standard_error;
}
