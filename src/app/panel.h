// SPDX-License-Identifier: MIT
// The panel of `mote view`, where all that a scene says can be seen and changed, and the
// list of keys. It is optional: panel.cpp is built where Dear ImGui is found, elsewhere
// panel_none.c stands in. Drawn over the window, it is in no screenshot.

#ifndef MOTE_APP_PANEL_H
#define MOTE_APP_PANEL_H

#include "live.h"

typedef struct panel panel;
struct GLFWwindow;

// For a window whose OpenGL context is current and whose events are already listened to.
// Hidden at first. NULL: there is none. All functions take NULL for one that is hidden.
panel *panel_open(struct GLFWwindow *window, live *watched);
void panel_close(panel *self);

void panel_toggle(panel *self);
void panel_toggle_help(panel *self);
// Of what is open over the window, the help or a list of words. False: nothing is.
bool panel_close_top(panel *self);

// The mouse is over it or a field is edited, so neither is meant for the simulation.
bool panel_wants_mouse(const panel *self);
bool panel_wants_keys(const panel *self);

// Into the framebuffer of the window, and takes the events that came.
void panel_draw(panel *self);

#endif
