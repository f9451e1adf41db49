// SPDX-License-Identifier: MIT
// Stages: their programs, their dispatches, and how long they take.

#include "gl_backend.h"

#include "gl_prelude.h"
#include "gl_program.h"

#include "../core/clock.h"
#include "../core/status.h"

#include <glad/gl.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

// A stage that takes longer than this (seconds) is measured in every run, by waiting for
// it; others now and then, by the GPU's own clock.
#define CHEAP_TIME     0.004
#define CHECK_INTERVAL 32

#define WHOLE UINT32_MAX // slice_end of a stage that is not cut

// Threads of a work group; 0: DEFAULT_GROUP_SIZE.
#define DEFAULT_GROUP_SIZE 256
static const int group_sizes[STAGE_COUNT] = {
    [STAGE_scan_sums] = 1024,    [STAGE_pair] = 128,         [STAGE_mark] = 128,
    [STAGE_pair_marked] = 128,   [STAGE_pair_crowded] = 128, [STAGE_pair_loop] = 128,
    [STAGE_exchange_keys] = 512,
};

// ---- Programs ------------------------------------------------------------------------

// Bytes of shared memory, of stages that need more for more threads: `pair_loop` a
// position and a particle each, `move_keys` (see there) 8 counters and 2 values to scan.
static uint32_t shared_size(const plan *plan, int stage, uint32_t group_size)
{
    if (stage == STAGE_pair_loop) {
        const model *m = plan->model;
        uint32_t members = 2 + 3 * (uint32_t)(1 + m->field_count + m->scratch_count);
        return group_size * (16 + 4 * members) + SHARED_COLUMNS_SIZE;
    }
    if (stage == STAGE_move_keys) {
        uint32_t items = 2 * (KEYS_PER_TILE + KEYS_PER_TILE / 32);
        uint32_t counters = 8 * group_size + group_size / 4;
        return 4 * (items + counters + 2 * group_size + 1 + 2 * DIGIT_COUNT);
    }
    return 0;
}

static uint32_t choose_group_size(const gl_backend *self, int stage, int asked)
{
    int size = asked ? asked : group_sizes[stage];
    size = size ? size : DEFAULT_GROUP_SIZE;
    const gl_limits *limits = &self->context->limits;
    while (size > 1 && (size > limits->group_invocations ||
                        shared_size(self->base.plan, stage, (uint32_t)size) >
                            (uint32_t)limits->shared_memory_size)) {
        size /= 2;
    }
    return (uint32_t)size;
}

// Rows that a work group takes, where their number is known to the GPU alone; else 0.
static uint32_t indirect_rows(const gl_backend *self, const gl_stage *stage)
{
    bool is_in_step = stage - self->stages < self->base.plan->step_count;
    domain per = stages[stage->entry->stage].per;
    if (!is_in_step) {
        return 0;
    }
    if (per == PER_CHUNK) {
        return PARTICLES_PER_CHUNK;
    }
    bool is_counted =
        per == PER_BIRTH || (per == PER_PARTICLE && self->base.plan->mortal);
    return is_counted ? stage->group_size : 0;
}

// What the rows of a stage are, as schedule_births.comp and open_faucets.comp say.
static GLuint sized_by(int stage)
{
    if (stages[stage].per == PER_BIRTH) {
        return 1;
    }
    return stage > STAGE_place_living ? 2 : 0;
}

// What a stage needs that sizes the dispatches of others (glsl/lib/dispatch.glsl).
static void set_group_rows(const gl_backend *self, uint32_t program)
{
    const plan *plan = self->base.plan;
    GLuint rows[SCHEDULE_MAX] = {0};
    GLuint kinds[SCHEDULE_MAX] = {0};
    for (int i = 0; i < plan->step_count; i++) {
        rows[i] = indirect_rows(self, &self->stages[i]);
        kinds[i] = sized_by(plan->step[i].stage);
    }
    glUniform1uiv(glGetUniformLocation(program, "group_rows"), plan->step_count, rows);
    glUniform1uiv(glGetUniformLocation(program, "sized_by"), plan->step_count, kinds);
    glUniform1ui(glGetUniformLocation(program, "group_limit"),
                 (GLuint)self->context->limits.group_count);
}

