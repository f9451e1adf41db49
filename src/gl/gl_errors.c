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

#define REPORT "please report it"

typedef struct error_row {
    GLenum error;
    const char *name, *remedy;
} error_row;

static const error_row errors[] = {
    {GL_INVALID_ENUM, "invalid enum", REPORT},
    {GL_INVALID_VALUE, "invalid value", REPORT},
    {GL_INVALID_OPERATION, "invalid operation", REPORT},
    {0x0503, "stack overflow", REPORT},
    {0x0504, "stack underflow", REPORT},
    {GL_OUT_OF_MEMORY, "out of memory", "fewer particles or a smaller frame may fit"},
    {GL_INVALID_FRAMEBUFFER_OPERATION, "invalid framebuffer operation", REPORT},
    {GL_CONTEXT_LOST, "context lost", "a newer driver may help"},
};

static const error_row *row_of(GLenum error)
{
    static const error_row unknown = {0, "unknown", REPORT};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].error == error) {
            return &errors[i];
        }
    }
    return &unknown;
}

void gl_errors_drop(void)
{
    for (int i = 0; i < ERRORS_MAX && glGetError() != GL_NO_ERROR; i++) {
    }
}

static mote_status report(gl_context *context, GLenum error, const char *format,
                          va_list arguments)
{
    if (error == GL_NO_ERROR) {
        return MOTE_OK;
    }
    char where[512];
    vsnprintf(where, sizeof where, format, arguments);
    gl_errors_drop();
    if (error == GL_CONTEXT_LOST) {
        gl_context_note_loss(context);
    }
    const error_row *row = row_of(error);
    return fail(MOTE_FAILED, "OpenGL error 0x%04x (%s) %s; %s", error, row->name, where,
                row->remedy);
}

mote_status gl_errors_check(gl_context *context, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    mote_status status = report(context, glGetError(), format, arguments);
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
    mote_status status = report(context, error, format, arguments);
    va_end(arguments);
    return status;
}
