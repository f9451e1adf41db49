// SPDX-License-Identifier: MIT
// A context without any display, through EGL. The library is opened at run time, so that
// nothing links to it; the few names needed of its headers are spelled out here.
//
// Displays are never terminated: EGL hands the same display to everyone in the process
// who asks alike, and ending it would end their contexts too.

#include "gl_platform.h"

#include "../core/status.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#define EGL_LIBRARY "libEGL.dll"
#define EGL_CALL    __stdcall
#else
#include <dlfcn.h>
#define EGL_LIBRARY "libEGL.so.1"
#define EGL_CALL
#endif

enum {
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
    EGL_PLATFORM_DEVICE = 0x313F,
    EGL_PLATFORM_SURFACELESS = 0x31DD,
};

#define DEVICE_MAX    16
#define CANDIDATE_MAX (DEVICE_MAX + 2)

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
    int32_t(EGL_CALL *get_error)(void);
    // Extensions; NULL where missing.
    void *(EGL_CALL *get_platform_display)(unsigned platform, void *native,
                                           const int32_t *attributes);
    unsigned(EGL_CALL *query_devices)(int32_t size, void **devices, int32_t *count);
    const char *(EGL_CALL *query_device_string)(void *device, int32_t name);
} egl_functions;

typedef struct egl_platform {
    gl_platform base;
    egl_functions egl;
    void *display, *context;
} egl_platform;

// ISO C has no cast from an object's address to a function's.
static void set_function(void *function, const void *address)
{
    memcpy(function, address, sizeof(mote_gl_function));
}

static bool load_symbol(void *library, const char *name, void *function)
{
#ifdef _WIN32
    FARPROC found = GetProcAddress((HMODULE)library, name);
#else
    void *found = dlsym(library, name);
#endif
    set_function(function, &found);
    return found != NULL;
}

// Or says why not.
static bool load_egl(egl_functions *egl)
{
    // Never closed: drivers keep threads and exit handlers in it.
#ifdef _WIN32
    void *library = (void *)LoadLibraryA(EGL_LIBRARY);
#else
    void *library = dlopen(EGL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) {
        fail(MOTE_UNAVAILABLE, "EGL: %s was not found", EGL_LIBRARY);
        return false;
    }
    bool has_all = load_symbol(library, "eglGetProcAddress", &egl->get_proc_address) &&
                   load_symbol(library, "eglQueryString", &egl->query_string) &&
                   load_symbol(library, "eglGetDisplay", &egl->get_display) &&
                   load_symbol(library, "eglInitialize", &egl->initialize) &&
                   load_symbol(library, "eglBindAPI", &egl->bind_api) &&
                   load_symbol(library, "eglChooseConfig", &egl->choose_config) &&
                   load_symbol(library, "eglCreateContext", &egl->create_context) &&
                   load_symbol(library, "eglDestroyContext", &egl->destroy_context) &&
                   load_symbol(library, "eglMakeCurrent", &egl->make_current) &&
                   load_symbol(library, "eglGetError", &egl->get_error);
    if (!has_all) {
        fail(MOTE_UNAVAILABLE, "EGL: %s is older than EGL 1.4", EGL_LIBRARY);
        return false;
    }
    mote_gl_function found = egl->get_proc_address("eglGetPlatformDisplayEXT");
    set_function(&egl->get_platform_display, &found);
    found = egl->get_proc_address("eglQueryDevicesEXT");
    set_function(&egl->query_devices, &found);
    found = egl->get_proc_address("eglQueryDeviceStringEXT");
    set_function(&egl->query_device_string, &found);
    return true;
}

// ---- Displays ------------------------------------------------------------------------

typedef struct candidate {
    const char *how;
    void *display;
} candidate;

static bool has_word(const char *words, const char *word)
{
    return words && strstr(words, word) != NULL;
}

