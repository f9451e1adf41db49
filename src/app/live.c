// SPDX-License-Identifier: MIT
// See live.h.

#include "live.h"

#include "app.h"

#include "free_name.h"

#include "../core/file.h"
#include "../core/status.h"
#include "../sim/scene_begin.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A frame that takes longer makes for fewer steps, one that takes less for more, up to
// what is wanted.
#define SLOW_S  (1.0 / 20.0)
#define QUICK_S (1.0 / 40.0)

#define ZOOM_PER_NOTCH 1.2

// ---- From a scene to a picture -------------------------------------------------------

static void close_simulation(live *self)
{
    mote_renderer_destroy(self->renderer);
    mote_simulation_destroy(self->simulation);
    self->renderer = NULL;
    self->simulation = NULL;
}

static mote_status open_renderer(live *self)
{
    mote_renderer *renderer;
    TRY(mote_renderer_create(self->simulation, &self->view, &renderer));
    mote_renderer_destroy(self->renderer);
    self->renderer = renderer;
    return MOTE_OK;
}

// What is under way in the renderer goes to the encoders. A failure ends the recording,
// not the window.
static void keep_recording(live *self, bool wait)
{
    if (!recording_is_on(&self->recording)) {
        return;
    }
    mote_status status = recording_take(&self->recording, self->renderer, wait);
    if (status == MOTE_OK) {
        return;
    }
    app_end(status);
    char reason[sizeof self->note];
    snprintf(reason, sizeof reason, "%s", mote_last_error());
    (void)recording_end(&self->recording, self->note);
    app_message("recorded %s", self->note);
    memcpy(self->note, reason, sizeof reason);
}

static mote_status end_recording(live *self)
{
    keep_recording(self, true);
    if (!recording_is_on(&self->recording)) {
        return MOTE_OK;
    }
    TRY(recording_end(&self->recording, self->note));
    app_message("recorded %s", self->note);
    return MOTE_OK;
}

// A record of inputs that cannot be written ends; what it was to tell of goes on.
static void keep_inputs(live *self, mote_status written)
{
    if (written != MOTE_OK) {
        app_end(written);
        input_writer_discard(self->inputs);
        self->inputs = NULL;
        snprintf(self->note, sizeof self->note, "inputs are recorded no more");
    }
}

mote_status live_restart(live *self)
{
    keep_recording(self, true);
    live old = *self;
    self->renderer = NULL;
    mote_status status =
        mote_simulation_create(self->scene, &self->device, &self->simulation);
    if (status == MOTE_OK) {
        status = open_renderer(self);
    }
    if (status != MOTE_OK) {
        mote_simulation_destroy(self->simulation);
        self->simulation = old.simulation;
        self->renderer = old.renderer;
        return status;
    }
    close_simulation(&old);
    self->tool.is_touching = false;
    if (old.simulation) {
        input_log_close(self->replay); // it is of another run
        self->replay = NULL;
    }
    scene_begin_free(self->begin);
    TRY(scene_begin_of(self->scene, &self->begin));
    if (self->inputs) {
        keep_inputs(self, input_writer_restart(self->inputs, self->scene));
    }
    return MOTE_OK;
}

// The camera that the scene asks for.
void live_take_view(live *self)
{
    self->usual = self->view = mote_default_view_def(self->scene);
    self->view.width = self->width;
    self->view.height = self->height;
    self->view.threads = self->device.threads;
}

mote_status live_create(live *self, mote_scene *scene, const mote_device_def *device,
                        uint64_t steps_per_frame, int width, int height)
{
    *self = (live){.scene = scene,
                   .device = *device,
                   .steps_per_frame = steps_per_frame,
                   .pace = steps_per_frame,
                   .tool = live_usual_tool(),
                   .width = width,
                   .height = height,
                   .told = {.log = device->log, .log_context = device->log_context}};
    self->device.log = told_log;
    self->device.log_context = &self->told;
    live_take_view(self);
    return live_restart(self);
}

mote_status live_open_file(live *self, const char *path)
{
    mote_scene *scene;
    self->note[0] = '\0';
    TRY(mote_scene_load(path, &scene));
    return live_open(self, scene);
}

void live_destroy(live *self)
{
    app_end(end_recording(self));
    app_end(input_writer_close(
        self->inputs,
        self->simulation ? mote_simulation_step_count(self->simulation) : 0));
    input_log_close(self->replay);
    scene_begin_free(self->begin);
    close_simulation(self);
    mote_scene_destroy(self->scene);
    edits_clear(&self->history);
    told_free(&self->told);
    *self = (live){0};
}

// ---- What keys do --------------------------------------------------------------------

static mote_status set_number(mote_scene *scene, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9g", value);
    return mote_scene_set(scene, key, text);
}

static mote_status set_point(mote_scene *scene, const char *key, const double at[3])
{
    char text[96];
    snprintf(text, sizeof text,
             scene->dimension == 3 ? "[%.9g, %.9g, %.9g]" : "[%.9g, %.9g]", at[0], at[1],
             at[2]);
    return mote_scene_set(scene, key, text);
}

