// SPDX-License-Identifier: MIT
// Many options from a CSV file: a header with names of option.def in any order, then one
// option a line. An empty cell leaves what the base option says. Lists stand in quotes,
// or have semicolons: "100,95" or 100;95.

#ifndef MOTE_PRICE_OPTIONS_FILE_H
#define MOTE_PRICE_OPTIONS_FILE_H

#include "option.h"

typedef struct options_file {
    price_option *options; // finished; owned
    int *lines;            // on which they stand; owned
    size_t count;
} options_file;

// Reads all options of a file. `base` is not finished; what it says and an option's style
// has no use for, that option does without. Errors begin with "FILE:LINE: COLUMN: ".
// Close it, also after a failure.
mote_status options_file_read(const char *path, const price_option *base,
                              options_file *file);
void options_file_close(options_file *file);

#endif
