// SPDX-License-Identifier: MIT
// A scene in motion: its plan, run stage by stage on one backend, and what can be read of
// it.

#include "simulation.h"

#include "hash.h"

#include "../core/status.h"

#include "emission.glsl"
#include "population.glsl"
#include "pouring.glsl"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The step ------------------------------------------------------------------------

// The first word that an entry wrote of a buffer. What is born stands behind those who
// live, with emitters in a twin.
static mote_status first_written(mote_simulation *self, const schedule_entry *entry,
                                 const struct entry_access *access, uint64_t *word)
{
    *word = 0;
    bool is_poured = entry->stage == STAGE_pour;
    if (!is_poured && (!access->twin || entry->swaps)) {
        return MOTE_OK;
    }
    uint32_t population[POPULATION_SIZE] = {0};
    TRY(self->backend->read(self->backend, BUFFER_population, population,
                            plan_buffer_size(self->plan, BUFFER_population)));
    uint32_t row = is_poured ? population[POPULATION_ROWS] - population[POPULATION_BIRTHS]
                             : population[POPULATION_LIVING];
    if (entry->stage == STAGE_spawn_children) {
        row += population[POPULATION_SCHEDULED];
    }
    *word = (uint64_t)row * (uint64_t)self->plan->buffers[access->buffer].components;
    return MOTE_OK;
}

static mote_status flip_bit(mote_simulation *self, int buffer, uint64_t word)
{
    uint64_t size = plan_buffer_size(self->plan, buffer);
    uint32_t *values = malloc(size ? size : 4);
    if (!values) {
        return fail_memory(size, "the fault to inject");
    }
    mote_status status = self->backend->read(self->backend, buffer, values, size);
    if (status == MOTE_OK && word < size / 4) {
        values[word] ^= 1;
        status = self->backend->write(self->backend, buffer, values, size);
    }
    free(values);
    return status;
}

// Spoils a stage on purpose, so that a test can see a comparison find it.
static mote_status inject_fault(mote_simulation *self, const schedule_entry *entry)
{
    for (int k = 0; k < entry->access_count; k++) {
        const struct entry_access *access = &entry->access[k];
        bool is_free = self->plan->buffers[access->buffer].order == ORDER_FREE;
        if (!access_writes(access->kind) || is_free) {
            continue;
        }
        uint64_t word;
        TRY(first_written(self, entry, access, &word));
        bool is_twin = access->twin && !entry->swaps;
        if (is_twin) {
            self->backend->swap(self->backend, entry);
        }
        mote_status status = flip_bit(self, access->buffer, word);
        if (is_twin) {
            self->backend->swap(self->backend, entry);
        }
        return status;
    }
    return MOTE_OK;
}

// A GPU that fails on purpose, so that a test can see the run go on.
static mote_status check_loss(const mote_simulation *self, const schedule_entry *entry)
{
    bool is_lost = entry->stage == self->lost_stage && self->clock >= self->lost_clock &&
                   self->backend->kind == MOTE_BACKEND_GL;
    return is_lost ? fail(MOTE_FAILED, "the GPU fails at stage %s, as asked for",
                          stages[entry->stage].name)
                   : MOTE_OK;
}

// What the CPU says of the step that begins.
static mote_status write_emission(mote_simulation *self)
{
    uint32_t rows[EMISSION_ROWS][4];
    uint64_t size = emission_fill(self->plan->emission, self->clock, rows);
    return self->backend->write(self->backend, BUFFER_emission, rows, size);
}

static mote_status write_pouring(mote_simulation *self)
{
    const pouring *pouring = self->plan->pouring;
    uint64_t last = self->plan->start_count + pouring_births(pouring, self->clock + 1);
    if (last > UINT32_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "with the births of this step %llu particles have had an id, more "
                    "than there are: %lu; let faucets pour less, or close",
                    (unsigned long long)last, (unsigned long)UINT32_MAX);
    }
    uint32_t rows[POURING_ROWS][4];
    uint64_t size = pouring_fill(pouring, self->clock, rows);
    return self->backend->write(self->backend, BUFFER_pouring, rows, size);
}

