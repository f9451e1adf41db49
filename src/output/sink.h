// SPDX-License-Identifier: MIT
// A place that bytes are written to. The writer sees files only through this, so that a
// test can hand it a disk that fills up after so many bytes.

#ifndef MOTE_OUTPUT_SINK_H
#define MOTE_OUTPUT_SINK_H

#include "../core/file.h"

typedef struct sink sink;

// The calls mean what those of file_output (src/core/file.h) mean. One thread at a time.
struct sink {
    mote_status (*write)(sink *sink, const void *data, size_t size);
    void (*mark)(sink *sink);         // all so far is whole: a discard keeps it
    mote_status (*close)(sink *sink); // puts the bytes in place, and frees
    void (*discard)(sink *sink);      // takes back what is not whole, and frees
};

typedef struct sink_source sink_source;

struct sink_source {
    mote_status (*open)(const sink_source *source, const char *path, file_mode mode,
                        sink **sink);
};

// Real files, and stdout by the name "-".
extern const sink_source file_sinks;

#endif
