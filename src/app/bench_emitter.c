// SPDX-License-Identifier: MIT
// `mote bench emitter` and `deaths`: a step of the emitter by sizes of work groups, with
// a larger state, and with rows recycled through a list of the dead in place of
// compaction. All of them must come to the same particles.

#include "bench.h"

#include "../core/status.h"
#include "../sim/simulation.h"

#include <math.h>
#include <string.h>

#define STEPS 64

typedef struct emitter_case {
    const char *name, *search;
    int group_size, state_size;
} emitter_case;

// The first is what users run.
static const emitter_case cases[] = {
    {"compaction, 32 bytes a particle", NULL, 0, 0},
    {"work groups of 32", NULL, 32, 0},
    {"work groups of 64", NULL, 64, 0},
    {"work groups of 128", NULL, 128, 0},
    {"work groups of 256", NULL, 256, 0},
    {"work groups of 512", NULL, 512, 0},
    {"40 bytes a particle", NULL, 0, 40},
    {"rows recycled by a dead list", "recycled", 0, 0},
};

// A scene, and what follows from its number of particles: a key, as a share of it.
typedef struct emitter_scene {
    const char *text, *key;
    double share;
} emitter_scene;

// Lives of 1 to 3 s, of which the mean is 2, so that nearly all rows are in use.
static const emitter_scene turnover = {
    "{\"name\": \"turnover\", \"model\": \"emitter\", \"particles\": 1048576,"
    " \"world\": {\"width\": 20, \"height\": 20, \"depth\": 20},"
    " \"emitter\": {\"prewarm\": 4, \"emitters\": [{\"rate\": 0,"
    " \"lifetime\": [1, 3], \"drag\": 0.2}]}}",
    "emitter.emitters[0].rate", 0.49};

// All that live die in each step, and as many are born.
static const emitter_scene mass_death = {
    "{\"name\": \"deaths\", \"model\": \"emitter\", \"particles\": 2097152, \"dt\": 0.0625,"
    " \"emitter\": {\"emitters\": [{\"bursts\": [[0, 1, 0, 0.0625]],"
    " \"lifetime\": 0.07}]}}",
    "emitter.emitters[0].bursts[0][1]", 0.5};

static mote_status make_scene(const emitter_scene *made, const scene_values *values,
                              mote_scene **scene)
{
    TRY(mote_scene_parse("bench", made->text, strlen(made->text), scene));
    mote_status status = app_set_scene(*scene, values);
    if (status == MOTE_OK) {
        char count[32];
        double particles = (double)mote_scene_particle_count(*scene);
        snprintf(count, sizeof count, "%.17g", floor(particles * made->share));
        status = mote_scene_set(*scene, made->key, count);
    }
    if (status != MOTE_OK) {
        mote_scene_destroy(*scene);
    }
    return status;
}

// Recycled rows are a yardstick for the flight, and were given no children.
static bool is_left_out(const emitter_case *one, const plan *plan, bench_table *table)
{
    bool breeds = one->search && plan->breeds;
    if (breeds) {
        bench_note(table,
                   "Left out: rows recycled by a dead list, which know no on_death "
                   "and on_collision.");
    }
    return breeds;
}

static mote_status prepare(const mote_scene *scene, const bench_values *values,
                           const mote_simulation *probe, bench_table *table)
{
    uint64_t steps = values->steps ? values->steps : STEPS;
    bool is_on_gpu = mote_simulation_backend(probe) == MOTE_BACKEND_GL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mote_device_def device = values->device;
        device.search = cases[i].search;
        device.group_size = cases[i].group_size;
        device.state_size = cases[i].state_size;
        int count = table->case_count;
        if ((cases[i].group_size && !is_on_gpu) ||
            is_left_out(&cases[i], probe->plan, table)) {
            continue;
        }
        TRY(bench_add_simulation(scene, &device, cases[i].name, steps, table));
        if (table->case_count > count) {
            table->cases[count].remark = i ? bench_remark_times : bench_remark_bandwidth;
        }
    }
    table->unit = "step";
    table->work = (double)steps;
    table->check_name = "state hash";
    return MOTE_OK;
}

static mote_status bench_scene(const emitter_scene *made,
                               const scene_values *scene_values,
                               const bench_values *values, bench_table *table)
{
    mote_scene *scene;
    mote_simulation *probe = NULL;
    if (values->scene) {
        TRY(app_open_scene(values->scene, scene_values, &scene));
    } else {
        TRY(make_scene(made, scene_values, &scene));
    }
    mote_status status = bench_check_scene(scene, true, table);
    if (status == MOTE_OK) {
        status = mote_simulation_create(scene, &values->device, &probe);
    }
    if (status == MOTE_OK) {
        snprintf(table->title, sizeof table->title,
                 "A step of the emitter: %s, up to %llu particles, on %s",
                 mote_scene_name(scene),
                 (unsigned long long)mote_scene_particle_count(scene),
                 mote_simulation_device_name(probe));
        bench_note_reason(probe, table);
        status = prepare(scene, values, probe, table);
    }
    mote_simulation_destroy(probe);
    mote_scene_destroy(scene);
    return status;
}

mote_status bench_emitter(const scene_values *scene, const bench_values *values,
                          bench_table *table)
{
    return bench_scene(&turnover, scene, values, table);
}

mote_status bench_deaths(const scene_values *scene, const bench_values *values,
                         bench_table *table)
{
    return bench_scene(&mass_death, scene, values, table);
}
