// SPDX-License-Identifier: MIT
// `mote bench backends`: one scene on the CPU by instruction set and threads, and on GL.

#include "bench.h"

#include "../core/clock.h"
#include "../core/status.h"

#define STEPS 10

static mote_status add_devices(const mote_scene *scene, const mote_device_def *gl,
                               uint64_t steps, bench_table *table)
{
    static const char *const isas[] = {"scalar", "sse2", "avx2", "avx512"};
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.threads = 1;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        device.isa = isas[i];
        TRY(bench_add_simulation(scene, &device, NULL, steps, table));
    }
    device.isa = NULL;
    device.threads = 0;
    if (clock_cpu_count() > 1) {
        TRY(bench_add_simulation(scene, &device, NULL, steps, table));
    }
    device = *gl;
    device.backend = MOTE_BACKEND_GL;
    return bench_add_simulation(scene, &device, NULL, steps, table);
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
    mote_status status = add_devices(scene, &values->device, steps, table);
    mote_scene_destroy(scene);
    return status;
}
