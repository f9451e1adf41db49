// SPDX-License-Identifier: MIT
// What the writer needs of a format. It calls `prepare` for several frames at once, on as
// many threads, and `place` for one frame after the other, in their order.
//
// To add a format: its mote_format in mote.h, its output_format in a .c of its own, its
// line here, its row in the table of writer.c, and what asks for it in cmd_run.c.

#ifndef MOTE_OUTPUT_FORMAT_H
#define MOTE_OUTPUT_FORMAT_H

#include "sink.h"

// Where the frames go.
typedef struct output_target {
    mote_writer_def def;
    char *path; // the target's own copy of def.path
    const sink_source *source;
    sink *stream; // formats of one file: the file
} output_target;

// One frame on its way.
typedef struct output_job {
    mote_frame frame;
    uint64_t order; // counts from 0
    char *path;     // of the frame's file, or NULL; the job's own
    sink *file;     // formats of a file a frame: its file, not yet in place
    unsigned char *data;
    size_t size; // bytes of the frame in its encoding
} output_job;

typedef struct output_format {
    const char *name;
    // Checks what is particular to the format, and that writing is possible at all.
    mote_status (*open)(output_target *target);
    // All the work that needs no order: encodes job->frame.
    mote_status (*prepare)(const output_target *target, output_job *job);
    // Adds the frame to those that are whole and in place.
    mote_status (*place)(output_target *target, output_job *job);
    // After the last frame. `failed`: some frame could not be written.
    mote_status (*close)(output_target *target, bool failed);
} output_format;

extern const output_format png_sequence;
extern const output_format y4m_stream;

#endif
