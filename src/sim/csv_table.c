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

// ---- The header ----------------------------------------------------------------------

static mote_status refuse_name(const csv_table *table, const char *cell)
{
    text names = {0};
    char *list;
    for (int i = 0; i < table->column_count; i++) {
        text_add(&names, "%s%s", i ? ", " : "", table->columns[i].name);
    }
    TRY(text_take(&names, &list));
    mote_status status =
        fail(MOTE_BAD_INPUT, "%s:%d: expected a header of %s, found \"%.40s\"",
             table->file, table->reader.line, list, cell);
    free(list);
    return status;
}

static mote_status read_name(csv_table *table, const char *cell)
{
    for (int i = 0; i < table->column_count; i++) {
        if (strcmp(table->columns[i].name, cell) != 0) {
            continue;
        }
        if (table->places[i] >= 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is there twice",
                        table->file, table->reader.line, cell);
        }
        table->places[i] = table->width++;
        return MOTE_OK;
    }
    return refuse_name(table, cell);
}

static mote_status read_header(csv_table *table)
{
    csv_reader *reader = &table->reader;
    bool is_end;
    TRY(csv_next(reader, &is_end));
    if (is_end) {
        return refuse_name(table, "");
    }
    for (int i = 0; i < reader->count; i++) {
        TRY(read_name(table, reader->cells[i]));
    }
    for (int i = 0; i < table->column_count; i++) {
        if (table->columns[i].is_needed && table->places[i] < 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is missing", table->file,
                        reader->line, table->columns[i].name);
        }
    }
    return MOTE_OK;
}

mote_status csv_open(csv_table *table, const char *beside, const char *name)
{
    assert(table->column_count <= CSV_COLUMN_MAX);
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
    table->reader = csv_begin(table->file, table->text);
    return read_header(table);
}

void csv_close(csv_table *table)
{
    csv_end(&table->reader);
    free(table->file);
    free(table->text);
}

// ---- Rows ----------------------------------------------------------------------------

static mote_status read_number(csv_table *table, int index)
{
    const csv_column *column = &table->columns[index];
    const char *cell = table->reader.cells[table->places[index]];
    double *value = &table->row[index];
    if (number_read(cell, cell + strlen(cell), value) && *value >= column->lowest &&
        *value <= column->highest && (!column->is_whole || floor(*value) >= *value)) {
        return MOTE_OK;
    }
    char low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    return fail(MOTE_BAD_INPUT, "%s:%d: %s: expected a %s from %s to %s, found \"%.40s\"",
                table->file, table->reader.line, column->name,
                column->is_whole ? "whole number" : "number",
                number_write(low, column->lowest), number_write(high, column->highest),
                cell);
}

mote_status csv_read(csv_table *table, bool *is_end)
{
    TRY(csv_next_of(&table->reader, table->width, is_end));
    for (int i = 0; i < table->column_count && !*is_end; i++) {
        if (table->places[i] >= 0) {
            TRY(read_number(table, i));
        }
    }
    return MOTE_OK;
}
