// SPDX-License-Identifier: MIT
// Choosing a device: hardware before software, and compute shaders before none. Which it
// is shows only in a context, so that contexts are made until one is as good as can be.

#include "gl_devices.h"

#include "gl_describe.h"

#include "../core/status.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const int gl_versions[VERSION_COUNT][2] = {{4, 3}, {4, 2}, {3, 3}};

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

static mote_status open_place(const gl_place *place, bool debug, gl_context *context,
                              gl_platform **platform)
{
    *context = (gl_context){0};
    snprintf(context->how, sizeof context->how, "%s", place->how);
    TRY(place->open(place, debug, platform));
    context->egl_device = (*platform)->device;
    mote_status status = gl_describe((*platform)->loader, context);
    if (status != MOTE_OK) {
        (*platform)->destroy(*platform);
        *platform = NULL;
    }
    return status;
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
            "OpenGL device %d of 0 to %d gives no context: %s; mote info --devices "
            "lists those that do",
            number, count - 1, mote_last_error());
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

static void add_cause(char *causes, size_t size)
{
    size_t used = strlen(causes);
    snprintf(causes + used, size - used, "%s%s", used ? "; " : "", mote_last_error());
}

// Makes it current, after contexts that were not taken.
static mote_status return_to(gl_platform **platform, gl_context *context)
{
    mote_status status = MOTE_OK;
    if (!(*platform)->make_current(*platform)) {
        status = fail(MOTE_FAILED, "%s: the context could not be made current again",
                      context->how);
    } else {
        status = gl_describe((*platform)->loader, context);
    }
    if (status != MOTE_OK) {
        (*platform)->destroy(*platform);
        *platform = NULL;
    }
    return status;
}

static mote_status open_best(const gl_place *places, int count,
                             const mote_device_def *device, gl_context *context,
                             gl_platform **best)
{
    char causes[768] = "";
    int best_rank = -1;
    for (int i = 0; i < count && best_rank < BEST_RANK; i++) {
        gl_context found;
        gl_platform *platform = NULL;
        if (*best) {
            (*best)->release(*best); // GLX ends the program where EGL has a context still
        }
        if (open_place(&places[i], device->gl_debug, &found, &platform) != MOTE_OK) {
            add_cause(causes, sizeof causes);
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
    if (*best) {
        return return_to(best, context);
    }
    return fail(MOTE_UNAVAILABLE, "no OpenGL context (%s); " GL_REMEDY, causes);
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
