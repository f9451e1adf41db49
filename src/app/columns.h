// SPDX-License-Identifier: MIT
// A table of text whose columns are as wide as what stands in them.

#ifndef MOTE_APP_COLUMNS_H
#define MOTE_APP_COLUMNS_H

#include "../core/text.h"

#include <stdio.h>

typedef struct columns {
    int count;
    int left_count; // the first ones, which are set to the left; the rest to the right
    text cells;     // one a line, row by row
} columns;

// Adds the next cell, of one line. Those of the first row are the heads.
void columns_add(columns *table, const char *format, ...) MOTE_PRINTF(2, 3);
// Prints the table and frees what it holds.
mote_status columns_print(columns *table, FILE *out);

#endif
