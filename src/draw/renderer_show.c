// SPDX-License-Identifier: MIT
// A renderer that shows in a window: from where it draws or, drawn on the CPU, as a
// texture.

#include "renderer_parts.h"

#include "draw_state.h"

#include "../core/status.h"

#include <stdlib.h>

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
    bool waits =
        renderer_has_drawn(self, &self->camera) && self->under_way + self->waiting_count;
    if (!waits) {
        TRY(mote_renderer_draw(self));
    }
    while (self->under_way > 0) {
        TRY(renderer_fetch(self, true));
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
    if (!self->is_shown || !renderer_has_drawn(self, &self->camera)) {
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
    TRY(renderer_check(self));
    TRY(need_show(self));
    if (self->painter->show == NULL) {
        return show_drawn(self, &window);
    }
    mote_status status =
        renderer_draw_now(self, &self->camera, self->view.follow, &window);
    if (status != MOTE_OK) {
        TRY(simulation_recover(self->simulation, status));
        return show_drawn(self, &window);
    }
    return MOTE_OK;
}
