// SPDX-License-Identifier: MIT
// `mote bench sort`: ways to sort sprites by depth, on one device, on the CPU, and by the
// C library. The scene's particles in 3-D; their keys are made anew before each sort, in
// the time that is taken.

#include "bench.h"

#include "../core/status.h"
#include "../gl/gl_context.h"
#include "../sim/hash.h"
#include "../sim/scene.h"
#include "../sim/simulation.h"

#include <stdlib.h>

// Sorts of a round: on a GPU so many that waiting for the last one does not count, on a
// CPU of so many keys together that the clock is fine enough.
#define GPU_SORTS 20
#define CPU_KEYS  (UINT64_C(1) << 17)

// ---- A sort of ours ------------------------------------------------------------------

typedef struct sorter {
    mote_simulation *simulation;
    int sorts; // of a round
} sorter;

// All but the last entry of the draw schedule, which moves the sprites.
static mote_status sort_once(mote_simulation *simulation)
{
    const plan *plan = simulation->plan;
    for (int i = plan->list_count; i < plan->draw_count - 1; i++) {
        TRY(simulation_run(simulation, &plan->draw[i]));
    }
    return MOTE_OK;
}

static mote_status sorter_run(void *state)
{
    sorter *self = state;
    for (int i = 0; i < self->sorts; i++) {
        TRY(sort_once(self->simulation));
    }
    return mote_simulation_finish(self->simulation);
}

static uint64_t hash_order(const uint32_t *order, uint64_t count)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t words[2] = {(uint32_t)i, order[i]};
        hash += hash_words(words, 2);
    }
    return hash;
}

static mote_status sorter_check(void *state, uint64_t *check)
{
    sorter *self = state;
    uint64_t count = mote_simulation_particle_count(self->simulation);
    uint32_t *order = malloc(count * sizeof *order);
    if (!order) {
        return fail_memory(count * sizeof *order, "the order of sprites");
    }
    mote_status status = mote_simulation_read(self->simulation, "sprite_order", order,
                                              count * sizeof *order);
    *check = hash_order(order, count);
    free(order);
    return status;
}

static void sorter_destroy(void *state)
{
    sorter *self = state;
    mote_simulation_destroy(self->simulation);
    free(self);
}

static int sorts_of_round(const mote_simulation *simulation, uint64_t asked)
{
    const gl_context *gl = simulation->backend->gl;
    uint64_t few = CPU_KEYS / mote_simulation_particle_count(simulation);
    uint64_t usual = gl && !gl->is_software ? GPU_SORTS : few > 0 ? few : 1;
    return (int)(asked ? asked : usual);
}

static mote_status add_sorter(const mote_scene *scene, const mote_device_def *device,
                              uint64_t asked, bench_table *table)
{
    sorter *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    bench_case *added = bench_add_case(table);
    added->state = self;
    added->run = sorter_run;
    added->check = sorter_check;
    added->destroy = sorter_destroy;
    TRY(mote_simulation_create(scene, device, &self->simulation));
    self->sorts = sorts_of_round(self->simulation, asked);
    added->repeats = self->sorts;
    snprintf(added->name, sizeof added->name, "%s, %s", device->sort,
             mote_simulation_device_name(self->simulation));
    return simulation_list_sprites(self->simulation);
}

// ---- The C library's -----------------------------------------------------------------

typedef struct keyed {
    uint32_t key, order;
} keyed;

typedef struct library {
    uint32_t *keys; // unsorted
    keyed *pairs;
    uint64_t count;
    int sorts;
} library;

static int by_key_and_order(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->order > y->order) - (x->order < y->order);
}

static mote_status library_run(void *state)
{
    library *self = state;
    for (int sort = 0; sort < self->sorts; sort++) {
        for (uint64_t i = 0; i < self->count; i++) {
            self->pairs[i] = (keyed){self->keys[i], (uint32_t)i};
        }
        qsort(self->pairs, self->count, sizeof *self->pairs, by_key_and_order);
    }
    return MOTE_OK;
}

static mote_status library_check(void *state, uint64_t *check)
{
    library *self = state;
    uint64_t hash = 0;
    for (uint64_t i = 0; i < self->count; i++) {
        const uint32_t words[2] = {(uint32_t)i, self->pairs[i].order};
        hash += hash_words(words, 2);
    }
    *check = hash;
    return MOTE_OK;
}

static void library_destroy(void *state)
{
    library *self = state;
    free(self->keys);
    free(self->pairs);
    free(self);
}

// Of the keys that a simulation of the scene makes.
static mote_status add_library(mote_simulation *keyed_by, int sorts, bench_table *table)
{
    library *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    bench_case *added = bench_add_case(table);
    snprintf(added->name, sizeof added->name, "qsort of the C library, 1 thread");
    added->state = self;
    added->run = library_run;
    added->check = library_check;
    added->destroy = library_destroy;
    added->repeats = self->sorts = sorts;
    self->count = mote_simulation_particle_count(keyed_by);
    self->keys = malloc(self->count * sizeof *self->keys);
    self->pairs = malloc(self->count * sizeof *self->pairs);
    if (!self->keys || !self->pairs) {
        return fail_memory(self->count * sizeof *self->pairs, "the keys of sprites");
    }
    const plan *plan = keyed_by->plan;
    TRY(simulation_run(keyed_by, &plan->draw[plan->list_count]));
    return mote_simulation_read(keyed_by, "depth_key", self->keys,
                                self->count * sizeof *self->keys);
}

// ---- The bench -----------------------------------------------------------------------

static mote_status add_sorts(const mote_scene *scene, const mote_device_def *device,
                             uint64_t asked, bench_table *table)
{
    mote_device_def own = *device;
    own.sort = "bitonic";
    TRY(add_sorter(scene, &own, asked, table));
    own.sort = "radix";
    return add_sorter(scene, &own, asked, table);
}

static mote_status add_cases(const mote_scene *scene, const bench_values *values,
                             bench_table *table)
{
    TRY(add_sorts(scene, &values->device, values->steps, table));
    const sorter *latest = table->cases[table->case_count - 1].state;
    if (mote_simulation_backend(latest->simulation) == MOTE_BACKEND_GL) {
        mote_device_def cpu = mote_default_device_def();
        cpu.backend = MOTE_BACKEND_CPU;
        TRY(add_sorts(scene, &cpu, 0, table));
        latest = table->cases[table->case_count - 1].state;
    } else {
        bench_note_reason(latest->simulation, table);
    }
    return add_library(latest->simulation, latest->sorts, table);
}

mote_status bench_sort(const scene_values *scene_values, const bench_values *values,
                       bench_table *table)
{
    mote_scene *scene;
    TRY(app_open_scene(values->scene, scene_values, &scene));
    // With emitters fewer may live than have room, and only those are sorted.
    mote_status status = bench_check_scene(scene, false, table);
    if (status == MOTE_OK) {
        status = mote_scene_set(scene, "dimension", "3");
    }
    if (status == MOTE_OK) {
        status = mote_scene_set(scene, "view.blend", "alpha");
    }
    if (status == MOTE_OK && mote_scene_particle_count(scene) == 0) {
        status = fail(MOTE_BAD_INPUT, "bench sort needs particles; -n is 0");
    }
    if (status == MOTE_OK) {
        snprintf(table->title, sizeof table->title,
                 "Sorting by depth: %s, %llu particles, keys made anew each time",
                 mote_scene_name(scene),
                 (unsigned long long)mote_scene_particle_count(scene));
        table->unit = "sort";
        table->work = 1;
        table->check_name = "order";
        status = add_cases(scene, values, table);
    }
    mote_scene_destroy(scene);
    return status;
}
