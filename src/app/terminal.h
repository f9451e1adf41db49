// SPDX-License-Identifier: MIT
// What the program shows on a terminal and not in a pipe: colours and a progress bar.

#ifndef MOTE_APP_TERMINAL_H
#define MOTE_APP_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

bool terminal_is(FILE *file);

// Escape sequences, or "" where `file` does not obey them or NO_COLOR is set.
const char *terminal_bold(FILE *file);
const char *terminal_red(FILE *file);
const char *terminal_plain(FILE *file);
// Begins a line in place of the progress line, if there is one; "" in a file.
const char *terminal_line_start(FILE *file);
// A line of its own, in bold.
void terminal_heading(FILE *file, const char *heading);

// A line on stderr that is written over: what has been done, how fast, how long yet.
typedef struct progress {
    bool is_shown;
    const char *unit; // of `done` and `total`: "frame"
    uint64_t total;   // 0: not known
    const char *rate; // of what is told how many there are a second: "steps"
    double start;     // s
    double last_shown;
} progress;

progress progress_begin(bool is_quiet, const char *unit, uint64_t total);
// `done` units since the beginning, in which `steps` steps were simulated.
void progress_show(progress *progress, uint64_t done, uint64_t steps);
void progress_end(progress *progress);

#endif
