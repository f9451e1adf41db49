// SPDX-License-Identifier: MIT
// An OpenGL context to compute and draw in: opened headless through EGL (device, then
// surfaceless, then default display), else in a hidden GLFW window; or the host's own.
//
// A thread has one context of our own at a time, and all who use it share it.

#ifndef MOTE_GL_CONTEXT_H
#define MOTE_GL_CONTEXT_H

#include <mote/mote.h>

// Limits that stages and renderers check against; under device->clamp_limits they are
// what GL 4.3 guarantees at least.
typedef struct gl_limits {
#define LIMIT(type, name, when, gl_name, least, unit) type name;
#include "limits.def"
#undef LIMIT
} gl_limits;

typedef struct gl_context {
    char renderer[128], vendor[128], version[128], glsl[64]; // as GL names them
    int major, minor;
    bool has_compute;    // 4.3, or the ARB extensions, and all functions that it takes
    int compute_version; // of GLSL, with them: 430, or 420 and the extensions
    char why_not[320]; // where not: "OpenGL 3.3 on softpipe has no compute shaders; ..."
    bool has_debug;    // names for debuggers, and messages
    bool is_software;  // llvmpipe, softpipe, SwiftShader: never faster than the CPU path
    bool is_host;      // the caller's own context
    bool has_passed;   // the self-test
    bool is_lost;      // to a reset, as gl_context_is_lost once found
    char how[64];      // "EGL device /dev/dri/card0", "EGL surfaceless", "GLFW", "host"
    int device;        // its row of `mote info --devices`; -1: the host's
    const void *egl_device; // what EGL calls the device; NULL: not known
    gl_limits limits;
} gl_context;

// Opens a context on device->gl_device, makes it current on this thread, loads the
// functions, queries limits. Asks for 4.3 core first, then 4.2 and 3.3 (there,
// has_compute may be false); without a number, hardware comes before software. On failure
// the error says what was tried and what would help. One of our own is shared: opening
// again on this thread gives the same one and counts up, and another device than it has
// is refused.
mote_status gl_context_open(const mote_device_def *device, gl_context **context);
void gl_context_close(gl_context *context);

// Refuses one without compute shaders, with what it lacks.
mote_status gl_context_check_compute(const gl_context *context);
// Refuses software, which is slower than the CPU path.
mote_status gl_context_check_hardware(const gl_context *context);

// Whether this context, which is the current one, was lost to a reset of its GPU, as far
// as the driver tells. One that is lost stays so, and is not handed out again.
bool gl_context_is_lost(gl_context *context);
// A driver said so in an error.
void gl_context_note_loss(gl_context *context);

#endif
