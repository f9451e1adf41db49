// SPDX-License-Identifier: MIT
// An OpenGL that fails on purpose: functions of the loader are replaced by ones that
// count and, from a chosen call on, behave like a driver whose GPU is gone, or that
// reports one error and otherwise works.

#ifndef MOTE_TESTS_BROKEN_GL_H
#define MOTE_TESTS_BROKEN_GL_H

#include <stdbool.h>

typedef enum break_kind {
    BREAK_LOST,    // context lost: nothing works any more
    BREAK_HANG,    // the same, and what was under way never ends
    BREAK_MEMORY,  // GL_OUT_OF_MEMORY, once
    BREAK_INVALID, // GL_INVALID_OPERATION, once
    BREAK_SILENT,  // nothing works, and the driver says nothing until asked for a status
    BREAK_UNMAP_ONCE, // what the next mapped buffer held is corrupt
    BREAK_WRITE,      // GL_OUT_OF_MEMORY, once, when a buffer is written to first
    BREAK_MAP,        // no buffer can be mapped any more
} break_kind;

#define GL_BREAK_NOW   (-1)
#define GL_BREAK_LATER 1000000000 // BREAK_WRITE: when it is due

// It breaks at call number `call`, counted from 0 and from now, or at once. What counts
// are dispatches and, with frames, passes over the whole frame.
void gl_break(break_kind kind, int call);
// All works again. Says whether anything failed.
bool gl_mend(void);

#endif
