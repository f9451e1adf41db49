// SPDX-License-Identifier: MIT
// A frame into a window's framebuffer: from where the GPU has it, or from the CPU.

#ifndef MOTE_DRAW_GL_SHOW_H
#define MOTE_DRAW_GL_SHOW_H

#include "draw_target.h"

// Where it is shown: a framebuffer of the context that is current, and its pixels.
typedef struct show_window {
    GLuint framebuffer;
    int width, height;
} show_window;

typedef struct gl_show {
    gl_context *context;
    int width, height, channels; // of frames
    GLuint program, empty_array;
    GLuint texture; // a frame's texels, readback_columns to a row
} gl_show;

// In the context that is current, between draw_state_enter and draw_state_leave, as all
// of these.
mote_status gl_show_create(gl_show *self, gl_context *context, int width, int height,
                           bool alpha);
void gl_show_destroy(gl_show *self);
// A frame's texels that a compute shader has left in a buffer.
void gl_show_buffer(const gl_show *self, GLuint texels, const show_window *window);
// The same as a texture.
void gl_show_texture(const gl_show *self, GLuint texels, const show_window *window);
// A frame's pixels on the CPU.
mote_status gl_show_pixels(const gl_show *self, const uint8_t *pixels,
                           const show_window *window);

#endif
