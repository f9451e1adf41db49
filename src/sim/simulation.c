// SPDX-License-Identifier: MIT
// A scene in motion: its plan, run stage by stage on one backend.

#include "simulation.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "exact.glsl"

#include "emission.glsl"
#include "population.glsl"
#include "pouring.glsl"
#include "touch.glsl"

#include <stdio.h>
#include <stdlib.h>

// ---- The clock -----------------------------------------------------------------------

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

// ---- Faults on purpose ---------------------------------------------------------------

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

// ---- The step ------------------------------------------------------------------------

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
    uint64_t last = pouring_next_id(pouring, self->clock + 1);
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

static mote_status run_touch(mote_simulation *self)
{
    const mote_touch *touch = touch_queue_at(self->touches, self->clock);
    if (!touch) {
        return MOTE_OK;
    }
    uint32_t rows[TOUCH_ROWS][4];
    touch_fill(self->plan, touch, rows);
    TRY(self->backend->write(self->backend, BUFFER_touch, rows, sizeof rows));
    return simulation_run(self, &self->plan->touch);
}

mote_status simulation_run_substep(mote_simulation *self)
{
    TRY(run_touch(self));
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
