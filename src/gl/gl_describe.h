// SPDX-License-Identifier: MIT
// What the current context can do, as it says and as it shows.

#ifndef MOTE_GL_DESCRIBE_H
#define MOTE_GL_DESCRIBE_H

#include "gl_context.h"

// Loads the functions of the current context and fills in what `context` says of it, or
// says why nothing can be done with it.
mote_status gl_describe(mote_gl_loader loader, gl_context *context);

#endif
