// SPDX-License-Identifier: MIT
// Splats by compute shaders: splat_sprites.comp adds to sums, resolve_splat.comp makes
// bytes of them and leaves sums of 0 behind.

#ifndef MOTE_DRAW_GL_SPLAT_H
#define MOTE_DRAW_GL_SPLAT_H

#include "painter.h"
#include "splat.h"

#include <glad/gl.h>

typedef struct gl_splat {
    const look *look;
    gl_context *context;
    int width, height;
    GLuint add_program, resolve_program;
    GLuint sums;
    GLuint bytes;                        // the frame, as readback.h has it
    GLuint sprites_upload, looks_upload; // lists that come from the CPU
} gl_splat;

// Refuses a context that cannot for frames of this size, or that fails the self-test,
// which is run if it has not been yet.
mote_status gl_splat_check(gl_context *context, int width, int height);

// Keeps the pointers to `look` and `context`.
mote_status gl_splat_create(gl_splat *self, const look *look, gl_context *context,
                            int width, int height);
void gl_splat_destroy(gl_splat *self);

// Draws a frame into self->bytes.
void gl_splat_draw(const gl_splat *self, const splat *splat, const camera *camera,
                   const sprite_list *list);

#endif
