// SPDX-License-Identifier: MIT
// Reads the tables of csv_table.h.

#include "csv_table.h"

#include "../core/file.h"
#include "../core/os.h"
#include "../core/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Fields and lines ----------------------------------------------------------------

// One field of a row, without the spaces around it.
typedef struct csv_field {
    const char *start, *end;
} csv_field;

static csv_field next_field(csv_table *table)
{
    const char *start = table->at;
    const char *end = start + strcspn(start, ",\r\n");
    table->at = end + (*end == ',');
    start += strspn(start, " \t");
    while (end > start && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    return (csv_field){start, end};
}

static bool is_line_end(const csv_table *table)
{
    char c = *table->at;
    return c == '\0' || c == '\n' || c == '\r';
}

static void next_line(csv_table *table)
{
    table->at += *table->at == '\r';
    table->at += *table->at == '\n';
    table->line++;
}

// ---- The header ----------------------------------------------------------------------

static mote_status refuse_name(const csv_table *table, csv_field field)
{
    text names = {0};
    char *list;
    for (int i = 0; i < table->column_count; i++) {
        text_add(&names, "%s%s", i ? ", " : "", table->columns[i].name);
    }
    TRY(text_take(&names, &list));
    int size = (int)(field.end - field.start);
    mote_status status =
        fail(MOTE_BAD_INPUT, "%s:%d: expected a header of %s, found \"%.*s\"",
             table->file, table->line, list, size < 40 ? size : 40, field.start);
    free(list);
    return status;
}

static mote_status read_name(csv_table *table, csv_field field)
{
    size_t size = (size_t)(field.end - field.start);
    for (int i = 0; i < table->column_count; i++) {
        const char *name = table->columns[i].name;
        if (strlen(name) != size || memcmp(name, field.start, size) != 0) {
            continue;
        }
        if (table->places[i] >= 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is there twice",
                        table->file, table->line, name);
        }
        table->places[i] = table->width++;
        return MOTE_OK;
    }
    return refuse_name(table, field);
}

static mote_status read_header(csv_table *table)
{
    do {
        TRY(read_name(table, next_field(table)));
    } while (!is_line_end(table) || table->at[-1] == ',');
    for (int i = 0; i < table->column_count; i++) {
        if (table->columns[i].is_needed && table->places[i] < 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is missing", table->file,
                        table->line, table->columns[i].name);
        }
    }
    next_line(table);
    return MOTE_OK;
}

mote_status csv_open(csv_table *table, const char *beside, const char *name)
{
    assert(table->column_count <= CSV_COLUMN_MAX);
    table->line = 1;
    for (int i = 0; i < table->column_count; i++) {
        table->places[i] = -1;
    }
    table->file = path_beside(beside, name);
    if (!table->file) {
        return fail_memory(strlen(name), "a file's name");
    }
    if (os_look(table->file) == OS_OTHER) { // which would have us wait, and only once
        return fail(
            MOTE_BAD_INPUT,
            "%s: expected a file, found a pipe or device: the table is read twice",
            table->file);
    }
    size_t size;
    TRY(file_read(table->file, &table->text, &size));
    if (strlen(table->text) != size) {
        return fail(MOTE_BAD_INPUT, "%s: expected a text, found a byte 0", table->file);
    }
    bool has_mark = strncmp(table->text, "\xef\xbb\xbf", 3) == 0;
    table->at = table->text + (has_mark ? 3 : 0);
    return read_header(table);
}

void csv_close(csv_table *table)
{
    free(table->file);
    free(table->text);
}

// ---- Rows ----------------------------------------------------------------------------

static mote_status refuse_field(const csv_table *table, const csv_column *column,
                                csv_field field)
{
    char low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    int size = (int)(field.end - field.start);
    return fail(MOTE_BAD_INPUT, "%s:%d: %s: expected a %s from %s to %s, found \"%.*s\"",
                table->file, table->line, column->name,
                column->is_whole ? "whole number" : "number",
                number_write(low, column->lowest), number_write(high, column->highest),
                size < 40 ? size : 40, field.start);
}

static mote_status read_field(csv_table *table, int place)
{
    csv_field field = next_field(table);
    for (int i = 0; i < table->column_count; i++) {
        if (table->places[i] == place) {
            const csv_column *column = &table->columns[i];
            double *value = &table->row[i];
            if (!number_read(field.start, field.end, value) || *value < column->lowest ||
                *value > column->highest ||
                (column->is_whole && floor(*value) < *value)) {
                return refuse_field(table, column, field);
            }
        }
    }
    return MOTE_OK;
}

mote_status csv_read(csv_table *table, bool *is_end)
{
    while (*table->at && is_line_end(table)) {
        next_line(table);
    }
    *is_end = *table->at == '\0';
    if (*is_end) {
        return MOTE_OK;
    }
    for (int place = 0; place < table->width; place++) {
        if (place > 0 && table->at[-1] != ',') {
            return fail(MOTE_BAD_INPUT, "%s:%d: expected %d values, found %d",
                        table->file, table->line, table->width, place);
        }
        TRY(read_field(table, place));
    }
    if (!is_line_end(table) || table->at[-1] == ',') {
        return fail(MOTE_BAD_INPUT, "%s:%d: expected %d values, found more", table->file,
                    table->line, table->width);
    }
    next_line(table);
    return MOTE_OK;
}
