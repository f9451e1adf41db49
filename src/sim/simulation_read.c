// SPDX-License-Identifier: MIT
// What can be read of a simulation: its buffers, its population, its hash, what it is.

#include "simulation.h"

#include "hash.h"

#include "../core/status.h"

#include "population.glsl"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Buffers -------------------------------------------------------------------------

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

// ---- Population ----------------------------------------------------------------------

mote_status simulation_population(mote_simulation *self, uint64_t *population)
{
    *population = self->plan->constants.particle_count;
    if (self->plan->mortal || self->plan->emits) {
        uint32_t living;
        TRY(read_surely(self, BUFFER_population, &living, sizeof living));
        *population = living;
    }
    return MOTE_OK;
}

// Of two words, the lower first.
static uint64_t wide_of(const uint32_t *words)
{
    return (uint64_t)words[1] << 32 | words[0];
}

uint64_t simulation_next_id(const mote_simulation *self)
{
    const plan *plan = self->plan;
    return plan->pouring ? pouring_next_id(plan->pouring, self->clock)
                         : plan->start_count + self->placed;
}

mote_status mote_simulation_population(mote_simulation *self, mote_population *population)
{
    *population = (mote_population){0};
    const plan *plan = self->plan;
    if (!plan->emits && !plan->pouring) {
        TRY(simulation_population(self, &population->living));
        population->died = plan->start_count + self->placed - population->living;
        return MOTE_OK;
    }
    uint32_t words[POPULATION_SIZE];
    TRY(read_surely(self, BUFFER_population, words, sizeof words));
    if (plan->pouring) {
        population->living = words[POPULATION_ROWS];
        population->born = wide_of(words + POPULATION_BORN) + self->placed;
        population->dropped = wide_of(words + POPULATION_DROPPED);
        population->died = plan->start_count + population->born - population->living;
        return MOTE_OK;
    }
    population->living = words[POPULATION_LIVING];
    population->born = wide_of(words + POPULATION_BORN);
    population->died = wide_of(words + POPULATION_DIED);
    population->dropped = wide_of(words + POPULATION_DROPPED);
    return MOTE_OK;
}

// ---- All who live --------------------------------------------------------------------

static mote_status read_living(mote_simulation *self, int buffer, uint64_t living,
                               uint32_t **values)
{
    int components = self->plan->buffers[buffer].components;
    uint64_t size = living * 4 * (uint64_t)components;
    *values = malloc(size + 4);
    if (!*values) {
        return fail_memory(size, self->plan->buffers[buffer].name);
    }
    return read_surely(self, buffer, *values, size);
}

// What is hashed of a particle: words of these buffers, one after the other.
typedef struct hashed_buffers {
    int buffers[3];
    int count;
} hashed_buffers;

static hashed_buffers hashed_of(const plan *plan)
{
    return plan->emits
               ? (hashed_buffers){{BUFFER_body, BUFFER_flight}, 2}
               : (hashed_buffers){{BUFFER_identity, BUFFER_position, BUFFER_velocity}, 3};
}

// Of a model that emits, rows of those that have just died do not count.
static bool is_alive(const plan *plan, const uint32_t *words)
{
    return !plan->emits || words[3] != 0;
}

static uint64_t hash_rows(const plan *plan, const hashed_buffers *hashed,
                          uint32_t *const values[3], uint64_t rows)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rows; i++) {
        uint32_t words[12];
        int count = 0;
        for (int b = 0; b < hashed->count; b++) {
            int components = plan->buffers[hashed->buffers[b]].components;
            memcpy(words + count, values[b] + i * (uint64_t)components,
                   (size_t)components * sizeof *words);
            count += components;
        }
        sum += is_alive(plan, words) ? hash_words(words, count) : 0;
    }
    return sum;
}

mote_status mote_simulation_hash(mote_simulation *self, uint64_t *hash)
{
    hashed_buffers hashed = hashed_of(self->plan);
    uint32_t *values[3] = {NULL};
    uint64_t rows = 0;
    mote_status status = simulation_population(self, &rows);
    for (int b = 0; b < hashed.count && status == MOTE_OK; b++) {
        status = read_living(self, hashed.buffers[b], rows, &values[b]);
    }
    *hash = status == MOTE_OK ? hash_rows(self->plan, &hashed, values, rows) : 0;
    for (int b = 0; b < 3; b++) {
        free(values[b]);
    }
    return status;
}

mote_status mote_simulation_tally(mote_simulation *self, uint64_t *count,
                                  const char **what)
{
    const model *model = self->plan->model;
    uint32_t *values = NULL;
    uint64_t rows = 0;
    *count = 0;
    *what = model->tally_meaning;
    if (!model->tally) {
        return MOTE_OK;
    }
    TRY(simulation_population(self, &rows));
    mote_status status =
        read_living(self, plan_find_buffer(self->plan, model->tally), rows, &values);
    for (uint64_t i = 0; i < rows && status == MOTE_OK; i++) {
        float often;
        memcpy(&often, &values[i], sizeof often);
        *count += (uint64_t)often;
    }
    free(values);
    return status;
}

// ---- What it is ----------------------------------------------------------------------

uint64_t mote_simulation_step_count(const mote_simulation *self)
{
    return simulation_step_at(self, self->clock) - self->plan->prewarm_steps;
}

uint64_t mote_simulation_substeps(const mote_simulation *self)
{
    return (uint64_t)self->plan->substeps;
}

double mote_simulation_stable_time(const mote_simulation *self)
{
    return self->plan->stable_time;
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
