// SPDX-License-Identifier: MIT
// `mote bench reduce`: sum, least and largest of many numbers, on the CPU and by work
// groups of several sizes on the GPU, beside what a copy makes of the same memory.

#include "bench.h"

#include "../core/status.h"
#include "../core/text.h"
#include "../gl/gl_context.h"
#include "../gl/gl_reduce.h"
#include "../sim/hash.h"
#include "../sim/simulation.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT       (UINT64_C(1) << 26) // 256 MiB
#define GPU_REPEATS 20                 // so many that waiting for the last does not count
#define CPU_PART    ((int64_t)1 << 16) // numbers that a thread takes at a time

static const int group_sizes[] = {64, 128, 256, 512, 1024};

// What the cases share; the last of them to go destroys it.
typedef struct numbers {
    uint32_t *values;
    uint64_t count;
    mote_simulation *simulation; // whose context computes; NULL: none
    gl_reduce *reduce;
    int users;
} numbers;

typedef struct reducer {
    numbers *numbers;
    int program; // on the GPU, or -1
    int repeats; // of a round
    reduction result;
} reducer;

// ---- Numbers -------------------------------------------------------------------------

static void release(numbers *self)
{
    if (--self->users == 0) {
        gl_reduce_destroy(self->reduce);
        mote_simulation_destroy(self->simulation);
        free(self->values);
        free(self);
    }
}

// -n says how many; a scene has no part in this.
static mote_status read_count(const scene_values *scene, const bench_values *values,
                              uint64_t *count)
{
    *count = COUNT;
    if (values->scene) {
        return fail(MOTE_BAD_INPUT, "bench reduce has no scene; leave %s out",
                    values->scene);
    }
    for (int i = 0; i < scene->settings.count; i++) {
        const struct option_list_row *row = &scene->settings.rows[i];
        double number = 0.0;
        if (row->key_length != 9 || strncmp(row->key, "particles", 9) != 0) {
            return fail(MOTE_BAD_INPUT, "bench reduce has no scene; leave --set %.*s out",
                        (int)row->key_length, row->key);
        }
        bool is_read = number_read(row->value, row->value + strlen(row->value), &number);
        if (!is_read || number < 1.0 || number > (double)REDUCE_COUNT_MAX ||
            number != floor(number)) {
            return fail(MOTE_BAD_INPUT,
                        "-n: expected a whole number from 1 to %llu, found \"%s\"",
                        (unsigned long long)REDUCE_COUNT_MAX, row->value);
        }
        *count = (uint64_t)number;
    }
    return MOTE_OK;
}

