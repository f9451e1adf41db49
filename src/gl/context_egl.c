// SPDX-License-Identifier: MIT
// A context without any display, through EGL.
//
// Displays are never terminated: EGL hands the same display to everyone in the process
// who asks alike, and ending it would end their contexts too.

#include "gl_platform.h"

#include "egl_library.h"

#include "../core/status.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct egl_platform {
    gl_platform base;
    egl_functions egl;
    void *display, *context;
} egl_platform;

typedef enum place_kind { PLACE_DEVICE, PLACE_SURFACELESS, PLACE_DEFAULT } place_kind;

static void *get_display(const egl_functions *egl, place_kind kind, void *native)
{
    switch (kind) {
    case PLACE_DEVICE:
        return egl->get_platform_display(EGL_PLATFORM_DEVICE, native, NULL);
    case PLACE_SURFACELESS:
        return egl->get_platform_display(EGL_PLATFORM_SURFACELESS, NULL, NULL);
    case PLACE_DEFAULT:
        break;
    }
    return egl->get_display(NULL);
}

// ---- Contexts ------------------------------------------------------------------------

static bool egl_make_current(gl_platform *base)
{
    egl_platform *self = (egl_platform *)base;
    self->egl.bind_api(EGL_OPENGL_API);
    return self->egl.make_current(self->display, NULL, NULL, self->context) != 0;
}

static void egl_release(gl_platform *base)
{
    egl_platform *self = (egl_platform *)base;
    self->egl.make_current(self->display, NULL, NULL, NULL);
}

static void egl_destroy(gl_platform *base)
{
    egl_platform *self = (egl_platform *)base;
    if (self->context) {
        if (self->egl.get_current() == self->context) {
            egl_release(base);
        }
        self->egl.destroy_context(self->display, self->context);
    }
    free(self);
}

// What a display lets a context be asked for: 0, or the attribute to ask by.
typedef struct context_ways {
    int32_t reset, debug, flags;
} context_ways;

static context_ways ways_of(const egl_functions *egl, void *display,
                            const int32_t version[2])
{
    const char *words = egl->query_string(display, EGL_EXTENSIONS);
    bool is_1_5 = version[0] > 1 || version[1] >= 5;
    bool has_khr = egl_has_word(words, "EGL_KHR_create_context");
    context_ways ways = {0};
    if (is_1_5 || has_khr) {
        ways.reset = EGL_CONTEXT_RESET_STRATEGY;
    } else if (egl_has_word(words, "EGL_EXT_create_context_robustness")) {
        ways.reset = EGL_CONTEXT_RESET_STRATEGY_EXT;
    }
    ways.debug = is_1_5 ? EGL_CONTEXT_OPENGL_DEBUG : 0;
    ways.flags = has_khr ? EGL_CONTEXT_FLAGS : 0;
    return ways;
}

static void *try_context(const egl_platform *self, void *config, const int version[2],
                         const context_ways *ways)
{
    int32_t attributes[16] = {EGL_CONTEXT_MAJOR_VERSION, version[0],
                              EGL_CONTEXT_MINOR_VERSION, version[1],
                              EGL_CONTEXT_PROFILE_MASK,  EGL_CONTEXT_CORE_PROFILE_BIT};
    int count = 6;
    if (ways->reset) {
        // Without robust access, whose checks of every index could cost speed.
        attributes[count++] = ways->reset;
        attributes[count++] = EGL_LOSE_CONTEXT_ON_RESET;
    }
    if (ways->flags) {
        attributes[count++] = ways->flags;
        attributes[count++] = EGL_CONTEXT_DEBUG_BIT;
    } else if (ways->debug) {
        attributes[count++] = ways->debug;
        attributes[count++] = EGL_TRUE;
    }
    attributes[count] = EGL_NONE;
    return self->egl.create_context(self->display, config, NULL, attributes);
}

static void *find_config(const egl_platform *self)
{
    static const int32_t wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                     EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    void *config = NULL; // EGL_NO_CONFIG
    int32_t count = 0;
    bool found =
        self->egl.choose_config(self->display, wanted, &config, 1, &count) && count > 0;
    return found ? config : NULL;
}

