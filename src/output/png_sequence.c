// SPDX-License-Identifier: MIT
// A folder of PNG files, one a frame, that grows without gaps: files are written side by
// side under temporary names, and get their own in the order of the frames.

#include "encode.h"
#include "format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *frame_path(const output_target *target, uint64_t order)
{
    char name[40];
    snprintf(name, sizeof name, "frame_%06" PRIu64 ".png",
             target->def.first_index + order);
    return path_join(target->path, name);
}

// A folder that cannot be written to is told before anything is simulated for it.
static mote_status try_folder(const output_target *target)
{
    char *path = frame_path(target, 0);
    if (path == NULL) {
        return fail_memory(strlen(target->path), "a file name");
    }
    sink *file;
    mote_status status = target->source->open(target->source, path, FILE_WHOLE, &file);
    if (status == MOTE_OK) {
        file->discard(file);
    }
    free(path);
    return status;
}

static mote_status open_sequence(output_target *target)
{
    if (strcmp(target->path, "-") == 0) {
        return fail(MOTE_BAD_INPUT, "PNG frames cannot go to stdout; name a folder, or "
                                    "write Y4M");
    }
    TRY(file_make_folder(target->path));
    return try_folder(target);
}

static mote_status prepare_file(const output_target *target, output_job *job)
{
    job->path = frame_path(target, job->order);
    if (job->path == NULL) {
        return fail_memory(strlen(target->path), "a file name");
    }
    TRY(encode_png(&job->frame, target->def.compression, &job->data, &job->size));
    TRY(target->source->open(target->source, job->path, FILE_WHOLE, &job->file));
    return job->file->write(job->file, job->data, job->size);
}

static mote_status place_file(output_target *target, output_job *job)
{
    (void)target;
    sink *file = job->file;
    job->file = NULL;
    return file->close(file);
}

static mote_status close_sequence(output_target *target, bool failed)
{
    (void)target;
    (void)failed;
    return MOTE_OK;
}

const output_format png_sequence = {
    .name = "PNG",
    .open = open_sequence,
    .prepare = prepare_file,
    .place = place_file,
    .close = close_sequence,
};
