// SPDX-License-Identifier: MIT
// Reads the files of options_file.h.

#include "options_file.h"

#include "../core/csv.h"
#include "../core/file.h"
#include "../core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The reader and what its header says.
typedef struct table {
    csv_reader reader;
    price_row columns[PRICE_ROW_COUNT];
    int width;
} table;

// "FILE:LINE", as errors begin, or "FILE:LINE: COLUMN".
#define PLACE_SIZE 512

static char *write_place(char place[PLACE_SIZE], const csv_reader *reader,
                         const char *column)
{
    snprintf(place, PLACE_SIZE, "%.400s:%d%s%s", reader->file, reader->line,
             column ? ": " : "", column ? column : "");
    return place;
}

// ---- The header ----------------------------------------------------------------------

static mote_status read_column(table *t, const char *name)
{
    char place[PLACE_SIZE];
    write_place(place, &t->reader, NULL);
    price_row row = PRICE_ROW_COUNT;
    TRY(price_row_find(name, place, &row));
    for (int i = 0; i < t->width; i++) {
        if (t->columns[i] == row) {
            return fail(MOTE_BAD_INPUT, "%s: the column %s is there twice", place, name);
        }
    }
    t->columns[t->width++] = row;
    return MOTE_OK;
}

static mote_status read_header(table *t)
{
    bool is_end;
    TRY(csv_next(&t->reader, &is_end));
    if (is_end) {
        return fail(MOTE_BAD_INPUT,
                    "%s: expected a header with names such as strike and years, found an "
                    "empty file",
                    t->reader.file);
    }
    for (int i = 0; i < t->reader.count; i++) {
        TRY(read_column(t, t->reader.cells[i]));
    }
    return MOTE_OK;
}

// ---- Options -------------------------------------------------------------------------

static mote_status read_option(const table *t, price_option *option)
{
    char place[PLACE_SIZE];
    for (int i = 0; i < t->width; i++) {
        const char *cell = t->reader.cells[i];
        if (*cell) {
            const char *name = price_row_name(t->columns[i]);
            TRY(price_option_set(option, name, cell,
                                 write_place(place, &t->reader, name)));
        }
    }
    mote_status status = price_option_finish(option);
    if (status != MOTE_OK) { // it begins with the column
        return fail(status, "%s: %s", write_place(place, &t->reader, NULL),
                    mote_last_error());
    }
    return MOTE_OK;
}

static mote_status make_room(options_file *file, size_t *room)
{
    if (file->count < *room) {
        return MOTE_OK;
    }
    size_t more = *room ? 2 * *room : 64;
    price_option *options = realloc(file->options, more * sizeof *options);
    if (options) {
        file->options = options;
    }
    int *lines = realloc(file->lines, more * sizeof *lines);
    if (lines) {
        file->lines = lines;
    }
    if (!options || !lines) {
        return fail(MOTE_FAILED, "out of memory for %zu options; try fewer in a file",
                    more);
    }
    *room = more;
    return MOTE_OK;
}

static mote_status read_options(table *t, const price_option *base, options_file *file)
{
    TRY(read_header(t));
    size_t room = 0;
    for (;;) {
        bool is_end;
        TRY(csv_next_of(&t->reader, t->width, &is_end));
        if (is_end) {
            break;
        }
        TRY(make_room(file, &room));
        price_option *option = &file->options[file->count];
        *option = *base;
        option->given = 0;
        TRY(read_option(t, option));
        file->lines[file->count++] = t->reader.line;
    }
    if (file->count == 0) {
        return fail(MOTE_BAD_INPUT,
                    "%s: expected one option a line after the header, found none",
                    t->reader.file);
    }
    return MOTE_OK;
}

mote_status options_file_read(const char *path, const price_option *base,
                              options_file *file)
{
    *file = (options_file){.count = 0};
    char *text;
    size_t size;
    TRY(file_read(path, &text, &size));
    mote_status status;
    if (strlen(text) != size) {
        status = fail(MOTE_BAD_INPUT, "%s: expected a text, found a byte 0", path);
    } else {
        table t = {.reader = csv_begin(path, text)};
        status = read_options(&t, base, file);
        csv_end(&t.reader);
    }
    free(text);
    return status;
}

void options_file_close(options_file *file)
{
    free(file->options);
    free(file->lines);
    *file = (options_file){.count = 0};
}
