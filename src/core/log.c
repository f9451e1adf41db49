// SPDX-License-Identifier: MIT
// Lines for whoever listens.

#include "log.h"

#include <stdarg.h>

void log_line(const mote_device_def *device, const char *format, ...)
{
    char line[2048];
    if (!device->log) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    device->log(device->log_context, line);
}
