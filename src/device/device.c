// SPDX-License-Identifier: MIT
// Which backend a simulation gets: the only place in the library that knows them all.

#include "../core/log.h"
#include "../core/status.h"
#include "../gl/gl_context.h"
#include "../sim/backend.h"

#include <stdio.h>

static mote_status check_context(const mote_device_def *device, const gl_context *context)
{
    TRY(gl_context_check_compute(context));
    return device->takes_software_gl ? MOTE_OK : gl_context_check_hardware(context);
}

// Why OpenGL will not do, or an empty reason when it will; its context stays open. A
// device asked for by number must open, whatever comes of it.
static mote_status judge_gl(const mote_device_def *device, gl_context **context,
                            char *reason, size_t size)
{
    reason[0] = '\0';
    mote_status status = gl_context_open(device, context);
    if (status != MOTE_OK && device->gl_device != -1) {
        return status;
    }
    if (status != MOTE_OK || check_context(device, *context) != MOTE_OK) {
        snprintf(reason, size, "%s", mote_last_error());
    }
    return MOTE_OK;
}

// Asked for, and nothing else will do.
static mote_status open_gl(const plan *plan, const mote_device_def *device,
                           backend **result)
{
    mote_status status = gl_backend_create(plan, device, result);
    return status == MOTE_UNAVAILABLE
               ? fail(status, "%s; or --backend cpu", mote_last_error())
               : status;
}

mote_status device_step_down(const plan *plan, const mote_device_def *device,
                             backend **result, const char *reason)
{
    TRY(cpu_backend_create(plan, device, result));
    log_line(device, "simulating on the %s: %s", (*result)->name, reason);
    return MOTE_OK;
}

// On OpenGL if it will do, else on the CPU, with the reason.
static mote_status open_best(const plan *plan, const mote_device_def *device,
                             backend **result, char *reason, size_t size)
{
    if (reason[0] == '\0') {
        if (gl_backend_create(plan, device, result) == MOTE_OK) {
            snprintf(reason, size,
                     "a GPU with compute shaders that passed the self-test");
            return MOTE_OK;
        }
        snprintf(reason, size, "%s", mote_last_error());
    }
    return device_step_down(plan, device, result, reason);
}

mote_status device_open(const plan *plan, const mote_device_def *device, backend **result,
                        char *reason, size_t size)
{
    snprintf(reason, size, "asked for");
    if (device->backend == MOTE_BACKEND_GL) {
        return open_gl(plan, device, result);
    }
    if (device->backend == MOTE_BACKEND_CPU) {
        return cpu_backend_create(plan, device, result);
    }
    gl_context *context = NULL;
    TRY(judge_gl(device, &context, reason, size));
    mote_status status = open_best(plan, device, result, reason, size);
    gl_context_close(context);
    return status;
}
