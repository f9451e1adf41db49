// SPDX-License-Identifier: MIT
// The CPU backend: planar buffers, OpenMP threads, and kernels for the best instruction
// set of this processor.

#include "cpu_backend.h"

#include "stages.h"

#include "../core/clock.h"
#include "../core/status.h"

#include "population.glsl"

#include <assert.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU_ALIGNMENT 64
// Rows that a thread takes at a time: small enough to balance crowded cells.
#define PARTICLE_CHUNK 1024

typedef struct cpu_backend {
    backend base;
    int threads;
    int slices;
    const char *isa;
    uint32_t *memory[BUFFER_MAX][2]; // [1]: the twin
    cpu_planes planes[BUFFER_MAX];
    cpu_planes twins[BUFFER_MAX];
    const cpu_kernel_row *kernels[MODEL_PASS_MAX];
    const cpu_flight_row *flight;
    double times[SCHEDULE_MAX];
} cpu_backend;

static cpu_stage *const cpu_stages[STAGE_COUNT] = {
#define STAGE(name, per, when, access) cpu_##name,
#include "../sim/stages.def"
#undef STAGE
};

// ---- Instruction sets ----------------------------------------------------------------

// Names as in cmake/models.cmake, best first.
static const char *const isa_names[] = {"avx512", "avx2", "sse2", "scalar"};
#define ISA_COUNT (sizeof isa_names / sizeof isa_names[0])

bool cpu_has_isa(const char *isa)
{
#if defined __x86_64__ || defined __i386__
    if (strcmp(isa, "avx512") == 0) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    }
    if (strcmp(isa, "avx2") == 0) {
        return __builtin_cpu_supports("avx2");
    }
    if (strcmp(isa, "sse2") == 0) {
        return __builtin_cpu_supports("sse2");
    }
#endif
    return strcmp(isa, "scalar") == 0;
}

const char *cpu_isa_name(int index)
{
    return index >= 0 && index < (int)ISA_COUNT ? isa_names[index] : NULL;
}

mote_status cpu_choose_isa(const char *asked, const char **isa)
{
    for (size_t i = 0; i < ISA_COUNT; i++) {
        bool is_asked = !asked || strcmp(asked, isa_names[i]) == 0;
        if (is_asked && cpu_has_isa(isa_names[i])) {
            *isa = isa_names[i];
            return MOTE_OK;
        }
        if (asked && is_asked) {
            return fail(MOTE_UNAVAILABLE,
                        "isa %s: this processor does not have it; `mote info` lists what "
                        "it has",
                        asked);
        }
    }
    return fail(MOTE_BAD_INPUT,
                "isa: expected avx512, avx2, sse2 or scalar, found \"%s\"", asked);
}

static const cpu_kernel_row *find_kernel(const plan *plan, int pass, const char *isa)
{
    assert(isa);
    for (const cpu_kernel_row *row = cpu_kernels; row->model; row++) {
        if (row->dimension == plan->dimension && strcmp(row->isa, isa) == 0 &&
            strcmp(row->model, plan->model->name) == 0 &&
            strcmp(row->pass, plan->model->passes[pass]) == 0) {
            return row;
        }
    }
    return NULL;
}

static const cpu_flight_row *find_flight(const plan *plan, const char *isa)
{
    assert(isa);
    for (const cpu_flight_row *row = cpu_flights; row->model; row++) {
        if (row->dimension == plan->dimension && strcmp(row->isa, isa) == 0 &&
            strcmp(row->model, plan->model->name) == 0) {
            return row;
        }
    }
    return NULL;
}

// ---- Memory --------------------------------------------------------------------------

static mote_status allocate_planes(cpu_backend *self, int buffer, int which,
                                   cpu_planes planes)
{
    const plan *plan = self->base.plan;
    size_t components = (size_t)plan->buffers[buffer].components;
    size_t line = CPU_ALIGNMENT / sizeof(uint32_t);
    size_t length = (size_t)plan->lengths[buffer] + CPU_PADDING;
    length = (length + line - 1) / line * line;
    size_t size = length * components * sizeof(uint32_t);
    // calloc: memory that is never touched costs nothing, and no run depends on garbage.
    uint32_t *memory = calloc(1, size + CPU_ALIGNMENT);
    if (!memory) {
        return fail_memory(size, plan->buffers[buffer].name);
    }
    self->memory[buffer][which] = memory;
    size_t skip = (CPU_ALIGNMENT - (uintptr_t)memory % CPU_ALIGNMENT) % CPU_ALIGNMENT;
    for (size_t k = 0; k < components; k++) {
        planes[k] = memory + skip / sizeof(uint32_t) + k * length;
    }
    return MOTE_OK;
}

static mote_status allocate(cpu_backend *self)
{
    const plan *plan = self->base.plan;
    for (int b = 0; b < plan->buffer_count; b++) {
        TRY(allocate_planes(self, b, 0, self->planes[b]));
        if (plan_has_twin(plan, b)) {
            TRY(allocate_planes(self, b, 1, self->twins[b]));
        }
    }
    return MOTE_OK;
}