// The scene's camera becomes the one that looks now.
static mote_status take_camera(live *self)
{
    const mote_view_def *view = &self->view;
    double position[3];
    for (int axis = 0; axis < 3; axis++) {
        position[axis] = view->center[axis] + view->offset[axis];
    }
    TRY(set_number(self->scene, "view.zoom", view->zoom));
    TRY(set_point(self->scene, "view.center", view->center));
    return self->scene->dimension == 3 ? set_point(self->scene, "view.position", position)
                                       : MOTE_OK;
}

// The scene as it is seen, as JSON.
static mote_status write_seen(live *self, char **written)
{
    char *kept;
    TRY(scene_keep(self->scene, &kept));
    mote_status status = take_camera(self);
    status = status == MOTE_OK ? mote_scene_write(self->scene, written) : status;
    (void)scene_go_back(self->scene, kept);
    free(kept);
    return status;
}

static mote_status save(live *self)
{
    char name[FREE_NAME_SIZE];
    char *text;
    TRY(write_seen(self, &text));
    free_name(name, "", mote_scene_name(self->scene), ".json");
    mote_status status = file_write_whole(name, text, strlen(text));
    free(text);
    TRY(status);
    snprintf(self->note, sizeof self->note, "saved as %.140s", name);
    return MOTE_OK;
}

static mote_status screenshot(live *self)
{
    mote_frame frame;
    mote_writer *writer;
    mote_written written;
    mote_writer_def def = mote_default_writer_def();
    def.path = "screenshots";
    def.width = self->view.width;
    def.height = self->view.height;
    def.channels = 3;
    def.first_index = mote_simulation_step_count(self->simulation);
    keep_recording(self, true); // whose frames would come first
    TRY(mote_renderer_draw(self->renderer));
    TRY(mote_renderer_take(self->renderer, true, &frame));
    mote_status status = mote_writer_open(&def, &writer);
    if (status != MOTE_OK) {
        free(frame.pixels);
        return status;
    }
    status = mote_writer_push(writer, &frame);
    mote_status closed = mote_writer_close(writer, &written);
    TRY(status);
    TRY(closed);
    snprintf(self->note, sizeof self->note, "%.120s", written.first);
    return MOTE_OK;
}

// Of a film each frame is as many steps on from the one before.
static mote_status toggle_recording(live *self)
{
    if (recording_is_on(&self->recording)) {
        return end_recording(self);
    }
    self->pace = self->steps_per_frame;
    int threads = app_encoder_threads(self->simulation, self->device.threads);
    return recording_begin(&self->recording, mote_scene_name(self->scene), &self->view,
                           threads, self->disk_reserve);
}

// ---- Inputs --------------------------------------------------------------------------

mote_status live_input(live *self, input *input)
{
    input->step = mote_simulation_step_count(self->simulation);
    TRY(input_apply(input, self->scene, self->simulation));
    if (self->inputs) {
        keep_inputs(self, input_writer_add(self->inputs, input));
    }
    return MOTE_OK;
}

mote_status live_record_inputs(live *self, const char *path)
{
    return input_writer_open(path, self->scene, &self->inputs);
}

void live_replay(live *self, input_log *log)
{
    self->replay = log;
}

// What is done again is as if it were done by hand: it is kept, too.
static mote_status do_again(void *context, input *input)
{
    live *self = context;
    self->revision++;
    return live_input(self, input);
}

static mote_status replay(live *self)
{
    return self->replay ? input_log_do(self->replay, self->simulation, do_again, self)
                        : MOTE_OK;
}

static mote_status advance(live *self, uint64_t steps)
{
    TRY(replay(self));
    for (uint64_t done = 0; done < steps;) {
        uint64_t due = self->replay
                           ? input_log_due(self->replay, self->simulation, steps - done)
                           : steps - done;
        TRY(mote_simulation_step(self->simulation, due));
        TRY(replay(self));
        done += due;
    }
    return MOTE_OK;
}

mote_status live_act(live *self, live_action action)
{
    self->note[0] = '\0';
    switch (action) {
    case LIVE_PAUSE:
        self->is_paused = !self->is_paused;
        return MOTE_OK;
    case LIVE_STEP:
        self->is_paused = true;
        self->steps_due++;
        return MOTE_OK;
    case LIVE_RESTART:
        return live_restart(self);
    case LIVE_POSITIONS:
    case LIVE_MATRIX:
    case LIVE_COLORS:
    case LIVE_EDGES:
    case LIVE_TRAILS:
    case LIVE_UNDO:
    case LIVE_REDO:
        return live_edit(self, action);
    case LIVE_SAVE:
        return save(self);
    case LIVE_FASTER:
        self->steps_per_frame *= self->steps_per_frame < LIVE_STEPS_MOST ? 2 : 1;
        self->pace = self->steps_per_frame;
        return MOTE_OK;
    case LIVE_SLOWER:
        self->steps_per_frame /= self->steps_per_frame > 1 ? 2 : 1;
        self->pace = self->steps_per_frame;
        return MOTE_OK;
    case LIVE_FIT:
        mote_view_fit(&self->view, self->simulation);
        return MOTE_OK;
    case LIVE_ATTRACT:
    case LIVE_REPEL:
    case LIVE_PUSH:
    case LIVE_PLACE:
    case LIVE_ERASE:
    case LIVE_FOLLOW:
        live_release(self);
        self->tool.kind = action;
        snprintf(self->note, sizeof self->note, "%s",
                 live_tools[action - LIVE_ATTRACT].name);
        return MOTE_OK;
    case LIVE_SCREENSHOT:
        return screenshot(self);
    case LIVE_RECORD:
        return toggle_recording(self);
    default:
        return MOTE_OK;
    }
}

