// SPDX-License-Identifier: MIT
// The same paths in double precision, by exp and log of the C library's kind and the
// inverse of the normal distribution itself.

#include "bias.h"

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

// ---- Paths ---------------------------------------------------------------------------

// What a path pays, and its control variate, in money, undiscounted.
typedef struct payoff {
    double own, control;
} payoff;

static double gain(const price_option *o, double amount)
{
    double above = amount - o->strike;
    double value = o->type == PRICE_CALL ? above : -above;
    return value > 0.0 ? value : 0.0;
}

// Growth of the logarithm of a price in a time, by a normal number.
static double growth(const price_option *o, int asset, double time, double z)
{
    double sigma = o->volatility.at[asset];
    double rate = o->rate - o->dividend.at[asset] - 0.5 * sigma * sigma;
    return rate * time + sigma * sqrt(time) * z;
}

static payoff pay_at_end(const price_option *o, const double *z)
{
    double price = o->spot.at[0] * pinned_exp(growth(o, 0, o->years, z[0]));
    if (o->style == PRICE_EUROPEAN) {
        return (payoff){gain(o, price), price};
    }
    bool pays = o->type == PRICE_CALL ? price > o->strike : price < o->strike;
    return (payoff){pays ? o->payout : 0.0, price};
}

static payoff pay_mean(const price_option *o, const double *z)
{
    int steps = (int)o->steps;
    double level = 0.0;
    double sum = 0.0;
    double logs = 0.0;
    for (int i = 0; i < steps; i++) {
        level += growth(o, 0, o->years / steps, z[i]);
        sum += pinned_exp(level);
        logs += level;
    }
    double geometric = o->spot.at[0] * pinned_exp(logs / steps);
    return o->average == PRICE_GEOMETRIC
               ? (payoff){gain(o, geometric), geometric}
               : (payoff){gain(o, o->spot.at[0] * sum / steps), gain(o, geometric)};
}

static payoff pay_barrier(const price_option *o, const double *z)
{
    int steps = (int)o->steps;
    bool is_up = o->barrier_type == PRICE_UP_OUT || o->barrier_type == PRICE_UP_IN;
    bool is_in = o->barrier_type == PRICE_UP_IN || o->barrier_type == PRICE_DOWN_IN;
    double time = o->years / steps;
    double variance = o->volatility.at[0] * o->volatility.at[0] * time;
    double barrier = pinned_log(o->barrier / o->spot.at[0]);
    double level = 0.0;
    double untouched = 1.0;
    for (int i = 0; i < steps; i++) {
        double before = is_up ? barrier - level : level - barrier;
        level += growth(o, 0, time, z[i]);
        double after = is_up ? barrier - level : level - barrier;
        double crosses = after > 0.0 ? 0.0 : 1.0;
        if (o->monitoring == PRICE_CONTINUOUS) {
            // Of a bridge; one that ends beyond the barrier has reached it.
            double far = before > 0.0 && after > 0.0 ? 2.0 * before * after : 0.0;
            bool is_near = far <= 700.0 * variance;
            crosses = is_near ? pinned_exp(far > 0.0 ? -far / variance : 0.0) : 0.0;
        }
        untouched *= 1.0 - crosses;
    }
    double end = gain(o, o->spot.at[0] * pinned_exp(level));
    return (payoff){end * (is_in ? 1.0 - untouched : untouched), end};
}

// Correlated by the regression of each normal number on those before it: with equal
// correlations its weights are the same for all of those.
static void correlate(double rho, int count, const double *z, double *correlated)
{
    for (int i = 0; i < count; i++) {
        double sum = 0.0;
        for (int k = 0; k < i; k++) {
            sum += correlated[k];
        }
        double weight = i > 0 ? rho / (1.0 + (i - 1) * rho) : 0.0;
        double rest = 1.0 - (i > 0 ? i * rho * weight : 0.0);
        correlated[i] = weight * sum + sqrt(rest > 0.0 ? rest : 0.0) * z[i];
    }
}

static payoff pay_basket(const price_option *o, const double *z)
{
    double correlated[PRICE_ASSET_MAX];
    correlate(o->correlation, o->spot.count, z, correlated);
    double sum = 0.0;
    double logs = 0.0;
    double weights = 0.0;
    for (int i = 0; i < o->spot.count; i++) {
        double level = growth(o, i, o->years, correlated[i]);
        sum += o->weight.at[i] * o->spot.at[i] * pinned_exp(level);
        logs += o->weight.at[i] * (level + pinned_log(o->spot.at[i]));
        weights += o->weight.at[i];
    }
    return (payoff){gain(o, sum), gain(o, weights * pinned_exp(logs / weights))};
}

static payoff pay(const price_option *o, const double *z)
{
    static payoff (*const by_style[])(const price_option *, const double *) = {
        [PRICE_EUROPEAN] = pay_at_end, [PRICE_DIGITAL] = pay_at_end,
        [PRICE_ASIAN] = pay_mean,      [PRICE_BARRIER] = pay_barrier,
        [PRICE_BASKET] = pay_basket,
    };
    return by_style[o->style](o, z);
}

// ---- Differences ---------------------------------------------------------------------

// What the paths of a quad pay together. `z` has room for four paths' draws.
static payoff pay_quad(const price_plan *plan, uint64_t quad, double *z)
{
    uint32_t draws = plan->context.draws;
    for (uint32_t d = 0; d < draws; d++) {
        double four[4];
        draw_quad(plan, quad, d, four);
        for (uint32_t k = 0; k < 4; k++) {
            z[k * draws + d] = four[k];
        }
    }
    payoff sum = {0.0, 0.0};
    for (int turn = 0; turn < (plan->method.antithetic ? 2 : 1); turn++) {
        for (uint32_t k = 0; k < 4; k++) {
            payoff one = pay(&plan->option, z + k * draws);
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
static payoff count_quad(const price_plan *plan, price_kernel *kernel, uint64_t quad)
{
    uint64_t sums[PRICE_SUMS_MOST] = {0};
    kernel(&plan->context, quad, 4, sums);
    double a = (double)sums[0];
    double b = (double)sums[2];
    if (plan->context.choices.wide) {
        a = a * (double)PRICE_DIGIT + b;
    }
    return (payoff){a * plan->unit, b * plan->control_unit};
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

// What the outermost of 2^32 cells, whose numbers all count as their middle, would be
// worth beyond that: of the price at the end.
static double tail_of(const price_plan *plan)
{
    const price_option *o = &plan->option;
    double spread =
        o->volatility.at[0] * sqrt(o->years / (o->steps > 1.0 ? o->steps : 1.0));
    double cell = plan->context.choices.wide ? 0x1p-64 : 0x1p-32;
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
        payoff exact = pay_quad(plan, quad, z);
        payoff counted = count_quad(plan, kernel, quad);
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
