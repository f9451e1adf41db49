// SPDX-License-Identifier: MIT
// Wraps the sinks of files; half of the write that fails still reaches the disk.

#include "failing_sink.h"

#include <stdlib.h>
#include <string.h>

typedef struct failing_sink {
    sink base; // first: a sink pointer is a failing_sink pointer
    sink *file;
    failing_sinks *sinks; // NULL: never fails
} failing_sink;

static mote_status write_failing(sink *base, const void *data, size_t size)
{
    failing_sink *self = (failing_sink *)base;
    if (self->sinks == NULL) {
        return self->file->write(self->file, data, size);
    }
    mutex_lock(&self->sinks->lock);
    bool fits = size <= self->sinks->room;
    self->sinks->room = fits ? self->sinks->room - size : 0;
    mutex_unlock(&self->sinks->lock);
    mote_status status = self->file->write(self->file, data, fits ? size : size / 2);
    return !fits && status == MOTE_OK
               ? fail(MOTE_FAILED, "cannot write: the disk is full")
               : status;
}

static void mark_failing(sink *base)
{
    failing_sink *self = (failing_sink *)base;
    self->file->mark(self->file);
}

static mote_status close_failing(sink *base)
{
    failing_sink *self = (failing_sink *)base;
    mote_status status = self->file->close(self->file);
    free(self);
    return status;
}

static void discard_failing(sink *base)
{
    failing_sink *self = (failing_sink *)base;
    self->file->discard(self->file);
    free(self);
}

static mote_status open_failing(const sink_source *source, const char *path,
                                file_mode mode, sink **out)
{
    // The test owns the sinks and hands them out as const.
    failing_sinks *sinks = (failing_sinks *)(uintptr_t)source;
    *out = NULL;
    failing_sink *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "a sink");
    }
    mote_status status = file_sinks.open(&file_sinks, path, mode, &self->file);
    if (status != MOTE_OK) {
        free(self);
        return status;
    }
    bool fails = sinks->file == NULL || strstr(path, sinks->file) != NULL;
    self->sinks = fails ? sinks : NULL;
    self->base.write = write_failing;
    self->base.mark = mark_failing;
    self->base.close = close_failing;
    self->base.discard = discard_failing;
    *out = &self->base;
    return MOTE_OK;
}

void failing_sinks_create(failing_sinks *sinks, const char *file, size_t room)
{
    sinks->base.open = open_failing;
    sinks->file = file;
    sinks->room = room;
    mutex_create(&sinks->lock);
}

void failing_sinks_destroy(failing_sinks *sinks)
{
    mutex_destroy(&sinks->lock);
}
