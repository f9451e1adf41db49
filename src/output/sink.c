// SPDX-License-Identifier: MIT
// Sinks that are files.

#include "sink.h"

#include <stdlib.h>

typedef struct file_sink {
    sink base; // first: a sink pointer is a file_sink pointer
    file_output *output;
} file_sink;

static mote_status write_file(sink *sink, const void *data, size_t size)
{
    return file_output_write(((file_sink *)sink)->output, data, size);
}

static void mark_file(sink *sink)
{
    file_output_mark(((file_sink *)sink)->output);
}

static mote_status close_file(sink *sink)
{
    mote_status status = file_output_close(((file_sink *)sink)->output);
    free(sink);
    return status;
}

static void discard_file(sink *sink)
{
    file_output_discard(((file_sink *)sink)->output);
    free(sink);
}

static mote_status open_file(const sink_source *source, const char *path, file_mode mode,
                             sink **sink)
{
    (void)source;
    *sink = NULL;
    file_sink *made = malloc(sizeof *made);
    if (made == NULL) {
        return fail_memory(sizeof *made, "a file");
    }
    mote_status status = file_output_open(path, mode, &made->output);
    if (status != MOTE_OK) {
        free(made);
        return status;
    }
    made->base.write = write_file;
    made->base.mark = mark_file;
    made->base.close = close_file;
    made->base.discard = discard_file;
    *sink = &made->base;
    return MOTE_OK;
}

const sink_source file_sinks = {open_file};