static void cpu_destroy(backend *base)
{
    cpu_backend *self = (cpu_backend *)base;
    for (int b = 0; b < BUFFER_MAX; b++) {
        free(self->memory[b][0]);
        free(self->memory[b][1]);
    }
    free(self);
}

static mote_status cpu_write(backend *base, int buffer, const void *data, uint64_t size)
{
    cpu_backend *self = (cpu_backend *)base;
    size_t components = (size_t)base->plan->buffers[buffer].components;
    const uint32_t *values = data;
    for (size_t i = 0; i < size / (4 * components); i++) {
        for (size_t k = 0; k < components; k++) {
            self->planes[buffer][k][i] = values[i * components + k];
        }
    }
    return MOTE_OK;
}

static mote_status cpu_read(backend *base, int buffer, void *data, uint64_t size)
{
    cpu_backend *self = (cpu_backend *)base;
    size_t components = (size_t)base->plan->buffers[buffer].components;
    uint32_t *values = data;
    for (size_t i = 0; i < size / (4 * components); i++) {
        for (size_t k = 0; k < components; k++) {
            values[i * components + k] = self->planes[buffer][k][i];
        }
    }
    return MOTE_OK;
}

static void cpu_swap(backend *base, const schedule_entry *entry)
{
    cpu_backend *self = (cpu_backend *)base;
    for (int k = 0; k < entry->access_count; k++) {
        if (entry->access[k].twin) {
            int b = entry->access[k].buffer;
            cpu_planes kept;
            memcpy(kept, self->planes[b], sizeof kept);
            memcpy(self->planes[b], self->twins[b], sizeof kept);
            memcpy(self->twins[b], kept, sizeof kept);
        }
    }
}

// ---- Running -------------------------------------------------------------------------

static uint32_t row_count(const cpu_backend *self, domain per)
{
    const plan *plan = self->base.plan;
    const uint32_t *population = self->planes[BUFFER_population][0];
    if (per == PER_BIRTH) {
        return population[POPULATION_BIRTHS];
    }
    if (per == PER_CHUNK) {
        return (population[0] + PARTICLES_PER_CHUNK - 1) / PARTICLES_PER_CHUNK;
    }
    bool is_counted = plan->mortal || plan->emits;
    return per == PER_PARTICLE && is_counted ? population[0]
                                             : (uint32_t)plan_row_count(plan, per);
}

// One slice on all threads, in chunks that threads take as they become free.
static void run_slice(const cpu_backend *self, const cpu_view *view, uint32_t first,
                      uint32_t end, uint32_t chunk)
{
    cpu_stage *run = cpu_stages[view->entry->stage];
    int64_t chunks = ((int64_t)end - first + chunk - 1) / chunk;
    if (chunks < 2 || self->threads < 2) {
        run(view, first, end);
        return;
    }
#pragma omp parallel for schedule(dynamic) num_threads(self->threads)
    for (int64_t i = 0; i < chunks; i++) {
        uint32_t from = first + (uint32_t)i * chunk;
        uint32_t to = end - from < chunk ? end : from + chunk;
        run(view, from, to);
    }
}

static uint32_t chunk_of(const cpu_backend *self, domain per, uint32_t rows)
{
    if (per == PER_PARTICLE || per == PER_BIRTH) {
        // At least eight chunks a thread where there are enough particles.
        uint32_t fair = rows / ((uint32_t)self->threads * 8) / CPU_GRAIN * CPU_GRAIN;
        uint32_t chunk = fair < PARTICLE_CHUNK ? fair : PARTICLE_CHUNK;
        return chunk < CPU_GRAIN ? CPU_GRAIN : chunk;
    }
    if (per == PER_CELL_END || per == PER_SPRITE || per == PER_SPECIES_CELL) {
        return 16384;
    }
    if (per == PER_KEY_TILE || per == PER_KEY_BLOCK) {
        return 16384 / KEYS_PER_TILE;
    }
    if (per == PER_DIGIT) {
        // A digit is a sum over all blocks of keys, of which there may be few.
        return 1 + 16384 / self->base.plan->constants.key_block_total;
    }
    return per == PER_CHUNK || per == PER_PART ? 1 : 8;
}

// All rows of one turn, in as many slices as are asked for.
static void run_turn(cpu_backend *self, const cpu_view *view)
{
    domain per = stages[view->entry->stage].per;
    uint32_t rows = row_count(self, per);
    uint32_t slices =
        per == PER_PARTICLE && self->slices > 0 ? (uint32_t)self->slices : 1;
    uint32_t slice = (rows + slices - 1) / slices;
    slice = (slice + CPU_GRAIN - 1) / CPU_GRAIN * CPU_GRAIN;
    for (uint32_t first = 0; first < rows;) {
        uint32_t end = rows - first < slice ? rows : first + slice;
        run_slice(self, view, first, end, chunk_of(self, per, rows));
        self->base.dispatch_count++;
        first = end;
    }
}

