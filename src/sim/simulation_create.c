// SPDX-License-Identifier: MIT
// How a simulation comes about: its plan, its backend, the first state of its scene.

#include "simulation.h"

#include "start_place.h"
#include "stuck.h"

#include "../core/status.h"

#include "population.glsl"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

mote_device_def mote_default_device_def(void)
{
    return (mote_device_def){
        .backend = MOTE_BACKEND_AUTO,
        .gl_device = -1,
        .checkpoint_steps = 1024,
    };
}

// ---- The first state -----------------------------------------------------------------

static mote_status write_buffer(mote_simulation *self, int buffer, const void *data)
{
    return self->backend->write(self->backend, buffer, data,
                                plan_buffer_size(self->plan, buffer));
}

mote_status simulation_write_tables(mote_simulation *self)
{
    const plan *plan = self->plan;
    TRY(write_buffer(self, BUFFER_pair_table, plan->pair_table));
    if (plan->item_table) {
        TRY(write_buffer(self, BUFFER_item_table, plan->item_table));
    }
    if (plan->drain_table) {
        TRY(write_buffer(self, BUFFER_drain, plan->drain_table));
    }
    return plan->pouring ? write_buffer(self, BUFFER_mouth, pouring_places(plan->pouring))
                         : MOTE_OK;
}

mote_status simulation_write_eye(mote_simulation *self, const uint32_t eye[EYE_SIZE])
{
    return self->plan->sorts ? write_buffer(self, BUFFER_eye, eye) : MOTE_OK;
}

// A model's own fields begin with the value of their row.
static mote_status write_fields(mote_simulation *self, uint32_t *values)
{
    for (int f = 0; f < self->plan->model->field_count; f++) {
        int buffer = BUFFER_CORE_COUNT + f;
        uint32_t bits = plan_field_start(self->plan, f);
        for (uint64_t i = 0; i < plan_buffer_size(self->plan, buffer) / 4; i++) {
            values[i] = bits;
        }
        TRY(write_buffer(self, buffer, values));
    }
    return MOTE_OK;
}

static mote_status write_state(mote_simulation *self, const start_state *start,
                               uint32_t *values)
{
    const plan *p = self->plan;
    uint64_t count = p->start_count;
    uint64_t vector_size = count * (uint64_t)p->dimension * sizeof *values;
    for (uint64_t i = 0; i < count * (uint64_t)p->dimension; i++) {
        values[i] = plan_coordinate(p, start->place[i]);
    }
    backend *backend = self->backend;
    TRY(backend->write(backend, BUFFER_position, values, vector_size));
    TRY(backend->write(backend, BUFFER_velocity, start->velocity, vector_size));
    for (uint64_t i = 0; i < count; i++) {
        values[2 * i] = (uint32_t)i;
        values[2 * i + 1] = start->species[i];
    }
    TRY(backend->write(backend, BUFFER_identity, values, 2 * count * sizeof *values));
    TRY(write_fields(self, values));
    TRY(simulation_write_tables(self));
    const uint32_t population[POPULATION_SIZE] = {[POPULATION_ROWS] = (uint32_t)count};
    return write_buffer(self, BUFFER_population, population);
}

// Where rows are recycled all are free: on the list, and without life.
static mote_status write_free_rows(mote_simulation *self)
{
    uint32_t count = self->plan->constants.particle_count;
    uint32_t population[POPULATION_SIZE] = {[POPULATION_ROWS] = count};
    const uint32_t recycling[4] = {count, 0, 0, 0};
    uint64_t size = plan_buffer_size(self->plan, BUFFER_body);
    uint32_t *values = calloc(1, (size_t)size + 1);
    if (!values) {
        return fail_memory((size_t)size, "the first state");
    }
    mote_status status = write_buffer(self, BUFFER_body, values);
    for (uint32_t i = 0; i < count; i++) {
        values[i] = i;
    }
    status = status == MOTE_OK ? write_buffer(self, BUFFER_dead_list, values) : status;
    free(values);
    TRY(status);
    TRY(write_buffer(self, BUFFER_recycling, recycling));
    return write_buffer(self, BUFFER_population, population);
}

// Of a model that emits nothing lives yet.
static mote_status write_nobody(mote_simulation *self)
{
    static const int buffers[] = {BUFFER_population, BUFFER_chunk};
    const uint32_t draw_size[4] = {4, 0, 0, 0};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
        uint64_t size = plan_buffer_size(self->plan, buffers[i]);
        void *zeros = calloc(1, (size_t)size + 1);
        if (!zeros) {
            return fail_memory((size_t)size, "the first state");
        }
        mote_status status = write_buffer(self, buffers[i], zeros);
        free(zeros);
        TRY(status);
    }
    TRY(simulation_write_tables(self));
    if (self->plan->search == SEARCH_RECYCLED) {
        return write_free_rows(self);
    }
    return write_buffer(self, BUFFER_draw_size, draw_size);
}

static mote_status write_start(mote_simulation *self, const mote_scene *scene)
{
    uint32_t eye[EYE_SIZE];
    plan_first_eye(self->plan, eye);
    TRY(simulation_write_eye(self, eye));
    if (self->plan->emits) {
        return write_nobody(self);
    }
    start_state start = {0};
    TRY(start_fill(scene, &start));
    size_t size = (size_t)scene->particle_count * 4 * sizeof(uint32_t) + 4;
    uint32_t *values = malloc(size);
    mote_status status =
        values ? write_state(self, &start, values) : fail_memory(size, "the first state");
    free(values);
    start_free(&start);
    return status;
}

