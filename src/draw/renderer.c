// SPDX-License-Identifier: MIT
// mote_renderer: points the camera, has a painter draw, keeps the frames that wait to be
// taken; and where a GPU fails, draws the frames again, in software, that were still on
// it.

#include "history.h"
#include "painter.h"

#include "../core/status.h"
#include "../sim/simulation.h"

#include <stdlib.h>

// Frames drawn and not taken, past which drawing on must be a mistake.
#define WAITING_MAX 64

struct mote_renderer {
    viewer viewer; // the simulation's, while the painter is a GPU's
    mote_simulation *simulation;
    mote_view_def view;
    look look;
    camera camera;
    painter *painter;
    gl_context *context; // opened for drawing alone, or NULL
    uint32_t *sprites;   // a copy for painters without GL buffers, or NULL
    // Frames ready to be taken, the oldest first; and those that a GPU had not given
    // back.
    uint8_t *waiting[WAITING_MAX + PAINTER_SLOTS_MAX];
    int waiting_count;
    int under_way;   // frames that the painter holds
    uint64_t index;  // of the next frame to be taken
    history history; // steps of the frames drawn
    uint64_t again;  // next frame to be drawn again, while the simulation recovers
    uint64_t lost;   // first frame whose picture was lost
};

mote_view_def mote_default_view_def(const mote_scene *scene)
{
    mote_view_def view = {.width = 1920, .height = 1080, .zoom = 1.0, .follow = -1};
    if (scene != NULL) {
        view.zoom = scene->view.zoom;
        for (int axis = 0; axis < 3; axis++) {
            view.center[axis] = scene->view.center[axis];
        }
    }
    return view;
}

// ---- Creation ------------------------------------------------------------------------

static mote_status check_view(const mote_simulation *simulation,
                              const mote_view_def *view)
{
    uint64_t count = mote_simulation_particle_count(simulation);
    if (view->width < 1 || view->height < 1 || view->width > 65536 ||
        view->height > 65536) {
        return fail(MOTE_BAD_INPUT,
                    "a frame of %d x %d pixels cannot be drawn; sides go from 1 to 65536",
                    view->width, view->height);
    }
    if (!(view->zoom >= 1e-6 && view->zoom <= 1e9)) {
        return fail(MOTE_BAD_INPUT, "zoom is %g; expected a number from 1e-6 to 1e9",
                    view->zoom);
    }
    for (int axis = 0; axis < 3; axis++) {
        if (!(view->center[axis] >= -1e30 && view->center[axis] <= 1e30)) {
            return fail(MOTE_BAD_INPUT, "center[%d] is %g; expected a place in the world",
                        axis, view->center[axis]);
        }
    }
    if (view->follow >= 0 && (uint64_t)view->follow >= count) {
        return fail(MOTE_BAD_INPUT, "cannot follow particle %lld: ids go from 0 to %lld",
                    (long long)view->follow, (long long)count - 1);
    }
    return MOTE_OK;
}

// Every particle is drawn once for each image that may be visible.
static mote_status check_images(const mote_renderer *self)
{
    int64_t count = (int64_t)mote_simulation_particle_count(self->simulation);
    int64_t images = (int64_t)self->camera.images[0] * self->camera.images[1];
    if (count * images > INT32_MAX) {
        return fail(
            MOTE_BAD_INPUT,
            "zoom %g shows %lld images of %lld particles, more than can be drawn; "
            "zoom in",
            self->view.zoom, (long long)images, (long long)count);
    }
    return MOTE_OK;
}

static void close_gl(mote_renderer *self)
{
    gl_context_close(self->context);
    self->context = NULL;
}

// For a painter that cannot reach the simulation's buffers.
static mote_status allocate_sprites(mote_renderer *self)
{
    if (self->sprites) {
        return MOTE_OK;
    }
    uint64_t size = plan_buffer_size(self->simulation->plan, BUFFER_sprite);
    self->sprites = malloc((size_t)size + 1);
    return self->sprites != NULL ? MOTE_OK : fail_memory((size_t)size, "sprites");
}

static mote_status leave_gpu(viewer *viewer);
static mote_status look_again(viewer *viewer);

static mote_status watch(mote_renderer *self)
{
    self->viewer.leave_gpu = leave_gpu;
    self->viewer.look_again = look_again;
    history_begin(&self->history, (uint64_t)self->painter->slots,
                  look_trail_frames(&self->look));
    return simulation_watch(self->simulation, &self->viewer);
}

mote_status mote_renderer_create(mote_simulation *simulation, const mote_view_def *view,
                                 mote_renderer **renderer)
{
    *renderer = NULL;
    TRY(check_view(simulation, view));
    mote_renderer *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "a renderer");
    }
    self->simulation = simulation;
    self->view = *view;
    look_take(&self->look, simulation->plan);
    camera_point(&self->camera, &self->look, view);
    mote_status status = check_images(self);
    if (status == MOTE_OK) {
        status = painter_choose(simulation, &self->look, &self->view, &self->context,
                                &self->painter);
    }
    bool is_on_gl = simulation->backend->kind == MOTE_BACKEND_GL;
    if (status == MOTE_OK && !(is_on_gl && self->painter->takes_gl_buffers)) {
        status = allocate_sprites(self);
    }
    if (status == MOTE_OK && self->painter->takes_gl_buffers) {
        status = watch(self);
    }
    if (status != MOTE_OK) {
        mote_renderer_destroy(self);
        return status;
    }
    *renderer = self;
    return MOTE_OK;
}

