// SPDX-License-Identifier: MIT
// Fences: has the GPU come so far?

#ifndef MOTE_GL_FENCE_H
#define MOTE_GL_FENCE_H

#include "gl_context.h"

typedef enum gl_fence_state {
    FENCE_AHEAD, // yet
    FENCE_PASSED,
    FENCE_LOST, // the GPU is lost
} gl_fence_state;

// `fence` is a GLsync. With `wait` it is passed, or lost.
gl_fence_state gl_fence_check(void *fence, gl_context *context, bool wait);

#endif
