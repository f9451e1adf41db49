// SPDX-License-Identifier: MIT
// CSV as text (RFC 4180): rows of cells with commas between them. A cell in quotes may
// hold commas, ends of lines, and quotes as "". A mark of UTF-8 at the beginning, CR LF,
// blank lines, and blanks around cells are passed over. What cells mean is the caller's.

#ifndef MOTE_CORE_CSV_H
#define MOTE_CORE_CSV_H

#include "status.h"

// Errors begin with "FILE:LINE: ", as the caller's may.
typedef struct csv_reader {
    const char *file; // its name for errors
    char *at;         // the rest of the text
    int line;         // of the row last read, from 1
    int next_line;
    char **cells; // the row last read: in the text itself, each with an end; owned
    int count, room;
} csv_reader;

// Begins to read a text, which it writes into. `file` and `text` outlive the reader.
csv_reader csv_begin(const char *file, char *text);
// Reads the next row; `is_end`: there was none.
mote_status csv_next(csv_reader *reader, bool *is_end);
// Likewise, and a row of other than `count` cells is an error.
mote_status csv_next_of(csv_reader *reader, int count, bool *is_end);
void csv_end(csv_reader *reader);

#endif
