// SPDX-License-Identifier: MIT
// The GL backend: what src/sim/backend.h asks for, on buffers and programs.

#include "gl_backend.h"

#include "gl_crowd.h"
#include "gl_errors.h"
#include "gl_probe.h"
#include "gl_self_test.h"
#include "gl_state.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Entries that differ in their turns alone share a stage.
gl_stage *gl_stage_find(gl_backend *self, const schedule_entry *entry)
{
    for (int i = 0; i < self->stage_count; i++) {
        const schedule_entry *own = self->stages[i].entry;
        if (own == entry || (own->stage == entry->stage && own->pass == entry->pass &&
                             own->moved[0] == entry->moved[0])) {
            return &self->stages[i];
        }
    }
    return NULL;
}

// The dispatch sizes of a population that the CPU knows: `bury` makes the later ones.
static mote_status write_dispatch_sizes(gl_backend *self, uint32_t living)
{
    GLuint sizes[3 * SCHEDULE_MAX] = {0};
    for (int i = 0; i < self->base.plan->step_count; i++) {
        uint64_t group_size = self->stages[i].group_size;
        gl_group_counts(self, (living + group_size - 1) / group_size, sizes + 3 * i);
    }
    return gl_storage_write(&self->storage, BUFFER_dispatch_size, sizes, sizeof sizes);
}

// The buffers that a stage writes, as words for a message.
static const char *written_by(const plan *plan, const schedule_entry *entry,
                              char text[256])
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < entry->access_count && used < 200; i++) {
        const struct entry_access *access = &entry->access[i];
        if (access_writes(access->kind)) {
            used += (size_t)snprintf(text + used, 256 - used, "%s%s%s", used ? ", " : "",
                                     plan->buffers[access->buffer].name,
                                     access->twin ? "_sorted" : "");
        }
    }
    return text;
}

mote_status gl_stage_run_checked(gl_backend *self, gl_stage *stage,
                                 const schedule_entry *entry)
{
    TRY(gl_crowd_check(self, stage));
    if (!stage->program) {
        TRY(gl_stage_build(self, stage, NULL)); // one that few simulations run
    }
    self->latest = stage->name;
    TRY(gl_stage_run(self, stage, entry));
    char buffers[256];
    return gl_errors_check(self->context, "in stage %s, which writes buffer %s",
                           stage->name,
                           written_by(self->base.plan, stage->entry, buffers));
}

static mote_status gl_run(backend *base, const schedule_entry *entry)
{
    gl_backend *self = (gl_backend *)base;
    gl_stage *stage = gl_stage_find(self, entry);
    assert(stage && "the entry is in the plan's schedule");
    gl_state kept = gl_state_keep(self->context->is_host);
    if (self->has_debug) {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, stage->name);
    }
    mote_status status = gl_stage_run_checked(self, stage, entry);
    if (self->has_debug) {
        glPopDebugGroup();
    }
    gl_state_put_back(&kept);
    return status;
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
    return status == MOTE_OK ? gl_errors_check(self->context, "while writing buffer %s",
                                               base->plan->buffers[buffer].name)
                             : status;
}

static mote_status gl_constants_changed(backend *base)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    gl_storage_write_constants(&self->storage);
    gl_state_put_back(&kept);
    return gl_errors_check(self->context, "while writing the constants");
}

static mote_status gl_read(backend *base, int buffer, void *data, uint64_t size)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    mote_status status = gl_storage_read(&self->storage, buffer, data, size);
    gl_state_put_back(&kept);
    return status == MOTE_OK
               ? gl_errors_check_lost(self->context, "while reading buffer %s",
                                      base->plan->buffers[buffer].name)
               : status;
}

static void gl_swap(backend *base, const schedule_entry *entry)
{
    gl_storage_swap(&((gl_backend *)base)->storage, entry);
}

static mote_status gl_finish(backend *base)
{
    glFinish();
    gl_backend *self = (gl_backend *)base;
    return gl_errors_check_lost(self->context, "while waiting for stage %s",
                                self->latest ? self->latest : "(none)");
}

static const char *copy_name(int copy)
{
    return copy == COPY_STATE ? "the state" : "statistics";
}

// Copies of statistics are made when the first are asked for.
static mote_status begin_copy(gl_backend *self, int copy)
{
    gl_copy *own = &self->copies[copy];
    if (!own->buffer) {
        plan_selection *selects = copy == COPY_STATE ? plan_is_state : plan_is_statistic;
        TRY(gl_copy_create(self->base.plan, self->context, selects, copy_name(copy),
                           own));
    }
    return gl_copy_begin(own, &self->storage);
}

