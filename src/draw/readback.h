// SPDX-License-Identifier: MIT
// Frames on their way from the GPU: a ring of pixel-pack buffers, each with a fence, so
// that drawing and encoding go on while they travel. Frames come as resolve.frag packs
// them: texels of four bytes, rows filled up to whole texels.

#ifndef MOTE_DRAW_READBACK_H
#define MOTE_DRAW_READBACK_H

#include "painter.h"

#include <glad/gl.h>

#define READBACK_SLOTS PAINTER_SLOTS_MAX

typedef struct readback {
    gl_context *context;
    int columns, height; // texels
    size_t row_size;     // bytes of a row that are pixels
    GLuint buffers[READBACK_SLOTS];
    GLsync fences[READBACK_SLOTS];
    int oldest, count; // frames under way
} readback;

// Texels that hold a row of pixels.
int readback_columns(int width, bool alpha);

void readback_create(readback *ring, gl_context *context, int width, int height,
                     bool alpha);
void readback_destroy(readback *ring);
// Starts reading the framebuffer bound for reading; there must be a free slot.
void readback_start(readback *ring);
// The same of a buffer that holds a frame's texels, on the GPU.
void readback_start_buffer(readback *ring, GLuint texels);
// Hands out the oldest frame, malloc'd, or NULL: none, or not there yet and not waited
// for. Rows stay in the order in which the framebuffer has them.
mote_status readback_take(readback *ring, bool wait, uint8_t **pixels);

#endif
