// SPDX-License-Identifier: MIT
// The contexts of a thread: made once, shared and counted.

#include "gl_context.h"

#include "gl_debug.h"
#include "gl_describe.h"
#include "gl_devices.h"

#include "../core/status.h"

#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>

// A context as handed out, and to whom: one of our own goes to all who ask alike.
typedef struct open_context {
    gl_context context; // first
    bool clamps;
    mote_log log; // of OpenGL's messages; NULL: not asked for
    void *log_context;
    gl_debug *debug; // may be NULL still
    int users;
    struct open_context *next;
} open_context;

// A GL context belongs to a thread, and so does this.
typedef struct own_context {
    gl_platform *platform; // NULL: none is open
    gl_context context;    // as it is, not clamped
    bool is_stale;         // a host's functions have been loaded since
    bool is_lost;
    open_context *opened; // the latest first
} own_context;

static _Thread_local own_context own;

// ---- Our own -------------------------------------------------------------------------

static mote_status return_to_own(const mote_device_def *device)
{
    if (device->gl_device >= 0 && device->gl_device != own.context.device) {
        return fail(MOTE_UNAVAILABLE,
                    "OpenGL device %d cannot be opened beside device %d, which is in use "
                    "on this thread; use the same for both",
                    device->gl_device, own.context.device);
    }
    if (own.is_lost) {
        return fail(
            MOTE_UNAVAILABLE,
            "the context on %s was lost to a reset of the GPU; a newer driver may help",
            own.context.renderer);
    }
    if (!own.platform->make_current(own.platform)) {
        return fail(MOTE_FAILED, "the OpenGL context could not be made current again");
    }
    if (own.is_stale) {
        TRY(gl_describe(own.platform->loader, &own.context));
        own.is_stale = false;
    }
    return MOTE_OK;
}

static mote_status use_own(const mote_device_def *device)
{
    return own.platform ? return_to_own(device)
                        : gl_device_open(device, &own.context, &own.platform);
}

// Once nobody uses it.
static void leave_own(void)
{
    if (own.platform && !own.opened) {
        own.platform->destroy(own.platform);
        own = (own_context){0};
    }
}

static open_context *find_opened(const mote_device_def *device)
{
    mote_log log = device->gl_debug ? device->log : NULL;
    for (open_context *opened = own.opened; opened; opened = opened->next) {
        bool is_alike = opened->clamps == device->clamp_limits && opened->log == log &&
                        (!log || opened->log_context == device->log_context);
        if (is_alike) {
            return opened;
        }
    }
    return NULL;
}

// Who passed the self-test once need not again.
static bool has_passed(bool clamps)
{
    for (open_context *opened = own.opened; opened; opened = opened->next) {
        if (opened->clamps == clamps && opened->context.has_passed) {
            return true;
        }
    }
    return false;
}

// ---- Opening and closing -------------------------------------------------------------

static void clamp_limits(gl_limits *limits)
{
#define LIMIT(type, name, when, gl_name, least, unit)                                    \
    limits->name = limits->name < (least) ? limits->name : (least);
#include "limits.def"
#undef LIMIT
}

static mote_status describe_host(const mote_device_def *device, gl_context *context)
{
    if (device->gl_device >= 0) {
        return fail(MOTE_BAD_INPUT, "a device number and a host's context exclude each "
                                    "other; leave one of them out");
    }
    context->is_host = true;
    context->device = -1;
    snprintf(context->how, sizeof context->how, "host");
    own.is_stale = true;
    return gl_describe(device->host_loader, context);
}

static mote_status fill(const mote_device_def *device, open_context *opened)
{
    opened->users = 1;
    opened->clamps = device->clamp_limits;
    opened->log = device->gl_debug ? device->log : NULL;
    opened->log_context = device->log_context;
    if (device->host_loader) {
        TRY(describe_host(device, &opened->context));
    } else {
        opened->context = own.context;
        opened->context.has_passed = has_passed(device->clamp_limits);
    }
    if (device->clamp_limits) {
        clamp_limits(&opened->context.limits);
    }
    return gl_debug_open(device, &opened->context, &opened->debug);
}

mote_status gl_context_open(const mote_device_def *device, gl_context **result)
{
    *result = NULL;
    open_context *opened = NULL;
    if (!device->host_loader) {
        TRY(use_own(device));
        opened = find_opened(device);
    }
    if (opened) {
        opened->users++;
        *result = &opened->context;
        return MOTE_OK;
    }
    opened = calloc(1, sizeof *opened);
    if (!opened) {
        leave_own();
        return fail_memory(sizeof *opened, "an OpenGL context");
    }
    mote_status status = fill(device, opened);
    if (status != MOTE_OK) {
        free(opened);
        leave_own();
        return status;
    }
    if (!device->host_loader) {
        opened->next = own.opened;
        own.opened = opened;
    }
    *result = &opened->context;
    return MOTE_OK;
}

// Takes one of our own out of the list, and lets the latest that is left listen.
static void unlink_own(open_context *opened)
{
    open_context **link = &own.opened;
    while (*link != opened) {
        link = &(*link)->next;
    }
    *link = opened->next;
    if (!opened->debug) {
        return;
    }
    own.platform->make_current(own.platform);
    gl_debug_close(opened->debug);
    open_context *other = own.opened;
    while (other && !other->debug) {
        other = other->next;
    }
    if (other) {
        gl_debug_listen(other->debug);
    }
}

void gl_context_close(gl_context *context)
{
    open_context *opened = (open_context *)context;
    if (!opened || --opened->users > 0) {
        return;
    }
    if (context->is_host) {
        gl_debug_close(opened->debug);
    } else {
        unlink_own(opened);
        leave_own();
    }
    free(opened);
}

// ---- What it is good for -------------------------------------------------------------

mote_status gl_context_check_compute(const gl_context *context)
{
    return context->has_compute ? MOTE_OK
                                : fail(MOTE_UNAVAILABLE, "%s", context->why_not);
}

mote_status gl_context_check_hardware(const gl_context *context)
{
    return context->is_software
               ? fail(MOTE_UNAVAILABLE,
                      "OpenGL here is %s, software that is slower than the CPU path; a "
                      "GPU with its driver would help",
                      context->renderer)
               : MOTE_OK;
}

// ---- Loss ----------------------------------------------------------------------------

bool gl_context_is_lost(gl_context *context)
{
    if (!context->is_lost && GLAD_GL_KHR_robustness && glad_glGetGraphicsResetStatus) {
        context->is_lost = glGetGraphicsResetStatus() != GL_NO_ERROR;
    } else if (!context->is_lost && GLAD_GL_ARB_robustness &&
               glad_glGetGraphicsResetStatusARB) {
        context->is_lost = glGetGraphicsResetStatusARB() != GL_NO_ERROR;
    }
    if (context->is_lost) {
        gl_context_note_loss(context);
    }
    return context->is_lost;
}

void gl_context_note_loss(gl_context *context)
{
    context->is_lost = true;
    own.is_lost = own.is_lost || !context->is_host;
}
