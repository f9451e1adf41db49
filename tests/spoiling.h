// SPDX-License-Identifier: MIT
// Sorts whose shader leaves ties to chance, so that a test can see that it would find
// out.

#ifndef MOTE_TESTS_SPOILING_H
#define MOTE_TESTS_SPOILING_H

#include "support.h"

// A sort, and how the shader of one of its stages is spoilt: text of it, and what takes
// its place.
typedef struct spoiling {
    const char *sort, *file, *text, *spoilt;
} spoiling;

#define SPOILING_COUNT 2
extern const spoiling spoilings[SPOILING_COUNT];

// A simulation on a GPU with that sort, spoilt. Not on Windows, which has no setenv.
mote_simulation *spoilt_on(const test_backend *on, const mote_scene *scene,
                           const spoiling *spoiling);

#endif
