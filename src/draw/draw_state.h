// SPDX-License-Identifier: MIT
// The GL state that drawing touches, so that a host's context is left as it was found.

#ifndef MOTE_DRAW_DRAW_STATE_H
#define MOTE_DRAW_DRAW_STATE_H

#include <glad/gl.h>

#define DRAW_STATE_CAPABILITIES 18
#define DRAW_STATE_BINDINGS     5
#define DRAW_STATE_PACKING      12
#define DRAW_STATE_UNITS        2

typedef struct draw_state {
    GLboolean capabilities[DRAW_STATE_CAPABILITIES];
    GLint bindings[DRAW_STATE_BINDINGS];
    GLint packing[DRAW_STATE_PACKING];
    GLint textures[DRAW_STATE_UNITS], samplers[DRAW_STATE_UNITS];
    GLint active_texture, program, vertex_array, draw_frame, read_frame;
    GLint indirect_buffer; // from GL 4.0 on
    GLint viewport[4], polygon_mode[2];
    GLint blend[6]; // factors (source and destination: colour, alpha), two equations
    GLboolean color_mask[4];
} draw_state;

// Notes the state, then sets what drawing expects: nothing tested, nothing bound.
void draw_state_enter(draw_state *state);
void draw_state_leave(const draw_state *state);

#endif