void mote_renderer_destroy(mote_renderer *self)
{
    if (self == NULL) {
        return;
    }
    simulation_unwatch(self->simulation, &self->viewer);
    if (self->painter != NULL) {
        self->painter->destroy(self->painter);
    }
    close_gl(self);
    history_free(&self->history);
    for (int i = 0; i < self->waiting_count; i++) {
        free(self->waiting[i]);
    }
    free(self->sprites);
    free(self);
}

// ---- Frames --------------------------------------------------------------------------

static mote_status list_sprites(mote_renderer *self, sprite_list *list)
{
    backend *backend = self->simulation->backend;
    *list = (sprite_list){0};
    TRY(simulation_list_sprites(self->simulation));
    if (self->sprites == NULL) {
        list->gl_sprites = backend->gl_buffer(backend, BUFFER_sprite);
        list->gl_draw_size = backend->gl_buffer(backend, BUFFER_draw_size);
        const plan *plan = self->simulation->plan;
        list->count = plan->mortal ? 0 : plan->constants.particle_count;
        return MOTE_OK;
    }
    uint32_t draw_size[4];
    TRY(backend->read(backend, BUFFER_draw_size, draw_size, sizeof draw_size));
    list->count = draw_size[1];
    list->sprites = self->sprites;
    return backend->read(backend, BUFFER_sprite, self->sprites,
                         (uint64_t)list->count * 16);
}

static mote_status draw_now(mote_renderer *self)
{
    sprite_list list;
    TRY(list_sprites(self, &list));
    if (self->view.follow >= 0) {
        TRY(self->painter->locate(self->painter, &list, (uint32_t)self->view.follow,
                                  self->camera.centre));
    }
    TRY(self->painter->draw(self->painter, &self->camera, &list));
    self->under_way++;
    return MOTE_OK;
}

// Moves the painter's oldest frame to those that wait.
static mote_status fetch_now(mote_renderer *self, bool wait)
{
    uint8_t *pixels = NULL;
    TRY(self->painter->take(self->painter, wait, &pixels));
    if (pixels != NULL) {
        self->waiting[self->waiting_count++] = pixels;
        self->under_way--;
    }
    return MOTE_OK;
}

// ---- When a GPU fails ----------------------------------------------------------------

static void note_needs(mote_renderer *self)
{
    if (self->viewer.is_on_gpu) {
        self->viewer.needed_step =
            history_needed_step(&self->history, (uint64_t)self->under_way);
    }
}

static mote_status leave_gpu(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    if (!viewer->is_on_gpu) {
        return MOTE_OK;
    }
    if (self->view.renderer == MOTE_RENDERER_GL) {
        return fail(MOTE_FAILED, "OpenGL was asked to draw; --renderer auto would go on");
    }
    // The simulation goes to the CPU, too. All that can fail comes before anything
    // changes.
    painter *soft = NULL;
    TRY(allocate_sprites(self));
    TRY(soft_painter_create(&self->look, &self->view, &soft));
    self->painter->destroy(self->painter);
    self->painter = soft;
    close_gl(self);
    viewer->is_on_gpu = false;
    viewer->needed_step = UINT64_MAX;
    self->lost = self->history.count - (uint64_t)self->under_way;
    self->again = history_needed_frame(&self->history, (uint64_t)self->under_way);
    self->under_way = 0;
    return MOTE_OK;
}

// Draws the frames of this step again, in the order in which they were drawn. Those
// before the lost ones are drawn for their trails.
static mote_status look_again(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    uint64_t step = mote_simulation_step_count(self->simulation);
    for (; self->again < self->history.count &&
           history_step(&self->history, self->again) == step;
         self->again++) {
        TRY(draw_now(self));
        TRY(fetch_now(self, true));
        if (self->again < self->lost) {
            free(self->waiting[--self->waiting_count]);
        }
    }
    return MOTE_OK;
}

// After a recovery what was under way is among the frames that wait.
static mote_status fetch(mote_renderer *self, bool wait)
{
    mote_status status = fetch_now(self, wait);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
    }
    note_needs(self);
    return MOTE_OK;
}

static mote_status draw(mote_renderer *self)
{
    mote_status status = draw_now(self);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
        status = draw_now(self);
    }
    if (status == MOTE_OK && self->viewer.is_on_gpu) {
        status =
            history_add(&self->history, mote_simulation_step_count(self->simulation));
        note_needs(self);
    }
    return status;
}

// ---- Drawing and taking --------------------------------------------------------------

mote_status mote_renderer_draw(mote_renderer *self)
{
    if (self->under_way == self->painter->slots) {
        if (self->waiting_count == WAITING_MAX) {
            return fail(MOTE_FAILED,
                        "%d frames are drawn and none was taken; call "
                        "mote_renderer_take after each mote_renderer_draw",
                        WAITING_MAX);
        }
        TRY(fetch(self, true));
    }
    return draw(self);
}

mote_status mote_renderer_take(mote_renderer *self, bool wait, mote_frame *frame)
{
    *frame = (mote_frame){.width = self->view.width, .height = self->view.height};
    frame->channels = self->view.alpha ? 4 : 3;
    if (self->waiting_count == 0 && self->under_way > 0) {
        TRY(fetch(self, wait));
    }
    if (self->waiting_count == 0) {
        return MOTE_OK;
    }
    frame->pixels = self->waiting[0];
    frame->index = self->index++;
    self->waiting_count--;
    for (int i = 0; i < self->waiting_count; i++) {
        self->waiting[i] = self->waiting[i + 1];
    }
    return MOTE_OK;
}

uint64_t mote_renderer_trail_frames(const mote_renderer *self)
{
    return look_trail_frames(&self->look);
}

const char *mote_renderer_name(const mote_renderer *self)
{
    return self->painter->name;
}