static mote_status open_display(egl_platform *self, const gl_place *place, bool debug,
                                context_ways *ways)
{
    const egl_functions *egl = &self->egl;
    int32_t version[2] = {0, 0};
    self->display = get_display(egl, (place_kind)place->kind, place->native);
    if (!self->display || !egl->initialize(self->display, &version[0], &version[1]) ||
        !egl->bind_api(EGL_OPENGL_API)) {
        return fail(MOTE_UNAVAILABLE, "no driver for OpenGL (EGL error 0x%x)",
                    (unsigned)egl->get_error());
    }
    *ways = ways_of(egl, self->display, version);
    if (!debug) {
        ways->debug = ways->flags = 0;
    }
    return MOTE_OK;
}

static mote_status open_context(egl_platform *self, const gl_place *place, bool debug)
{
    context_ways ways = {0};
    TRY(open_display(self, place, debug, &ways));
    void *config = find_config(self);
    for (int i = 0; i < VERSION_COUNT && !self->context; i++) {
        const context_ways less[] = {ways, {0, ways.debug, ways.flags}, {0, 0, 0}};
        for (int j = 0; j < 3 && !self->context; j++) {
            self->context = try_context(self, config, gl_versions[i], &less[j]);
        }
    }
    if (!self->context || !egl_make_current(&self->base)) {
        return fail(MOTE_UNAVAILABLE, "OpenGL of no version (EGL error 0x%x)",
                    (unsigned)self->egl.get_error());
    }
    return MOTE_OK;
}

// The device behind a display, where EGL tells.
static const void *device_of(const egl_platform *self)
{
    intptr_t device = 0;
    if (!self->egl.query_display ||
        !self->egl.query_display(self->display, EGL_DEVICE, &device)) {
        self->egl.get_error(); // which is nobody's
        return NULL;
    }
    return (const void *)device;
}

static mote_status egl_open(const gl_place *place, bool debug, gl_platform **platform)
{
    *platform = NULL;
    egl_platform *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "an EGL context");
    }
    self->base.make_current = egl_make_current;
    self->base.release = egl_release;
    self->base.destroy = egl_destroy;
    mote_status status = egl_library_open(&self->egl);
    if (status == MOTE_OK) {
        status = open_context(self, place, debug);
    }
    if (status != MOTE_OK) {
        egl_destroy(&self->base);
        return status;
    }
    self->base.loader = self->egl.get_proc_address;
    self->base.device = device_of(self);
    *platform = &self->base;
    return MOTE_OK;
}

// ---- Places --------------------------------------------------------------------------

static gl_place place_of(place_kind kind, const char *how, void *native)
{
    gl_place place = {.kind = (int)kind, .native = native, .open = egl_open};
    snprintf(place.how, sizeof place.how, "%s", how);
    return place;
}

static gl_place device_place(const egl_functions *egl, void *device)
{
    const char *words = egl->query_device_string(device, EGL_EXTENSIONS);
    const char *file = NULL;
    if (egl_has_word(words, "EGL_EXT_device_drm")) {
        file = egl->query_device_string(device, EGL_DRM_DEVICE_FILE);
    }
    gl_place place = place_of(PLACE_DEVICE, "EGL device", device);
    if (file) {
        snprintf(place.how, sizeof place.how, "EGL device %s", file);
    }
    return place;
}

static int list_devices(const egl_functions *egl, bool software, gl_place *places)
{
    void *devices[PLACE_MAX - 3];
    int32_t count = 0;
    int listed = 0;
    if (!egl->query_devices || !egl->query_device_string ||
        !egl->query_devices(PLACE_MAX - 3, devices, &count)) {
        return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        const char *words = egl->query_device_string(devices[i], EGL_EXTENSIONS);
        if (egl_has_word(words, "EGL_MESA_device_software") == software) {
            places[listed++] = device_place(egl, devices[i]);
        }
    }
    return listed;
}

int egl_places_list(gl_place *places)
{
    egl_functions egl = {0};
    if (egl_library_open(&egl) != MOTE_OK) {
        // A row that says so.
        places[0] = place_of(PLACE_DEFAULT, "EGL", NULL);
        return 1;
    }
    const char *words = egl.query_string(NULL, EGL_EXTENSIONS);
    bool has_platforms = egl.get_platform_display != NULL;
    int count = 0;
    if (has_platforms && egl_has_word(words, "EGL_EXT_platform_device")) {
        count += list_devices(&egl, false, places);
        count += list_devices(&egl, true, places + count);
    }
    if (has_platforms && egl_has_word(words, "EGL_MESA_platform_surfaceless")) {
        places[count++] = place_of(PLACE_SURFACELESS, "EGL surfaceless", NULL);
    }
    places[count++] = place_of(PLACE_DEFAULT, "EGL default display", NULL);
    return count;
}
