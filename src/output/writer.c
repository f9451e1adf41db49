// SPDX-License-Identifier: MIT
// Frames to files on threads of their own, behind a bounded queue.
//
//     push --> [ queue ] --> encoder: prepare ... wait for its turn, place
//                       \--> encoder: prepare ... wait for its turn, place
//
// Encoders take frames in their order and prepare them side by side; frames are placed
// strictly one after the other. So what is in place is always the first frames without a
// gap, whatever fails, and the error reported is that of the first frame that failed.
// After it the frames behind are dropped.

#include "writer.h"
#include "../core/clock.h"
#include "../core/thread.h"
#include "encode.h"
#include "format.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREAD_LIMIT 256
#define ERROR_SIZE   2048

static const output_format *const formats[] = {
    [MOTE_FORMAT_PNG] = &png_sequence,
    [MOTE_FORMAT_Y4M] = &y4m_stream,
};
#define FORMAT_COUNT (sizeof formats / sizeof formats[0])

struct mote_writer {
    const output_format *format;
    output_target target; // `stream` belongs to the encoder whose turn it is
    thread *threads;
    int thread_count;

    mutex lock; // of all below
    condition room, work, turn;
    output_job *queue; // a ring: order % queue_size
    uint64_t queue_size;
    uint64_t pushed_count, taken_count, done_count; // done: placed or dropped
    bool closing;
    mote_status status; // the first failure, and its sentence
    char error[ERROR_SIZE];
    mote_written written;
};

// ---- The encoders --------------------------------------------------------------------

static void drop_job(output_job *job)
{
    if (job->file != NULL) {
        job->file->discard(job->file);
    }
    free(job->frame.pixels);
    free(job->path);
    free(job->data);
}

// The next frame in the queue; false when there will be none.
static bool take_job(mote_writer *writer, output_job *job, bool *failed)
{
    mutex_lock(&writer->lock);
    while (writer->taken_count == writer->pushed_count && !writer->closing) {
        condition_wait(&writer->work, &writer->lock);
    }
    bool found = writer->taken_count < writer->pushed_count;
    if (found) {
        *job = writer->queue[writer->taken_count % writer->queue_size];
        writer->taken_count++;
        *failed = writer->status != MOTE_OK;
        condition_wake_one(&writer->room);
    }
    mutex_unlock(&writer->lock);
    return found;
}

// Waits until all frames before are done; gives the status they have come to.
static mote_status wait_for_turn(mote_writer *writer, uint64_t order)
{
    mutex_lock(&writer->lock);
    while (writer->done_count != order) {
        condition_wait(&writer->turn, &writer->lock);
    }
    mote_status status = writer->status;
    mutex_unlock(&writer->lock);
    return status;
}

// A path for a person; of one too long, its end.
static void copy_path(char *out, size_t size, const char *path)
{
    size_t length = strlen(path);
    if (length < size) {
        memcpy(out, path, length + 1);
    } else {
        snprintf(out, size, "...%s", path + (length + 4 - size));
    }
}

static void count_written(mote_writer *writer, const output_job *job)
{
    mote_written *written = &writer->written;
    const char *path = job->path != NULL                       ? job->path
                       : strcmp(writer->target.path, "-") == 0 ? "stdout"
                                                               : writer->target.path;
    if (written->frames == 0) {
        copy_path(written->first, sizeof written->first, path);
    }
    copy_path(written->last, sizeof written->last, path);
    written->frames++;
    written->bytes += job->size;
}

static void end_turn(mote_writer *writer, const output_job *job, mote_status status)
{
    mutex_lock(&writer->lock);
    if (writer->status == MOTE_OK && status == MOTE_OK) {
        count_written(writer, job);
    } else if (writer->status == MOTE_OK) {
        writer->status = status;
        snprintf(writer->error, sizeof writer->error, "%s", mote_last_error());
    }
    writer->done_count++;
    condition_wake_all(&writer->turn);
    mutex_unlock(&writer->lock);
}

static void encode_frames(void *argument)
{
    mote_writer *writer = argument;
    output_job job;
    bool failed;
    while (take_job(writer, &job, &failed)) {
        mote_status status = MOTE_OK;
        if (!failed) {
            status = writer->format->prepare(&writer->target, &job);
        }
        // The largest part of the memory, while others are waiting.
        free(job.frame.pixels);
        job.frame.pixels = NULL;
        if (wait_for_turn(writer, job.order) == MOTE_OK && status == MOTE_OK) {
            status = writer->format->place(&writer->target, &job);
        }
        end_turn(writer, &job, status);
        drop_job(&job);
    }
}

// ---- Opening and closing -------------------------------------------------------------

mote_writer_def mote_default_writer_def(void)
{
    return (mote_writer_def){
        .format = MOTE_FORMAT_PNG,
        .path = "out",
        .width = 1920,
        .height = 1080,
        .channels = 3,
        .frames_per_second = 60,
        .compression = ENCODE_LEVEL,
    };
}

static mote_status check_def(const mote_writer_def *def)
{
    if ((size_t)def->format >= FORMAT_COUNT) {
        return fail(MOTE_BAD_INPUT, "there is no frame format number %d",
                    (int)def->format);
    }
    if (def->path == NULL || def->path[0] == '\0') {
        return fail(MOTE_BAD_INPUT, "%s frames need a path to be written to",
                    formats[def->format]->name);
    }
    if (def->compression < 0 || def->compression > 12) {
        return fail(MOTE_BAD_INPUT, "compression is a level from 1 to 12, not %d",
                    def->compression);
    }
    if (def->threads < 0 || def->threads > THREAD_LIMIT) {
        return fail(MOTE_BAD_INPUT, "a writer has 1 to %d threads, or 0 for all, not %d",
                    THREAD_LIMIT, def->threads);
    }
    uint8_t pixel = 0; // only the sizes are looked at
    return encode_check_frame(
        &(mote_frame){def->width, def->height, def->channels, def->first_index, &pixel});
}

