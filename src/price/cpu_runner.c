// SPDX-License-Identifier: MIT
// Samples on the CPU: parts of them on OpenMP's threads.

#include "runner.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../core/thread.h"
#include "../cpu/cpu_backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cpu_runner {
    price_runner base;
    const char *isa;
    int threads;
    const price_plan *plan;
    price_kernel *kernel;
    mutex mutex; // of the sums. (clang exports a name for an `omp critical`.)
} cpu_runner;

static mote_status prepare(price_runner *base, const price_plan *plan)
{
    cpu_runner *self = (cpu_runner *)base;
    self->plan = plan;
    for (const price_kernel_row *row = price_kernels; row->isa; row++) {
        if (row->style == plan->option.style && strcmp(row->isa, self->isa) == 0) {
            self->kernel = row->run;
            return MOTE_OK;
        }
    }
    return fail(MOTE_FAILED, "this build has no %s kernel for the option", self->isa);
}

static mote_status run(price_runner *base, uint64_t first_quad, uint64_t sample_count,
                       price_moments *moments)
{
    cpu_runner *self = (cpu_runner *)base;
    const price_context *context = &self->plan->context;
    int64_t parts =
        (int64_t)((sample_count + PRICE_SAMPLES_MOST - 1) / PRICE_SAMPLES_MOST);
#pragma omp parallel num_threads(self->threads)
    {
        price_moments own = {0};
#pragma omp for schedule(dynamic)
        for (int64_t part = 0; part < parts; part++) {
            uint64_t first = (uint64_t)part * PRICE_SAMPLES_MOST;
            uint64_t left = sample_count - first;
            uint64_t sums[PRICE_SUMS_MOST] = {0};
            self->kernel(context, first_quad + first / 4,
                         left < PRICE_SAMPLES_MOST ? (uint32_t)left : PRICE_SAMPLES_MOST,
                         sums);
            price_moments_add(&own, sums);
        }
        mutex_lock(&self->mutex);
        for (int i = 0; i < PRICE_SUMS_MOST; i++) {
            moments->sums[i] += own.sums[i];
        }
        mutex_unlock(&self->mutex);
    }
    moments->samples += sample_count;
    return MOTE_OK;
}

static void destroy(price_runner *base)
{
    cpu_runner *self = (cpu_runner *)base;
    mutex_destroy(&self->mutex);
    free(self);
}

mote_status price_cpu_open(const mote_device_def *device, price_runner **runner)
{
    *runner = NULL;
    const char *isa;
    TRY(cpu_choose_isa(device->isa, &isa));
    cpu_runner *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "the CPU's samples");
    }
    self->base = (price_runner){.prepare = prepare, .run = run, .destroy = destroy};
    self->isa = isa;
    mutex_create(&self->mutex);
    self->threads = device->threads > 0 ? device->threads : clock_cpu_count();
    snprintf(self->base.name, sizeof self->base.name, "CPU (%d thread%s, %s)",
             self->threads, self->threads == 1 ? "" : "s", isa);
    *runner = &self->base;
    return MOTE_OK;
}
