// SPDX-License-Identifier: MIT
// Buffers in GL.

#include "gl_storage.h"

#include "gl_errors.h"
#include "gl_prelude.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes moved at once between GL and the caller's memory.
#define CHUNK_SIZE ((uint64_t)4 << 20)

// ---- Creation ------------------------------------------------------------------------

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Words of neighbour_mark that a particle has: where a block holds fewer than MARK_WORDS,
// as many as it does hold. Who needs more is a case for `pair_crowded`.
static uint32_t fitting_mark_words(const plan *plan, const gl_limits *limits)
{
    uint64_t word = (uint64_t)buffer_stride(&plan->buffers[BUFFER_neighbour_mark]);
    uint64_t particles = (uint64_t)plan->constants.particle_count + 1;
    uint64_t fit = (uint64_t)limits->storage_block_size / (word * particles);
    return fit < 1 ? 1 : fit < MARK_WORDS ? (uint32_t)fit : MARK_WORDS;
}

static uint64_t row_count(const gl_storage *storage, int buffer)
{
    uint64_t rows = storage->plan->lengths[buffer];
    return buffer == BUFFER_neighbour_mark ? rows / MARK_WORDS * storage->mark_words
                                           : rows;
}

static uint64_t gl_size(const gl_storage *storage, int buffer)
{
    uint64_t stride = (uint64_t)buffer_stride(&storage->plan->buffers[buffer]);
    uint64_t size = row_count(storage, buffer) * stride;
    return size > 16 ? size : 16; // GL has no empty buffers
}

static mote_status check_size(const gl_storage *storage, const gl_limits *limits,
                              int buffer)
{
    uint64_t size = gl_size(storage, buffer);
    if (size <= (uint64_t)limits->storage_block_size) {
        return MOTE_OK;
    }
    return fail(
        MOTE_UNAVAILABLE,
        "buffer %s needs %.1f MiB, but storage blocks of this OpenGL hold %.1f MiB "
        "at most; fewer particles would fit",
        storage->plan->buffers[buffer].name, (double)size / 1048576.0,
        (double)limits->storage_block_size / 1048576.0);
}

static mote_status create_buffer(gl_storage *storage, gl_context *context, int buffer,
                                 bool is_twin)
{
    gl_buffer *result = &storage->buffers[buffer][is_twin];
    const char *name = storage->plan->buffers[buffer].name;
    GLsizeiptr size = (GLsizeiptr)gl_size(storage, buffer);
    gl_errors_drop(); // earlier ones are not this buffer's
    glGenBuffers(1, &result->name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, result->name);
    glBufferData(GL_COPY_WRITE_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    TRY(gl_errors_check(context, "while making room for buffer %s (%.1f MiB)", name,
                        (double)size / 1048576.0));
    if (GLAD_GL_VERSION_4_3 && glad_glObjectLabel) {
        // Not cleared: nothing reads what no stage wrote, and glBufferSubData after
        // glClearBufferData is lost on NVIDIA 580 for sizes of some 100 KiB.
        char label[64];
        snprintf(label, sizeof label, "%s%s", name, is_twin ? "_sorted" : "");
        glObjectLabel(GL_BUFFER, result->name, -1, label);
    }
    return MOTE_OK;
}

// All anew: dispatches under way keep the old ones.
void gl_storage_write_constants(gl_storage *storage)
{
    // Blocks of the std140 layout are a multiple of 16 bytes.
    uint32_t words[(sizeof(constants) / 4 + 3) / 4 * 4] = {0};
    memcpy(words, &storage->plan->constants, sizeof storage->plan->constants);
    glBindBuffer(GL_COPY_WRITE_BUFFER, storage->constants);
    glBufferData(GL_COPY_WRITE_BUFFER, sizeof words, words, GL_STATIC_DRAW);
}

static mote_status create_way_out(gl_context *context, gl_storage *storage)
{
    glGenBuffers(1, &storage->way_out);
    glBindBuffer(GL_COPY_WRITE_BUFFER, storage->way_out);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)CHUNK_SIZE, NULL, GL_STREAM_READ);
    return gl_errors_check(context, "while making room to read buffers through");
}