static void free_writer(mote_writer *writer)
{
    condition_destroy(&writer->room);
    condition_destroy(&writer->work);
    condition_destroy(&writer->turn);
    mutex_destroy(&writer->lock);
    free(writer->target.path);
    free(writer->queue);
    free(writer->threads);
    free(writer);
}

static mote_writer *make_writer(const mote_writer_def *def, const sink_source *source)
{
    mote_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        return NULL;
    }
    mutex_create(&writer->lock);
    condition_create(&writer->room);
    condition_create(&writer->work);
    condition_create(&writer->turn);
    int count = def->threads > 0 ? def->threads : clock_cpu_count();
    count = count < THREAD_LIMIT ? count : THREAD_LIMIT;
    // A frame waiting for each encoder keeps all busy; more would only hold memory.
    writer->queue_size = (uint64_t)count;
    writer->queue = calloc((size_t)count, sizeof *writer->queue);
    writer->threads = calloc((size_t)count, sizeof *writer->threads);
    writer->format = formats[def->format];
    writer->target.def = *def;
    writer->target.def.threads = count;
    if (def->compression == 0) {
        writer->target.def.compression = ENCODE_LEVEL;
    }
    writer->target.source = source;
    writer->target.path = path_join("", def->path); // a copy
    writer->target.def.path = writer->target.path;
    if (writer->queue == NULL || writer->threads == NULL || writer->target.path == NULL) {
        free_writer(writer);
        return NULL;
    }
    return writer;
}

static mote_status start_encoders(mote_writer *writer)
{
    for (int i = 0; i < writer->target.def.threads; i++) {
        mote_status status = thread_create(&writer->threads[i], encode_frames, writer);
        // One encoder is enough; a machine that grants no more shall not fail the run.
        if (status != MOTE_OK && i == 0) {
            return status;
        }
        if (status != MOTE_OK) {
            break;
        }
        writer->thread_count++;
    }
    return MOTE_OK;
}

mote_status writer_open(const mote_writer_def *def, const sink_source *source,
                        mote_writer **writer)
{
    *writer = NULL;
    TRY(check_def(def));
    mote_writer *made = make_writer(def, source);
    if (made == NULL) {
        return fail_memory(sizeof *made, "a frame writer");
    }
    mote_status status = made->format->open(&made->target);
    if (status != MOTE_OK) {
        free_writer(made);
        return status;
    }
    status = start_encoders(made);
    if (status != MOTE_OK) {
        made->format->close(&made->target, true);
        free_writer(made);
        return status;
    }
    *writer = made;
    return MOTE_OK;
}

mote_status mote_writer_open(const mote_writer_def *def, mote_writer **writer)
{
    return writer_open(def, &file_sinks, writer);
}

static mote_status check_frame(const mote_writer *writer, const mote_frame *frame)
{
    const mote_writer_def *def = &writer->target.def;
    TRY(encode_check_frame(frame));
    if (frame->width != def->width || frame->height != def->height ||
        frame->channels != def->channels) {
        return fail(MOTE_BAD_INPUT,
                    "frame %llu is %d x %d with %d channels, but the writer was opened "
                    "for %d x %d with %d",
                    (unsigned long long)frame->index, frame->width, frame->height,
                    frame->channels, def->width, def->height, def->channels);
    }
    return MOTE_OK;
}

mote_status mote_writer_push(mote_writer *writer, mote_frame *frame)
{
    output_job job = {.frame = *frame};
    frame->pixels = NULL;
    mote_status status = check_frame(writer, &job.frame);
    if (status != MOTE_OK) {
        free(job.frame.pixels);
        return status;
    }
    mutex_lock(&writer->lock);
    while (writer->pushed_count - writer->taken_count == writer->queue_size &&
           writer->status == MOTE_OK) {
        condition_wait(&writer->room, &writer->lock);
    }
    status = writer->status;
    if (status == MOTE_OK) {
        job.order = writer->pushed_count;
        writer->queue[job.order % writer->queue_size] = job;
        writer->pushed_count++;
        condition_wake_one(&writer->work);
    }
    mutex_unlock(&writer->lock);
    if (status != MOTE_OK) {
        free(job.frame.pixels);
        return fail(status, "%s", writer->error);
    }
    return MOTE_OK;
}

mote_status mote_writer_close(mote_writer *writer, mote_written *written)
{
    if (written != NULL) {
        *written = (mote_written){0};
    }
    if (writer == NULL) {
        return MOTE_OK;
    }
    mutex_lock(&writer->lock);
    writer->closing = true;
    condition_wake_all(&writer->work);
    mutex_unlock(&writer->lock);
    for (int i = 0; i < writer->thread_count; i++) {
        thread_join(&writer->threads[i]);
    }
    assert(writer->done_count == writer->pushed_count);
    mote_status status =
        writer->format->close(&writer->target, writer->status != MOTE_OK);
    if (writer->status != MOTE_OK) {
        status = fail(writer->status, "%s", writer->error);
    }
    if (written != NULL) {
        *written = writer->written;
    }
    free_writer(writer);
    return status;
}
