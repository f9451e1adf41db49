// SPDX-License-Identifier: MIT
// Samples in OpenGL: dispatches of glsl/price/price.comp, of which the next is under way
// while the partial sums of the last are read.

#include "gl_price_source.h"
#include "runner.h"

#include "../core/clock.h"
#include "../core/status.h"
#include "../gl/gl_context.h"
#include "../gl/gl_errors.h"
#include "../gl/gl_fence.h"
#include "../gl/gl_program.h"
#include "../gl/gl_self_test.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_GROUP_SIZE 512
#define GROUPS_MOST        8192 // of a dispatch
#define GROUPS_WANTED      1024 // ... of a small one
// Draws of a first dispatch, how much larger the next may be, and seconds that one should
// take: a system may reset a driver whose GPU does not answer for two.
#define FIRST_DRAWS   262144
#define GROWTH        4
#define DISPATCH_TIME 0.02
#define PROGRAM_MAX   16

typedef struct gl_program_key {
    int style;
    uint32_t assets;
    price_choices choices;
} gl_program_key;

typedef struct gl_price_program {
    gl_program_key key;
    GLuint program;
    GLint constant_at, round_key_at, first_quad_at, sample_count_at, quads_per_group_at;
} gl_price_program;

// A dispatch under way.
typedef struct gl_turn {
    GLuint partials;
    GLuint way_out; // where the CPU reads them
    GLsync fence;
    uint32_t groups;
    uint64_t samples;
} gl_turn;

#define TURN_COUNT 4 // under way at once

typedef struct gl_runner {
    price_runner base;
    gl_context *context;
    int group_size;
    const price_plan *plan;
    gl_price_program programs[PROGRAM_MAX];
    int program_count;
    const gl_price_program *program;
    GLuint table;
    gl_turn turns[TURN_COUNT];
    uint64_t size;   // samples of a dispatch, by measured times
    double last_end; // s; when the last dispatch was read
} gl_runner;

// ---- Programs ------------------------------------------------------------------------

static gl_program_key key_of(const price_plan *plan)
{
    return (gl_program_key){
        .style = plan->option.style,
        .assets = plan->context.assets,
        .choices = plan->context.choices,
    };
}

static mote_status make_program(gl_runner *self, const price_plan *plan,
                                gl_price_program *made)
{
    gl_source source = {0};
    mote_status status = price_gl_source(plan, self->context, self->group_size, &source);
    if (status == MOTE_OK) {
        status = gl_program_create(&source, "price", &made->program);
    }
    gl_source_free(&source);
    if (status == MOTE_OK) {
        made->key = key_of(plan);
        made->constant_at = glGetUniformLocation(made->program, "constant");
        made->round_key_at = glGetUniformLocation(made->program, "round_key");
        made->first_quad_at = glGetUniformLocation(made->program, "first_quad");
        made->sample_count_at = glGetUniformLocation(made->program, "sample_count");
        made->quads_per_group_at = glGetUniformLocation(made->program, "quads_per_group");
    }
    return status;
}

// The program for a plan: one that was made before, or a new one in place of the oldest.
static mote_status find_program(gl_runner *self, const price_plan *plan)
{
    gl_program_key key = key_of(plan);
    for (int i = 0; i < self->program_count; i++) {
        if (memcmp(&self->programs[i].key, &key, sizeof key) == 0) {
            self->program = &self->programs[i];
            return MOTE_OK;
        }
    }
    if (self->program_count == PROGRAM_MAX) {
        glDeleteProgram(self->programs[0].program);
        memmove(self->programs, self->programs + 1,
                (PROGRAM_MAX - 1) * sizeof *self->programs);
        self->program_count--;
    }
    gl_price_program *made = &self->programs[self->program_count];
    TRY(make_program(self, plan, made));
    self->program_count++;
    self->program = made;
    return MOTE_OK;
}

