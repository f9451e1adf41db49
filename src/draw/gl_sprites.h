// SPDX-License-Identifier: MIT
// Draws a list of sprites into the framebuffer that is bound: a quad or a point for each,
// blended.

#ifndef MOTE_DRAW_GL_SPRITES_H
#define MOTE_DRAW_GL_SPRITES_H

#include "painter.h"

#include <glad/gl.h>

// Sprites, looks, tails.
#define GL_SPRITES_LISTS 3

typedef struct gl_sprites {
    const look *look;
    const gl_context *context;
    bool can_be_points;
    GLuint program, array;
    GLuint uploads[GL_SPRITES_LISTS]; // lists that come from the CPU
    GLuint command;                   // draw_size with another number of vertices
    GLuint picture;                   // texture, or 0
} gl_sprites;

// Keeps the pointers to `look` and `context`.
mote_status gl_sprites_create(gl_sprites *self, const look *look,
                              const gl_context *context);
void gl_sprites_destroy(gl_sprites *self);

// Blending is on. Leaves a viewport that may be larger than the frame.
void gl_sprites_draw(const gl_sprites *self, const camera *camera,
                     const sprite_list *list);

#endif
