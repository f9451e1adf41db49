// SPDX-License-Identifier: MIT
// The window of `mote view`: GLFW's events, as what they do to a live simulation.

#ifndef MOTE_APP_WINDOW_H
#define MOTE_APP_WINDOW_H

#include "live.h"

typedef struct window window;

// With an OpenGL context, the newest that there is, from 4.3 down to 3.3, which becomes
// the one that is current on this thread.
mote_status window_open(const char *title, int width, int height, window **opened);
void window_close(window *self);

mote_gl_loader window_loader(void);
// Of its framebuffer, in pixels: more than its size where a screen is dense.
void window_size(const window *self, int *width, int *height);
void window_set_title(window *self, const char *title);

// Events go to this from now on, and the panel shows it. Once.
void window_watch(window *self, live *watched);
// Hands on what has happened; waits for something, for a while, where `may_wait`. The
// first failure of an action that was asked for is the status; the window goes on.
mote_status window_take_events(window *self, bool may_wait);
bool window_must_close(const window *self);
// It is no longer there: another program has destroyed it.
bool window_is_gone(const window *self);
// Nothing can be seen of it.
bool window_is_hidden(const window *self);
// Draws the panel over what has been drawn, and shows both.
void window_swap(window *self);

#endif
