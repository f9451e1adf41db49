// SPDX-License-Identifier: MIT
// The GL backend: a program for each entry of the schedule, dispatched whole or in
// slices.

#include "gl_backend.h"

#include "gl_context.h"
#include "gl_prelude.h"
#include "gl_program.h"
#include "gl_self_test.h"
#include "gl_slicer.h"
#include "gl_state.h"
#include "gl_storage.h"

#include "../core/clock.h"
#include "../core/status.h"

#include <glad/gl.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Entries of a step, then those before a frame.
#define STAGE_MAX (2 * SCHEDULE_MAX)

// A stage that takes longer than this (seconds) is measured in every run, by waiting for
// it; others now and then, by the GPU's own clock.
#define CHEAP_TIME     0.004
#define CHECK_INTERVAL 32

#define WHOLE UINT32_MAX // slice_end of a stage that is not cut

// Work group sizes, by what was fastest on an NVIDIA H200; 0: DEFAULT_GROUP_SIZE.
#define DEFAULT_GROUP_SIZE 256
static const int group_sizes[STAGE_COUNT] = {
    [STAGE_scan_sums] = 1024,
    [STAGE_pair] = 128,
    [STAGE_pair_loop] = 128,
};

typedef struct gl_stage {
    const schedule_entry *entry;
    char name[64]; // for people and debuggers: "pair_attraction"
    uint32_t program;
    uint32_t group_size;
    int32_t slice_first_at, slice_end_at; // locations
    uint32_t slice_first, slice_end;      // what the program has now
    gl_slicer slicer;
    uint32_t queries[2]; // time stamps
    bool is_timed;       // ... on their way
    unsigned run_count;
} gl_stage;

typedef struct gl_backend {
    backend base;
    gl_context *context;
    gl_storage storage;
    gl_stage stages[STAGE_MAX];
    int stage_count;
    int slices;       // asked for; 0: by measurement
    bool wants_times; // stage_times was called
    bool has_debug;   // debug groups
    double times[STAGE_MAX];
    double longest_slice; // seconds
} gl_backend;

// ---- Programs ------------------------------------------------------------------------

// The tile of `pair_loop` has to fit: a position and a particle for each thread.
static bool fits_shared_memory(const gl_backend *self, int stage, uint32_t group_size)
{
    const plan *plan = self->base.plan;
    uint32_t members = 2 + 3 * (1 + (uint32_t)plan->model->field_count);
    uint32_t columns = 16384;
    uint32_t tile = group_size * (16 + 4 * members);
    return stage != STAGE_pair_loop ||
           tile + columns <= (uint32_t)self->context->limits.shared_memory_size;
}

static uint32_t choose_group_size(const gl_backend *self, int stage, int asked)
{
    int size = asked ? asked : group_sizes[stage];
    size = size ? size : DEFAULT_GROUP_SIZE;
    while (size > 1 && (size > self->context->limits.group_invocations ||
                        !fits_shared_memory(self, stage, (uint32_t)size))) {
        size /= 2;
    }
    return (uint32_t)size;
}

// What `bury` needs to size the dispatches of the step's particle stages.
static void set_group_sizes(const gl_backend *self, uint32_t program)
{
    const plan *plan = self->base.plan;
    GLuint sizes[SCHEDULE_MAX] = {0};
    for (int i = 0; i < plan->step_count; i++) {
        if (stages[plan->step[i].stage].per == PER_PARTICLE) {
            sizes[i] = self->stages[i].group_size;
        }
    }
    glUniform1uiv(glGetUniformLocation(program, "group_sizes"), plan->step_count, sizes);
    glUniform1ui(glGetUniformLocation(program, "group_limit"),
                 (GLuint)self->context->limits.group_count);
}

static mote_status make_program(gl_backend *self, gl_stage *stage)
{
    const schedule_entry *entry = stage->entry;
    if (entry->access_count > self->context->limits.compute_storage_blocks) {
        return fail(
            MOTE_UNAVAILABLE,
            "stage %s uses %d storage blocks, but this OpenGL has %d for a shader; "
            "use the CPU: --backend cpu",
            stage->name, entry->access_count,
            self->context->limits.compute_storage_blocks);
    }
    bool is_43 = self->context->major * 10 + self->context->minor >= 43;
    gl_source source = {0};
    mote_status status = gl_stage_source(self->base.plan, entry, (int)stage->group_size,
                                         is_43 ? 430 : 420, &source);
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
    stage->slice_first = 0;
    stage->slice_end = WHOLE;
    glUniform1ui(stage->slice_first_at, stage->slice_first);
    glUniform1ui(stage->slice_end_at, stage->slice_end);
    if (entry->stage == STAGE_bury) {
        set_group_sizes(self, stage->program);
    }
    return MOTE_OK;
}

static void add_stage(gl_backend *self, const schedule_entry *entry, int group_size)
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

