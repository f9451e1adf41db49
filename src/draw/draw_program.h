// SPDX-License-Identifier: MIT
// Programs of glsl/draw: GLSL 3.30, with the look in front of every shader.

#ifndef MOTE_DRAW_DRAW_PROGRAM_H
#define MOTE_DRAW_DRAW_PROGRAM_H

#include <mote/mote.h>

#include <glad/gl.h>

// Compiles and links two files of glsl/draw: ("sprite.vert", "sprite.frag"). `defines`
// are lines in front of both.
mote_status draw_program_create(const char *vertex, const char *fragment,
                                const char *defines, GLuint *program);

// Set a uniform of the program in use.
void draw_set_float(GLuint program, const char *name, float value);
void draw_set_integer(GLuint program, const char *name, int value);

#endif
