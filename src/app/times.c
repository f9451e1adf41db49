// SPDX-License-Identifier: MIT
// Times of steps and stages.

#include "times.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../sim/simulation.h"

#include <stdlib.h>
#include <string.h>

// The latest so many steps are kept.
#define SAMPLE_MAX 4096

struct step_times {
    uint64_t count;
    mote_backend_kind kind; // that the samples are of
    bool has_stages;
    double step[SAMPLE_MAX]; // s
    double stage[SCHEDULE_MAX][SAMPLE_MAX];
};

mote_status step_times_create(step_times **times)
{
    *times = calloc(1, sizeof **times);
    return *times ? MOTE_OK : fail_memory(sizeof **times, "the times of steps");
}

void step_times_destroy(step_times *times)
{
    free(times);
}

// Of the sub-step that has just ended; false where stages are not timed.
static bool add_stages(const mote_simulation *simulation, double *stages_s)
{
    backend *backend = simulation->backend;
    const double *times = backend->stage_times ? backend->stage_times(backend) : NULL;
    for (int i = 0; times && i < simulation->plan->step_count; i++) {
        stages_s[i] += times[i];
    }
    return times != NULL;
}

mote_status step_times_step(step_times *times, mote_simulation *simulation)
{
    double stages_s[SCHEDULE_MAX] = {0};
    mote_backend_kind before = mote_simulation_backend(simulation);
    double start = clock_seconds();
    for (int i = 0; i < simulation->plan->substeps; i++) {
        TRY(simulation_run_until(simulation, simulation->clock + 1));
        TRY(mote_simulation_finish(simulation));
        times->has_stages = add_stages(simulation, stages_s);
    }
    double seconds = clock_seconds() - start;
    mote_backend_kind kind = mote_simulation_backend(simulation);
    if (kind != times->kind) {
        times->count = 0; // a GPU has failed, and its steps are not the CPU's
        times->kind = kind;
    }
    if (kind != before) {
        return MOTE_OK; // neither is the recovery
    }
    size_t sample = times->count++ % SAMPLE_MAX;
    times->step[sample] = seconds;
    for (int i = 0; i < simulation->plan->step_count; i++) {
        times->stage[i][sample] = stages_s[i];
    }
    return MOTE_OK;
}

_Static_assert(SCHEDULE_MAX <= STAGE_TIME_MAX, "all stages of a schedule have room");

static const char *pass_of(const plan *plan, const schedule_entry *entry)
{
    return entry->pass >= 0 ? plan->model->passes[entry->pass] : "";
}

int stage_times_now(const mote_simulation *simulation, stage_time times[STAGE_TIME_MAX])
{
    const plan *plan = simulation->plan;
    double seconds[SCHEDULE_MAX] = {0};
    if (!add_stages(simulation, seconds)) {
        return 0;
    }
    for (int i = 0; i < plan->step_count; i++) {
        const schedule_entry *entry = &plan->step[i];
        times[i] =
            (stage_time){stages[entry->stage].name, pass_of(plan, entry), seconds[i]};
    }
    return plan->step_count;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double quantile(const double *values, size_t count, double share)
{
    double *sorted = count ? malloc(count * sizeof *sorted) : NULL;
    if (!sorted) {
        return 0;
    }
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_doubles);
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    double between = place - (double)below;
    double result = sorted[below] + (sorted[above] - sorted[below]) * between;
    free(sorted);
    return result;
}

static void print_stages(const step_times *times, const plan *plan, size_t count,
                         FILE *out)
{
    double step = quantile(times->step, count, 0.5);
    double sum = 0; // the rest of a step is spent between stages and waiting for them
    for (int i = 0; i < plan->step_count; i++) {
        const schedule_entry *entry = &plan->step[i];
        double median = quantile(times->stage[i], count, 0.5);
        fprintf(out, "  %-14s %-10s %10.4f ms %5.1f %%\n", stages[entry->stage].name,
                pass_of(plan, entry), median * 1e3, step > 0 ? 100 * median / step : 0);
        sum += median;
    }
    fprintf(out, "  %-25s %10.4f ms %5.1f %%\n", "all stages", sum * 1e3,
            step > 0 ? 100 * sum / step : 0);
}

void step_times_print(const step_times *times, const mote_simulation *simulation,
                      FILE *out)
{
    if (times->count == 0 || times->kind != mote_simulation_backend(simulation)) {
        fprintf(out, "no step was timed on the %s\n",
                mote_simulation_device_name(simulation));
        return;
    }
    size_t count = times->count < SAMPLE_MAX ? (size_t)times->count : SAMPLE_MAX;
    double median = quantile(times->step, count, 0.5);
    fprintf(out,
            "a step takes %.4f ms (median of %zu; 80 %% of them %.4f to %.4f): "
            "%.5g steps/s\n",
            median * 1e3, count, quantile(times->step, count, 0.1) * 1e3,
            quantile(times->step, count, 0.9) * 1e3, median > 0 ? 1 / median : 0);
    if (times->has_stages) {
        print_stages(times, simulation->plan, count, out);
    }
}
