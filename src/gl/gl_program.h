// SPDX-License-Identifier: MIT
// Compute programs: compiled, linked and labelled, with messages that name file and line.

#ifndef MOTE_GL_PROGRAM_H
#define MOTE_GL_PROGRAM_H

#include "gl_source.h"

#include <stdint.h>

// `name` labels it for debuggers. Where the environment variable MOTE_DUMP_GLSL names a
// folder, the text is also written there as NAME.comp.
mote_status gl_program_create(const gl_source *source, const char *name,
                              uint32_t *program);

#endif