static int list_devices(const egl_functions *egl, bool software, candidate *list)
{
    void *devices[DEVICE_MAX];
    int32_t count = 0;
    int listed = 0;
    if (!egl->query_devices || !egl->query_device_string ||
        !egl->query_devices(DEVICE_MAX, devices, &count)) {
        return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        const char *words = egl->query_device_string(devices[i], EGL_EXTENSIONS);
        if (has_word(words, "EGL_MESA_device_software") == software) {
            list[listed].how = "EGL device";
            list[listed].display =
                egl->get_platform_display(EGL_PLATFORM_DEVICE, devices[i], NULL);
            listed++;
        }
    }
    return listed;
}

// Displays in the order in which to try them: hardware first.
static int list_candidates(const egl_functions *egl, candidate *list)
{
    const char *words = egl->query_string(NULL, EGL_EXTENSIONS);
    int count = 0;
    bool has_platforms = egl->get_platform_display != NULL;
    if (has_platforms && has_word(words, "EGL_EXT_platform_device")) {
        count += list_devices(egl, false, list + count);
        count += list_devices(egl, true, list + count);
    }
    if (has_platforms && has_word(words, "EGL_MESA_platform_surfaceless")) {
        list[count].how = "EGL surfaceless";
        list[count++].display =
            egl->get_platform_display(EGL_PLATFORM_SURFACELESS, NULL, NULL);
    }
    list[count].how = "EGL default display";
    list[count++].display = egl->get_display(NULL);
    return count;
}

// ---- Contexts ------------------------------------------------------------------------

static bool egl_make_current(gl_platform *base)
{
    egl_platform *self = (egl_platform *)base;
    self->egl.bind_api(EGL_OPENGL_API);
    return self->egl.make_current(self->display, NULL, NULL, self->context) != 0;
}

static void egl_destroy(gl_platform *base)
{
    egl_platform *self = (egl_platform *)base;
    if (self->context) {
        self->egl.make_current(self->display, NULL, NULL, NULL);
        self->egl.destroy_context(self->display, self->context);
    }
    free(self);
}

static bool open_context(egl_platform *self, void *display, int major, int minor)
{
    const egl_functions *egl = &self->egl;
    const int32_t wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                              EGL_OPENGL_BIT, EGL_NONE};
    const int32_t attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                  major,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  minor,
                                  EGL_CONTEXT_PROFILE_MASK,
                                  EGL_CONTEXT_CORE_PROFILE_BIT,
                                  EGL_NONE};
    int32_t version[2];
    if (!display || !egl->initialize(display, &version[0], &version[1]) ||
        !egl->bind_api(EGL_OPENGL_API)) {
        return false;
    }
    void *config = NULL; // EGL_NO_CONFIG
    int32_t count = 0;
    if (!egl->choose_config(display, wanted, &config, 1, &count) || count == 0) {
        config = NULL;
    }
    self->display = display;
    self->context = egl->create_context(display, config, NULL, attributes);
    if (!self->context) {
        return false;
    }
    if (!egl_make_current(&self->base)) {
        egl->destroy_context(display, self->context);
        self->context = NULL;
        return false;
    }
    return true;
}

static bool open_any(egl_platform *self, int major, int minor)
{
    candidate list[CANDIDATE_MAX];
    int count = list_candidates(&self->egl, list);
    for (int i = 0; i < count; i++) {
        if (open_context(self, list[i].display, major, minor)) {
            snprintf(self->base.how, sizeof self->base.how, "%s", list[i].how);
            return true;
        }
    }
    fail(MOTE_UNAVAILABLE,
         "EGL: none of %d displays gives OpenGL %d.%d core (error 0x%x)", count, major,
         minor, (unsigned)self->egl.get_error());
    return false;
}

mote_status egl_platform_open(int major, int minor, gl_platform **platform)
{
    *platform = NULL;
    egl_platform *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "an EGL context");
    }
    self->base.make_current = egl_make_current;
    self->base.destroy = egl_destroy;
    if (!load_egl(&self->egl) || !open_any(self, major, minor)) {
        egl_destroy(&self->base);
        return MOTE_UNAVAILABLE;
    }
    self->base.loader = self->egl.get_proc_address;
    *platform = &self->base;
    return MOTE_OK;
}
