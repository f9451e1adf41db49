// SPDX-License-Identifier: MIT
// `mote bench pipeline`: how well simulating, drawing and encoding overlap. The whole
// should take little longer than its slowest part; on a CPU that does all of it, than its
// threads need together. What is encoded is thrown away, so that no disk is measured.

#include "bench.h"

#include "../core/status.h"
#include "../output/writer.h"

#include <stdlib.h>
#include <string.h>

// Many enough that the first and the last frame, which overlap with nothing, do not
// count.
#define FRAMES          96
#define STEPS_PER_FRAME 4
#define FRAMES_UNDERWAY 3

typedef struct pipeline {
    bool draws, encodes, simulates; // in the time that is taken
    uint64_t steps_per_frame;
    mote_simulation *simulation;
    mote_renderer *renderer;
    mote_writer_def writer_def;
    mote_frame stored[FRAMES]; // what is encoded when nothing is drawn
} pipeline;

// ---- A sink that keeps nothing -------------------------------------------------------

static mote_status write_nothing(sink *sink, const void *data, size_t size)
{
    (void)sink;
    (void)data;
    (void)size;
    return MOTE_OK;
}

static void mark_nothing(sink *sink)
{
    (void)sink;
}

static mote_status close_nothing(sink *sink)
{
    free(sink);
    return MOTE_OK;
}

static void discard_nothing(sink *sink)
{
    free(sink);
}

static mote_status open_nothing(const sink_source *source, const char *path,
                                file_mode mode, sink **result)
{
    (void)source;
    (void)path;
    (void)mode;
    *result = malloc(sizeof **result);
    if (!*result) {
        return fail_memory(sizeof **result, "a sink");
    }
    **result = (sink){write_nothing, mark_nothing, close_nothing, discard_nothing};
    return MOTE_OK;
}

static const sink_source nowhere = {open_nothing};

// ---- A case --------------------------------------------------------------------------

static mote_status take(pipeline *self, bool wait, mote_frame *frame)
{
    *frame = (mote_frame){0};
    return mote_renderer_take(self->renderer, wait, frame);
}

// Frames in their order: to the writer, or thrown away.
static mote_status pass_on(mote_writer *writer, mote_frame *frame)
{
    if (writer) {
        return mote_writer_push(writer, frame);
    }
    free(frame->pixels);
    return MOTE_OK;
}

static mote_status make_frames(pipeline *self, mote_writer *writer)
{
    int passed = 0;
    for (int drawn = 0; drawn < FRAMES; drawn++) {
        TRY(mote_simulation_step(self->simulation, self->steps_per_frame));
        if (!self->draws) {
            continue;
        }
        TRY(mote_renderer_draw(self->renderer));
        mote_frame frame;
        for (bool taken = true; taken && passed <= drawn; passed += taken) {
            TRY(take(self, drawn + 1 - passed >= FRAMES_UNDERWAY, &frame));
            taken = frame.pixels != NULL;
            if (taken) {
                TRY(pass_on(writer, &frame));
            }
        }
    }
    for (; self->draws && passed < FRAMES; passed++) {
        mote_frame frame;
        TRY(take(self, true, &frame));
        TRY(pass_on(writer, &frame));
    }
    return mote_simulation_finish(self->simulation);
}

static mote_status push_stored(pipeline *self, mote_writer *writer)
{
    for (int i = 0; i < FRAMES; i++) {
        TRY(mote_writer_push(writer, &self->stored[i]));
    }
    return MOTE_OK;
}

static mote_status pipeline_run(void *state)
{
    pipeline *self = state;
    mote_writer *writer = NULL;
    if (self->encodes) {
        TRY(writer_open(&self->writer_def, &nowhere, &writer));
    }
    mote_status status =
        self->simulates ? make_frames(self, writer) : push_stored(self, writer);
    mote_status closed = mote_writer_close(writer, NULL);
    return status != MOTE_OK ? status : closed;
}

// What the case that only encodes will encode next; no time is taken meanwhile.
static mote_status store_frames(pipeline *self)
{
    for (int i = 0; i < FRAMES && !self->simulates; i++) {
        TRY(mote_simulation_step(self->simulation, self->steps_per_frame));
        TRY(mote_renderer_draw(self->renderer));
        TRY(take(self, true, &self->stored[i]));
    }
    return MOTE_OK;
}

static mote_status pipeline_check(void *state, uint64_t *check)
{
    pipeline *self = state;
    TRY(mote_simulation_hash(self->simulation, check));
    return store_frames(self);
}

static void pipeline_destroy(void *state)
{
    pipeline *self = state;
    for (int i = 0; i < FRAMES; i++) {
        free(self->stored[i].pixels);
    }
    mote_renderer_destroy(self->renderer);
    mote_simulation_destroy(self->simulation);
    free(self);
}

static mote_status open_pipeline(pipeline *self, const mote_scene *scene,
                                 const bench_values *values)
{
    mote_view_def view = mote_default_view_def(scene);
    view.width = values->size[0];
    view.height = values->size[1];
    self->steps_per_frame = values->steps ? values->steps : STEPS_PER_FRAME;
    self->writer_def = mote_default_writer_def();
    self->writer_def.path = ".";
    self->writer_def.width = view.width;
    self->writer_def.height = view.height;
    self->writer_def.channels = 3;
    TRY(mote_simulation_create(scene, &values->device, &self->simulation));
    self->writer_def.threads = app_encoder_threads(self->simulation, 0);
    TRY(mote_renderer_create(self->simulation, &view, &self->renderer));
    return store_frames(self);
}

static mote_status add_case(const mote_scene *scene, const bench_values *values,
                            const char *name, pipeline kind, bench_table *table)
{
    pipeline *self = malloc(sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a case of the bench");
    }
    *self = kind;
    bench_case *added = bench_add_case(table);
    snprintf(added->name, sizeof added->name, "%s", name);
    added->state = self;
    added->run = pipeline_run;
    added->check = pipeline_check;
    added->destroy = pipeline_destroy;
    return open_pipeline(self, scene, values);
}

mote_status bench_pipeline(const scene_values *scene_values, const bench_values *values,
                           bench_table *table)
{
    mote_scene *scene;
    TRY(app_open_scene(values->scene, scene_values, &scene));
    table->unit = "frame";
    table->work = FRAMES;
    table->check_name = "state hash";
    mote_status status =
        add_case(scene, values, "all at once",
                 (pipeline){.simulates = true, .draws = true, .encodes = true}, table);
    if (status == MOTE_OK) {
        status = add_case(scene, values, "simulate and draw",
                          (pipeline){.simulates = true, .draws = true}, table);
    }
    if (status == MOTE_OK) {
        status = add_case(scene, values, "encode", (pipeline){.encodes = true}, table);
    }
    if (status == MOTE_OK) {
        status =
            add_case(scene, values, "simulate", (pipeline){.simulates = true}, table);
        pipeline *first = table->cases[0].state;
        snprintf(table->title, sizeof table->title,
                 "Frames of %s, %llu particles, %dx%d, on %s, drawn by %s",
                 mote_scene_name(scene),
                 (unsigned long long)mote_scene_particle_count(scene), values->size[0],
                 values->size[1], mote_simulation_device_name(first->simulation),
                 mote_renderer_name(first->renderer));
        bench_note_reason(first->simulation, table);
    }
    mote_scene_destroy(scene);
    return status;
}
