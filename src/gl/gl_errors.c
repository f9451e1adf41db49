// SPDX-License-Identifier: MIT
// What OpenGL says went wrong.

#include "gl_errors.h"

#include <glad/gl.h>

#include <stdarg.h>

// A driver without a context may return errors for ever.
#define ERRORS_MAX 16

#ifndef GL_CONTEXT_LOST
#define GL_CONTEXT_LOST 0x0507
#endif

static const struct {
    GLenum error;
    const char *name;
} names[] = {
    {GL_INVALID_ENUM, "invalid enum"},
    {GL_INVALID_VALUE, "invalid value"},
    {GL_INVALID_OPERATION, "invalid operation"},
    {0x0503, "stack overflow"},
    {0x0504, "stack underflow"},
    {GL_OUT_OF_MEMORY, "out of memory"},
    {GL_INVALID_FRAMEBUFFER_OPERATION, "invalid framebuffer operation"},
    {GL_CONTEXT_LOST, "context lost"},
};

static const char *name_of(GLenum error)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].error == error) {
            return names[i].name;
        }
    }
    return "unknown";
}

void gl_errors_drop(void)
{
    for (int i = 0; i < ERRORS_MAX && glGetError() != GL_NO_ERROR; i++) {
    }
}

static mote_status report(GLenum error, const char *format, va_list arguments)
{
    if (error == GL_NO_ERROR) {
        return MOTE_OK;
    }
    char where[512];
    vsnprintf(where, sizeof where, format, arguments);
    gl_errors_drop();
    return fail(MOTE_FAILED, "OpenGL error 0x%04x (%s) %s", error, name_of(error), where);
}

mote_status gl_errors_check(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mote_status status = report(glGetError(), format, arguments);
    va_end(arguments);
    return status;
}

mote_status gl_errors_check_lost(gl_context *context, const char *format, ...)
{
    GLenum error = glGetError();
    if (error == GL_NO_ERROR && gl_context_is_lost(context)) {
        error = GL_CONTEXT_LOST;
    }
    va_list arguments;
    va_start(arguments, format);
    mote_status status = report(error, format, arguments);
    va_end(arguments);
    return status;
}