mote_status gl_storage_create(const plan *plan, gl_context *context, gl_storage *storage)
{
    storage->plan = plan;
    storage->mark_words = fitting_mark_words(plan, &context->limits);
    for (int b = 0; b < plan->buffer_count; b++) {
        TRY(check_size(storage, &context->limits, b));
    }
    storage->chunk = malloc(CHUNK_SIZE);
    if (!storage->chunk) {
        return fail_memory(CHUNK_SIZE, "copies from and to the GPU");
    }
    for (int b = 0; b < plan->buffer_count; b++) {
        TRY(create_buffer(storage, context, b, false));
        if (plan_has_twin(plan, b)) {
            TRY(create_buffer(storage, context, b, true));
        }
    }
    glGenBuffers(1, &storage->constants);
    gl_storage_write_constants(storage);
    TRY(gl_errors_check(context, "while making room for the constants"));
    return create_way_out(context, storage);
}

void gl_storage_destroy(gl_storage *storage)
{
    for (int b = 0; b < BUFFER_MAX; b++) {
        for (int twin = 0; twin < 2; twin++) {
            if (storage->buffers[b][twin].name) {
                glDeleteBuffers(1, &storage->buffers[b][twin].name);
            }
        }
    }
    if (storage->constants) {
        glDeleteBuffers(1, &storage->constants);
    }
    if (storage->way_out) {
        glDeleteBuffers(1, &storage->way_out);
    }
    free(storage->chunk);
    *storage = (gl_storage){0};
}

void gl_storage_swap(gl_storage *storage, const schedule_entry *entry)
{
    for (int k = 0; k < entry->access_count; k++) {
        if (entry->access[k].twin) {
            gl_buffer *pair = storage->buffers[entry->access[k].buffer];
            gl_buffer kept = pair[0];
            pair[0] = pair[1];
            pair[1] = kept;
        }
    }
}

// ---- Barriers ------------------------------------------------------------------------

static void barrier(gl_storage *storage, uint32_t bits)
{
    if (bits == 0) {
        return;
    }
    glMemoryBarrier(bits);
    for (int b = 0; b < storage->plan->buffer_count; b++) {
        for (int twin = 0; twin < 2; twin++) {
            gl_buffer *buffer = &storage->buffers[b][twin];
            buffer->unseen &= ~bits;
            // Later writes wait for these reads, too.
            buffer->is_read = buffer->is_read && !(bits & GL_SHADER_STORAGE_BARRIER_BIT);
        }
    }
}

void gl_storage_ready(gl_storage *storage, int buffer, uint32_t barrier_bits)
{
    barrier(storage, storage->buffers[buffer][0].unseen & barrier_bits);
}

void gl_storage_bind(gl_storage *storage, const schedule_entry *entry)
{
    uint32_t bits = 0;
    GLuint binding = 0;
    for (int i = 0; i < entry->access_count; i++) {
        const struct entry_access *access = &entry->access[i];
        gl_buffer *buffer = &storage->buffers[access->buffer][access->twin];
        if (access->kind == ACCESS_UNIFORM) {
            glBindBufferBase(GL_UNIFORM_BUFFER, UNIFORM_BINDING, buffer->name);
            bits |= buffer->unseen & GL_UNIFORM_BARRIER_BIT;
            continue;
        }
        bits |= buffer->unseen & GL_SHADER_STORAGE_BARRIER_BIT;
        if (access_writes(access->kind) && buffer->is_read) {
            bits |= GL_SHADER_STORAGE_BARRIER_BIT;
        }
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->name);
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, storage->constants);
    barrier(storage, bits);
}

void gl_storage_note(gl_storage *storage, const schedule_entry *entry)
{
    for (int i = 0; i < entry->access_count; i++) {
        const struct entry_access *access = &entry->access[i];
        gl_buffer *buffer = &storage->buffers[access->buffer][access->twin];
        if (access->kind != ACCESS_WRITE) {
            buffer->is_read = true;
        }
        if (access_writes(access->kind)) {
            buffer->unseen = GL_ALL_BARRIER_BITS;
        }
    }
}

