// SPDX-License-Identifier: MIT
// A renderer as one of a simulation's viewers: where a GPU fails it draws the frames
// again, in software, that were still on it; where the simulation changes it goes on with
// the new look.

#include "renderer_parts.h"

#include "../core/status.h"

#include <stdlib.h>
#include <string.h>

// ---- When a GPU fails ----------------------------------------------------------------

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
    TRY(renderer_allocate_lists(self));
    TRY(soft_painter_create(&self->look, &self->view, &soft));
    self->painter->destroy(self->painter);
    self->painter = soft;
    self->has_drawn = false;
    renderer_close_gl(self);
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
        TRY(renderer_draw_now(self, &camera, -1, NULL)); // its centre is where it was
        TRY(renderer_fetch_now(self, true));
        if (self->again < self->lost) {
            free(self->waiting[--self->waiting_count]);
        }
    }
    return MOTE_OK;
}

// ---- When the simulation is changed --------------------------------------------------

static mote_status settle(viewer *viewer)
{
    mote_renderer *self = (mote_renderer *)viewer;
    while (self->under_way > 0) {
        TRY(renderer_fetch(self, true));
    }
    return MOTE_OK;
}

static void let_go(viewer *viewer)
{
    renderer_close_painter((mote_renderer *)viewer);
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
    renderer_close_painter(self);
    pyramid_destroy(self->pyramid);
    self->pyramid = NULL;
    TRY(renderer_take_look(self));
    TRY(renderer_take_view(self, &self->view));
    TRY(renderer_open_painter(self));
    return simulation_watch_gpu(self->simulation, viewer,
                                self->painter->takes_gl_buffers);
}

const viewer renderer_viewer = {
    .leave_gpu = leave_gpu,
    .look_again = look_again,
    .settle = settle,
    .let_go = let_go,
    .take_up = take_up,
};
