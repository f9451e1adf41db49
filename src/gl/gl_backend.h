// SPDX-License-Identifier: MIT
// What tests ask of the GL backend besides src/sim/backend.h.

#ifndef MOTE_GL_BACKEND_H
#define MOTE_GL_BACKEND_H

#include "../sim/backend.h"

// Seconds of the longest dispatch that was waited for since the last call.
double gl_backend_longest_slice(backend *self);

#endif
