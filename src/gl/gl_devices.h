// SPDX-License-Identifier: MIT
// The OpenGL devices of this machine, by number, and which of them to take.

#ifndef MOTE_GL_DEVICES_H
#define MOTE_GL_DEVICES_H

#include "gl_context.h"
#include "gl_platform.h"

// Their numbers go from 0 to one less than this. They stay the same as long as the
// machine's drivers and GPUs do.
int gl_device_count(void);
// Makes a context on one and ends it again: `context` gets what it can do, and in any
// case how it is made. Not while this thread has a context.
mote_status gl_device_look(int number, gl_context *context);

// Makes a context on device->gl_device and makes it current; on -1, where it does what
// `device` asks for best. `context` gets what it can do. Or says why there is none.
mote_status gl_device_open(const mote_device_def *device, gl_context *context,
                           gl_platform **platform);

#endif
