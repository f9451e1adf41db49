// SPDX-License-Identifier: MIT
// Which device runs samples, and which goes on when it fails.

#include "runner.h"

#include "../core/log.h"
#include "../core/status.h"
#include "../gl/gl_context.h"

#include <stdlib.h>

// ---- A GPU that may fail -------------------------------------------------------------

typedef struct fallible_runner {
    price_runner base;
    mote_device_def device;
    price_runner *now; // who runs: the GPU, or after it failed the CPU
    const price_plan *plan;
} fallible_runner;

static void go_by(fallible_runner *self, price_runner *runner)
{
    self->now = runner;
    self->base.is_gpu = runner->is_gpu;
    snprintf(self->base.name, sizeof self->base.name, "%s", runner->name);
}

// From the GPU, whose failure is the last error, to the CPU.
static mote_status leave_gpu(fallible_runner *self)
{
    price_runner *cpu;
    char cause[512];
    snprintf(cause, sizeof cause, "%s", mote_last_error());
    TRY(price_cpu_open(&self->device, &cpu));
    log_line(&self->device, "%s failed: %s; pricing goes on on the %s, to the same sums",
             self->now->name, cause, cpu->name);
    self->now->destroy(self->now);
    go_by(self, cpu);
    return MOTE_OK;
}

static mote_status fallible_prepare(price_runner *base, const price_plan *plan)
{
    fallible_runner *self = (fallible_runner *)base;
    self->plan = plan;
    mote_status status = self->now->prepare(self->now, plan);
    if (status != MOTE_OK && self->now->is_gpu) {
        TRY(leave_gpu(self));
        status = self->now->prepare(self->now, plan);
    }
    return status;
}

static mote_status fallible_run(price_runner *base, uint64_t first_quad,
                                uint64_t sample_count, price_moments *moments)
{
    fallible_runner *self = (fallible_runner *)base;
    mote_status status = self->now->run(self->now, first_quad, sample_count, moments);
    if (status != MOTE_OK && self->now->is_gpu) {
        TRY(leave_gpu(self));
        TRY(self->now->prepare(self->now, self->plan));
        status = self->now->run(self->now, first_quad, sample_count, moments);
    }
    return status;
}

static void fallible_destroy(price_runner *base)
{
    fallible_runner *self = (fallible_runner *)base;
    self->now->destroy(self->now);
    free(self);
}

static mote_status open_fallible(const mote_device_def *device, price_runner **runner)
{
    fallible_runner *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "samples");
    }
    price_runner *gpu;
    mote_status status = price_gl_open(device, &gpu);
    if (status != MOTE_OK) {
        free(self);
        return status;
    }
    self->base = (price_runner){
        .prepare = fallible_prepare, .run = fallible_run, .destroy = fallible_destroy};
    self->device = *device;
    go_by(self, gpu);
    *runner = &self->base;
    return MOTE_OK;
}

// ---- The choice ----------------------------------------------------------------------

static mote_status open_hardware(const mote_device_def *device, price_runner **runner)
{
    gl_context *context;
    TRY(gl_context_open(device, &context));
    mote_status status =
        device->takes_software_gl ? MOTE_OK : gl_context_check_hardware(context);
    if (status == MOTE_OK) {
        status = open_fallible(device, runner);
    }
    gl_context_close(context);
    return status;
}

mote_status price_open(const mote_device_def *device, price_runner **runner)
{
    *runner = NULL;
    if (device->backend == MOTE_BACKEND_GL) {
        return price_gl_open(device, runner);
    }
    if (device->backend == MOTE_BACKEND_CPU) {
        return price_cpu_open(device, runner);
    }
    mote_status status = open_hardware(device, runner);
    if (status == MOTE_OK || device->gl_device != -1) {
        return status;
    }
    char reason[512];
    snprintf(reason, sizeof reason, "%s", mote_last_error());
    TRY(price_cpu_open(device, runner));
    log_line(device, "pricing on the %s: %s", (*runner)->name, reason);
    return MOTE_OK;
}
