// SPDX-License-Identifier: MIT
// A scene in motion: its plan, run stage by stage on one backend.

#include "simulation.h"

#include "hash.h"
#include "start_place.h"

#include "../core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

mote_device_def mote_default_device_def(void)
{
    return (mote_device_def){
        .backend = MOTE_BACKEND_AUTO,
        .gl_device = -1,
        .checkpoint_steps = 256,
    };
}

// ---- The step ------------------------------------------------------------------------

// Spoils a stage on purpose, so that a test can see a comparison find it.
static mote_status inject_fault(mote_simulation *self, const schedule_entry *entry)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        bool is_free = self->plan->buffers[access->buffer].order == ORDER_FREE;
        if (access->kind == ACCESS_READ || is_free) {
            continue;
        }
        uint64_t size = plan_buffer_size(self->plan, access->buffer);
        uint32_t *values = malloc(size ? size : 4);
        if (!values) {
            return fail_memory(size, "the fault to inject");
        }
        mote_status status =
            self->backend->read(self->backend, access->buffer, values, size);
        if (status == MOTE_OK && size > 0) {
            values[0] ^= 1;
            status = self->backend->write(self->backend, access->buffer, values, size);
        }
        free(values);
        return status;
    }
    return MOTE_OK;
}

// A GPU that fails on purpose, so that a test can see the run go on.
static mote_status check_loss(const mote_simulation *self, const schedule_entry *entry)
{
    bool is_lost = entry->stage == self->lost_stage &&
                   self->step_count >= self->device.lost_step &&
                   self->backend->kind == MOTE_BACKEND_GL;
    return is_lost ? fail(MOTE_FAILED, "the GPU fails at stage %s, as asked for",
                          stages[entry->stage].name)
                   : MOTE_OK;
}

mote_status simulation_run(mote_simulation *self, const schedule_entry *entry)
{
    TRY(check_loss(self, entry));
    TRY(self->backend->run(self->backend, entry));
    if (entry->swaps) {
        self->backend->swap(self->backend);
    }
    if (entry->stage == self->fault_stage) {
        TRY(inject_fault(self, entry));
    }
    return MOTE_OK;
}

mote_status simulation_run_step(mote_simulation *self)
{
    for (int i = 0; i < self->plan->step_count; i++) {
        TRY(simulation_run(self, &self->plan->step[i]));
    }
    self->step_count++;
    return MOTE_OK;
}

mote_status mote_simulation_step(mote_simulation *self, uint64_t steps)
{
    uint64_t end = self->step_count + steps;
    while (self->step_count < end) {
        mote_status status = simulation_run_step(self);
        if (status == MOTE_OK) {
            status = recovery_tend(self);
        }
        if (status != MOTE_OK) {
            TRY(simulation_recover(self, status));
        }
    }
    return MOTE_OK;
}

mote_status simulation_list_sprites(mote_simulation *self)
{
    for (int i = 0; i < self->plan->draw_count; i++) {
        TRY(simulation_run(self, &self->plan->draw[i]));
    }
    return MOTE_OK;
}

mote_status mote_simulation_finish(mote_simulation *self)
{
    mote_status status = self->backend->finish(self->backend);
    return status == MOTE_OK ? MOTE_OK : simulation_recover(self, status);
}

// ---- Creation ------------------------------------------------------------------------

static mote_status write_buffer(mote_simulation *self, int buffer, const void *data)
{
    return self->backend->write(self->backend, buffer, data,
                                plan_buffer_size(self->plan, buffer));
}

mote_status simulation_write_table(mote_simulation *self)
{
    return write_buffer(self, BUFFER_pair_table, self->plan->pair_table);
}

