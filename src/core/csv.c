// SPDX-License-Identifier: MIT
// Splits a text in place: ends of cells are written over the commas behind them.

#include "csv.h"

#include <stdlib.h>
#include <string.h>

csv_reader csv_begin(const char *file, char *text)
{
    bool has_mark = strncmp(text, "\xef\xbb\xbf", 3) == 0;
    return (csv_reader){.file = file, .at = text + (has_mark ? 3 : 0), .next_line = 1};
}

void csv_end(csv_reader *reader)
{
    free(reader->cells);
    *reader = (csv_reader){0};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(csv_reader *reader)
{
    while (is_blank(*reader->at)) {
        reader->at++;
    }
}

static mote_status add_cell(csv_reader *reader, char *cell)
{
    if (reader->count == reader->room) {
        int room = reader->room ? 2 * reader->room : 16;
        size_t size = (size_t)room * sizeof *reader->cells;
        char **cells = realloc(reader->cells, size);
        if (!cells) {
            return fail_memory(size, "the cells of a table");
        }
        reader->cells = cells;
        reader->room = room;
    }
    reader->cells[reader->count++] = cell;
    return MOTE_OK;
}

// Goes past what ends a cell; `more`: another follows in this row. The cell's own end is
// written last, for it may be that very byte.
static void end_cell(csv_reader *reader, char *end, bool *more)
{
    char *at = reader->at;
    *more = *at == ',';
    if (*at == ',') {
        at++;
    } else {
        reader->next_line += *at == '\r' || *at == '\n';
        at += *at == '\r';
        at += *at == '\n';
    }
    *end = '\0';
    reader->at = at;
}

static mote_status read_quoted(csv_reader *reader, bool *more)
{
    char *cell = ++reader->at, *end = cell;
    for (;; reader->at++) {
        char c = *reader->at;
        if (c == '\0') {
            return fail(MOTE_BAD_INPUT, "%s:%d: a cell begins with \" and has no other",
                        reader->file, reader->line);
        }
        if (c == '"' && *++reader->at != '"') {
            break;
        }
        reader->next_line += c == '\n';
        *end++ = c;
    }
    skip_blanks(reader);
    if (!strchr(",\r\n", *reader->at)) { // which finds the end of the text, too
        return fail(
            MOTE_BAD_INPUT,
            "%s:%d: expected a comma after the \" that ends a cell, found '%c' (a "
            "\" within is written \"\")",
            reader->file, reader->next_line, *reader->at);
    }
    end_cell(reader, end, more);
    return add_cell(reader, cell);
}

static mote_status read_plain(csv_reader *reader, bool *more)
{
    char *cell = reader->at, *end = cell + strcspn(cell, ",\r\n");
    reader->at = end;
    while (end > cell && is_blank(end[-1])) {
        end--;
    }
    end_cell(reader, end, more);
    return add_cell(reader, cell);
}

mote_status csv_next(csv_reader *reader, bool *is_end)
{
    do {
        reader->count = 0;
        reader->line = reader->next_line;
        skip_blanks(reader);
        *is_end = *reader->at == '\0';
        if (*is_end) {
            return MOTE_OK;
        }
        bool is_quoted = false;
        for (bool more = true; more;) {
            skip_blanks(reader);
            is_quoted = is_quoted || *reader->at == '"';
            TRY(*reader->at == '"' ? read_quoted(reader, &more)
                                   : read_plain(reader, &more));
        }
        if (reader->count > 1 || reader->cells[0][0] || is_quoted) {
            return MOTE_OK;
        }
    } while (true); // past a blank line
}

mote_status csv_next_of(csv_reader *reader, int count, bool *is_end)
{
    TRY(csv_next(reader, is_end));
    if (!*is_end && reader->count != count) {
        return fail(MOTE_BAD_INPUT, "%s:%d: expected %d values, found %d", reader->file,
                    reader->line, count, reader->count);
    }
    return MOTE_OK;
}
