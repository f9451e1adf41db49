// SPDX-License-Identifier: MIT
// See panel.h: in place of the panel, where there is no Dear ImGui.

#include "panel.h"

#include <stddef.h>

panel *panel_open(struct GLFWwindow *window, live *watched)
{
    (void)window;
    (void)watched;
    return NULL;
}

void panel_close(panel *self)
{
    (void)self;
}

void panel_toggle(panel *self)
{
    (void)self;
}

void panel_toggle_help(panel *self)
{
    (void)self;
}

bool panel_close_top(panel *self)
{
    (void)self;
    return false;
}

bool panel_wants_mouse(const panel *self)
{
    (void)self;
    return false;
}

bool panel_wants_keys(const panel *self)
{
    (void)self;
    return false;
}

void panel_draw(panel *self)
{
    (void)self;
}
