// SPDX-License-Identifier: MIT
// Programs of glsl/draw: GLSL 3.30, with the look in front of every shader.

#ifndef MOTE_DRAW_DRAW_PROGRAM_H
#define MOTE_DRAW_DRAW_PROGRAM_H

#include <mote/mote.h>

#include <glad/gl.h>

// Compiles and links two files of glsl/draw: ("sprite.vert", "sprite.frag").
mote_status draw_program_create(const char *vertex, const char *fragment,
                                GLuint *program);

#endif
