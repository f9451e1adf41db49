// SPDX-License-Identifier: MIT
// `mote bench price`: an option priced on the CPU and on the GPU, for 10^4 paths and
// more; `mote bench variance`: what the ways to draw make of as many paths. The check is
// the hash of the sums: equal are the same bits.

#include "bench.h"

#include "../core/status.h"
#include "../price/price.h"

#include <math.h>
#include <stdlib.h>

#define PATHS_LEAST    10000
#define PATHS_MOST     1e9 // as far as there are few draws ...
#define DRAWS_MOST     1e9 // of a price, in paths times steps or assets
#define VARIANCE_PATHS (UINT64_C(1) << 22)

typedef struct pricer {
    price_runner *runner;
    price_plan plan;
    uint64_t paths;
    price_result result;
} pricer;

// What is made ready of a device for each price is in the time.
static mote_status pricer_run(void *state)
{
    pricer *self = state;
    const price_ask ask = {.paths = self->paths};
    TRY(self->runner->prepare(self->runner, &self->plan));
    return price_run(self->runner, &self->plan, &ask, &self->result);
}

static mote_status pricer_check(void *state, uint64_t *check)
{
    const pricer *self = state;
    *check = price_moments_hash(&self->result.moments);
    return MOTE_OK;
}

static void pricer_destroy(void *state)
{
    pricer *self = state;
    if (self->runner) {
        self->runner->destroy(self->runner);
    }
    free(self);
}

static mote_status pricer_remark(void *state, char text[BENCH_REMARK_SIZE])
{
    const pricer *self = state;
    const price_result *r = &self->result;
    if (r->has_error) {
        snprintf(text, BENCH_REMARK_SIZE, "price %.7g, standard error %.3g", r->price,
                 r->standard_error);
    } else {
        snprintf(text, BENCH_REMARK_SIZE, "price %.7g, no standard error", r->price);
    }
    return MOTE_OK;
}

// ---- Devices -------------------------------------------------------------------------

// Keeps a device's word on why it is not a GPU.
static void keep_line(void *context, const char *line)
{
    bench_note(context, line);
}

// The two devices of a table; that of GL may be one that this machine lacks.
typedef struct bench_devices {
    mote_device_def cpu, gl;
    bool has_gl;
} bench_devices;

static mote_status find_devices(const mote_device_def *asked, bench_table *table,
                                bench_devices *devices)
{
    devices->cpu = mote_default_device_def();
    devices->cpu.backend = MOTE_BACKEND_CPU;
    devices->gl = *asked;
    devices->gl.backend = MOTE_BACKEND_AUTO;
    mote_device_def first = devices->gl;
    if (!first.log) {
        first.log = keep_line;
        first.log_context = table;
    }
    price_runner *runner = NULL;
    TRY(price_open(&first, &runner));
    devices->has_gl = runner->is_gpu;
    runner->destroy(runner);
    return MOTE_OK;
}

static mote_status add_pricer(const mote_device_def *device, const price_option *option,
                              const price_method *method, uint64_t paths,
                              bench_table *table)
{
    pricer *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    bench_case *added = bench_add_case(table);
    added->state = self;
    added->run = pricer_run;
    added->check = pricer_check;
    added->destroy = pricer_destroy;
    added->work = (double)paths;
    self->paths = paths;
    TRY(price_plan_make(&self->plan, option, method));
    return price_open(device, &self->runner);
}

// The CPU's case, and the GPU's that is held against it.
static mote_status add_pair(const bench_devices *devices, const price_option *option,
                            const price_method *method, uint64_t paths, const char *name,
                            bench_table *table)
{
    for (int side = 0; side < (devices->has_gl ? 2 : 1); side++) {
        TRY(add_pricer(side ? &devices->gl : &devices->cpu, option, method, paths,
                       table));
        int place = table->case_count - 1;
        bench_case *added = &table->cases[place];
        const pricer *self = added->state;
        added->like = place - side;
        snprintf(added->name, sizeof added->name, "%s, %.100s", name, self->runner->name);
    }
    return MOTE_OK;
}

// ---- The benches ---------------------------------------------------------------------

static mote_status read_option(const char *style, price_option *option)
{
    *option = price_option_default();
    TRY(price_option_set(option, "style", style, "the style of option"));
    if (option->style == PRICE_BASKET) {
        TRY(price_option_set(option, "spot", "100,100,100,100", "spot"));
    }
    return price_option_finish(option);
}

static int draws_of(const price_option *option)
{
    return option->style == PRICE_BASKET ? option->spot.count : (int)option->steps;
}

static mote_status begin(const scene_values *scene, const bench_values *values,
                         const char *style, price_option *option, bench_table *table)
{
    if (scene->settings.count > 0) {
        return fail(MOTE_BAD_INPUT,
                    "bench %s prices an option and has no scene, so settings of one have "
                    "no meaning; leave them out",
                    table->name);
    }
    style = values->scene ? values->scene : style;
    TRY(read_option(style, option));
    int draws = draws_of(option);
    snprintf(table->title, sizeof table->title,
             "Pricing: an option of the style %s, %d normal number%s a path", style,
             draws, draws == 1 ? "" : "s");
    table->unit = "path";
    table->check_name = "sums";
    return MOTE_OK;
}

mote_status bench_price(const scene_values *scene, const bench_values *values,
                        bench_table *table)
{
    price_option option = price_option_default();
    bench_devices devices;
    TRY(begin(scene, values, "european", &option, table));
    TRY(find_devices(&values->device, table, &devices));
    double usual = fmin(PATHS_MOST, DRAWS_MOST / draws_of(&option));
    double most = values->paths ? (double)values->paths : usual;
    const price_method method = {.seed = 1};
    for (uint64_t paths = PATHS_LEAST; table->case_count + 2 <= BENCH_CASE_MAX;
         paths *= 10) {
        bool is_last = (double)paths * 10.0 > most;
        char name[32];
        paths = is_last && values->paths ? values->paths : paths;
        snprintf(name, sizeof name, "%.4g paths", (double)paths);
        TRY(add_pair(&devices, &option, &method, paths, name, table));
        if (is_last) {
            break;
        }
    }
    return MOTE_OK;
}

mote_status bench_variance(const scene_values *scene, const bench_values *values,
                           bench_table *table)
{
    static const struct {
        const char *name;
        price_method method;
    } ways[] = {
        {"plain", {.seed = 1}},
        {"antithetic", {.seed = 1, .antithetic = true}},
        {"control", {.seed = 1, .control = true}},
        {"antithetic control", {.seed = 1, .antithetic = true, .control = true}},
        {"sobol", {.seed = 1, .sobol = true}},
        {"sobol control", {.seed = 1, .sobol = true, .control = true}},
    };
    price_option option;
    bench_devices devices;
    if (values->paths > UINT64_C(1) << 32) {
        return fail(MOTE_BAD_INPUT, "--paths is at most 2^32 here, as Sobol points are");
    }
    TRY(begin(scene, values, "asian", &option, table));
    TRY(find_devices(&values->device, table, &devices));
    uint64_t paths = values->paths ? values->paths : VARIANCE_PATHS;
    table->work = (double)paths;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        TRY(add_pair(&devices, &option, &ways[i].method, paths, ways[i].name, table));
        int latest = table->case_count - 1;
        table->cases[latest].remark = pricer_remark;
    }
    return MOTE_OK;
}
