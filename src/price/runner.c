// SPDX-License-Identifier: MIT
// Which device runs samples.

#include "runner.h"

#include "../core/log.h"
#include "../core/status.h"
#include "../gl/gl_context.h"

static mote_status open_hardware(const mote_device_def *device, price_runner **runner)
{
    gl_context *context;
    TRY(gl_context_open(device, &context));
    mote_status status =
        device->takes_software_gl ? MOTE_OK : gl_context_check_hardware(context);
    if (status == MOTE_OK) {
        status = price_gl_open(device, runner);
    }
    gl_context_close(context);
    return status;
}

mote_status price_open(const mote_device_def *device, price_runner **runner)
{
    if (device->backend == MOTE_BACKEND_GL) {
        return price_gl_open(device, runner);
    }
    if (device->backend == MOTE_BACKEND_CPU) {
        return price_cpu_open(device, runner);
    }
    mote_status status = open_hardware(device, runner);
    if (status == MOTE_OK || device->gl_device != -1) {
        return status;
    }
    char reason[512];
    snprintf(reason, sizeof reason, "%s", mote_last_error());
    TRY(price_cpu_open(device, runner));
    log_line(device, "pricing on the %s: %s", (*runner)->name, reason);
    return MOTE_OK;
}
