// SPDX-License-Identifier: MIT
// Whether a device computes right: some drivers claim OpenGL 4.3 and do not.

#ifndef MOTE_GL_SELF_TEST_H
#define MOTE_GL_SELF_TEST_H

#include "gl_context.h"

// Runs once for each context, in a few milliseconds, and sets has_passed. On failure the
// error names the first line that came out wrong, with what was expected and what found.
mote_status gl_self_test(gl_context *context);

// The names of its lines, in the order in which they are checked; NULL past the last.
const char *gl_self_test_line(int index);

#endif
