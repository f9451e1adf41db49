// SPDX-License-Identifier: MIT
// Lines for whoever listens: see mote_log in mote.h.

#ifndef MOTE_CORE_LOG_H
#define MOTE_CORE_LOG_H

#include "status.h"

// Does nothing where nobody listens.
void log_line(const mote_device_def *device, const char *format, ...) MOTE_PRINTF(2, 3);

#endif
