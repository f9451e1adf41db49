// SPDX-License-Identifier: MIT
// How a context of our own is made: context_egl.c and context_glfw.c.

#ifndef MOTE_GL_PLATFORM_H
#define MOTE_GL_PLATFORM_H

#include <mote/mote.h>

typedef struct gl_platform gl_platform;

struct gl_platform {
    mote_gl_loader loader;
    char how[64]; // "EGL device"
    bool (*make_current)(gl_platform *self);
    void (*destroy)(gl_platform *self);
};

// Opens a core context of this version and makes it current, or says why not.
mote_status egl_platform_open(int major, int minor, gl_platform **platform);
mote_status glfw_platform_open(int major, int minor, gl_platform **platform);

#endif
