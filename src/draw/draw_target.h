// SPDX-License-Identifier: MIT
// Pictures that can be drawn into, and passes over all of their pixels.

#ifndef MOTE_DRAW_DRAW_TARGET_H
#define MOTE_DRAW_DRAW_TARGET_H

#include "../gl/gl_context.h"

#include <glad/gl.h>

typedef struct draw_target {
    int width, height;
    GLuint texture, frame;
} draw_target;

// Of GL's internal format, all of it 0.
mote_status draw_target_create(draw_target *made, gl_context *context, GLenum format,
                               int width, int height);
void draw_target_destroy(draw_target *target);
// From now on, what is drawn goes here.
void draw_target_begin(const draw_target *target);
// Draws each pixel once by the program in use, made with screen.vert.
void draw_target_fill(GLuint empty_array);
void draw_bind_texture(GLuint unit, GLuint texture);

#endif
