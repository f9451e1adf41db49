// SPDX-License-Identifier: MIT
// Programs of glsl/draw, with the look in front of every shader.

#ifndef MOTE_DRAW_DRAW_PROGRAM_H
#define MOTE_DRAW_DRAW_PROGRAM_H

#include "../gl/gl_context.h"

#include <glad/gl.h>

// Compiles and links two files of glsl/draw, as GLSL 3.30 or 4.30: ("sprite.vert",
// "sprite.frag"). `defines` are lines in front of both.
mote_status draw_program_create(const char *vertex, const char *fragment,
                                const char *defines, GLuint *program);

// The same of NAME.comp, in a context that has compute shaders.
mote_status draw_program_create_compute(const char *name, const char *defines,
                                        const gl_context *context, GLuint *program);

// Set a uniform of the program in use.
void draw_set_float(GLuint program, const char *name, float value);
void draw_set_integer(GLuint program, const char *name, int value);

#endif
