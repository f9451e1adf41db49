// SPDX-License-Identifier: MIT
// mote_renderer: points the camera, has a painter draw, keeps the frames that wait to be
// taken.

#include "renderer_parts.h"

#include "splat.h"
#include "view.h"

#include "../core/status.h"

#include <stdlib.h>
#include <string.h>

static const int list_buffers[LIST_COUNT] = {
    [LIST_SPRITES] = BUFFER_sprite,
    [LIST_LOOKS] = BUFFER_sprite_look,
    [LIST_TAILS] = BUFFER_sprite_tail,
};

// ---- Creation ------------------------------------------------------------------------

// Every particle is drawn once for each image that may be visible.
static mote_status check_images(const mote_renderer *self, const camera *camera,
                                double zoom)
{
    int64_t count = (int64_t)mote_simulation_particle_count(self->simulation);
    int64_t images = (int64_t)camera->images[0] * camera->images[1];
    if (count * images > INT32_MAX) {
        return fail(
            MOTE_BAD_INPUT,
            "zoom %g shows %lld images of %lld particles, more than can be drawn; "
            "zoom in",
            zoom, (long long)images, (long long)count);
    }
    return MOTE_OK;
}

mote_status renderer_take_view(mote_renderer *self, const mote_view_def *view)
{
    camera camera;
    TRY(view_check(view, self->simulation));
    camera_point(&camera, &self->look, view);
    TRY(check_images(self, &camera, view->zoom));
    TRY(splat_check(view, &self->look, &camera));
    // Where a particle was that lives no more, the camera stays.
    bool follows_on =
        self->painter && view->follow >= 0 && view->follow == self->view.follow;
    if (follows_on) {
        memcpy(camera.centre, self->camera.centre, sizeof camera.centre);
    }
    self->view = *view;
    self->camera = camera;
    return MOTE_OK;
}

mote_status renderer_take_look(mote_renderer *self)
{
    const plan *plan = self->simulation->plan;
    look_take(&self->look, plan);
    if (plan->picture.pixels != NULL) {
        TRY(pyramid_create(&plan->picture, &self->pyramid));
        self->look.pyramid = self->pyramid;
    }
    return MOTE_OK;
}

void renderer_close_gl(mote_renderer *self)
{
    gl_context_close(self->context);
    self->context = NULL;
}

// For a painter that cannot reach the simulation's buffers.
mote_status renderer_allocate_lists(mote_renderer *self)
{
    for (int i = 0; i < LIST_COUNT; i++) {
        uint64_t size = plan_buffer_size(self->simulation->plan, list_buffers[i]);
        if (self->lists[i] == NULL) {
            self->lists[i] = malloc((size_t)size + 1);
        }
        if (self->lists[i] == NULL) {
            return fail_memory((size_t)size, "sprites");
        }
    }
    return MOTE_OK;
}

mote_status renderer_open_painter(mote_renderer *self)
{
    TRY(painter_choose(self->simulation, &self->look, &self->view, &self->context,
                       &self->painter));
    bool is_on_gl = self->simulation->backend->kind == MOTE_BACKEND_GL;
    if (self->painter->takes_gl_buffers) {
        history_begin(&self->history, (uint64_t)self->painter->slots,
                      look_trail_frames(&self->look));
    }
    return is_on_gl && self->painter->takes_gl_buffers ? MOTE_OK
                                                       : renderer_allocate_lists(self);
}

void renderer_close_painter(mote_renderer *self)
{
    if (self->show.program != 0) {
        gl_show_destroy(&self->show);
    }
    if (self->painter != NULL) {
        self->painter->destroy(self->painter);
        self->painter = NULL;
    }
    renderer_close_gl(self);
    history_free(&self->history);
    for (int i = 0; i < LIST_COUNT; i++) {
        free(self->lists[i]);
        self->lists[i] = NULL;
    }
}

