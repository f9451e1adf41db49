// SPDX-License-Identifier: MIT
// mote_renderer: points the camera, has a painter draw, keeps the frames that wait to be
// taken; and where a GPU fails, draws the frames again, in software, that were still on
// it.

#include "renderer.h"

#include "draw_state.h"
#include "history.h"
#include "painter.h"
#include "pyramid.h"
#include "splat.h"
#include "view.h"

#include "../core/status.h"
#include "../sim/simulation.h"

#include <stdlib.h>
#include <string.h>

// What there is of each particle: its sprite always, the others by the model.
enum { LIST_SPRITES, LIST_LOOKS, LIST_TAILS, LIST_COUNT };
static const int list_buffers[LIST_COUNT] = {
    [LIST_SPRITES] = BUFFER_sprite,
    [LIST_LOOKS] = BUFFER_sprite_look,
    [LIST_TAILS] = BUFFER_sprite_tail,
};

// Frames drawn and not taken, past which drawing on must be a mistake.
#define WAITING_MAX 64

struct mote_renderer {
    viewer viewer; // the simulation's; on a GPU: while the painter is one's
    mote_simulation *simulation;
    mote_view_def view;
    look look;
    pyramid *pyramid; // of the scene's picture, or NULL
    camera camera;
    painter *painter;
    gl_context *context; // opened for drawing or showing alone, or NULL
    gl_show show;        // made when it is first needed
    // Copies for painters without GL buffers: sprites, looks, tails; or NULL.
    uint32_t *lists[LIST_COUNT];
    // Frames ready to be taken, the oldest first; and those that a GPU had not given
    // back.
    uint8_t *waiting[WAITING_MAX + PAINTER_SLOTS_MAX];
    int waiting_count;
    int under_way;   // frames that the painter holds
    uint64_t index;  // of the next frame to be taken
    history history; // of the frames drawn
    uint64_t again;  // next frame to be drawn again, while the simulation recovers
    uint64_t lost;   // first frame whose picture was lost
    // Of the picture drawn last, by this painter.
    bool has_drawn;
    uint64_t drawn_clock;
    camera drawn_camera;
    bool is_shown; // and it is in show.texture
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

static mote_status take_view(mote_renderer *self, const mote_view_def *view)
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

static mote_status take_look(mote_renderer *self)
{
    const plan *plan = self->simulation->plan;
    look_take(&self->look, plan);
    if (plan->picture.pixels != NULL) {
        TRY(pyramid_create(&plan->picture, &self->pyramid));
        self->look.pyramid = self->pyramid;
    }
    return MOTE_OK;
}

static void close_gl(mote_renderer *self)
{
    gl_context_close(self->context);
    self->context = NULL;
}

// For a painter that cannot reach the simulation's buffers.
static mote_status allocate_lists(mote_renderer *self)
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

static mote_status open_painter(mote_renderer *self)
{
    TRY(painter_choose(self->simulation, &self->look, &self->view, &self->context,
                       &self->painter));
    bool is_on_gl = self->simulation->backend->kind == MOTE_BACKEND_GL;
    if (self->painter->takes_gl_buffers) {
        history_begin(&self->history, (uint64_t)self->painter->slots,
                      look_trail_frames(&self->look));
    }
    return is_on_gl && self->painter->takes_gl_buffers ? MOTE_OK : allocate_lists(self);
}

static void close_painter(mote_renderer *self)
{
    if (self->show.program != 0) {
        gl_show_destroy(&self->show);
    }
    if (self->painter != NULL) {
        self->painter->destroy(self->painter);
        self->painter = NULL;
    }
    close_gl(self);
    history_free(&self->history);
    for (int i = 0; i < LIST_COUNT; i++) {
        free(self->lists[i]);
        self->lists[i] = NULL;
    }
}

static const viewer viewer_of_renderer;

mote_status mote_renderer_create(mote_simulation *simulation, const mote_view_def *view,
                                 mote_renderer **renderer)
{
    *renderer = NULL;
    mote_renderer *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "a renderer");
    }
    self->simulation = simulation;
    mote_status status = take_look(self);
    if (status == MOTE_OK) {
        status = take_view(self, view);
    }
    if (status == MOTE_OK) {
        status = open_painter(self);
    }
    if (status == MOTE_OK) {
        self->viewer = viewer_of_renderer;
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
    close_painter(self);
    pyramid_destroy(self->pyramid);
    for (int i = 0; i < self->waiting_count; i++) {
        free(self->waiting[i]);
    }
    free(self);
}