// ---- The camera ----------------------------------------------------------------------

mote_status live_resize(live *self, int width, int height)
{
    self->width = width;
    self->height = height;
    mote_status ended = end_recording(self);
    mote_view_def old = self->view;
    self->view.width = width;
    self->view.height = height;
    mote_status status = open_renderer(self);
    if (status != MOTE_OK) {
        self->view = old; // its frames are stretched
    }
    return status != MOTE_OK ? status : ended;
}

void live_zoom(live *self, double notches, double right, double up)
{
    double factor = pow(ZOOM_PER_NOTCH, notches);
    if (self->scene->dimension == 3) {
        mote_view_dolly(&self->view, 1.0 / factor);
        return;
    }
    double before = live_unit_of_pixel(self);
    self->view.zoom = fmin(fmax(self->view.zoom * factor, 0.1), 1e8);
    double nearer = before - live_unit_of_pixel(self);
    self->view.center[0] += right * nearer;
    self->view.center[1] += up * nearer;
}

void live_drag(live *self, double right, double up)
{
    if (self->scene->dimension == 3) {
        mote_view_orbit(&self->view, -0.5 * right / self->view.width,
                        -0.5 * up / self->view.height);
        return;
    }
    self->view.center[0] -= right * live_unit_of_pixel(self);
    self->view.center[1] -= up * live_unit_of_pixel(self);
}

// ---- Frames --------------------------------------------------------------------------

static bool is_on_gpu(const live *self)
{
    return mote_simulation_backend(self->simulation) == MOTE_BACKEND_GL;
}

static void keep_pace(live *self, double seconds)
{
    if (seconds > SLOW_S && self->pace > 1) {
        self->pace /= 2;
    } else if (seconds < QUICK_S && self->pace < self->steps_per_frame) {
        self->pace++;
    }
}

mote_status live_show(live *self, double seconds)
{
    uint64_t steps = self->is_paused ? self->steps_due : self->pace;
    bool is_recorded = recording_is_on(&self->recording) && steps > 0;
    if (!self->is_paused && !recording_is_on(&self->recording)) {
        keep_pace(self, seconds);
    }
    self->steps_due = 0;
    bool was_on_gpu = is_on_gpu(self);
    live_use_tool(self, steps);
    TRY(advance(self, steps));
    TRY(mote_renderer_set_view(self->renderer, &self->view));
    if (is_recorded) {
        TRY(recording_draw(&self->recording, self->renderer));
    }
    TRY(mote_renderer_show(self->renderer, self->framebuffer, self->width, self->height));
    if (is_recorded) {
        keep_recording(self, false);
    }
    if (was_on_gpu && !is_on_gpu(self)) {
        snprintf(self->note, sizeof self->note, "the GPU has failed; the CPU goes on");
    }
    return MOTE_OK;
}

mote_status live_count(live *self)
{
    mote_population now;
    TRY(mote_simulation_population(self->simulation, &now));
    self->living = now.living;
    return MOTE_OK;
}

void live_title(const live *self, double frames_per_second, char title[LIVE_TITLE_SIZE])
{
    char pace[80] = "";
    if (self->pace < self->steps_per_frame) {
        snprintf(pace, sizeof pace, " of %" PRIu64 ": the %s does no more",
                 self->steps_per_frame, is_on_gpu(self) ? "GPU" : "CPU");
    }
    char recorded[64] = "";
    if (recording_is_on(&self->recording)) {
        snprintf(recorded, sizeof recorded, ", recording %" PRIu64 " frame%s",
                 self->recording.frames, self->recording.frames == 1 ? "" : "s");
    }
    snprintf(title, LIVE_TITLE_SIZE,
             "%s: %" PRIu64 " particles, step %" PRIu64 ", %.0f frames/s, %" PRIu64
             " step%s a frame%s%s%s%s%s",
             mote_scene_name(self->scene), self->living,
             mote_simulation_step_count(self->simulation), frames_per_second, self->pace,
             self->pace == 1 ? "" : "s", pace, self->is_paused ? ", paused" : "",
             recorded, self->note[0] ? " - " : "", self->note);
}
