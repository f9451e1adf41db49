// SPDX-License-Identifier: MIT
// Which backend a simulation gets: the only place in the library that knows them all.

#include "../core/status.h"
#include "../gl/gl_context.h"
#include "../sim/backend.h"

#include <stdio.h>

// Why OpenGL will not do, or an empty reason when it will.
static void judge_gl(const mote_device_def *device, char *reason, size_t size)
{
    gl_context *context = NULL;
    reason[0] = '\0';
    if (gl_context_open(device, &context) != MOTE_OK) {
        snprintf(reason, size, "%s", mote_last_error());
        return;
    }
    if (!context->has_compute) {
        snprintf(reason, size, "OpenGL %d.%d on %s has no compute shaders",
                 context->major, context->minor, context->renderer);
    } else if (context->is_software) {
        snprintf(reason, size,
                 "OpenGL here is %s, software that is slower than the CPU path",
                 context->renderer);
    }
    gl_context_close(context);
}

mote_status device_open(const plan *plan, const mote_device_def *device, backend **result,
                        char *reason, size_t size)
{
    if (device->backend == MOTE_BACKEND_GL) {
        snprintf(reason, size, "asked for");
        return gl_backend_create(plan, device, result);
    }
    if (device->backend == MOTE_BACKEND_CPU) {
        snprintf(reason, size, "asked for");
        return cpu_backend_create(plan, device, result);
    }
    judge_gl(device, reason, size);
    if (reason[0] == '\0') {
        if (gl_backend_create(plan, device, result) == MOTE_OK) {
            snprintf(reason, size,
                     "a GPU with compute shaders that passed the self-test");
            return MOTE_OK;
        }
        snprintf(reason, size, "%s", mote_last_error());
    }
    return cpu_backend_create(plan, device, result);
}