static mote_status prepare(price_runner *base, const price_plan *plan)
{
    gl_runner *self = (gl_runner *)base;
    self->plan = plan;
    TRY(find_program(self, plan));
    self->size = FIRST_DRAWS / plan->context.draws;
    self->last_end = 0.0;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, self->table);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof plan->tables, &plan->tables,
                 GL_STATIC_DRAW);
    glUseProgram(self->program->program);
    glUniform1uiv(self->program->constant_at, (GLsizei)PRICE_CONSTANT_COUNT,
                  (const GLuint *)(const void *)&plan->context);
    glUniform1uiv(self->program->round_key_at, 20, plan->context.keys);
    return gl_errors_check(self->context, "while making ready to price");
}

// ---- Dispatches ----------------------------------------------------------------------

static size_t partials_size(const gl_runner *self, const gl_turn *turn)
{
    return turn->groups * (size_t)price_plan_sums(self->plan) * sizeof(uint64_t);
}

// Begins up to `most` samples; how many, it says.
static uint64_t begin_turn(gl_runner *self, gl_turn *turn, uint64_t first_quad,
                           uint64_t most)
{
    uint64_t size = self->size / 64 * 64;
    size = size < 64 ? 64 : size;
    turn->samples = most < size ? most : size;
    uint32_t quads = (uint32_t)((turn->samples + 3) / 4);
    uint32_t per_group = (quads + GROUPS_WANTED - 1) / GROUPS_WANTED;
    uint32_t group_size = (uint32_t)self->group_size;
    per_group = (per_group + group_size - 1) / group_size * group_size;
    per_group = per_group > PRICE_QUADS_MOST ? PRICE_QUADS_MOST : per_group;
    turn->groups = (quads + per_group - 1) / per_group;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, self->table);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, turn->partials);
    glUniform2ui(self->program->first_quad_at, (GLuint)first_quad,
                 (GLuint)(first_quad >> 32));
    glUniform1ui(self->program->sample_count_at, (GLuint)turn->samples);
    glUniform1ui(self->program->quads_per_group_at, per_group);
    glDispatchCompute(turn->groups, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, turn->partials);
    glBindBuffer(GL_COPY_WRITE_BUFFER, turn->way_out);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                        (GLsizeiptr)partials_size(self, turn));
    turn->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    return turn->samples;
}

// Makes dispatches longer, or shorter, by how long one took.
static void adapt(gl_runner *self, uint64_t samples)
{
    double now = clock_seconds();
    double seconds = now - self->last_end;
    if (self->last_end > 0.0 && samples == self->size / 64 * 64) {
        double fitting =
            (double)samples * DISPATCH_TIME / (seconds > 1e-5 ? seconds : 1e-5);
        uint64_t most = (uint64_t)GROUPS_MOST * PRICE_SAMPLES_MOST;
        most = self->size * GROWTH < most ? self->size * GROWTH : most;
        self->size = fitting < (double)most ? (uint64_t)fitting : most;
        self->size = self->size < 64 ? 64 : self->size;
    }
    self->last_end = now;
}

static void add_partials(const gl_runner *self, const gl_turn *turn, const uint64_t *sums,
                         price_moments *moments)
{
    int kinds = price_plan_sums(self->plan);
    for (uint32_t group = 0; group < turn->groups; group++) {
        for (int k = 0; k < kinds; k++) {
            moments->sums[k] += sums[group * (size_t)kinds + (size_t)k];
        }
    }
    moments->samples += turn->samples;
}

// Waits for a turn and adds its partial sums.
static mote_status end_turn(gl_runner *self, gl_turn *turn, price_moments *moments)
{
    gl_fence_state found = gl_fence_check(turn->fence, self->context, true);
    glDeleteSync(turn->fence);
    turn->fence = NULL;
    const uint64_t *sums = NULL;
    if (found == FENCE_PASSED) {
        glBindBuffer(GL_COPY_READ_BUFFER, turn->way_out);
        sums = glMapBufferRange(GL_COPY_READ_BUFFER, 0,
                                (GLsizeiptr)partials_size(self, turn), GL_MAP_READ_BIT);
    }
    if (sums) {
        add_partials(self, turn, sums, moments);
    }
    bool is_whole = sums && glUnmapBuffer(GL_COPY_READ_BUFFER);
    TRY(gl_errors_check_lost(self->context, "while pricing"));
    adapt(self, turn->samples);
    return is_whole
               ? MOTE_OK
               : fail(MOTE_FAILED, "partial sums were lost on their way from the GPU");
}

