// SPDX-License-Identifier: MIT
// OpenGL's own messages (KHR_debug), as lines of mote_device_def.log.

#ifndef MOTE_GL_DEBUG_H
#define MOTE_GL_DEBUG_H

#include "gl_context.h"

typedef struct gl_debug gl_debug;

// Sends the messages of the current context to device->log, where the device asks for it
// and someone listens. `*debug` is NULL where not, or where OpenGL has no such messages,
// which the log is told.
mote_status gl_debug_open(const mote_device_def *device, const gl_context *context,
                          gl_debug **debug);
// Takes the messages again that another took over.
void gl_debug_listen(gl_debug *debug);
// Puts back a host's own listener. The context must be the current one.
void gl_debug_close(gl_debug *debug);

#endif
