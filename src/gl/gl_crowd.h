// SPDX-License-Identifier: MIT
// A limit of one driver: Mesa's llvmpipe ends all loops of a shader's invocation after
// 65,535 turns in all, without an error. More candidates than that would be left out in
// silence, so a step that has them is refused before it goes wrong.

#ifndef MOTE_GL_CROWD_H
#define MOTE_GL_CROWD_H

#include "gl_backend.h"

// To be asked before each stage; only on llvmpipe, and only where there are particles
// enough, does it cost anything (it reads cell_start back).
mote_status gl_crowd_check(gl_backend *self, const gl_stage *stage);

#endif
