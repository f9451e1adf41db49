// SPDX-License-Identifier: MIT
// How a context of our own is made, and the places of this machine where one can be:
// context_egl.c and context_glfw.c.
//
// To add a way: write its list function and add it to list_places in gl_devices.c.

#ifndef MOTE_GL_PLATFORM_H
#define MOTE_GL_PLATFORM_H

#include <mote/mote.h>

// What would help where none opens, for the end of a sentence.
#ifdef __linux__
#define GL_REMEDY "a driver with EGL would help (Debian: libegl1 libgl1-mesa-dri)"
#else
#define GL_REMEDY "a driver of the GPU's maker would help"
#endif

// The versions of a core context to ask for, one after the other: a driver gives the one
// asked for or a later one, and some never a later one. The last is whatever there is:
// too old, but then the version can be told.
#define VERSION_COUNT 4
extern const int gl_versions[VERSION_COUNT][2];

// A context that was made.
typedef struct gl_platform gl_platform;

struct gl_platform {
    mote_gl_loader loader;
    const void *device; // as EGL calls what is behind it; NULL: not known
    bool (*make_current)(gl_platform *self);
    void (*release)(gl_platform *self); // from this thread; of the current one only
    void (*destroy)(gl_platform *self);
};

// Where a context can be made: a row of `mote info --devices`.
typedef struct gl_place gl_place;

struct gl_place {
    char how[64]; // "EGL device /dev/dri/card0", "EGL surfaceless", "GLFW"
    int kind;     // for `open` alone
    void *native; // likewise
    // Makes a context, with messages for debugging where the driver can, and makes it
    // current, or says why not, without `how`. Notice of resets is asked for always, and
    // done without where it is refused.
    mote_status (*open)(const gl_place *self, bool debug, gl_platform **platform);
};

#define PLACE_MAX 24

// These fill in the places that there are, at most PLACE_MAX - 1 of EGL, hardware first,
// and give their number.
int egl_places_list(gl_place *places);
int glfw_places_list(gl_place *places);

#endif