mote_status simulation_run_probed(mote_simulation *self, const schedule_entry *entry,
                                  probe_records *records)
{
    TRY(check_loss(self, entry));
    self->backend->clock = self->clock;
    if (entry == self->plan->step && self->plan->emits) {
        TRY(write_emission(self));
    }
    if (entry == self->plan->step && self->plan->pouring) {
        TRY(write_pouring(self));
    }
    TRY(records ? self->backend->probe(self->backend, entry, records)
                : self->backend->run(self->backend, entry));
    if (entry->swaps) {
        self->backend->swap(self->backend, entry);
    }
    bool is_warm = simulation_step_at(self, self->clock) >= self->plan->prewarm_steps;
    if (entry->stage == self->fault_stage && is_warm) {
        TRY(inject_fault(self, entry));
    }
    return MOTE_OK;
}

mote_status simulation_run(mote_simulation *self, const schedule_entry *entry)
{
    return simulation_run_probed(self, entry, NULL);
}

mote_status simulation_run_substep(mote_simulation *self)
{
    for (int i = 0; i < self->plan->step_count; i++) {
        TRY(simulation_run(self, &self->plan->step[i]));
    }
    self->clock++;
    return MOTE_OK;
}

mote_status simulation_run_until(mote_simulation *self, uint64_t clock)
{
    while (self->clock < clock) {
        mote_status status = simulation_run_substep(self);
        if (status == MOTE_OK) {
            status = recovery_tend(self);
        }
        if (status == MOTE_BAD_INPUT) {
            return status; // the scene's fault: no device could go on
        }
        if (status != MOTE_OK) {
            TRY(simulation_recover(self, status));
        }
    }
    return MOTE_OK;
}

mote_status mote_simulation_step(mote_simulation *self, uint64_t steps)
{
    uint64_t end = simulation_step_at(self, self->clock) + steps;
    return simulation_run_until(self, simulation_clock_of(self, end));
}

static mote_status run_draws(mote_simulation *self, int first, int end)
{
    for (int i = first; i < end; i++) {
        TRY(simulation_run(self, &self->plan->draw[i]));
    }
    return MOTE_OK;
}

mote_status simulation_list_sprites(mote_simulation *self)
{
    return run_draws(self, 0, self->plan->list_count);
}

mote_status simulation_sort_sprites(mote_simulation *self)
{
    return run_draws(self, self->plan->list_count, self->plan->draw_count);
}

mote_status mote_simulation_finish(mote_simulation *self)
{
    mote_status status = self->backend->finish(self->backend);
    return status == MOTE_OK ? MOTE_OK : simulation_recover(self, status);
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

mote_status mote_simulation_population(mote_simulation *self, mote_population *population)
{
    *population = (mote_population){0};
    const plan *plan = self->plan;
    if (!plan->emits && !plan->pouring) {
        TRY(simulation_population(self, &population->living));
        population->died = plan->start_count - population->living;
        return MOTE_OK;
    }
    uint32_t words[POPULATION_SIZE];
    TRY(read_surely(self, BUFFER_population, words, sizeof words));
    if (plan->pouring) {
        population->living = words[POPULATION_ROWS];
        population->born = wide_of(words + POPULATION_BORN);
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

uint64_t simulation_step_at(const mote_simulation *self, uint64_t clock)
{
    return clock / (uint64_t)self->plan->substeps;
}

uint64_t simulation_clock_of(const mote_simulation *self, uint64_t step)
{
    uint64_t substeps = (uint64_t)self->plan->substeps;
    return step > UINT64_MAX / substeps ? UINT64_MAX : step * substeps;
}

const char *simulation_name_step(const mote_simulation *self, uint64_t clock,
                                 char text[STEP_NAME_SIZE])
{
    uint64_t first = self->plan->prewarm_steps, step = simulation_step_at(self, clock);
    bool is_early = step < first;
    int used = snprintf(text, STEP_NAME_SIZE, "step %llu%s",
                        (unsigned long long)(is_early ? step : step - first),
                        is_early ? " of the prewarm" : "");
    if (self->plan->substeps > 1) {
        uint64_t before = clock - simulation_clock_of(self, step);
        snprintf(text + used, STEP_NAME_SIZE - (size_t)used, ", sub-step %llu of %d",
                 (unsigned long long)before + 1, self->plan->substeps);
    }
    return text;
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
