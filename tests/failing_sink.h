// SPDX-License-Identifier: MIT
// A disk that fills up: real files until so many bytes are written, then an error.

#ifndef MOTE_TESTS_FAILING_SINK_H
#define MOTE_TESTS_FAILING_SINK_H

#include "core/thread.h"
#include "output/sink.h"

typedef struct failing_sinks {
    sink_source base; // hand this to writer_open
    const char *file; // only files whose path holds this text fail; NULL: all
    mutex lock;       // of `room`
    size_t room;      // bytes that still fit
} failing_sinks;

void failing_sinks_create(failing_sinks *sinks, const char *file, size_t room);
void failing_sinks_destroy(failing_sinks *sinks);

#endif
