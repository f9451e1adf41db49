// SPDX-License-Identifier: MIT
// CSV tables of numbers: a header with the names of columns in any order, then one line
// for each row. Errors name the file, the line and the column.

#ifndef MOTE_SIM_CSV_TABLE_H
#define MOTE_SIM_CSV_TABLE_H

#include "../core/csv.h"

#define CSV_COLUMN_MAX 8

// A column that a table may have.
typedef struct csv_column {
    const char *name;
    double lowest, highest; // of its numbers
    bool is_whole;          // its numbers are whole
    bool is_needed;         // every table has it
} csv_column;

typedef struct csv_table {
    const csv_column *columns;
    int column_count;
    char *file; // owned
    char *text; // owned
    csv_reader reader;
    int places[CSV_COLUMN_MAX]; // of each column in a row; -1: it is not there
    int width;                  // columns of the table
    double row[CSV_COLUMN_MAX]; // the last row read, by column
} csv_table;

// Opens the file `name` beside the file `beside` and reads its header. `table` has its
// columns, all else 0. Close it, also after a failure.
mote_status csv_open(csv_table *table, const char *beside, const char *name);
// Reads the next row into table->row; `is_end`: there was none.
mote_status csv_read(csv_table *table, bool *is_end);
void csv_close(csv_table *table);

#endif
