// SPDX-License-Identifier: MIT
// An OpenGL that fails on purpose.

#include "broken_gl.h"

#include <glad/gl.h>

#include <stddef.h>
#include <string.h>

#define CONTEXT_LOST 0x0507

// What is replaced: type, the loader's pointer, and the name both of the function here
// and of the place that keeps the driver's. To break another: add a row, and its
// function.
#define HOOKS(HOOK)                                                                      \
    HOOK(PFNGLDISPATCHCOMPUTEPROC, glad_glDispatchCompute, dispatch)                     \
    HOOK(PFNGLDISPATCHCOMPUTEINDIRECTPROC, glad_glDispatchComputeIndirect,               \
         dispatch_indirect)                                                              \
    HOOK(PFNGLDRAWARRAYSPROC, glad_glDrawArrays, draw)                                   \
    HOOK(PFNGLGETERRORPROC, glad_glGetError, get_error)                                  \
    HOOK(PFNGLCLIENTWAITSYNCPROC, glad_glClientWaitSync, wait_sync)                      \
    HOOK(PFNGLMAPBUFFERRANGEPROC, glad_glMapBufferRange, map)                            \
    HOOK(PFNGLUNMAPBUFFERPROC, glad_glUnmapBuffer, unmap)                                \
    HOOK(PFNGLGETBUFFERSUBDATAPROC, glad_glGetBufferSubData, get_data)                   \
    HOOK(PFNGLBUFFERSUBDATAPROC, glad_glBufferSubData, set_data)                         \
    HOOK(PFNGLCOPYBUFFERSUBDATAPROC, glad_glCopyBufferSubData, copy_data)                \
    HOOK(PFNGLGETGRAPHICSRESETSTATUSPROC, glad_glGetGraphicsResetStatus, reset_status)

static struct {
    break_kind kind;
    int calls_left; // until it breaks
    bool is_broken, was_told, is_hooked;
#define HOOK(type, pointer, name) type name;
    HOOKS(HOOK)
#undef HOOK
    int has_khr;
} gl;

static bool is_gone(void)
{
    return gl.is_broken &&
           (gl.kind == BREAK_LOST || gl.kind == BREAK_SILENT || gl.kind == BREAK_HANG);
}

static void count_call(void)
{
    if (gl.calls_left-- == 0) {
        gl.is_broken = true;
    }
}

static void GLAD_API_PTR dispatch(GLuint x, GLuint y, GLuint z)
{
    count_call();
    if (!is_gone()) {
        gl.dispatch(x, y, z);
    }
}

static void GLAD_API_PTR dispatch_indirect(GLintptr offset)
{
    count_call();
    if (!is_gone()) {
        gl.dispatch_indirect(offset);
    }
}

static void GLAD_API_PTR draw(GLenum mode, GLint first, GLsizei count)
{
    count_call();
    if (!is_gone()) {
        gl.draw(mode, first, count);
    }
}

static GLenum GLAD_API_PTR get_error(void)
{
    if (gl.is_broken && gl.kind == BREAK_LOST) {
        gl.was_told = true;
        return CONTEXT_LOST;
    }
    bool is_once =
        gl.kind == BREAK_MEMORY || gl.kind == BREAK_INVALID || gl.kind == BREAK_WRITE;
    if (gl.is_broken && is_once && !gl.was_told) {
        gl.was_told = true;
        return gl.kind == BREAK_INVALID ? GL_INVALID_OPERATION : GL_OUT_OF_MEMORY;
    }
    return gl.get_error();
}

static void *GLAD_API_PTR map(GLenum target, GLintptr offset, GLsizeiptr size,
                              GLbitfield access)
{
    if (gl.is_broken && gl.kind == BREAK_MAP) {
        gl.was_told = true;
        return NULL;
    }
    // A driver may hand out memory all the same; what it holds is worthless.
    void *data = gl.map(target, offset, size, access);
    return gl.is_broken && gl.kind == BREAK_LOST ? NULL : data;
}

static GLboolean GLAD_API_PTR unmap(GLenum target)
{
    GLboolean is_good = gl.unmap(target);
    if (gl.is_broken && gl.kind == BREAK_UNMAP_ONCE && !gl.was_told) {
        gl.was_told = true;
        return GL_FALSE;
    }
    return is_good;
}

static void GLAD_API_PTR get_data(GLenum target, GLintptr offset, GLsizeiptr size,
                                  void *data)
{
    if (is_gone()) {
        memset(data, 0xa5, (size_t)size);
        return;
    }
    gl.get_data(target, offset, size, data);
}

static void GLAD_API_PTR set_data(GLenum target, GLintptr offset, GLsizeiptr size,
                                  const void *data)
{
    gl.is_broken = gl.is_broken || gl.kind == BREAK_WRITE;
    if (!is_gone()) {
        gl.set_data(target, offset, size, data);
    }
}

static void GLAD_API_PTR copy_data(GLenum from, GLenum to, GLintptr from_offset,
                                   GLintptr to_offset, GLsizeiptr size)
{
    if (!is_gone()) {
        gl.copy_data(from, to, from_offset, to_offset, size);
    }
}

static GLenum GLAD_API_PTR wait_sync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    if (gl.is_broken && gl.kind == BREAK_HANG) {
        return GL_TIMEOUT_EXPIRED;
    }
    return gl.wait_sync(sync, flags, timeout);
}

static GLenum GLAD_API_PTR reset_status(void)
{
    gl.was_told = gl.was_told || is_gone();
    return is_gone() ? GL_UNKNOWN_CONTEXT_RESET : GL_NO_ERROR;
}

static void hook(void)
{
    gl.is_hooked = true;
#define HOOK(type, pointer, name)                                                        \
    gl.name = pointer;                                                                   \
    pointer = name;
    HOOKS(HOOK)
#undef HOOK
    gl.has_khr = GLAD_GL_KHR_robustness;
    GLAD_GL_KHR_robustness = 1;
}

void gl_break(break_kind kind, int call)
{
    gl_mend();
    hook();
    gl.kind = kind;
    gl.calls_left = call;
    gl.is_broken = call == GL_BREAK_NOW;
}

bool gl_mend(void)
{
    bool was_told = gl.was_told;
    if (gl.is_hooked) {
#define HOOK(type, pointer, name) pointer = gl.name;
        HOOKS(HOOK)
#undef HOOK
        GLAD_GL_KHR_robustness = gl.has_khr;
    }
    memset(&gl, 0, sizeof gl);
    return was_told;
}
