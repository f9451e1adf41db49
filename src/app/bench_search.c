// SPDX-License-Identifier: MIT
// `mote bench search`: ways to find neighbours, on one device. Particle Life at a density
// of about NEIGHBOURS within the radius, from a uniform start.

#include "bench.h"

#include "../core/status.h"
#include "../sim/scene.h"

#include <math.h>

#define STEPS      20
#define NEIGHBOURS 50.0
// Beyond these a case would take minutes: pairs of the loop, cells of the published scan.
#define LOOP_LIMIT      (UINT64_C(1) << 16)
#define PUBLISHED_LIMIT (UINT64_C(1) << 21)

typedef struct search_case {
    const char *name, *search;
    int cell_reach;
    uint64_t limit; // particles; 0: none
} search_case;

static const search_case cases[] = {
    {"published: unsorted, index list, scan of O(cells^2)", "published", 1,
     PUBLISHED_LIMIT},
    {"the same with our scan", "indexed", 1, 0},
    {"particle loop", "loop", 0, LOOP_LIMIT},
    {"moved into cell order, cell = radius", "grid", 1, 0},
    {"moved into cell order, cell = radius / 2", "grid", 2, 0},
    {"moved into cell order, cell narrow along x", "grid", 0, 0},
};

static mote_status set_number(mote_scene *scene, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    return mote_scene_set(scene, key, text);
}

static mote_status set_density(mote_scene *scene)
{
    if (mote_scene_particle_count(scene) == 0) {
        return fail(MOTE_BAD_INPUT, "bench search needs particles; -n is 0");
    }
    double area = scene->size[0] * scene->size[1];
    double count = (double)mote_scene_particle_count(scene);
    double radius = sqrt(NEIGHBOURS * area / (3.14159265358979 * count));
    TRY(mote_scene_set(scene, "start.pattern", "uniform"));
    TRY(set_number(scene, "life.minimum_radius", 0.0));
    TRY(set_number(scene, "life.maximum_radius", radius));
    return set_number(scene, "life.minimum_radius", 0.3 * radius);
}

static mote_status add_cases(mote_scene *scene, const mote_device_def *gl, uint64_t steps,
                             bench_table *table)
{
    uint64_t count = mote_scene_particle_count(scene);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].limit && count > cases[i].limit) {
            char note[256];
            snprintf(note, sizeof note, "Left out, too slow for %llu particles: %s.",
                     (unsigned long long)count, cases[i].name);
            bench_note(table, note);
            continue;
        }
        mote_device_def device = *gl;
        device.search = cases[i].search;
        device.cell_reach = cases[i].cell_reach;
        TRY(bench_add_simulation(scene, &device, cases[i].name, steps, table));
    }
    return MOTE_OK;
}

mote_status bench_search(const scene_values *scene_values, const bench_values *values,
                         bench_table *table)
{
    mote_scene *scene;
    uint64_t steps = values->steps ? values->steps : STEPS;
    TRY(app_open_scene(values->scene, scene_values, &scene));
    mote_status status = bench_check_scene(scene, false, table);
    if (status == MOTE_OK) {
        status = set_density(scene);
    }
    mote_simulation *probe = NULL;
    if (status == MOTE_OK) {
        status = mote_simulation_create(scene, &values->device, &probe);
    }
    if (status == MOTE_OK) {
        snprintf(table->title, sizeof table->title,
                 "Finding neighbours: %llu particles, about %g neighbours each, on %s",
                 (unsigned long long)mote_scene_particle_count(scene), NEIGHBOURS,
                 mote_simulation_device_name(probe));
        table->unit = "step";
        table->work = (double)steps;
        table->check_name = "state hash";
        bench_note_reason(probe, table);
        status = add_cases(scene, &values->device, steps, table);
    }
    mote_simulation_destroy(probe);
    mote_scene_destroy(scene);
    return status;
}
