// SPDX-License-Identifier: MIT
// What a view must be to be drawn. The public mote_view_* functions are in view.c, too.

#ifndef MOTE_DRAW_VIEW_H
#define MOTE_DRAW_VIEW_H

#include "../sim/simulation.h"

mote_status view_check(const mote_view_def *view, const mote_simulation *simulation);

// Of a view that a renderer is to go on with.
mote_status view_check_change(const mote_view_def *from, const mote_view_def *to);

#endif