mote_status gl_stage_build(gl_backend *self, gl_stage *stage, instrument *instrument)
{
    const schedule_entry *entry = stage->entry;
    int blocks = entry_storage_blocks(entry) + (instrument != NULL);
    if (blocks > self->context->limits.compute_storage_blocks) {
        return fail(
            MOTE_UNAVAILABLE,
            "stage %s uses %d storage blocks%s, but this OpenGL has %d for a shader; a "
            "newer driver may help",
            stage->name, blocks, instrument ? ", one of them to record values" : "",
            self->context->limits.compute_storage_blocks);
    }
    gl_source source = {.instrument = instrument};
    mote_status status = gl_stage_source(self->base.plan, entry, (int)stage->group_size,
                                         self->storage.mark_words,
                                         self->context->compute_version, &source);
    if (status == MOTE_OK) {
        status = gl_program_create(&source, stage->name, &stage->program);
    }
    gl_source_free(&source);
    if (status != MOTE_OK) {
        return status;
    }
    glUseProgram(stage->program);
    stage->slice_first_at = glGetUniformLocation(stage->program, "slice_first");
    stage->slice_end_at = glGetUniformLocation(stage->program, "slice_end");
    stage->turn_at = glGetUniformLocation(stage->program, "turn");
    stage->clock_at = glGetUniformLocation(stage->program, "clock");
    stage->slice_first = 0;
    stage->slice_end = WHOLE;
    glUniform1ui(stage->slice_first_at, stage->slice_first);
    glUniform1ui(stage->slice_end_at, stage->slice_end);
    stage->turn = 0;
    glUniform1ui(stage->turn_at, stage->turn);
    if (entry_writes(entry, BUFFER_dispatch_size)) {
        set_group_rows(self, stage->program);
    }
    return MOTE_OK;
}

void gl_stage_add(gl_backend *self, const schedule_entry *entry, int group_size)
{
    assert(self->stage_count < STAGE_MAX);
    gl_stage *stage = &self->stages[self->stage_count++];
    stage->entry = entry;
    stage->group_size = choose_group_size(self, entry->stage, group_size);
    stage->slicer = gl_slicer_default();
    const char *name = stages[entry->stage].name;
    if (entry->pass >= 0) {
        snprintf(stage->name, sizeof stage->name, "%s_%s", name,
                 self->base.plan->model->passes[entry->pass]);
    } else if (entry->moved_count > 0) {
        snprintf(stage->name, sizeof stage->name, "%s_%s", name,
                 self->base.plan->buffers[entry->moved[0]].name);
    } else {
        snprintf(stage->name, sizeof stage->name, "%s", name);
    }
}

// ---- Dispatches ----------------------------------------------------------------------

void gl_group_counts(const gl_backend *self, uint64_t groups, uint32_t counts[3])
{
    uint64_t limit = (uint64_t)self->context->limits.group_count;
    groups = groups ? groups : 1;
    uint64_t along_x = groups < limit ? groups : limit;
    counts[0] = (GLuint)along_x;
    counts[1] = (GLuint)((groups + along_x - 1) / along_x);
    counts[2] = 1;
}

// Threads of a stage; for mortal models, of as many particles as there can be.
static uint64_t thread_count(const gl_backend *self, const gl_stage *stage)
{
    domain per = stages[stage->entry->stage].per;
    bool takes_groups = per == PER_BLOCK || per == PER_ONE || per == PER_CHUNK ||
                        per == PER_KEY_TILE || per == PER_KEY_BLOCK || per == PER_DIGIT ||
                        per == PER_PART || per == PER_SPECIES || per == PER_STRIP;
    return plan_row_count(self->base.plan, per) * (takes_groups ? stage->group_size : 1);
}

static void set_slice(gl_stage *stage, uint32_t first, uint32_t end)
{
    if (stage->slice_first != first) {
        glUniform1ui(stage->slice_first_at, first);
        stage->slice_first = first;
    }
    if (stage->slice_end != end) {
        glUniform1ui(stage->slice_end_at, end);
        stage->slice_end = end;
    }
}

static void set_turn(gl_stage *stage, int turn)
{
    if (stage->turn != (uint32_t)turn) {
        stage->turn = (uint32_t)turn;
        glUniform1ui(stage->turn_at, stage->turn);
    }
}

static void set_clock(const gl_backend *self, const gl_stage *stage)
{
    if (stage->clock_at >= 0) {
        uint64_t clock = self->base.clock;
        glUniform2ui(stage->clock_at, (GLuint)clock, (GLuint)(clock >> 32));
    }
}

static void dispatch(gl_backend *self, gl_stage *stage, uint64_t first, uint64_t end,
                     uint64_t total)
{
    self->base.dispatch_count++;
    bool is_whole = first == 0 && end >= total;
    set_slice(stage, (uint32_t)first, is_whole ? WHOLE : (uint32_t)end);
    if (is_whole && indirect_rows(self, stage) > 0) {
        gl_storage_ready(&self->storage, BUFFER_dispatch_size, GL_COMMAND_BARRIER_BIT);
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER,
                     self->storage.buffers[BUFFER_dispatch_size][0].name);
        glDispatchComputeIndirect((GLintptr)(stage - self->stages) * 3 * 4);
        return;
    }
    GLuint counts[3];
    uint64_t size = stage->group_size;
    gl_group_counts(self, (end - first + size - 1) / size, counts);
    glDispatchCompute(counts[0], counts[1], counts[2]);
}

