// SPDX-License-Identifier: MIT
// Keeping a host's GL state.

#include "gl_state.h"

#include "gl_errors.h"

#include <glad/gl.h>

static int block_count(void)
{
    GLint count = 0;
    glGetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &count);
    return count < ENTRY_ACCESS_MAX ? count : ENTRY_ACCESS_MAX;
}

// Buffer, start and size of an indexed binding.
static const GLenum uniform_names[] = {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
                                       GL_UNIFORM_BUFFER_SIZE};
static const GLenum storage_names[] = {GL_SHADER_STORAGE_BUFFER_BINDING,
                                       GL_SHADER_STORAGE_BUFFER_START,
                                       GL_SHADER_STORAGE_BUFFER_SIZE};

static gl_bound keep_bound(const GLenum names[3], GLuint index)
{
    gl_bound bound = {0};
    GLint64 start = 0;
    GLint64 size = 0;
    glGetIntegeri_v(names[0], index, &bound.buffer);
    glGetInteger64i_v(names[1], index, &start);
    glGetInteger64i_v(names[2], index, &size);
    bound.start = start;
    bound.size = size;
    return bound;
}

gl_state gl_state_keep(bool is_host)
{
    gl_state state = {.is_kept = is_host};
    if (!is_host) {
        return state;
    }
    gl_errors_drop();
    glGetIntegerv(GL_CURRENT_PROGRAM, &state.program);
    glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &state.uniform);
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &state.storage);
    glGetIntegerv(GL_DISPATCH_INDIRECT_BUFFER_BINDING, &state.indirect);
    glGetIntegerv(GL_COPY_READ_BUFFER, &state.copy_read);
    glGetIntegerv(GL_COPY_WRITE_BUFFER, &state.copy_write);
    for (int i = 0; i <= UNIFORM_BINDING; i++) {
        state.uniforms[i] = keep_bound(uniform_names, (GLuint)i);
    }
    for (int i = 0; i < block_count(); i++) {
        state.blocks[i] = keep_bound(storage_names, (GLuint)i);
    }
    return state;
}

static void bind(GLenum target, GLuint index, const gl_bound *bound)
{
    if (bound->buffer != 0 && bound->size != 0) {
        glBindBufferRange(target, index, (GLuint)bound->buffer, (GLintptr)bound->start,
                          (GLsizeiptr)bound->size);
    } else {
        glBindBufferBase(target, index, (GLuint)bound->buffer);
    }
}

void gl_state_put_back(const gl_state *state)
{
    if (!state->is_kept) {
        return;
    }
    // Indexed bindings also change the general one, which therefore comes last.
    for (int i = 0; i <= UNIFORM_BINDING; i++) {
        bind(GL_UNIFORM_BUFFER, (GLuint)i, &state->uniforms[i]);
    }
    for (int i = 0; i < block_count(); i++) {
        bind(GL_SHADER_STORAGE_BUFFER, (GLuint)i, &state->blocks[i]);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, (GLuint)state->uniform);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint)state->storage);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, (GLuint)state->indirect);
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint)state->copy_read);
    glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)state->copy_write);
    gl_state_use_again(state->program);
}

void gl_state_use_again(int program)
{
    bool is_there = program != 0 && glIsProgram((GLuint)program);
    glUseProgram(is_there ? (GLuint)program : 0);
}
