// SPDX-License-Identifier: MIT
// The reduction that `mote bench reduce` measures.

#include "gl_reduce.h"

#include "gl_backend.h"
#include "gl_errors.h"
#include "gl_program.h"
#include "gl_state.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM_MAX 8
#define REPEATS     32 // of which the first do not count
#define WARM_UP     8
// Threads in all: enough that a GPU is full of them, and so few that each has much to do.
#define THREAD_MOST (UINT64_C(1) << 20)
#define GROUP_MOST  65535u // that every OpenGL 4.3 takes along an axis

typedef struct reduce_program {
    GLuint name;
    GLuint groups;
} reduce_program;

struct gl_reduce {
    gl_backend *backend;
    GLuint values, partials, queries[2];
    GLuint fours;   // of numbers
    reduction rest; // of those after the last four
    reduce_program programs[PROGRAM_MAX];
    int program_count;
    uint32_t *taken; // partial results
};

reduction reduction_none(void)
{
    return (reduction){.least = UINT32_MAX};
}

reduction reduction_join(reduction a, reduction b)
{
    return (reduction){
        .sum = a.sum + b.sum,
        .least = a.least < b.least ? a.least : b.least,
        .most = a.most > b.most ? a.most : b.most,
    };
}

// ---- Creation ------------------------------------------------------------------------

static mote_status check_size(const gl_reduce *self, uint64_t size)
{
    uint64_t most = (uint64_t)self->backend->context->limits.storage_block_size;
    if (size <= most) {
        return MOTE_OK;
    }
    return fail(MOTE_UNAVAILABLE,
                "%.1f MiB of numbers do not fit: storage blocks of this OpenGL hold "
                "%.1f MiB at most; give a smaller -n",
                (double)size / 1048576.0, (double)most / 1048576.0);
}

static void make_buffer(GLuint *name, uint64_t size, const void *data)
{
    glGenBuffers(1, name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, *name);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(size > 16 ? size : 16), data,
                 GL_STATIC_COPY);
}

static mote_status fill(gl_reduce *self, const uint32_t *values, uint64_t count)
{
    assert(count <= REDUCE_COUNT_MAX);
    self->fours = (GLuint)(count / 4);
    self->rest = reduction_none();
    for (uint64_t i = count / 4 * 4; i < count; i++) {
        reduction one = {values[i], values[i], values[i]};
        self->rest = reduction_join(self->rest, one);
    }
    uint64_t size = 16 * (uint64_t)self->fours;
    TRY(check_size(self, size));
    self->taken = malloc(16 * (size_t)GROUP_MOST);
    if (!self->taken) {
        return fail_memory(16 * (size_t)GROUP_MOST, "partial results");
    }
    make_buffer(&self->values, size, size ? values : NULL);
    make_buffer(&self->partials, 16 * (uint64_t)GROUP_MOST, NULL);
    glGenQueries(2, self->queries);
    return gl_errors_check(self->backend->context, "while making room for %.1f MiB",
                           (double)size / 1048576.0);
}

mote_status gl_reduce_create(backend *backend, const uint32_t *values, uint64_t count,
                             gl_reduce **result)
{
    *result = NULL;
    gl_reduce *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a reduction");
    }
    self->backend = (gl_backend *)backend;
    gl_state kept = gl_state_keep(self->backend->context->is_host);
    mote_status status = fill(self, values, count);
    gl_state_put_back(&kept);
    if (status != MOTE_OK) {
        gl_reduce_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void gl_reduce_destroy(gl_reduce *self)
{
    if (!self) {
        return;
    }
    for (int i = 0; i < self->program_count; i++) {
        glDeleteProgram(self->programs[i].name);
    }
    glDeleteBuffers(1, &self->values);
    glDeleteBuffers(1, &self->partials);
    glDeleteQueries(2, self->queries);
    free(self->taken);
    free(self);
}

static mote_status make_program(gl_reduce *self, int group_size, GLuint *program)
{
    gl_source source = {0};
    gl_source_begin(&source, "prelude of reduce",
                    self->backend->context->compute_version);
    text_add(&source.text, "#define GROUP_SIZE %du\n", group_size);
    mote_status status = gl_source_add_file(&source, "stages/reduce.comp");
    if (status == MOTE_OK) {
        status = gl_program_create(&source, "reduce", program);
    }
    gl_source_free(&source);
    return status;
}

mote_status gl_reduce_add(gl_reduce *self, int group_size, int *program)
{
    assert(self->program_count < PROGRAM_MAX);
    uint64_t size = (uint64_t)group_size;
    uint64_t needed = (self->fours + size - 1) / size;
    uint64_t groups = THREAD_MOST / size;
    groups = groups < needed ? groups : needed;
    groups = groups < GROUP_MOST ? groups : GROUP_MOST;
    reduce_program added = {.groups = groups > 0 ? (GLuint)groups : 1};
    TRY(make_program(self, group_size, &added.name));
    *program = self->program_count;
    self->programs[self->program_count++] = added;
    return MOTE_OK;
}

// ---- Running -------------------------------------------------------------------------

static void dispatch(const gl_reduce *self, const reduce_program *program)
{
    glUseProgram(program->name);
    glUniform1ui(glGetUniformLocation(program->name, "count"), self->fours);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, self->values);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, self->partials);
    glDispatchCompute(program->groups, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

static reduction join_partials(const gl_reduce *self, GLuint groups)
{
    reduction all = self->rest;
    for (GLuint i = 0; i < groups; i++) {
        const uint32_t *words = self->taken + 4 * (size_t)i;
        uint64_t sum = (uint64_t)words[1] << 32 | words[0];
        all = reduction_join(all, (reduction){sum, words[2], words[3]});
    }
    return all;
}

mote_status gl_reduce_run(gl_reduce *self, int program, int times, reduction *result)
{
    const reduce_program *own = &self->programs[program];
    gl_context *context = self->backend->context;
    gl_state kept = gl_state_keep(context->is_host);
    for (int i = 0; i < times; i++) {
        dispatch(self, own);
    }
    glBindBuffer(GL_COPY_READ_BUFFER, self->partials);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)16 * own->groups, self->taken);
    *result = join_partials(self, own->groups);
    gl_state_put_back(&kept);
    return gl_errors_check_lost(context, "while reducing");
}

static double dispatch_timed(const gl_reduce *self, const reduce_program *program)
{
    GLuint64 start = 0;
    GLuint64 end = 0;
    glQueryCounter(self->queries[0], GL_TIMESTAMP);
    dispatch(self, program);
    glQueryCounter(self->queries[1], GL_TIMESTAMP);
    glGetQueryObjectui64v(self->queries[0], GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(self->queries[1], GL_QUERY_RESULT, &end);
    return (double)(end - start) * 1e-9;
}

mote_status gl_reduce_measure(gl_reduce *self, int program, double *seconds)
{
    gl_context *context = self->backend->context;
    gl_state kept = gl_state_keep(context->is_host);
    *seconds = 0.0;
    for (int i = 0; i < REPEATS; i++) {
        double once = dispatch_timed(self, &self->programs[program]);
        bool is_least = *seconds == 0.0 || once < *seconds;
        *seconds = i >= WARM_UP && is_least ? once : *seconds;
    }
    gl_state_put_back(&kept);
    return gl_errors_check(context, "while measuring a reduction");
}
