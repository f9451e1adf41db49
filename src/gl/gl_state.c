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
    GLint64 start = 0;
    GLint64 size = 0;
    glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 0, &state.constants.buffer);
    glGetInteger64i_v(GL_UNIFORM_BUFFER_START, 0, &start);
    glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 0, &size);
    state.constants.start = start;
    state.constants.size = size;
    for (int i = 0; i < block_count(); i++) {
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, (GLuint)i,
                        &state.blocks[i].buffer);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, (GLuint)i, &start);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, (GLuint)i, &size);
        state.blocks[i].start = start;
        state.blocks[i].size = size;
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
    bind(GL_UNIFORM_BUFFER, 0, &state->constants);
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
