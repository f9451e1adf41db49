// SPDX-License-Identifier: MIT
// Inside a mote_renderer: renderer.c draws and keeps frames, renderer_show.c shows in a
// window, renderer_viewer.c follows the simulation where a GPU fails and where it
// changes.

#ifndef MOTE_DRAW_RENDERER_PARTS_H
#define MOTE_DRAW_RENDERER_PARTS_H

#include "history.h"
#include "painter.h"
#include "pyramid.h"
#include "renderer.h"

#include "../sim/simulation.h"

// What there is of each particle: its sprite always, the others by the model.
enum { LIST_SPRITES, LIST_LOOKS, LIST_TAILS, LIST_COUNT };

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

extern const viewer renderer_viewer;

// What it looks like, by the plan; the camera, by the view; and who draws.
mote_status renderer_take_look(mote_renderer *self);
mote_status renderer_take_view(mote_renderer *self, const mote_view_def *view);
mote_status renderer_open_painter(mote_renderer *self);
void renderer_close_painter(mote_renderer *self);
void renderer_close_gl(mote_renderer *self);
// For a painter that cannot reach the simulation's buffers.
mote_status renderer_allocate_lists(mote_renderer *self);

// Nothing has changed since the last picture, as far as `camera` is the one that draws.
bool renderer_has_drawn(const mote_renderer *self, const camera *camera);
// `window`: where it is shown; NULL: in a frame. The same picture again stays as it is,
// with its trails. `follow`: the particle to put in the middle, or -1.
mote_status renderer_draw_now(mote_renderer *self, camera *camera, int64_t follow,
                              const show_window *window);
// Moves the painter's oldest frame to those that wait; renderer_fetch: after a recovery
// what was under way is among them.
mote_status renderer_fetch_now(mote_renderer *self, bool wait);
mote_status renderer_fetch(mote_renderer *self, bool wait);
// A failure after a change of the simulation with which it could not go on.
mote_status renderer_check(const mote_renderer *self);

#endif