static cpu_view view_of(const cpu_backend *self, const schedule_entry *entry)
{
    return (cpu_view){
        .plan = self->base.plan,
        .planes = (const cpu_planes *)self->planes,
        .twins = (const cpu_planes *)self->twins,
        .entry = entry,
        .kernel = entry->pass >= 0 ? self->kernels[entry->pass] : NULL,
        .flight = self->flight,
        .clock = self->base.clock,
        .population = row_count(self, PER_PARTICLE),
    };
}

static mote_status cpu_run(backend *base, const schedule_entry *entry)
{
    cpu_backend *self = (cpu_backend *)base;
    cpu_view view = view_of(self, entry);
    double start = clock_seconds();
    if (view.population == 0 && entry->stage == STAGE_list_sprites) {
        cpu_stages[entry->stage](&view, 0, 0);
    }
    for (int turn = 0; turn < entry->turn_count; turn++) {
        view.turn = (uint32_t)(entry->first_turn + turn);
        run_turn(self, &view);
    }
    if (entry >= base->plan->step && entry < base->plan->step + SCHEDULE_MAX) {
        self->times[entry - base->plan->step] = clock_seconds() - start;
    }
    return MOTE_OK;
}

static mote_status cpu_probe(backend *base, const schedule_entry *entry,
                             probe_records *records)
{
    cpu_backend *self = (cpu_backend *)base;
    const plan *plan = base->plan;
    cpu_view view = view_of(self, entry);
    view.kernel = entry->pass >= 0 ? find_kernel(plan, entry->pass, PROBE_ISA) : NULL;
    view.flight = plan->emits ? find_flight(plan, PROBE_ISA) : NULL;
    view.probe = records;
    cpu_stages[entry->stage](&view, 0, row_count(self, stages[entry->stage].per));
    law_probing = NULL;
    return MOTE_OK;
}

static mote_status cpu_finish(backend *base)
{
    (void)base;
    return MOTE_OK;
}

// ---- The yardstick -------------------------------------------------------------------

#define COPY_REPEATS 16
#define COPY_CHUNK   ((size_t)1 << 16) // bytes that a thread takes at a time

static double copy_once(char *to, const char *from, size_t size, int threads)
{
    double start = clock_seconds();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t at = 0; at < size; at += COPY_CHUNK) {
        memcpy(to + at, from + at, size - at < COPY_CHUNK ? size - at : COPY_CHUNK);
    }
    return clock_seconds() - start;
}

static mote_status cpu_measure_copy(backend *base, uint64_t size, double *seconds)
{
    cpu_backend *self = (cpu_backend *)base;
    char *both = calloc(2, (size_t)size + 1);
    if (!both) {
        return fail_memory(2 * (size_t)size, "a copy");
    }
    *seconds = 0.0;
    for (int i = 0; i < COPY_REPEATS; i++) {
        double once = copy_once(both + size + 1, both, (size_t)size, self->threads);
        *seconds = i == 0 || once < *seconds ? once : *seconds;
    }
    free(both);
    return MOTE_OK;
}

static uint32_t cpu_gl_buffer(backend *base, int buffer)
{
    (void)base;
    (void)buffer;
    return 0;
}

static const double *cpu_stage_times(backend *base)
{
    return ((cpu_backend *)base)->times;
}

mote_status cpu_backend_create(const plan *plan, const mote_device_def *device,
                               backend **result)
{
    *result = NULL;
    const char *isa = NULL;
    TRY(cpu_choose_isa(device->isa, &isa));
    cpu_backend *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "the CPU backend");
    }
    self->base = (backend){
        .plan = plan,
        .kind = MOTE_BACKEND_CPU,
        .destroy = cpu_destroy,
        .write = cpu_write,
        .read = cpu_read,
        .run = cpu_run,
        .probe = cpu_probe,
        .swap = cpu_swap,
        .finish = cpu_finish,
        .gl_buffer = cpu_gl_buffer,
        .stage_times = cpu_stage_times,
        .measure_copy = cpu_measure_copy,
    };
    self->isa = isa;
    self->threads = device->threads > 0 ? device->threads : clock_cpu_count();
    self->slices = device->slices;
    for (int pass = 0; pass < plan->model->pass_count; pass++) {
        self->kernels[pass] = find_kernel(plan, pass, isa);
        assert(self->kernels[pass] && "the build makes a kernel for each pass");
    }
    self->flight = plan->emits ? find_flight(plan, isa) : NULL;
    assert((self->flight || !plan->emits) && "the build makes a kernel for each model");
    snprintf(self->base.name, sizeof self->base.name, "CPU (%d thread%s, %s)",
             self->threads, self->threads == 1 ? "" : "s", isa);
    mote_status status = allocate(self);
    if (status != MOTE_OK) {
        cpu_destroy(&self->base);
        return status;
    }
    *result = &self->base;
    return MOTE_OK;
}
