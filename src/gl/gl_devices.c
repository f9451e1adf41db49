// SPDX-License-Identifier: MIT
// Choosing a device: hardware before software, and compute shaders before none. Which it
// is shows only in a context, so that contexts are made until one is as good as can be.

#include "gl_devices.h"

#include "gl_describe.h"

#include "../core/status.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const int gl_versions[VERSION_COUNT][2] = {{4, 3}, {4, 2}, {3, 3}, {1, 0}};

static int list_places(gl_place *places)
{
    int count = egl_places_list(places);
    return count + glfw_places_list(places + count);
}

int gl_device_count(void)
{
    gl_place places[PLACE_MAX];
    return list_places(places);
}

// ---- One place -----------------------------------------------------------------------

// Ends the context where it is of no use.
static mote_status describe(gl_platform **platform, gl_context *context)
{
    mote_status status = gl_describe((*platform)->loader, context);
    if (status != MOTE_OK) {
        (*platform)->destroy(*platform);
        *platform = NULL;
    }
    return status;
}

static mote_status make(const gl_place *place, bool debug, gl_context *context,
                        gl_platform **platform)
{
    *context = (gl_context){0};
    snprintf(context->how, sizeof context->how, "%s", place->how);
    TRY(place->open(place, debug, platform));
    context->egl_device = (*platform)->device;
    return MOTE_OK;
}

static mote_status open_place(const gl_place *place, bool debug, gl_context *context,
                              gl_platform **platform)
{
    TRY(make(place, debug, context, platform));
    return describe(platform, context);
}

mote_status gl_device_look(int number, gl_context *context)
{
    gl_place places[PLACE_MAX];
    gl_platform *platform = NULL;
    int count = list_places(places);
    assert(number >= 0 && number < count);
    (void)count;
    TRY(open_place(&places[number], false, context, &platform));
    context->device = number;
    platform->destroy(platform);
    return MOTE_OK;
}

static mote_status open_number(const gl_place *places, int count,
                               const mote_device_def *device, gl_context *context,
                               gl_platform **platform)
{
    int number = device->gl_device;
    if (number < 0 || number >= count) {
        return fail(MOTE_BAD_INPUT,
                    "there is no OpenGL device %d: they go from 0 to %d; mote info "
                    "--devices lists them",
                    number, count - 1);
    }
    if (open_place(&places[number], device->gl_debug, context, platform) != MOTE_OK) {
        return fail(
            MOTE_UNAVAILABLE,
            "OpenGL device %d of 0 to %d, %s, is of no use: %s; mote info --devices "
            "lists those that are",
            number, count - 1, places[number].how, mote_last_error());
    }
    context->device = number;
    return MOTE_OK;
}

// ---- The best of all -----------------------------------------------------------------

enum { BEST_RANK = 3 };

// A GPU without compute shaders still draws faster than software does, but where one must
// compute, software that can is better than a GPU that cannot.
static int rank_of(const mote_device_def *device, const gl_context *context)
{
    bool must_compute = device->backend == MOTE_BACKEND_GL || device->takes_software_gl;
    int computes = context->has_compute;
    int is_hardware = !context->is_software;
    return must_compute ? 2 * computes + is_hardware : computes + 2 * is_hardware;
}

// Why there is no context. One that was made, but is of no use, says more than all places
// that made none.
typedef struct causes {
    char useless[512]; // of the first of those
    char none[768];    // "EGL device, EGL surfaceless: no driver; GLFW: no display"
    char how[64], last[256];
} causes;

// The last error is why none was made there.
static void add_cause(causes *causes, const char *how)
{
    size_t used = strlen(causes->none);
    const char *cause = mote_last_error();
    bool is_same = used > 0 && strcmp(cause, causes->last) == 0;
    if (is_same && strcmp(how, causes->how) == 0) {
        return;
    }
    const char *between = used == 0 ? "" : is_same ? ", " : "; ";
    used -= is_same ? strlen(": ") + strlen(causes->last) : 0;
    snprintf(causes->none + used, sizeof causes->none - used, "%s%s: %s", between, how,
             cause);
    snprintf(causes->how, sizeof causes->how, "%s", how);
    snprintf(causes->last, sizeof causes->last, "%s", cause);
}

static mote_status fail_with(const causes *causes)
{
    return causes->useless[0] ? fail(MOTE_UNAVAILABLE, "%s", causes->useless)
                              : fail(MOTE_UNAVAILABLE,
                                     "no OpenGL context (%s); " GL_REMEDY, causes->none);
}

// A context that is of use, or NULL and why.
static gl_platform *try_place(const gl_place *place, bool debug, gl_context *context,
                              causes *causes)
{
    gl_platform *platform = NULL;
    if (make(place, debug, context, &platform) != MOTE_OK) {
        add_cause(causes, place->how);
    } else if (describe(&platform, context) != MOTE_OK && !causes->useless[0]) {
        snprintf(causes->useless, sizeof causes->useless, "%s", mote_last_error());
    }
    return platform;
}

// Makes it current, after contexts that were not taken.
static mote_status return_to(gl_platform **platform, gl_context *context)
{
    if ((*platform)->make_current(*platform)) {
        return describe(platform, context);
    }
    (*platform)->destroy(*platform);
    *platform = NULL;
    return fail(MOTE_FAILED, "%s: the context could not be made current again",
                context->how);
}

static mote_status open_best(const gl_place *places, int count,
                             const mote_device_def *device, gl_context *context,
                             gl_platform **best)
{
    causes causes = {0};
    int best_rank = -1;
    for (int i = 0; i < count && best_rank < BEST_RANK; i++) {
        if (*best) {
            (*best)->release(*best); // GLX ends the program where EGL has a context still
        }
        gl_context found;
        gl_platform *platform = try_place(&places[i], device->gl_debug, &found, &causes);
        if (!platform) {
            continue;
        }
        platform->release(platform);
        found.device = i;
        if (rank_of(device, &found) <= best_rank) {
            platform->destroy(platform);
            continue;
        }
        if (*best) {
            (*best)->destroy(*best);
        }
        *best = platform;
        *context = found;
        best_rank = rank_of(device, &found);
    }
    return *best ? return_to(best, context) : fail_with(&causes);
}

mote_status gl_device_open(const mote_device_def *device, gl_context *context,
                           gl_platform **platform)
{
    gl_place places[PLACE_MAX];
    int count = list_places(places);
    *platform = NULL;
    return device->gl_device == -1
               ? open_best(places, count, device, context, platform)
               : open_number(places, count, device, context, platform);
}
