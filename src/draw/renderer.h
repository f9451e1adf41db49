// SPDX-License-Identifier: MIT
// What the program asks of a renderer that <mote/mote.h> does not offer.

#ifndef MOTE_DRAW_RENDERER_H
#define MOTE_DRAW_RENDERER_H

#include <mote/mote.h>

// By the GPU's clock, how long it drew the frame taken last, without its way back; below
// 0 where that is not known.
double renderer_draw_seconds(const mote_renderer *renderer);

#endif
