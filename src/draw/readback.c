// SPDX-License-Identifier: MIT
// The ring of pixel-pack buffers.

#include "readback.h"

#include "painter.h"

#include "../core/status.h"
#include "../gl/gl_fence.h"

#include <stdlib.h>
#include <string.h>

int readback_columns(int width, bool alpha)
{
    return alpha ? width : (3 * width + 3) / 4;
}

static GLsizeiptr buffer_size(const readback *ring)
{
    return (GLsizeiptr)4 * ring->columns * ring->height;
}

void readback_create(readback *ring, gl_context *context, int width, int height,
                     bool alpha)
{
    *ring = (readback){.context = context, .height = height};
    ring->columns = readback_columns(width, alpha);
    ring->row_size = frame_size(width, 1, alpha);
    glGenBuffers(READBACK_SLOTS, ring->buffers);
    for (int i = 0; i < READBACK_SLOTS; i++) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, ring->buffers[i]);
        glBufferData(GL_PIXEL_PACK_BUFFER, buffer_size(ring), NULL, GL_STREAM_READ);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void readback_destroy(readback *ring)
{
    for (int i = 0; i < READBACK_SLOTS; i++) {
        glDeleteSync(ring->fences[i]);
    }
    glDeleteBuffers(READBACK_SLOTS, ring->buffers);
    *ring = (readback){0};
}

static GLuint free_buffer(const readback *ring)
{
    return ring->buffers[(ring->oldest + ring->count) % READBACK_SLOTS];
}

static void fence_off(readback *ring)
{
    int slot = (ring->oldest + ring->count) % READBACK_SLOTS;
    ring->fences[slot] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush(); // or a later poll could wait for ever
    ring->count++;
}

void readback_start(readback *ring)
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, free_buffer(ring));
    glReadPixels(0, 0, ring->columns, ring->height, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_off(ring);
}

void readback_start_buffer(readback *ring, GLuint texels)
{
    glBindBuffer(GL_COPY_READ_BUFFER, texels);
    glBindBuffer(GL_COPY_WRITE_BUFFER, free_buffer(ring));
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                        buffer_size(ring));
    fence_off(ring);
}

static void copy_rows(const readback *ring, const uint8_t *from, uint8_t *to)
{
    size_t stride = 4 * (size_t)ring->columns;
    if (stride == ring->row_size) {
        memcpy(to, from, stride * (size_t)ring->height);
        return;
    }
    for (int y = 0; y < ring->height; y++) {
        memcpy(to + (size_t)y * ring->row_size, from + (size_t)y * stride,
               ring->row_size);
    }
}

static mote_status copy_buffer(readback *ring, GLuint buffer, uint8_t **pixels)
{
    size_t size = ring->row_size * (size_t)ring->height;
    uint8_t *frame = malloc(size);
    if (frame == NULL) {
        return fail_memory(size, "a frame");
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    const uint8_t *mapped =
        glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, buffer_size(ring), GL_MAP_READ_BIT);
    if (mapped != NULL) {
        copy_rows(ring, mapped, frame);
    }
    bool is_whole = mapped != NULL && glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    if (!is_whole) {
        free(frame);
        return fail(MOTE_FAILED, "a frame was lost on its way from the GPU");
    }
    *pixels = frame;
    return MOTE_OK;
}

mote_status readback_take(readback *ring, bool wait, uint8_t **pixels)
{
    *pixels = NULL;
    if (ring->count == 0) {
        return MOTE_OK;
    }
    int slot = ring->oldest;
    gl_fence_state found = gl_fence_check(ring->fences[slot], ring->context, wait);
    if (found == FENCE_AHEAD) {
        return MOTE_OK;
    }
    if (found == FENCE_LOST) {
        return fail(MOTE_FAILED, "the GPU did not finish a frame");
    }
    glDeleteSync(ring->fences[slot]);
    ring->fences[slot] = NULL;
    ring->oldest = (slot + 1) % READBACK_SLOTS;
    ring->count--;
    GLint bound = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    mote_status status = copy_buffer(ring, ring->buffers[slot], pixels);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)bound);
    return status;
}
