// SPDX-License-Identifier: MIT
// What becomes of a window whose display fails it.

#ifndef MOTE_APP_DISPLAY_H
#define MOTE_APP_DISPLAY_H

#include <stdbool.h>

// After a window is opened: X, which by default ends the program with a text of its own
// when another program destroys its window, or when its server is gone, tells this file.
void display_watch(void);
// A window is no longer there.
bool display_has_failed(void);

#endif