// ---- Writing and reading -------------------------------------------------------------

typedef struct layout {
    uint64_t packed, stride; // bytes of an element: the caller's, and in GL
} layout;

static layout layout_of(const plan *plan, int buffer)
{
    const buffer_row *row = &plan->buffers[buffer];
    return (layout){
        .packed = 4 * (uint64_t)row->components,
        .stride = (uint64_t)buffer_stride(row),
    };
}

// Small buffers are written while dispatches that read them are under way.
#define SMALL_SIZE UINT64_C(16384)

// Rows as they lie in GL: the caller's own, or a copy of them with gaps.
static const void *spread_rows(gl_storage *storage, layout l, const char *rows,
                               uint64_t count)
{
    if (l.packed == l.stride) {
        return rows;
    }
    char *to = (char *)storage->chunk;
    for (uint64_t i = 0; i < count; i++) {
        memset(to + i * l.stride, 0, l.stride);
        memcpy(to + i * l.stride, rows + i * l.packed, l.packed);
    }
    return to;
}

// All of a buffer anew, what is not given as 0: dispatches under way keep the old one.
static void replace_buffer(gl_storage *storage, layout l, const void *data,
                           uint64_t count, uint64_t size)
{
    const void *rows = spread_rows(storage, l, data, count);
    char *whole = (char *)storage->chunk;
    memmove(whole, rows, count * l.stride);
    memset(whole + count * l.stride, 0, size - count * l.stride);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, whole, GL_DYNAMIC_COPY);
}

// NVIDIA 580 may lose glBufferSubData of some 100 KiB while dispatches that use the
// buffer are under way: it waits for them, or gives the buffer new memory.
mote_status gl_storage_write(gl_storage *storage, int buffer, const void *data,
                             uint64_t size)
{
    layout l = layout_of(storage->plan, buffer);
    uint64_t whole = gl_size(storage, buffer);
    uint64_t rows = CHUNK_SIZE / l.stride;
    uint64_t count = least(size / l.packed, row_count(storage, buffer));
    gl_storage_ready(storage, buffer, GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_WRITE_BUFFER, storage->buffers[buffer][0].name);
    if (whole <= SMALL_SIZE && !storage->plan->buffers[buffer].moves) {
        replace_buffer(storage, l, data, count, whole);
        return MOTE_OK;
    }
    glFinish();
    const char *from = data;
    for (uint64_t row = 0; row < count; row += rows) {
        uint64_t n = count - row < rows ? count - row : rows;
        glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)(row * l.stride),
                        (GLsizeiptr)(n * l.stride),
                        spread_rows(storage, l, from + row * l.packed, n));
    }
    return MOTE_OK;
}

mote_status gl_storage_read(gl_storage *storage, int buffer, void *data, uint64_t size)
{
    layout l = layout_of(storage->plan, buffer);
    gl_storage_ready(storage, buffer, GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_READ_BUFFER, storage->buffers[buffer][0].name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, storage->way_out);
    uint64_t rows = CHUNK_SIZE / l.stride;
    uint64_t count = least(size / l.packed, row_count(storage, buffer));
    char *to = data;
    memset(to + count * l.packed, 0, size - count * l.packed); // of marks without room
    for (uint64_t row = 0; row < count; row += rows) {
        uint64_t n = count - row < rows ? count - row : rows;
        bool is_padded = l.packed != l.stride;
        char *target = is_padded ? (char *)storage->chunk : to + row * l.packed;
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                            (GLintptr)(row * l.stride), 0, (GLsizeiptr)(n * l.stride));
        glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(n * l.stride), target);
        for (uint64_t i = 0; is_padded && i < n; i++) {
            memcpy(to + (row + i) * l.packed, target + i * l.stride, l.packed);
        }
    }
    return MOTE_OK;
}