static mote_status make_numbers(uint64_t count, numbers **result)
{
    numbers *self = calloc(1, sizeof *self);
    *result = NULL;
    if (!self) {
        return fail_memory(sizeof *self, "a bench");
    }
    self->values = malloc(count * sizeof *self->values);
    if (!self->values) {
        free(self);
        return fail_memory(count * sizeof *self->values, "the numbers to reduce");
    }
    self->count = count;
    self->users = 1;
    for (uint64_t i = 0; i < count; i++) {
        self->values[i] = (uint32_t)(i * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    }
    *result = self;
    return MOTE_OK;
}

// ---- Cases ---------------------------------------------------------------------------

static reduction reduce_part(const uint32_t *values, uint64_t from, uint64_t to)
{
    reduction r = reduction_none();
    for (uint64_t i = from; i < to; i++) {
        r.sum += values[i];
        r.least = values[i] < r.least ? values[i] : r.least;
        r.most = values[i] > r.most ? values[i] : r.most;
    }
    return r;
}

static mote_status run_on_cpu(void *state)
{
    reducer *self = state;
    int64_t count = (int64_t)self->numbers->count;
    const uint32_t *values = self->numbers->values;
    uint64_t sum = 0;
    uint32_t least = UINT32_MAX, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(min : least) reduction(max : most)
    for (int64_t from = 0; from < count; from += CPU_PART) {
        int64_t to = count - from < CPU_PART ? count : from + CPU_PART;
        reduction part = reduce_part(values, (uint64_t)from, (uint64_t)to);
        sum += part.sum;
        least = part.least < least ? part.least : least;
        most = part.most > most ? part.most : most;
    }
    self->result = (reduction){sum, least, most};
    return MOTE_OK;
}

static mote_status run_on_gpu(void *state)
{
    reducer *self = state;
    return gl_reduce_run(self->numbers->reduce, self->program, self->repeats,
                         &self->result);
}

static mote_status check(void *state, uint64_t *found)
{
    const reducer *self = state;
    const uint32_t words[4] = {(uint32_t)self->result.sum,
                               (uint32_t)(self->result.sum >> 32), self->result.least,
                               self->result.most};
    *found = hash_words(words, 4);
    return MOTE_OK;
}

// A copy reads and writes as many bytes as the reduction reads.
static mote_status remark(void *state, char text[BENCH_REMARK_SIZE])
{
    const reducer *self = state;
    backend *backend = self->numbers->simulation->backend;
    double bytes = 4.0 * (double)self->numbers->count, seconds, copy;
    TRY(gl_reduce_measure(self->numbers->reduce, self->program, &seconds));
    TRY(backend->measure_copy(backend, 4 * self->numbers->count, &copy));
    seconds = fmax(seconds, 1e-9);
    double rate = bytes / seconds, copied = 2.0 * bytes / fmax(copy, 1e-9);
    snprintf(
        text, BENCH_REMARK_SIZE,
        "by the device's clock %.4f ms at best, so it reads %.4g GB/s; a copy of the "
        "same %.4g MiB reads and writes %.4g GB/s, of which that is %.0f %%",
        1e3 * seconds, rate * 1e-9, bytes / 1048576.0, copied * 1e-9,
        100.0 * rate / copied);
    return MOTE_OK;
}

static void destroy(void *state)
{
    reducer *self = state;
    release(self->numbers);
    free(self);
}

static mote_status add_case(numbers *numbers, int program, int repeats,
                            bench_table *table)
{
    reducer *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    *self = (reducer){.numbers = numbers, .program = program, .repeats = repeats};
    numbers->users++;
    bench_case *added = bench_add_case(table);
    added->state = self;
    added->run = program < 0 ? run_on_cpu : run_on_gpu;
    added->check = check;
    added->remark = program < 0 ? NULL : remark;
    added->destroy = destroy;
    added->repeats = repeats;
    return MOTE_OK;
}

static bench_case *latest(bench_table *table)
{
    return &table->cases[table->case_count - 1];
}

// What the device cannot do becomes a note, unless it was asked for by number.
static mote_status add_gpu(numbers *numbers, bool is_asked, bench_table *table)
{
    const gl_context *context = numbers->simulation->backend->gl;
    int repeats = context->is_software ? 1 : GPU_REPEATS;
    mote_status status = gl_reduce_create(numbers->simulation->backend, numbers->values,
                                          numbers->count, &numbers->reduce);
    if (status == MOTE_UNAVAILABLE && !is_asked) {
        bench_note(table, mote_last_error());
        return MOTE_OK;
    }
    TRY(status);
    for (size_t i = 0; i < sizeof group_sizes / sizeof *group_sizes; i++) {
        int program;
        if (group_sizes[i] > context->limits.group_invocations) {
            continue;
        }
        TRY(gl_reduce_add(numbers->reduce, group_sizes[i], &program));
        TRY(add_case(numbers, program, repeats, table));
        snprintf(latest(table)->name, sizeof latest(table)->name, "%s, groups of %d",
                 mote_simulation_device_name(numbers->simulation), group_sizes[i]);
    }
    return MOTE_OK;
}

// A simulation of next to nothing, for its context and its yardstick.
static mote_status open_gl(const bench_values *values, numbers *numbers,
                           bench_table *table)
{
    mote_scene *scene;
    mote_device_def device = values->device;
    device.backend = MOTE_BACKEND_GL;
    TRY(mote_scene_create(&scene));
    mote_status status = mote_scene_set(scene, "particles", "1");
    if (status == MOTE_OK) {
        status = mote_simulation_create(scene, &device, &numbers->simulation);
    }
    mote_scene_destroy(scene);
    if (status == MOTE_UNAVAILABLE && device.gl_device == -1) {
        bench_note(table, mote_last_error());
        return MOTE_OK;
    }
    return status;
}

static mote_status add_cases(const bench_values *values, numbers *numbers,
                             bench_table *table)
{
    TRY(add_case(numbers, -1, 1, table));
    snprintf(latest(table)->name, sizeof latest(table)->name, "CPU, all threads");
    TRY(open_gl(values, numbers, table));
    return numbers->simulation ? add_gpu(numbers, values->device.gl_device != -1, table)
                               : MOTE_OK;
}

mote_status bench_reduce(const scene_values *scene, const bench_values *values,
                         bench_table *table)
{
    uint64_t count;
    numbers *numbers;
    TRY(read_count(scene, values, &count));
    TRY(make_numbers(count, &numbers));
    assert(numbers && "they were made");
    snprintf(table->title, sizeof table->title,
             "Sum, least and largest of %llu numbers (%.4g MiB)",
             (unsigned long long)count, 4.0 * (double)count / 1048576.0);
    table->unit = "reduction";
    table->work = 1;
    table->check_name = "result";
    mote_status status = add_cases(values, numbers, table);
    release(numbers);
    return status;
}
