// SPDX-License-Identifier: MIT
// Ctrl-C: the first asks the program to end in good order, the second kills it.

#ifndef MOTE_APP_INTERRUPT_H
#define MOTE_APP_INTERRUPT_H

#include <stdbool.h>

// Also makes writing to a closed pipe an error like any other.
void interrupt_watch(void);
bool interrupt_asked(void);

#endif