mote_status mote_renderer_create(mote_simulation *simulation, const mote_view_def *view,
                                 mote_renderer **renderer)
{
    *renderer = NULL;
    mote_renderer *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "a renderer");
    }
    self->simulation = simulation;
    mote_status status = renderer_take_look(self);
    if (status == MOTE_OK) {
        status = renderer_take_view(self, view);
    }
    if (status == MOTE_OK) {
        status = renderer_open_painter(self);
    }
    if (status == MOTE_OK) {
        self->viewer = renderer_viewer;
        status =
            simulation_watch(simulation, &self->viewer, self->painter->takes_gl_buffers);
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
    renderer_close_painter(self);
    pyramid_destroy(self->pyramid);
    for (int i = 0; i < self->waiting_count; i++) {
        free(self->waiting[i]);
    }
    free(self);
}

mote_status mote_renderer_set_view(mote_renderer *self, const mote_view_def *view)
{
    TRY(view_check_change(&self->view, view));
    return renderer_take_view(self, view);
}

// ---- Frames --------------------------------------------------------------------------

// A list that the plan has not takes no room, and is empty.
static mote_status read_list(const mote_renderer *self, int which, uint32_t count)
{
    backend *backend = self->simulation->backend;
    uint64_t room = plan_buffer_size(self->simulation->plan, list_buffers[which]);
    uint64_t size = room > 0 ? (uint64_t)count * 16 : 0;
    return backend->read(backend, list_buffers[which], self->lists[which], size);
}

static mote_status take_sprites(mote_renderer *self, sprite_list *list)
{
    backend *backend = self->simulation->backend;
    const plan *plan = self->simulation->plan;
    *list = (sprite_list){0};
    if (self->lists[LIST_SPRITES] == NULL) {
        bool is_counted = !plan->mortal && !self->look.has_looks;
        list->gl_sprites = backend->gl_buffer(backend, BUFFER_sprite);
        list->gl_looks = backend->gl_buffer(backend, BUFFER_sprite_look);
        list->gl_tails = backend->gl_buffer(backend, BUFFER_sprite_tail);
        list->gl_draw_size = backend->gl_buffer(backend, BUFFER_draw_size);
        list->count = is_counted ? plan->constants.particle_count : 0;
        return MOTE_OK;
    }
    uint32_t draw_size[4];
    TRY(backend->read(backend, BUFFER_draw_size, draw_size, sizeof draw_size));
    list->count = draw_size[1];
    list->sprites = self->lists[LIST_SPRITES];
    list->looks = self->lists[LIST_LOOKS];
    list->tails = self->lists[LIST_TAILS];
    for (int i = 0; i < LIST_COUNT; i++) {
        TRY(read_list(self, i, list->count));
    }
    return MOTE_OK;
}

// What to draw. `follow`: the particle to put in the middle, or -1. Without looks it is
// found by its id, which the place of a sprite is only before they are sorted.
static mote_status list_for(mote_renderer *self, camera *camera, int64_t follow,
                            sprite_list *list)
{
    bool sorts = self->simulation->plan->sorts;
    TRY(simulation_list_sprites(self->simulation));
    if (follow >= 0 || !sorts) {
        TRY(take_sprites(self, list));
    }
    if (follow >= 0) {
        TRY(self->painter->locate(self->painter, list, (uint32_t)follow, camera->centre));
    }
    if (sorts) {
        uint32_t eye[EYE_SIZE];
        camera_eye(camera, eye);
        TRY(simulation_write_eye(self->simulation, eye));
        TRY(simulation_sort_sprites(self->simulation));
        TRY(take_sprites(self, list));
    }
    return MOTE_OK;
}

// Nothing has changed since the last picture, as far as `camera` is the one that draws.
bool renderer_has_drawn(const mote_renderer *self, const camera *camera)
{
    return self->has_drawn && self->drawn_clock == self->simulation->clock &&
           memcmp(camera, &self->drawn_camera, sizeof *camera) == 0;
}

