// SPDX-License-Identifier: MIT
// What tests of failing GPUs share: a device that takes any OpenGL and may fall back on
// the CPU, and the lines that it logs.

#ifndef MOTE_TESTS_FALLIBLE_H
#define MOTE_TESTS_FALLIBLE_H

#include "support.h"

// Skips where there is no OpenGL with compute shaders. Unlike need_backend it does not
// keep the context open: one that failed must not be seen again.
void need_gl(void);

// AUTO, software included; its log is what follows, and begins empty.
mote_device_def fallible_device(void);

// Lines logged since; none any more.
int log_count(void);
void log_clear(void);
// One line was logged, and it has these words.
void expect_line(const char *words, const char *more);

#endif
