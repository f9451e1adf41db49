// SPDX-License-Identifier: MIT
// The GL state that stages touch, kept and put back where the context is a host's.

#ifndef MOTE_GL_STATE_H
#define MOTE_GL_STATE_H

#include "gl_prelude.h"

#include "../sim/plan.h"

#include <stdint.h>

typedef struct gl_bound {
    int buffer;
    int64_t start, size;
} gl_bound;

typedef struct gl_state {
    bool is_kept;
    int program, uniform, storage, indirect, copy_read, copy_write;
    gl_bound uniforms[UNIFORM_BINDING + 1];
    gl_bound blocks[ENTRY_ACCESS_MAX];
} gl_state;

// Does nothing unless `is_host`. Drops the errors that the host left.
gl_state gl_state_keep(bool is_host);
void gl_state_put_back(const gl_state *state);

// Uses a program that was in use before, unless it was deleted meanwhile: one that is in
// use goes for good only when another takes its place.
void gl_state_use_again(int program);

#endif
