// SPDX-License-Identifier: MIT
// Going on after a GPU has failed: the last copy of the state is brought to the CPU,
// which runs the steps since then again. They give the same bits, so nothing shows but
// the time it takes. Viewers see the states again whose frames or statistics were lost
// with the GPU.
//
//     step             0        256        512   600
//     GPU              |---------|----------|-----x      fails
//     kept copies      |         |          |
//     CPU                                   |-----|----> goes on
//     frames on the GPU                        | |       drawn again on the way

#include "simulation.h"

#include "../core/log.h"
#include "../core/status.h"

#include <stdio.h>

// ---- Copies --------------------------------------------------------------------------

static uint64_t oldest_needed(const mote_simulation *self)
{
    uint64_t needed = UINT64_MAX;
    for (const viewer *v = self->viewers; v; v = v->next) {
        needed = v->needed_clock < needed ? v->needed_clock : needed;
    }
    return needed;
}

static bool may_leave_gpu(const mote_simulation *self)
{
    return self->backend->kind == MOTE_BACKEND_CPU ||
           self->device.backend == MOTE_BACKEND_AUTO;
}

mote_status recovery_prepare(mote_simulation *self)
{
    if (self->checkpoint || self->device.checkpoint_steps == 0 || !may_leave_gpu(self)) {
        return MOTE_OK;
    }
    return checkpoint_create(self->backend, self->clock, &self->checkpoint);
}

mote_status recovery_renew(mote_simulation *self)
{
    bool had = self->checkpoint != NULL;
    checkpoint_destroy(self->checkpoint);
    self->checkpoint = NULL;
    return had ? recovery_prepare(self) : MOTE_OK;
}

mote_status recovery_tend(mote_simulation *self)
{
    bool is_whole = self->clock % (uint64_t)self->plan->substeps == 0;
    if (!self->checkpoint || !is_whole) {
        return MOTE_OK;
    }
    return checkpoint_tend(self->checkpoint, self->backend, self->clock,
                           simulation_clock_of(self, self->device.checkpoint_steps),
                           oldest_needed(self));
}

// Where all is on the CPU nothing can be lost.
static void end_if_safe(mote_simulation *self)
{
    bool is_on_gpu = self->backend->kind == MOTE_BACKEND_GL;
    for (const viewer *v = self->viewers; v; v = v->next) {
        is_on_gpu = is_on_gpu || v->is_on_gpu;
    }
    if (!is_on_gpu) {
        checkpoint_destroy(self->checkpoint);
        self->checkpoint = NULL;
    }
}

// ---- Viewers -------------------------------------------------------------------------

mote_status simulation_watch_gpu(mote_simulation *self, viewer *viewer, bool is_on_gpu)
{
    if (is_on_gpu) {
        TRY(recovery_prepare(self));
    }
    viewer->is_on_gpu = is_on_gpu;
    viewer->needed_clock = UINT64_MAX;
    return MOTE_OK;
}

mote_status simulation_watch(mote_simulation *self, viewer *viewer, bool is_on_gpu)
{
    TRY(simulation_watch_gpu(self, viewer, is_on_gpu));
    viewer->next = self->viewers;
    self->viewers = viewer;
    return MOTE_OK;
}

void simulation_unwatch(mote_simulation *self, viewer *viewer)
{
    for (struct viewer **at = &self->viewers; *at; at = &(*at)->next) {
        if (*at == viewer) {
            *at = viewer->next;
            break;
        }
    }
    end_if_safe(self);
}

// ---- Recovery ------------------------------------------------------------------------

// Viewers leave first: they draw in the context that goes with its backend.
static mote_status leave_gpu(mote_simulation *self)
{
    backend *cpu = NULL;
    if (self->backend->kind == MOTE_BACKEND_GL) {
        TRY(cpu_backend_create(self->plan, &self->device, &cpu));
    }
    mote_status status = MOTE_OK;
    for (viewer *v = self->viewers; v && status == MOTE_OK; v = v->next) {
        status = v->leave_gpu(v);
    }
    if (cpu && status != MOTE_OK) {
        cpu->destroy(cpu);
    } else if (cpu) {
        self->backend->destroy(self->backend);
        self->backend = cpu;
        status = simulation_write_tables(self);
    }
    return status;
}

static mote_status show(mote_simulation *self)
{
    for (viewer *v = self->viewers; v; v = v->next) {
        TRY(v->look_again(v));
    }
    return MOTE_OK;
}

static mote_status run_again(mote_simulation *self, uint64_t end)
{
    TRY(checkpoint_restore(self->checkpoint, self->backend));
    self->clock = checkpoint_clock(self->checkpoint);
    TRY(show(self));
    while (self->clock < end) {
        TRY(simulation_run_substep(self));
        TRY(show(self));
    }
    return MOTE_OK;
}

mote_status simulation_recover(mote_simulation *self, mote_status failure)
{
    char cause[1024], name[STEP_NAME_SIZE];
    snprintf(cause, sizeof cause, "%s: %s", simulation_name_step(self, self->clock, name),
             mote_last_error());
    if (!self->checkpoint || self->is_recovering) {
        return fail(failure, "%s", cause);
    }
    uint64_t end = self->clock;
    bool is_on_cpu = self->backend->kind == MOTE_BACKEND_CPU; // and a GPU draws
    self->is_recovering = true;
    mote_status status = leave_gpu(self);
    if (status == MOTE_OK) {
        snprintf(self->reason, sizeof self->reason, "%s", cause);
        uint64_t kept = checkpoint_clock(self->checkpoint);
        uint64_t again = end - kept;
        log_line(&self->device,
                 "%s; going on %s%s from the copy of %s (%llu %sstep%s again)", cause,
                 is_on_cpu ? "in software" : "on the ",
                 is_on_cpu ? "" : self->backend->name,
                 simulation_name_step(self, kept, name), (unsigned long long)again,
                 self->plan->substeps > 1 ? "sub-" : "", again == 1 ? "" : "s");
        status = run_again(self, end);
    }
    self->is_recovering = false;
    if (status != MOTE_OK) {
        return fail(status, "%s; and the CPU could not go on: %s", cause,
                    mote_last_error());
    }
    end_if_safe(self);
    return MOTE_OK;
}