static gl_stage *find_stage(gl_backend *self, const schedule_entry *entry)
{
    for (int i = 0; i < self->stage_count; i++) {
        const schedule_entry *own = self->stages[i].entry;
        if (own == entry || (own->stage == entry->stage && own->pass == entry->pass &&
                             own->moved[0] == entry->moved[0])) {
            return &self->stages[i];
        }
    }
    assert(false && "the entry is in the plan's schedule");
    return NULL;
}

// ---- Dispatches ----------------------------------------------------------------------

static void group_counts(const gl_backend *self, uint64_t groups, GLuint counts[3])
{
    uint64_t limit = (uint64_t)self->context->limits.group_count;
    groups = groups ? groups : 1;
    uint64_t along_x = groups < limit ? groups : limit;
    counts[0] = (GLuint)along_x;
    counts[1] = (GLuint)((groups + along_x - 1) / along_x);
    counts[2] = 1;
}

// The dispatch sizes of a population that the CPU knows: `bury` makes the later ones.
static mote_status write_dispatch_sizes(gl_backend *self, uint32_t living)
{
    GLuint sizes[3 * SCHEDULE_MAX] = {0};
    for (int i = 0; i < self->base.plan->step_count; i++) {
        uint64_t group_size = self->stages[i].group_size;
        group_counts(self, (living + group_size - 1) / group_size, sizes + 3 * i);
    }
    return gl_storage_write(&self->storage, BUFFER_dispatch_size, sizes, sizeof sizes);
}

// Threads of a stage; for mortal models, of as many particles as there can be.
static uint64_t thread_count(const gl_backend *self, const gl_stage *stage)
{
    const constants *c = &self->base.plan->constants;
    switch (stages[stage->entry->stage].per) {
    case PER_PARTICLE:
        return c->particle_count;
    case PER_CELL_END:
        return (uint64_t)c->cell_total + 1;
    case PER_BLOCK:
        return (uint64_t)c->block_total * stage->group_size;
    default:
        return stage->group_size;
    }
}

static bool is_indirect(const gl_backend *self, const gl_stage *stage)
{
    return self->base.plan->mortal &&
           stage - self->stages < self->base.plan->step_count &&
           stages[stage->entry->stage].per == PER_PARTICLE;
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

static void dispatch(gl_backend *self, gl_stage *stage, uint64_t first, uint64_t end,
                     uint64_t total)
{
    self->base.dispatch_count++;
    bool is_whole = first == 0 && end >= total;
    set_slice(stage, (uint32_t)first, is_whole ? WHOLE : (uint32_t)end);
    if (is_whole && is_indirect(self, stage)) {
        gl_storage_ready(&self->storage, BUFFER_dispatch_size, GL_COMMAND_BARRIER_BIT);
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER,
                     self->storage.buffers[BUFFER_dispatch_size][0].name);
        glDispatchComputeIndirect((GLintptr)(stage - self->stages) * 3 * 4);
        return;
    }
    GLuint counts[3];
    uint64_t size = stage->group_size;
    group_counts(self, (end - first + size - 1) / size, counts);
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

// Takes the time that the last timed run took, if the GPU has passed its end.
static void take_time(gl_backend *self, gl_stage *stage)
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
    take_time(self, stage);
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

// ---- The backend ---------------------------------------------------------------------

static mote_status run_stage(gl_backend *self, gl_stage *stage)
{
    glUseProgram(stage->program);
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
    return MOTE_OK;
}

static mote_status gl_run(backend *base, const schedule_entry *entry)
{
    gl_backend *self = (gl_backend *)base;
    gl_stage *stage = find_stage(self, entry);
    gl_state kept = gl_state_keep(self->context->is_host);
    if (self->has_debug) {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, stage->name);
    }
    mote_status status = run_stage(self, stage);
    if (self->has_debug) {
        glPopDebugGroup();
    }
    gl_state_put_back(&kept);
    return status;
}

static mote_status check_errors(const char *what)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR) {
        return MOTE_OK;
    }
    return fail(MOTE_FAILED,
                "OpenGL error 0x%04x while %s%s; try --backend cpu, and please report it",
                error, what, error == GL_OUT_OF_MEMORY ? ": out of GPU memory" : "");
}

static mote_status gl_write(backend *base, int buffer, const void *data, uint64_t size)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    mote_status status = gl_storage_write(&self->storage, buffer, data, size);
    if (status == MOTE_OK && buffer == BUFFER_population && base->plan->mortal) {
        uint32_t living;
        memcpy(&living, data, sizeof living);
        status = write_dispatch_sizes(self, living);
    }
    gl_state_put_back(&kept);
    return status == MOTE_OK ? check_errors("writing a buffer") : status;
}