// A model's own fields begin with the value of their row.
static mote_status write_fields(mote_simulation *self, uint32_t *values)
{
    for (int f = 0; f < self->plan->model->field_count; f++) {
        int buffer = BUFFER_CORE_COUNT + f;
        uint32_t bits = start_real(self->plan->model->fields[f].start);
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
    uint64_t count = p->constants.particle_count;
    for (uint64_t i = 0; i < count * (uint64_t)p->dimension; i++) {
        values[i] = plan_coordinate(p, start->place[i]);
    }
    TRY(write_buffer(self, BUFFER_position, values));
    TRY(write_buffer(self, BUFFER_velocity, start->velocity));
    for (uint64_t i = 0; i < count; i++) {
        values[2 * i] = (uint32_t)i;
        values[2 * i + 1] = start->species[i];
    }
    TRY(write_buffer(self, BUFFER_identity, values));
    TRY(write_fields(self, values));
    TRY(simulation_write_table(self));
    uint32_t population = p->constants.particle_count;
    return write_buffer(self, BUFFER_population, &population);
}

static mote_status write_start(mote_simulation *self, const mote_scene *scene)
{
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

// The stage to spoil must be one that runs, or a test would be right to find nothing.
static mote_status choose_fault(const mote_simulation *self, const char *name, int *stage)
{
    *stage = stage_find(name);
    if (*stage < 0) {
        return fail(MOTE_BAD_INPUT, "fault: no stage is named \"%s\"", name);
    }
    for (int i = 0; i < self->plan->step_count; i++) {
        if (self->plan->step[i].stage == *stage) {
            return MOTE_OK;
        }
    }
    for (int i = 0; i < self->plan->draw_count; i++) {
        if (self->plan->draw[i].stage == *stage) {
            return MOTE_OK;
        }
    }
    return fail(
        MOTE_BAD_INPUT,
        "fault: stage %s does not run here (search %s, model %s); choose one that "
        "does, or another search",
        name, search_names[self->plan->search], self->plan->model->name);
}

// The caller's strings may be gone when the device is needed again.
static void keep_device(mote_simulation *self, const mote_device_def *device)
{
    self->device = *device;
    if (device->isa) {
        snprintf(self->isa, sizeof self->isa, "%s", device->isa);
        self->device.isa = self->isa;
    }
    self->device.search = self->device.fault_stage = self->device.lost_stage = NULL;
    self->fault_stage = self->lost_stage = -1;
}

static mote_status choose_faults(mote_simulation *self, const mote_device_def *device)
{
    if (device->fault_stage) {
        TRY(choose_fault(self, device->fault_stage, &self->fault_stage));
    }
    return device->lost_stage ? choose_fault(self, device->lost_stage, &self->lost_stage)
                              : MOTE_OK;
}

mote_status mote_simulation_create(const mote_scene *scene, const mote_device_def *device,
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
        status = choose_faults(self, device);
    }
    if (status == MOTE_OK) {
        status = device_open(self->plan, device, &self->backend, self->reason,
                             sizeof self->reason);
    }
    if (status == MOTE_OK) {
        status = write_start(self, scene);
    }
    if (status == MOTE_OK && device->backend == MOTE_BACKEND_AUTO &&
        self->backend->kind == MOTE_BACKEND_GL) {
        status = recovery_prepare(self);
    }
    if (status != MOTE_OK) {
        mote_simulation_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void mote_simulation_destroy(mote_simulation *self)
{
    if (self) {
        if (self->backend) {
            self->backend->destroy(self->backend);
        }
        checkpoint_destroy(self->checkpoint);
        plan_destroy(self->plan);
        free(self);
    }
}

// ---- Reading -------------------------------------------------------------------------

static mote_status read_surely(mote_simulation *self, int buffer, void *data,
                               uint64_t size)
{
    mote_status status = self->backend->read(self->backend, buffer, data, size);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self, status));
        status = self->backend->read(self->backend, buffer, data, size);
    }
    return status;
}

static mote_status find_buffer(const mote_simulation *self, const char *name, int *buffer)
{
    *buffer = plan_find_buffer(self->plan, name);
    if (*buffer >= 0) {
        return MOTE_OK;
    }
    char names[1024] = "";
    for (int b = 0; b < self->plan->buffer_count; b++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", b ? ", " : "",
                 self->plan->buffers[b].name);
    }
    return fail(MOTE_BAD_INPUT, "no buffer is named \"%s\"; there are %s", name, names);
}