// Slices begin at work groups' borders.
static uint64_t round_up(uint64_t thread, uint64_t group_size, uint64_t total)
{
    uint64_t rounded = (thread + group_size - 1) / group_size * group_size;
    return rounded < total ? rounded : total;
}

static void dispatch_slices(gl_backend *self, gl_stage *stage, uint64_t total)
{
    uint64_t slices = (uint64_t)self->slices;
    uint64_t size = round_up((total + slices - 1) / slices, stage->group_size, total);
    uint64_t first = 0;
    do {
        uint64_t end = first + size < total ? first + size : total;
        dispatch(self, stage, first, end, total);
        first = end;
    } while (first < total);
}

// Waits for each slice, and learns from its time.
static void dispatch_measured(gl_backend *self, gl_stage *stage, uint64_t total)
{
    glFinish();
    uint64_t first = 0;
    do {
        uint64_t end = gl_slicer_next(&stage->slicer, first, total);
        end = round_up(end, stage->group_size, total);
        double start = clock_seconds();
        dispatch(self, stage, first, end, total);
        glFinish();
        double seconds = clock_seconds() - start;
        gl_slicer_record(&stage->slicer, first, end, total, seconds);
        if (seconds > self->longest_slice) {
            self->longest_slice = seconds;
        }
        first = end;
    } while (first < total);
    self->times[stage - self->stages] = stage->slicer.whole_time;
}

// ---- The GPU's clock -----------------------------------------------------------------

void gl_stage_take_time(gl_backend *self, gl_stage *stage)
{
    GLuint is_there = 0;
    if (!stage->is_timed) {
        return;
    }
    glGetQueryObjectuiv(stage->queries[1], GL_QUERY_RESULT_AVAILABLE, &is_there);
    if (!is_there) {
        return;
    }
    GLuint64 start = 0;
    GLuint64 end = 0;
    glGetQueryObjectui64v(stage->queries[0], GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(stage->queries[1], GL_QUERY_RESULT, &end);
    double seconds = (double)(end - start) * 1e-9;
    stage->is_timed = false;
    uint64_t total = thread_count(self, stage);
    gl_slicer_record(&stage->slicer, 0, total, total, seconds);
    self->times[stage - self->stages] = seconds;
}

static void dispatch_whole(gl_backend *self, gl_stage *stage, uint64_t total)
{
    gl_stage_take_time(self, stage);
    bool is_due = self->wants_times || stage->run_count % CHECK_INTERVAL == 0;
    bool is_timed = is_due && !stage->is_timed;
    if (is_timed && !stage->queries[0]) {
        glGenQueries(2, stage->queries);
    }
    if (is_timed) {
        glQueryCounter(stage->queries[0], GL_TIMESTAMP);
    }
    if (self->slices > 0) {
        dispatch_slices(self, stage, total);
    } else {
        dispatch(self, stage, 0, total, total);
    }
    if (is_timed) {
        glQueryCounter(stage->queries[1], GL_TIMESTAMP);
        stage->is_timed = true;
    }
}

// ---- Running ---------------------------------------------------------------------

static void run_turn(gl_backend *self, gl_stage *stage)
{
    gl_storage_bind(&self->storage, stage->entry);
    uint64_t total = thread_count(self, stage);
    double known = stage->slicer.whole_time;
    bool is_cheap = !self->context->is_software && known >= 0.0 && known < CHEAP_TIME;
    if (self->slices > 0 && self->context->is_software) {
        double start = clock_seconds();
        dispatch_slices(self, stage, total);
        if (self->wants_times) {
            glFinish();
            self->times[stage - self->stages] = clock_seconds() - start;
        }
    } else if (self->slices > 0 || is_cheap) {
        dispatch_whole(self, stage, total);
    } else {
        dispatch_measured(self, stage, total);
    }
    gl_storage_note(&self->storage, stage->entry);
    stage->run_count++;
}

mote_status gl_stage_run(gl_backend *self, gl_stage *stage, const schedule_entry *entry)
{
    glUseProgram(stage->program);
    set_clock(self, stage);
    for (int turn = 0; turn < entry->turn_count; turn++) {
        set_turn(stage, entry->first_turn + turn);
        run_turn(self, stage);
    }
    return MOTE_OK;
}
