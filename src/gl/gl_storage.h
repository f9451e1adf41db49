// SPDX-License-Identifier: MIT
// The plan's buffers in GL: made, filled, read, swapped, and guarded: from what shaders
// wrote to each, the glMemoryBarrier before the next access follows.

#ifndef MOTE_GL_STORAGE_H
#define MOTE_GL_STORAGE_H

#include "gl_context.h"

#include "../sim/plan.h"

typedef struct gl_buffer {
    uint32_t name;
    uint32_t unseen; // GL_x_BARRIER_BIT of accesses that would miss a shader's last write
    bool is_read;    // by a shader that may still run
} gl_buffer;

typedef struct gl_storage {
    const plan *plan;
    uint32_t mark_words;              // of neighbour_mark, for each particle
    gl_buffer buffers[BUFFER_MAX][2]; // [1]: the twin
    uint32_t constants;               // the uniform block
    // What is read passes through a buffer of its own: drivers move a buffer that is read
    // to where the CPU reaches it fast and shaders do not.
    uint32_t way_out;
    uint32_t *chunk; // for elements that are padded in GL
} gl_storage;

mote_status gl_storage_create(const plan *plan, gl_context *context, gl_storage *storage);
void gl_storage_destroy(gl_storage *storage);

// The uniform block, from the plan.
void gl_storage_write_constants(gl_storage *storage);
mote_status gl_storage_write(gl_storage *storage, int buffer, const void *data,
                             uint64_t size);
mote_status gl_storage_read(gl_storage *storage, int buffer, void *data, uint64_t size);
void gl_storage_swap(gl_storage *storage, const schedule_entry *entry);

// Before a dispatch: makes what it accesses ready, and binds it. After it: notes what it
// wrote.
void gl_storage_bind(gl_storage *storage, const schedule_entry *entry);
void gl_storage_note(gl_storage *storage, const schedule_entry *entry);
// Makes a buffer ready for accesses outside of shaders' storage blocks.
void gl_storage_ready(gl_storage *storage, int buffer, uint32_t barrier_bits);

#endif
