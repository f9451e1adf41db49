// SPDX-License-Identifier: MIT
// EGL, opened at run time, so that nothing links to it; the few names needed of its
// headers are spelled out here.

#ifndef MOTE_GL_EGL_LIBRARY_H
#define MOTE_GL_EGL_LIBRARY_H

#include <mote/mote.h>

#ifdef _WIN32
#define EGL_CALL __stdcall
#else
#define EGL_CALL
#endif

enum {
    EGL_TRUE = 1,
    EGL_NONE = 0x3038,
    EGL_EXTENSIONS = 0x3055,
    EGL_SURFACE_TYPE = 0x3033,
    EGL_PBUFFER_BIT = 1,
    EGL_RENDERABLE_TYPE = 0x3040,
    EGL_OPENGL_BIT = 8,
    EGL_OPENGL_API = 0x30A2,
    EGL_CONTEXT_MAJOR_VERSION = 0x3098,
    EGL_CONTEXT_MINOR_VERSION = 0x30FB,
    EGL_CONTEXT_PROFILE_MASK = 0x30FD,
    EGL_CONTEXT_CORE_PROFILE_BIT = 1,
    EGL_CONTEXT_FLAGS = 0x30FC,
    EGL_CONTEXT_DEBUG_BIT = 1,
    EGL_CONTEXT_OPENGL_DEBUG = 0x31B0,
    EGL_CONTEXT_RESET_STRATEGY = 0x31BD,
    EGL_CONTEXT_RESET_STRATEGY_EXT = 0x3138,
    EGL_LOSE_CONTEXT_ON_RESET = 0x31BF,
    EGL_PLATFORM_DEVICE = 0x313F,
    EGL_PLATFORM_SURFACELESS = 0x31DD,
    EGL_DEVICE = 0x322C,
    EGL_DRM_DEVICE_FILE = 0x3233,
};

typedef struct egl_functions {
    mote_gl_function(EGL_CALL *get_proc_address)(const char *name);
    const char *(EGL_CALL *query_string)(void *display, int32_t name);
    void *(EGL_CALL *get_display)(void *native);
    unsigned(EGL_CALL *initialize)(void *display, int32_t *major, int32_t *minor);
    unsigned(EGL_CALL *bind_api)(unsigned api);
    unsigned(EGL_CALL *choose_config)(void *display, const int32_t *attributes,
                                      void **configs, int32_t size, int32_t *count);
    void *(EGL_CALL *create_context)(void *display, void *config, void *share,
                                     const int32_t *attributes);
    unsigned(EGL_CALL *destroy_context)(void *display, void *context);
    unsigned(EGL_CALL *make_current)(void *display, void *draw, void *read,
                                     void *context);
    void *(EGL_CALL *get_current)(void);
    int32_t(EGL_CALL *get_error)(void);
    // Extensions; NULL where missing.
    void *(EGL_CALL *get_platform_display)(unsigned platform, void *native,
                                           const int32_t *attributes);
    unsigned(EGL_CALL *query_devices)(int32_t size, void **devices, int32_t *count);
    const char *(EGL_CALL *query_device_string)(void *device, int32_t name);
    unsigned(EGL_CALL *query_display)(void *display, int32_t name, intptr_t *value);
} egl_functions;

// MOTE_UNAVAILABLE, and why, where there is none.
mote_status egl_library_open(egl_functions *egl);

// Whether a list of extensions, which may be NULL, has this one.
bool egl_has_word(const char *words, const char *word);

#endif
