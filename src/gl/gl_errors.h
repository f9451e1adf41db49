// SPDX-License-Identifier: MIT
// What OpenGL says went wrong, as a failure that names where.

#ifndef MOTE_GL_ERRORS_H
#define MOTE_GL_ERRORS_H

#include "gl_context.h"

#include "../core/status.h"

// Drops errors of whoever worked in the context before.
void gl_errors_drop(void);

// Whether a command since the last check failed. `format` says where, as in "in stage
// %s": "OpenGL error 0x0505 (out of memory) in stage scatter; fewer particles ... may
// fit".
mote_status gl_errors_check(gl_context *context, const char *format, ...)
    MOTE_PRINTF(2, 3);

// Likewise, and whether the context is lost, which takes longer: after waiting for the
// GPU, before what came from it is believed.
mote_status gl_errors_check_lost(gl_context *context, const char *format, ...)
    MOTE_PRINTF(2, 3);

#endif