static mote_status gl_begin_copy(backend *base, int copy)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    mote_status status = begin_copy(self, copy);
    gl_state_put_back(&kept);
    // A lost context is the cause of whatever else went wrong.
    mote_status error =
        status == MOTE_OK
            ? gl_errors_check(self->context, "while copying %s", copy_name(copy))
            : gl_errors_check_lost(self->context, "while copying %s", copy_name(copy));
    return error != MOTE_OK ? error : status;
}

static mote_status gl_take_copy(backend *base, int copy, bool wait, void *data,
                                bool *is_there)
{
    gl_backend *self = (gl_backend *)base;
    gl_state kept = gl_state_keep(self->context->is_host);
    mote_status status = gl_copy_take(&self->copies[copy], base->plan, self->context,
                                      wait, data, is_there);
    gl_state_put_back(&kept);
    if (status == MOTE_OK && !*is_there) {
        return MOTE_OK;
    }
    // A lost context is the cause of whatever else went wrong.
    mote_status lost =
        gl_errors_check_lost(self->context, "while taking a copy of %s, after stage %s",
                             copy_name(copy), self->latest ? self->latest : "(none)");
    return lost != MOTE_OK ? lost : status;
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
        gl_stage_take_time(self, &self->stages[i]);
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
        for (int copy = 0; copy < COPY_COUNT; copy++) {
            gl_copy_destroy(&self->copies[copy]);
        }
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
    TRY(gl_context_check_compute(context));
    return gl_self_test(context);
}

static mote_status make_stages(gl_backend *self, int group_size)
{
    const plan *plan = self->base.plan;
    for (int i = 0; i < plan->step_count; i++) {
        gl_stage_add(self, &plan->step[i], group_size);
    }
    for (int i = 0; i < plan->draw_count; i++) {
        if (!gl_stage_find(self, &plan->draw[i])) {
            gl_stage_add(self, &plan->draw[i], group_size);
        }
    }
    // All of them now, so that what a driver cannot do shows at once; but statistics and
    // touches only when they are asked for.
    int usual = self->stage_count;
    for (int i = 0; i < plan->statistics_count; i++) {
        gl_stage_add(self, &plan->statistics[i], group_size);
    }
    if (plan->touch.access_count > 0) {
        gl_stage_add(self, &plan->touch, group_size);
    }
    for (int i = 0; i < usual; i++) {
        TRY(gl_stage_build(self, &self->stages[i], NULL));
    }
    return MOTE_OK;
}

// A failure while things are made: an error that OpenGL keeps, or a lost context, is its
// cause. What cannot be made is not available.
static mote_status explain(gl_backend *self)
{
    (void)gl_errors_check_lost(self->context, "while it was made ready");
    return fail(MOTE_UNAVAILABLE, "%s", mote_last_error());
}

static mote_status build(gl_backend *self, const mote_device_def *device)
{
    TRY(check_device(device));
    TRY(gl_context_open(device, &self->context));
    self->base.gl = self->context;
    gl_state kept = gl_state_keep(self->context->is_host && self->context->has_compute);
    gl_errors_drop();
    mote_status status = check_context(self->context);
    if (status == MOTE_OK) {
        status = gl_storage_create(self->base.plan, self->context, &self->storage);
    }
    bool wants_copies =
        device->backend == MOTE_BACKEND_AUTO && device->checkpoint_steps > 0;
    if (status == MOTE_OK && wants_copies) {
        status = gl_copy_create(self->base.plan, self->context, plan_is_state,
                                copy_name(COPY_STATE), &self->copies[COPY_STATE]);
    }
    if (status == MOTE_OK) {
        status = make_stages(self, device->group_size);
    }
    if (status == MOTE_OK && self->base.plan->mortal) {
        status = write_dispatch_sizes(self, self->base.plan->constants.particle_count);
    }
    status = status == MOTE_OK ? status : explain(self);
    gl_state_put_back(&kept);
    // "NVIDIA H200/PCIe/SSE2": the part that names the GPU.
    int length = (int)strcspn(self->context->renderer, "/");
    snprintf(self->base.name, sizeof self->base.name, "%.*s", length,
             self->context->renderer);
    self->slices = device->slices;
    self->has_debug = self->context->has_debug;
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
        .constants_changed = gl_constants_changed,
        .run = gl_run,
        .probe = gl_backend_probe,
        .swap = gl_swap,
        .copy_begin = gl_begin_copy,
        .copy_take = gl_take_copy,
        .finish = gl_finish,
        .gl_buffer = gl_buffer_name,
        .stage_times = gl_stage_times,
        .measure_copy = gl_measure_copy,
    };
    mote_status status = build(self, device);
    if (status != MOTE_OK) {
        gl_destroy(&self->base);
        return status;
    }
    *result = &self->base;
    return MOTE_OK;
}
