// SPDX-License-Identifier: MIT
// Draws a list of sprites into the framebuffer that is bound: a quad for each, blended.

#ifndef MOTE_DRAW_GL_SPRITES_H
#define MOTE_DRAW_GL_SPRITES_H

#include "painter.h"

#include <glad/gl.h>

// Sprites, looks, tails.
#define GL_SPRITES_LISTS 3

typedef struct gl_sprites {
    const look *look;
    GLuint program, array;
    GLuint uploads[GL_SPRITES_LISTS]; // lists that come from the CPU
    GLuint command;                   // draw_size with another number of vertices
    GLuint picture;                   // texture, or 0
} gl_sprites;

// Keeps the pointer to `look`.
mote_status gl_sprites_create(gl_sprites *self, const look *look);
void gl_sprites_destroy(gl_sprites *self);

// Blending is on.
void gl_sprites_draw(const gl_sprites *self, const camera *camera,
                     const sprite_list *list);

#endif
