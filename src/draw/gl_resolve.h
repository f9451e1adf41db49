// SPDX-License-Identifier: MIT
// From a picture of linear light to the bytes of a frame, and these on their way to the
// CPU: by resolve.comp where compute shaders are known to work, else by resolve.frag.

#ifndef MOTE_DRAW_GL_RESOLVE_H
#define MOTE_DRAW_GL_RESOLVE_H

#include "draw_target.h"
#include "readback.h"

typedef struct gl_resolve {
    const look *look;
    gl_context *context;
    bool alpha;
    GLuint program;
    draw_target pixels; // texels, by resolve.frag
    GLuint bytes;       // the same, by resolve.comp
} gl_resolve;

// Keeps the pointers to `look` and `context`. Of frames of so many pixels.
mote_status gl_resolve_create(gl_resolve *self, const look *look, gl_context *context,
                              int width, int height, bool alpha);
void gl_resolve_destroy(gl_resolve *self);
void gl_resolve_draw(const gl_resolve *self, const camera *camera,
                     const draw_target *light, GLuint empty_array);
// Starts reading back what was drawn.
void gl_resolve_read(const gl_resolve *self, readback *ring);

#endif