static mote_status gl_read(backend *base, int buffer, void *data, uint64_t size)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    mote_status status = gl_storage_read(&self->storage, buffer, data, size);
    gl_state_put_back(&kept);
    return status == MOTE_OK ? check_errors("reading a buffer") : status;
}

static void gl_swap(backend *base)
{
    gl_storage_swap(&((gl_backend *)base)->storage);
}

static mote_status gl_finish(backend *base)
{
    (void)base;
    glFinish();
    return check_errors("computing");
}

static uint32_t gl_buffer_name(backend *base, int buffer)
{
    gl_backend *self = (gl_backend *)base;
    // Whoever asks may draw from it, read it in a shader or copy it.
    gl_storage_ready(&self->storage, buffer,
                     GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                         GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    return self->storage.buffers[buffer][0].name;
}

// Asking for times once makes later runs be timed one by one.
static const double *gl_stage_times(backend *base)
{
    gl_backend *self = (gl_backend *)base;
    self->wants_times = true;
    glFinish();
    for (int i = 0; i < self->stage_count; i++) {
        take_time(self, &self->stages[i]);
    }
    return self->times;
}

double gl_backend_longest_slice(backend *base)
{
    gl_backend *self = (gl_backend *)base;
    double seconds = self->longest_slice;
    self->longest_slice = 0.0;
    return seconds;
}

static void gl_destroy(backend *base)
{
    gl_backend *self = (gl_backend *)base;
    for (int i = 0; i < self->stage_count; i++) {
        if (self->stages[i].program) {
            glDeleteProgram(self->stages[i].program);
        }
        if (self->stages[i].queries[0]) {
            glDeleteQueries(2, self->stages[i].queries);
        }
    }
    if (self->context) {
        gl_storage_destroy(&self->storage);
        gl_context_close(self->context);
    }
    free(self);
}

// ---- Creation ------------------------------------------------------------------------

static mote_status check_device(const mote_device_def *device)
{
    int size = device->group_size;
    if (size < 0 || size > 1024 || (size & (size - 1)) != 0) {
        return fail(
            MOTE_BAD_INPUT,
            "group size: expected a power of two up to 1024 (0: by stage), found %d",
            size);
    }
    return MOTE_OK;
}

static mote_status check_context(gl_context *context)
{
    if (!context->has_compute) {
        return fail(MOTE_UNAVAILABLE,
                    "OpenGL %d.%d on %s has no compute shaders (4.3 has); use the CPU: "
                    "--backend cpu",
                    context->major, context->minor, context->renderer);
    }
    return gl_self_test(context);
}

static mote_status make_stages(gl_backend *self, int group_size)
{
    const plan *plan = self->base.plan;
    for (int i = 0; i < plan->step_count; i++) {
        add_stage(self, &plan->step[i], group_size);
    }
    for (int i = 0; i < plan->draw_count; i++) {
        add_stage(self, &plan->draw[i], group_size);
    }
    // All of them now, so that what a driver cannot do shows at once.
    for (int i = 0; i < self->stage_count; i++) {
        TRY(make_program(self, &self->stages[i]));
    }
    return MOTE_OK;
}

static mote_status build(gl_backend *self, const mote_device_def *device)
{
    TRY(check_device(device));
    TRY(gl_context_open(device, &self->context));
    gl_state kept = gl_state_keep(self->context->is_host && self->context->has_compute);
    mote_status status = check_context(self->context);
    if (status == MOTE_OK) {
        status =
            gl_storage_create(self->base.plan, &self->context->limits, &self->storage);
    }
    if (status == MOTE_OK) {
        status = make_stages(self, device->group_size);
    }
    if (status == MOTE_OK && self->base.plan->mortal) {
        status = write_dispatch_sizes(self, self->base.plan->constants.particle_count);
    }
    gl_state_put_back(&kept);
    // "NVIDIA H200/PCIe/SSE2": the part that names the GPU.
    int length = (int)strcspn(self->context->renderer, "/");
    snprintf(self->base.name, sizeof self->base.name, "%.*s", length,
             self->context->renderer);
    self->slices = device->slices;
    self->has_debug = GLAD_GL_KHR_debug || GLAD_GL_VERSION_4_3;
    return status;
}

mote_status gl_backend_create(const plan *plan, const mote_device_def *device,
                              backend **result)
{
    *result = NULL;
    gl_backend *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "the OpenGL backend");
    }
    self->base = (backend){
        .plan = plan,
        .kind = MOTE_BACKEND_GL,
        .destroy = gl_destroy,
        .write = gl_write,
        .read = gl_read,
        .run = gl_run,
        .swap = gl_swap,
        .finish = gl_finish,
        .gl_buffer = gl_buffer_name,
        .stage_times = gl_stage_times,
    };
    mote_status status = build(self, device);
    if (status != MOTE_OK) {
        gl_destroy(&self->base);
        return status;
    }
    *result = &self->base;
    return MOTE_OK;
}
