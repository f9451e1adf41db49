// SPDX-License-Identifier: MIT
// Waiting for the GPU, as long as there is one.

#include "gl_fence.h"

#include <glad/gl.h>

#define SECOND 1000000000 // ns

gl_fence_state gl_fence_check(void *fence, gl_context *context, bool wait)
{
    GLenum found = glClientWaitSync(fence, 0, 0);
    while (wait && found == GL_TIMEOUT_EXPIRED) {
        // A GPU that was reset may never pass its fences.
        if (gl_context_is_lost(context)) {
            return FENCE_LOST;
        }
        found = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, SECOND);
    }
    return found == GL_TIMEOUT_EXPIRED ? FENCE_AHEAD
           : found == GL_WAIT_FAILED   ? FENCE_LOST
                                       : FENCE_PASSED;
}