mote_status mote_simulation_buffer_size(mote_simulation *self, const char *name,
                                        size_t *size)
{
    int buffer;
    TRY(find_buffer(self, name, &buffer));
    *size = (size_t)plan_buffer_size(self->plan, buffer);
    return MOTE_OK;
}

mote_status mote_simulation_read(mote_simulation *self, const char *name, void *data,
                                 size_t size)
{
    int buffer;
    TRY(find_buffer(self, name, &buffer));
    size_t needed = (size_t)plan_buffer_size(self->plan, buffer);
    if (needed == 0 && self->plan->constants.particle_count > 0) {
        return fail(MOTE_BAD_INPUT, "buffer %s is not used here (search %s, model %s)",
                    name, search_names[self->plan->search], self->plan->model->name);
    }
    if (size != needed) {
        return fail(MOTE_BAD_INPUT,
                    "buffer %s has %zu bytes, the caller gave room for %zu", name, needed,
                    size);
    }
    return read_surely(self, buffer, data, size);
}

mote_status mote_simulation_gl_buffer(mote_simulation *self, const char *name,
                                      uint32_t *gl_name)
{
    int buffer;
    TRY(find_buffer(self, name, &buffer));
    *gl_name = self->backend->gl_buffer(self->backend, buffer);
    if (*gl_name == 0) {
        return fail(MOTE_UNAVAILABLE,
                    "buffer %s is not in OpenGL: this simulation runs on %s", name,
                    self->backend->name);
    }
    return MOTE_OK;
}

mote_status simulation_population(mote_simulation *self, uint64_t *population)
{
    *population = self->plan->constants.particle_count;
    if (self->plan->mortal) {
        uint32_t living;
        TRY(read_surely(self, BUFFER_population, &living, sizeof living));
        *population = living;
    }
    return MOTE_OK;
}

static mote_status read_living(mote_simulation *self, int buffer, uint64_t living,
                               uint32_t **values)
{
    int components =
        type_components(self->plan->buffers[buffer].type, self->plan->dimension);
    uint64_t size = living * 4 * (uint64_t)components;
    *values = malloc(size + 4);
    if (!*values) {
        return fail_memory(size, self->plan->buffers[buffer].name);
    }
    return read_surely(self, buffer, *values, size);
}

mote_status mote_simulation_hash(mote_simulation *self, uint64_t *hash)
{
    static const int hashed[] = {BUFFER_identity, BUFFER_position, BUFFER_velocity};
    uint32_t *values[3] = {NULL};
    uint64_t living = 0;
    mote_status status = simulation_population(self, &living);
    for (int b = 0; b < 3 && status == MOTE_OK; b++) {
        status = read_living(self, hashed[b], living, &values[b]);
    }
    uint64_t sum = 0;
    for (uint64_t i = 0; i < living && status == MOTE_OK; i++) {
        uint32_t words[8];
        size_t d = (size_t)self->plan->dimension;
        memcpy(words, values[0] + 2 * i, 2 * sizeof *words);
        memcpy(words + 2, values[1] + d * i, d * sizeof *words);
        memcpy(words + 2 + d, values[2] + d * i, d * sizeof *words);
        sum += hash_words(words, (int)(2 + 2 * d));
    }
    for (int b = 0; b < 3; b++) {
        free(values[b]);
    }
    *hash = sum;
    return status;
}

uint64_t mote_simulation_step_count(const mote_simulation *self)
{
    return self->step_count;
}

uint64_t mote_simulation_particle_count(const mote_simulation *self)
{
    return self->plan->constants.particle_count;
}

const char *mote_simulation_device_name(const mote_simulation *self)
{
    return self->backend->name;
}

const char *mote_simulation_reason(const mote_simulation *self)
{
    return self->reason;
}

mote_backend_kind mote_simulation_backend(const mote_simulation *self)
{
    return self->backend->kind;
}
