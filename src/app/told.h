// SPDX-License-Identifier: MIT
// Lines for a person that are told once, however often they come up.

#ifndef MOTE_APP_TOLD_H
#define MOTE_APP_TOLD_H

#include <mote/mote.h>

// Past so many different ones, all are told.
#define TOLD_MAX 64

typedef struct told {
    mote_log log; // who gets them, or NULL
    void *log_context;
    char *lines[TOLD_MAX];
    int count;
} told;

// A mote_log, whose context is a `told`.
void told_log(void *context, const char *line);
void told_free(told *self);

#endif