static void drop_turns(gl_runner *self)
{
    for (int k = 0; k < TURN_COUNT; k++) {
        glDeleteSync(self->turns[k].fence);
        self->turns[k].fence = NULL;
    }
}

static mote_status run(price_runner *base, uint64_t first_quad, uint64_t sample_count,
                       price_moments *moments)
{
    gl_runner *self = (gl_runner *)base;
    self->last_end = clock_seconds();
    glUseProgram(self->program->program);
    price_moments sums = *moments; // what comes of a run that fails does not count
    uint64_t begun = 0;
    unsigned first = 0; // turn under way, and one past the last
    unsigned end = 0;
    mote_status status = MOTE_OK;
    while ((begun < sample_count || first < end) && status == MOTE_OK) {
        if (begun < sample_count && end - first < TURN_COUNT) {
            begun += begin_turn(self, &self->turns[end++ % TURN_COUNT],
                                first_quad + begun / 4, sample_count - begun);
        } else {
            status = end_turn(self, &self->turns[first++ % TURN_COUNT], &sums);
        }
    }
    drop_turns(self);
    if (status == MOTE_OK) {
        *moments = sums;
    }
    return status;
}

// ---- Opening -------------------------------------------------------------------------

static void destroy(price_runner *base)
{
    gl_runner *self = (gl_runner *)base;
    for (int i = 0; i < self->program_count; i++) {
        glDeleteProgram(self->programs[i].program);
    }
    for (int k = 0; k < TURN_COUNT; k++) {
        glDeleteBuffers(1, &self->turns[k].partials);
        glDeleteBuffers(1, &self->turns[k].way_out);
    }
    glDeleteBuffers(1, &self->table);
    gl_context_close(self->context);
    free(self);
}

static void make_buffer(GLuint *buffer, size_t size, GLenum usage)
{
    glGenBuffers(1, buffer);
    glBindBuffer(GL_COPY_READ_BUFFER, *buffer);
    glBufferData(GL_COPY_READ_BUFFER, (GLsizeiptr)size, NULL, usage);
}

static mote_status make_buffers(gl_runner *self)
{
    size_t size = GROUPS_MOST * PRICE_SUMS_MOST * sizeof(uint64_t);
    glGenBuffers(1, &self->table);
    for (int k = 0; k < TURN_COUNT; k++) {
        make_buffer(&self->turns[k].partials, size, GL_DYNAMIC_COPY);
        make_buffer(&self->turns[k].way_out, size, GL_STREAM_READ);
    }
    return gl_errors_check(self->context, "while making room for partial sums");
}

static mote_status open_context(const mote_device_def *device, gl_context **context)
{
    TRY(gl_context_open(device, context));
    mote_status status = gl_context_check_compute(*context);
    if (status == MOTE_OK) {
        status = gl_self_test(*context);
    }
    if (status != MOTE_OK) {
        gl_context_close(*context);
    }
    return status;
}

mote_status price_gl_open(const mote_device_def *device, price_runner **runner)
{
    *runner = NULL;
    gl_context *context;
    TRY(open_context(device, &context));
    gl_runner *self = calloc(1, sizeof *self);
    if (!self) {
        gl_context_close(context);
        return fail_memory(sizeof *self, "OpenGL's samples");
    }
    self->base = (price_runner){
        .is_gpu = true, .prepare = prepare, .run = run, .destroy = destroy};
    snprintf(self->base.name, sizeof self->base.name, "%s", context->renderer);
    self->context = context;
    self->group_size = device->group_size ? device->group_size : DEFAULT_GROUP_SIZE;
    while (self->group_size > context->limits.group_invocations) {
        self->group_size /= 2;
    }
    mote_status status = make_buffers(self);
    if (status != MOTE_OK) {
        destroy(&self->base);
        return status;
    }
    *runner = &self->base;
    return MOTE_OK;
}
