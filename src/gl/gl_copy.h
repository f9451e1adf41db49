// SPDX-License-Identifier: MIT
// A copy of some buffers on its way from the GPU: they are copied into one, on the GPU; a
// fence says when it is done; then it is mapped and taken out.

#ifndef MOTE_GL_COPY_H
#define MOTE_GL_COPY_H

#include "gl_storage.h"

typedef struct gl_copy {
    plan_selection *selects; // the buffers
    const char *name;        // what it is of, for messages: "the state"
    uint32_t buffer;         // 0: not made
    void *fence;             // GLsync; NULL: none on its way
} gl_copy;

mote_status gl_copy_create(const plan *plan, gl_context *context, plan_selection *selects,
                           const char *name, gl_copy *copy);
void gl_copy_destroy(gl_copy *copy);

mote_status gl_copy_begin(gl_copy *copy, gl_storage *storage);
// See backend.h.
mote_status gl_copy_take(gl_copy *copy, const plan *plan, gl_context *context, bool wait,
                         void *data, bool *is_there);

#endif
