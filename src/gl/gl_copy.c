// SPDX-License-Identifier: MIT
// A copy of some buffers on its way from the GPU.

#include "gl_copy.h"

#include "gl_errors.h"
#include "gl_fence.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <string.h>

// Bytes of an element in GL and as the caller gets it, and how many there are.
typedef struct rows {
    uint64_t stride, packed, count;
} rows;

static rows rows_of(const plan *plan, int buffer)
{
    const buffer_row *row = &plan->buffers[buffer];
    return (rows){
        .stride = (uint64_t)buffer_stride(row),
        .packed = 4 * (uint64_t)row->components,
        .count = plan->lengths[buffer],
    };
}

static uint64_t copy_size(const gl_copy *copy, const plan *plan)
{
    uint64_t size = 0;
    for (int b = 0; b < plan->buffer_count; b++) {
        rows r = rows_of(plan, b);
        size += copy->selects(plan, b) ? r.stride * r.count : 0;
    }
    return size;
}

mote_status gl_copy_create(const plan *plan, gl_context *context, plan_selection *selects,
                           const char *name, gl_copy *copy)
{
    copy->selects = selects;
    copy->name = name;
    uint64_t size = copy_size(copy, plan);
    glGenBuffers(1, &copy->buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, NULL, GL_STREAM_READ);
    return gl_errors_check(context, "while making room for copies of %s (%.1f MiB)", name,
                           (double)size / 1048576.0);
}

void gl_copy_destroy(gl_copy *copy)
{
    if (copy->fence) {
        glDeleteSync(copy->fence);
    }
    if (copy->buffer) {
        glDeleteBuffers(1, &copy->buffer);
    }
    *copy = (gl_copy){0};
}

mote_status gl_copy_begin(gl_copy *copy, gl_storage *storage)
{
    const plan *plan = storage->plan;
    uint64_t to = 0;
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy->buffer);
    for (int b = 0; b < plan->buffer_count; b++) {
        if (copy->selects(plan, b)) {
            rows r = rows_of(plan, b);
            gl_storage_ready(storage, b, GL_BUFFER_UPDATE_BARRIER_BIT);
            glBindBuffer(GL_COPY_READ_BUFFER, storage->buffers[b][0].name);
            glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0,
                                (GLintptr)to, (GLsizeiptr)(r.stride * r.count));
            // The next stage that writes it waits for this.
            storage->buffers[b][0].is_read = true;
            to += r.stride * r.count;
        }
    }
    copy->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    return copy->fence ? MOTE_OK
                       : fail(MOTE_FAILED, "the driver gives no fence for a copy on the "
                                           "GPU; a newer one may help");
}

static void unpack(const gl_copy *copy, const plan *plan, const char *from, char *to)
{
    for (int b = 0; b < plan->buffer_count; b++) {
        if (!copy->selects(plan, b)) {
            continue;
        }
        rows r = rows_of(plan, b);
        if (r.stride == r.packed) {
            memcpy(to, from, r.stride * r.count);
        } else {
            for (uint64_t i = 0; i < r.count; i++) {
                memcpy(to + i * r.packed, from + i * r.stride, r.packed);
            }
        }
        from += r.stride * r.count;
        to += r.packed * r.count;
    }
}

mote_status gl_copy_take(gl_copy *copy, const plan *plan, gl_context *context, bool wait,
                         void *data, bool *is_there)
{
    *is_there = false;
    gl_fence_state found = gl_fence_check(copy->fence, context, wait);
    if (found == FENCE_AHEAD) {
        return MOTE_OK;
    }
    glDeleteSync(copy->fence);
    copy->fence = NULL;
    const void *mapped = NULL;
    if (found == FENCE_PASSED) {
        glBindBuffer(GL_COPY_READ_BUFFER, copy->buffer);
        mapped = glMapBufferRange(GL_COPY_READ_BUFFER, 0,
                                  (GLsizeiptr)copy_size(copy, plan), GL_MAP_READ_BIT);
    }
    if (mapped) {
        unpack(copy, plan, mapped, data);
        *is_there = glUnmapBuffer(GL_COPY_READ_BUFFER);
    }
    return *is_there ? MOTE_OK
                     : fail(MOTE_FAILED, "a copy of %s was lost on its way from the GPU",
                            copy->name);
}