// Trails are of what moves: while the simulation stands still a picture from another
// camera has none.
static mote_status draw_anew(mote_renderer *self, camera *camera, int64_t follow,
                             const show_window *window)
{
    sprite_list list;
    TRY(list_for(self, camera, follow, &list));
    self->painter->begins_anew =
        self->has_drawn && self->drawn_clock == self->simulation->clock;
    self->is_shown = false;
    self->has_drawn = true;
    self->drawn_clock = self->simulation->clock;
    self->drawn_camera = *camera;
    return window != NULL
               ? self->painter->show(self->painter, camera, &list, &self->show, window)
               : self->painter->draw(self->painter, camera, &list);
}

// `window`: where it is shown; NULL: in a frame. The same picture again stays as it is,
// with its trails.
mote_status renderer_draw_now(mote_renderer *self, camera *camera, int64_t follow,
                              const show_window *window)
{
    painter *painter = self->painter;
    if (!renderer_has_drawn(self, camera) ||
        (window == NULL && self->look.fade == 0.0f)) {
        TRY(draw_anew(self, camera, follow, window));
    } else if (window != NULL) {
        TRY(painter->show(painter, camera, NULL, &self->show, window));
    } else {
        TRY(painter->draw(painter, camera, NULL));
    }
    self->under_way += window == NULL;
    return MOTE_OK;
}

static mote_status draw_view(mote_renderer *self)
{
    return renderer_draw_now(self, &self->camera, self->view.follow, NULL);
}

// Moves the painter's oldest frame to those that wait.
mote_status renderer_fetch_now(mote_renderer *self, bool wait)
{
    uint8_t *pixels = NULL;
    TRY(self->painter->take(self->painter, wait, &pixels));
    if (pixels != NULL) {
        self->waiting[self->waiting_count++] = pixels;
        self->under_way--;
    }
    return MOTE_OK;
}

static void note_needs(mote_renderer *self)
{
    if (self->viewer.is_on_gpu) {
        self->viewer.needed_clock =
            history_needed_clock(&self->history, (uint64_t)self->under_way);
    }
}

mote_status renderer_fetch(mote_renderer *self, bool wait)
{
    mote_status status = renderer_fetch_now(self, wait);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
    }
    note_needs(self);
    return MOTE_OK;
}

static mote_status draw(mote_renderer *self)
{
    mote_status status = draw_view(self);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
        status = draw_view(self);
    }
    if (status == MOTE_OK && self->viewer.is_on_gpu) {
        status = history_add(&self->history, self->simulation->clock, &self->camera);
        note_needs(self);
    }
    return status;
}

// ---- Drawing and taking --------------------------------------------------------------

// After a change of the simulation with which it could not go on.
mote_status renderer_check(const mote_renderer *self)
{
    return self->painter != NULL
               ? MOTE_OK
               : fail(MOTE_FAILED, "this renderer has failed before; make another one");
}

mote_status mote_renderer_draw(mote_renderer *self)
{
    TRY(renderer_check(self));
    if (self->under_way == self->painter->slots) {
        if (self->waiting_count == WAITING_MAX) {
            return fail(MOTE_FAILED,
                        "%d frames are drawn and none was taken; call "
                        "mote_renderer_take after each mote_renderer_draw",
                        WAITING_MAX);
        }
        TRY(renderer_fetch(self, true));
    }
    return draw(self);
}

mote_status mote_renderer_take(mote_renderer *self, bool wait, mote_frame *frame)
{
    *frame = (mote_frame){.width = self->view.width, .height = self->view.height};
    frame->channels = self->view.alpha ? 4 : 3;
    TRY(renderer_check(self));
    if (self->waiting_count == 0 && self->under_way > 0) {
        TRY(renderer_fetch(self, wait));
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
    return self->painter != NULL ? self->painter->name : "none";
}

double renderer_draw_seconds(const mote_renderer *self)
{
    return self->painter->draw_seconds;
}
