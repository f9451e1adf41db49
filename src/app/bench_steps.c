// SPDX-License-Identifier: MIT
// Cases of a bench whose work is steps of a simulation.

#include "bench.h"

#include "times.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../sim/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stepper {
    mote_simulation *simulation;
    uint64_t steps; // of a round
} stepper;

static mote_status stepper_run(void *state)
{
    stepper *self = state;
    TRY(mote_simulation_step(self->simulation, self->steps));
    return mote_simulation_finish(self->simulation);
}

static mote_status stepper_check(void *state, uint64_t *check)
{
    stepper *self = state;
    return mote_simulation_hash(self->simulation, check);
}

#define REMARK_STEPS 64
#define WARM_UP      0.05 // s
#define STATE_SIZE   32   // bytes of a particle of an emitter

typedef struct step_seconds {
    double computed, called; // by the device's clock, of the calling thread: medians
} step_seconds;

// A device that has idled is slow at first.
static mote_status warm_up(stepper *self)
{
    double start = clock_seconds();
    while (clock_seconds() - start < WARM_UP) {
        TRY(mote_simulation_step(self->simulation, 1));
        TRY(mote_simulation_finish(self->simulation));
    }
    return MOTE_OK;
}

static mote_status time_steps(stepper *self, step_seconds *found)
{
    backend *backend = self->simulation->backend;
    const plan *plan = self->simulation->plan;
    double called[REMARK_STEPS], computed[REMARK_STEPS];
    TRY(warm_up(self));
    for (int i = 0; i < REMARK_STEPS; i++) {
        TRY(mote_simulation_finish(self->simulation));
        double start = clock_seconds();
        TRY(mote_simulation_step(self->simulation, 1));
        called[i] = clock_seconds() - start;
    }
    TRY(mote_simulation_finish(self->simulation));
    backend->stage_times(backend); // from now on each stage is timed
    for (int i = 0; i < REMARK_STEPS; i++) {
        TRY(mote_simulation_step(self->simulation, 1));
        TRY(mote_simulation_finish(self->simulation));
        const double *times = backend->stage_times(backend);
        computed[i] = 0.0;
        for (int k = 0; k < plan->step_count; k++) {
            computed[i] += times[k] * plan->substeps; // those of the last one
        }
    }
    found->computed = quantile(computed, REMARK_STEPS, 0.5);
    found->called = quantile(called, REMARK_STEPS, 0.5);
    return MOTE_OK;
}

static void write_times(const step_seconds *found, char text[BENCH_REMARK_SIZE])
{
    snprintf(text, BENCH_REMARK_SIZE,
             "its stages take %.4f ms a step by the device's clock, calling them %.4f ms "
             "of the main thread (medians)",
             1e3 * found->computed, 1e3 * found->called);
}

mote_status bench_remark_times(void *state, char text[BENCH_REMARK_SIZE])
{
    step_seconds found;
    TRY(time_steps(state, &found));
    write_times(&found, text);
    return MOTE_OK;
}

// A step has to read and to write the state of each living particle once, and no copy is
// faster.
mote_status bench_remark_bandwidth(void *state, char text[BENCH_REMARK_SIZE])
{
    stepper *self = state;
    backend *backend = self->simulation->backend;
    step_seconds found;
    mote_population population;
    double copy;
    TRY(time_steps(self, &found));
    TRY(mote_simulation_population(self->simulation, &population));
    TRY(backend->measure_copy(backend, population.living * STATE_SIZE, &copy));
    write_times(&found, text);
    size_t used = strlen(text);
    snprintf(text + used, BENCH_REMARK_SIZE - used,
             "; copying the %d bytes of each of its %llu living takes %.4f ms, so a step "
             "runs at %.0f %% of that speed",
             STATE_SIZE, (unsigned long long)population.living, 1e3 * copy,
             100.0 * copy / fmax(found.computed, 1e-9));
    return MOTE_OK;
}

static void stepper_destroy(void *state)
{
    stepper *self = state;
    mote_simulation_destroy(self->simulation);
    free(self);
}

void bench_note_reason(const mote_simulation *simulation, bench_table *table)
{
    if (mote_simulation_backend(simulation) == MOTE_BACKEND_CPU) {
        char note[512];
        snprintf(note, sizeof note, "Not on a GPU: %s.",
                 mote_simulation_reason(simulation));
        bench_note(table, note);
    }
}

mote_status bench_add_simulation(const mote_scene *scene, const mote_device_def *device,
                                 const char *name, uint64_t steps, bench_table *table)
{
    mote_simulation *simulation;
    mote_status status = mote_simulation_create(scene, device, &simulation);
    if (status == MOTE_UNAVAILABLE && device->gl_device == -1) {
        bench_note(table, mote_last_error());
        return MOTE_OK;
    }
    TRY(status);
    stepper *stepper = malloc(sizeof *stepper);
    if (!stepper) {
        mote_simulation_destroy(simulation);
        return fail_memory(sizeof *stepper, "a case of the bench");
    }
    stepper->simulation = simulation;
    stepper->steps = steps;
    bench_case *added = bench_add_case(table);
    snprintf(added->name, sizeof added->name, "%s",
             name ? name : mote_simulation_device_name(simulation));
    added->state = stepper;
    added->run = stepper_run;
    added->check = stepper_check;
    added->destroy = stepper_destroy;
    return MOTE_OK;
}
