// SPDX-License-Identifier: MIT
// One Y4M stream, to a file or to stdout: converted on many threads, written in order.

#include "format.h"
#include "y4m.h"

#include <math.h>
#include <stdlib.h>

static mote_status open_stream(output_target *target)
{
    const mote_writer_def *def = &target->def;
    if (def->channels != 3) {
        return fail(MOTE_BAD_INPUT, "Y4M has no transparency; write PNG frames, or draw "
                                    "without alpha");
    }
    if (!(def->frames_per_second > 0 && def->frames_per_second <= 1e6)) {
        return fail(MOTE_BAD_INPUT,
                    "a Y4M stream has more than 0 and at most 1000000 frames per second, "
                    "not %g; usual is 60",
                    def->frames_per_second);
    }
    return target->source->open(target->source, target->path, FILE_STREAM,
                                &target->stream);
}

static mote_status prepare_frame(const output_target *target, output_job *job)
{
    (void)target;
    job->size = y4m_frame_size(job->frame.width, job->frame.height);
    job->data = malloc(job->size);
    if (job->data == NULL) {
        return fail_memory(job->size, "a Y4M frame");
    }
    y4m_frame(&job->frame, job->data);
    return MOTE_OK;
}

static mote_status place_frame(output_target *target, output_job *job)
{
    sink *stream = target->stream;
    size_t header_size = 0;
    if (job->order == 0) {
        char header[Y4M_HEADER_SIZE];
        header_size = y4m_header(header, job->frame.width, job->frame.height,
                                 target->def.frames_per_second);
        TRY(stream->write(stream, header, header_size));
    }
    TRY(stream->write(stream, job->data, job->size));
    stream->mark(stream);
    job->size += header_size;
    return MOTE_OK;
}

static mote_status close_stream(output_target *target, bool failed)
{
    if (failed) {
        target->stream->discard(target->stream);
        return MOTE_OK;
    }
    return target->stream->close(target->stream);
}

const output_format y4m_stream = {
    .name = "Y4M",
    .open = open_stream,
    .prepare = prepare_frame,
    .place = place_frame,
    .close = close_stream,
};
