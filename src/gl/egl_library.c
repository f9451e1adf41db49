// SPDX-License-Identifier: MIT
// Finding EGL's library and its functions.

#include "egl_library.h"

#include "../core/status.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#if defined _WIN32
#define EGL_LIBRARY "libEGL.dll"
#elif defined __APPLE__
#define EGL_LIBRARY "libEGL.dylib"
#else
#define EGL_LIBRARY "libEGL.so.1"
#endif

#ifdef _WIN32
static void *open_library(char *cause, size_t size)
{
    HMODULE library = LoadLibraryA(EGL_LIBRARY);
    if (!library) {
        snprintf(cause, size, EGL_LIBRARY " was not found (Windows error %lu)",
                 GetLastError());
    }
    return (void *)library;
}
#else
static void *open_library(char *cause, size_t size)
{
    void *library = dlopen(EGL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *said = dlerror();
        snprintf(cause, size, "%s", said ? said : EGL_LIBRARY " was not found");
    }
    return library;
}
#endif

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

static void load_extension(const egl_functions *egl, const char *name, void *function)
{
    mote_gl_function found = egl->get_proc_address(name);
    set_function(function, &found);
}

mote_status egl_library_open(egl_functions *egl)
{
    // Never closed: drivers keep threads and exit handlers in it.
    char cause[256];
    void *library = open_library(cause, sizeof cause);
    if (!library) {
        return fail(MOTE_UNAVAILABLE, "%s", cause);
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
                   load_symbol(library, "eglGetCurrentContext", &egl->get_current) &&
                   load_symbol(library, "eglGetError", &egl->get_error);
    if (!has_all) {
        return fail(MOTE_UNAVAILABLE, EGL_LIBRARY " is older than EGL 1.4");
    }
    load_extension(egl, "eglGetPlatformDisplayEXT", &egl->get_platform_display);
    load_extension(egl, "eglQueryDevicesEXT", &egl->query_devices);
    load_extension(egl, "eglQueryDeviceStringEXT", &egl->query_device_string);
    load_extension(egl, "eglQueryDisplayAttribEXT", &egl->query_display);
    return MOTE_OK;
}

bool egl_has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; at && (at = strstr(at, word)) != NULL; at += length) {
        bool begins = at == words || at[-1] == ' ';
        if (begins && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}