mote_status mote_renderer_set_view(mote_renderer *self, const mote_view_def *view)
{
    TRY(view_check_change(&self->view, view));
    return take_view(self, view);
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
static bool is_drawn(const mote_renderer *self, const camera *camera)
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
static mote_status draw_now(mote_renderer *self, camera *camera, int64_t follow,
                            const show_window *window)
{
    painter *painter = self->painter;
    if (!is_drawn(self, camera) || (window == NULL && self->look.fade == 0.0f)) {
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
    return draw_now(self, &self->camera, self->view.follow, NULL);
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
        self->viewer.needed_clock =
            history_needed_clock(&self->history, (uint64_t)self->under_way);
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
    TRY(allocate_lists(self));
    TRY(soft_painter_create(&self->look, &self->view, &soft));
    self->painter->destroy(self->painter);
    self->painter = soft;
    self->has_drawn = false;
    close_gl(self);
    viewer->is_on_gpu = false;
    viewer->needed_clock = UINT64_MAX;
    self->lost = self->history.count - (uint64_t)self->under_way;
    self->again = history_needed_frame(&self->history, (uint64_t)self->under_way);
    self->under_way = 0;
    return MOTE_OK;
}

// Draws the frames of this step again, in the order in which they were drawn and with
// their cameras. Those before the lost ones are drawn for their trails.
static mote_status look_again(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    uint64_t clock = self->simulation->clock;
    // States before a change are gone: trails of those frames are missing.
    while (self->again < self->history.count &&
           history_clock(&self->history, self->again) < clock) {
        self->again++;
    }
    for (; self->again < self->history.count &&
           history_clock(&self->history, self->again) == clock;
         self->again++) {
        camera camera = *history_camera(&self->history, self->again);
        TRY(draw_now(self, &camera, -1, NULL)); // its centre is where it was
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

// ---- When the simulation is changed --------------------------------------------------

static mote_status settle(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    while (self->under_way > 0) {
        TRY(fetch(self, true));
    }
    return MOTE_OK;
}

static void let_go(viewer *viewer)
{
    close_painter((mote_renderer *)viewer);
}

// Whether all that a painter knows of the plan is as it was.
static bool looks_alike(mote_renderer *self)
{
    look *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return false;
    }
    look_take(fresh, self->simulation->plan);
    fresh->pyramid = self->look.pyramid;
    bool is_alike =
        self->pyramid == NULL && memcmp(fresh, &self->look, sizeof *fresh) == 0;
    free(fresh);
    return is_alike;
}

static mote_status take_up(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    self->has_drawn = false; // a picture of this clock may not be of this state
    if (self->painter != NULL && looks_alike(self)) {
        return MOTE_OK;
    }
    close_painter(self);
    pyramid_destroy(self->pyramid);
    self->pyramid = NULL;
    TRY(take_look(self));
    TRY(take_view(self, &self->view));
    TRY(open_painter(self));
    return simulation_watch_gpu(self->simulation, viewer,
                                self->painter->takes_gl_buffers);
}

static const viewer viewer_of_renderer = {
    .leave_gpu = leave_gpu,
    .look_again = look_again,
    .settle = settle,
    .let_go = let_go,
    .take_up = take_up,
};

// ---- Drawing and taking --------------------------------------------------------------

// After a change of the simulation with which it could not go on.
static mote_status check_painter(const mote_renderer *self)
{
    return self->painter != NULL
               ? MOTE_OK
               : fail(MOTE_FAILED, "this renderer has failed before; make another one");
}

mote_status mote_renderer_draw(mote_renderer *self)
{
    TRY(check_painter(self));
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

static mote_status make_show(mote_renderer *self, gl_context *context)
{
    draw_state state;
    draw_state_enter(&state);
    mote_status status = gl_show_create(&self->show, context, self->view.width,
                                        self->view.height, self->view.alpha);
    draw_state_leave(&state);
    return status;
}

// Of the context that draws, or else of the host's.
static mote_status need_show(mote_renderer *self)
{
    gl_context *drawing = self->simulation->backend->gl;
    if (self->show.program != 0) {
        return MOTE_OK;
    }
    if (self->simulation->device.host_loader == NULL) {
        return fail(MOTE_BAD_INPUT, "mote_renderer_show needs a GL context of the "
                                    "caller's: device.host_loader is NULL");
    }
    if (drawing == NULL && self->context == NULL) {
        TRY(gl_context_open(&self->simulation->device, &self->context));
    }
    return make_show(self, drawing ? drawing : self->context);
}

// A frame drawn on the CPU: one that waits to be taken where it is the same.
static mote_status upload(mote_renderer *self, const show_window *window)
{
    draw_state state;
    bool waits = is_drawn(self, &self->camera) && self->under_way + self->waiting_count;
    if (!waits) {
        TRY(mote_renderer_draw(self));
    }
    while (self->under_way > 0) {
        TRY(fetch(self, true));
    }
    uint8_t *pixels = self->waiting[self->waiting_count - 1];
    draw_state_enter(&state);
    mote_status status = gl_show_pixels(&self->show, pixels, window);
    draw_state_leave(&state);
    self->is_shown = status == MOTE_OK;
    if (!waits) {
        free(pixels);
        self->waiting_count--;
    }
    return status;
}

static mote_status show_drawn(mote_renderer *self, const show_window *window)
{
    draw_state state;
    if (!self->is_shown || !is_drawn(self, &self->camera)) {
        return upload(self, window);
    }
    draw_state_enter(&state);
    gl_show_texture(&self->show, self->show.texture, window);
    draw_state_leave(&state);
    return MOTE_OK;
}

mote_status mote_renderer_show(mote_renderer *self, uint32_t framebuffer, int width,
                               int height)
{
    const show_window window = {framebuffer, width, height};
    TRY(check_painter(self));
    TRY(need_show(self));
    if (self->painter->show == NULL) {
        return show_drawn(self, &window);
    }
    mote_status status = draw_now(self, &self->camera, self->view.follow, &window);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
        return show_drawn(self, &window);
    }
    return MOTE_OK;
}

mote_status mote_renderer_take(mote_renderer *self, bool wait, mote_frame *frame)
{
    *frame = (mote_frame){.width = self->view.width, .height = self->view.height};
    frame->channels = self->view.alpha ? 4 : 3;
    TRY(check_painter(self));
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
    return self->painter != NULL ? self->painter->name : "none";
}

double renderer_draw_seconds(const mote_renderer *self)
{
    return self->painter->draw_seconds;
}
