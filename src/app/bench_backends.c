// SPDX-License-Identifier: MIT
// `mote bench backends`: one scene on the CPU by instruction set and threads, and on GL.

#include "bench.h"

#include "../core/clock.h"
#include "../core/status.h"

#include <stdlib.h>

#define STEPS 10

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

static void stepper_destroy(void *state)
{
    stepper *self = state;
    mote_simulation_destroy(self->simulation);
    free(self);
}

// A device that this machine lacks becomes a note.
static mote_status add_device(const mote_scene *scene, const mote_device_def *device,
                              uint64_t steps, bench_table *table)
{
    mote_simulation *simulation;
    mote_status status = mote_simulation_create(scene, device, &simulation);
    if (status == MOTE_UNAVAILABLE) {
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
             mote_simulation_device_name(simulation));
    added->state = stepper;
    added->run = stepper_run;
    added->check = stepper_check;
    added->destroy = stepper_destroy;
    return MOTE_OK;
}

static mote_status add_devices(const mote_scene *scene, uint64_t steps,
                               bench_table *table)
{
    static const char *const isas[] = {"scalar", "sse2", "avx2", "avx512"};
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.threads = 1;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        device.isa = isas[i];
        TRY(add_device(scene, &device, steps, table));
    }
    device.isa = NULL;
    device.threads = 0;
    if (clock_cpu_count() > 1) {
        TRY(add_device(scene, &device, steps, table));
    }
    device.backend = MOTE_BACKEND_GL;
    return add_device(scene, &device, steps, table);
}

mote_status bench_backends(const scene_values *scene_values, const bench_values *values,
                           bench_table *table)
{
    mote_scene *scene;
    uint64_t steps = values->steps ? values->steps : STEPS;
    TRY(app_open_scene(values->scene, scene_values, &scene));
    snprintf(table->title, sizeof table->title,
             "One scene on every device: %s, %llu particles", mote_scene_name(scene),
             (unsigned long long)mote_scene_particle_count(scene));
    table->unit = "step";
    table->work = (double)steps;
    table->check_name = "state hash";
    mote_status status = add_devices(scene, steps, table);
    mote_scene_destroy(scene);
    return status;
}