// ---- The simulation ------------------------------------------------------------------

static bool has_stage(const schedule_entry *entries, int count, int stage)
{
    for (int i = 0; i < count; i++) {
        if (entries[i].stage == stage) {
            return true;
        }
    }
    return false;
}

// The stage to spoil must be one that runs, or a test would be right to find nothing.
static mote_status choose_fault(const mote_simulation *self, const char *name, int *stage)
{
    *stage = stage_find(name);
    if (*stage < 0) {
        return fail(MOTE_BAD_INPUT, "no stage is named \"%s\"", name);
    }
    const plan *plan = self->plan;
    if (has_stage(plan->step, plan->step_count, *stage) ||
        has_stage(plan->draw, plan->draw_count, *stage) ||
        has_stage(plan->statistics, plan->statistics_count, *stage) ||
        (plan->touch.access_count > 0 && plan->touch.stage == *stage)) {
        return MOTE_OK;
    }
    return fail(MOTE_BAD_INPUT,
                "stage %s does not run here (search %s, sort %s, model %s); choose one "
                "that does, or another search or sort",
                name, search_names[self->plan->search],
                self->plan->sorts ? sort_names[self->plan->sort] : "none",
                self->plan->model->name);
}

// The caller's strings may be gone when the device is needed again.
static void keep_device(mote_simulation *self, const mote_device_def *device)
{
    self->device = *device;
    if (device->isa) {
        snprintf(self->isa, sizeof self->isa, "%s", device->isa);
        self->device.isa = self->isa;
    }
    self->device.fault_stage = self->device.lost_stage = NULL;
    self->fault_stage = self->lost_stage = -1;
}

// Names that a plan knows, as it names them.
static void keep_choices(mote_simulation *self)
{
    mote_device_def *device = &self->device;
    device->search = device->search ? search_names[search_find(device->search)] : NULL;
    device->sort = device->sort ? sort_names[sort_find(device->sort)] : NULL;
}

static mote_status choose_faults(mote_simulation *self, const mote_device_def *device)
{
    if (device->fault_stage) {
        TRY(choose_fault(self, device->fault_stage, &self->fault_stage));
    }
    self->lost_clock =
        simulation_clock_of(self, self->plan->prewarm_steps + device->lost_step);
    return device->lost_stage ? choose_fault(self, device->lost_stage, &self->lost_stage)
                              : MOTE_OK;
}

static mote_status write_first(mote_simulation *self, const mote_scene *scene)
{
    TRY(write_start(self, scene));
    if (self->backend->kind == MOTE_BACKEND_GL) {
        TRY(recovery_prepare(self));
    }
    return MOTE_OK;
}

// A driver may find out as late as this that a GPU has not the memory.
static mote_status begin(mote_simulation *self, const mote_scene *scene,
                         const mote_device_def *device)
{
    TRY(device_open(self->plan, device, &self->backend, self->reason,
                    sizeof self->reason));
    mote_status status = write_first(self, scene);
    bool may_step_down =
        device->backend == MOTE_BACKEND_AUTO && self->backend->kind == MOTE_BACKEND_GL;
    if (status == MOTE_OK || !may_step_down) {
        return status;
    }
    snprintf(self->reason, sizeof self->reason, "%s", mote_last_error());
    self->backend->destroy(self->backend);
    self->backend = NULL;
    TRY(device_step_down(self->plan, device, &self->backend, self->reason));
    return write_first(self, scene);
}

mote_status simulation_prewarm(mote_simulation *self)
{
    return simulation_run_until(self,
                                simulation_clock_of(self, self->plan->prewarm_steps));
}

mote_status simulation_create_cold(const mote_scene *scene, const mote_device_def *device,
                                   mote_simulation **result)
{
    *result = NULL;
    mote_simulation *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a simulation");
    }
    keep_device(self, device);
    mote_status status = plan_create(scene, device, &self->plan);
    if (status == MOTE_OK) {
        keep_choices(self);
        status = choose_faults(self, device);
    }
    if (status == MOTE_OK) {
        status = begin(self, scene, device);
    }
    if (status != MOTE_OK) {
        mote_simulation_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

mote_status mote_simulation_create(const mote_scene *scene, const mote_device_def *device,
                                   mote_simulation **result)
{
    *result = NULL;
    TRY(stuck_tell(scene, device));
    TRY(simulation_create_cold(scene, device, result));
    assert(*result && "it was made");
    mote_status status = simulation_prewarm(*result);
    if (status != MOTE_OK) {
        mote_simulation_destroy(*result);
        *result = NULL;
    }
    return status;
}

void mote_simulation_destroy(mote_simulation *self)
{
    if (self) {
        if (self->backend) {
            self->backend->destroy(self->backend);
        }
        checkpoint_destroy(self->checkpoint);
        statistics_queue_destroy(self->statistics);
        touch_queue_destroy(self->touches);
        plan_destroy(self->plan);
        free(self);
    }
}
