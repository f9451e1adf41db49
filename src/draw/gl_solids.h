// SPDX-License-Identifier: MIT
// The GLSL side of solid.glsl, for the programs that resolve frames.

#ifndef MOTE_DRAW_GL_SOLIDS_H
#define MOTE_DRAW_GL_SOLIDS_H

#include "camera.h"

#include "../core/text.h"

#include <glad/gl.h>

// What solid.glsl needs in front of it: SOLID_COUNT, and unless that is 0 uniforms and
// what reads them.
void gl_solids_declare(const look *look, text *out);

// Of the program in use, for a frame of this camera.
void gl_solids_set(GLuint program, const look *look, const camera *camera);

#endif
