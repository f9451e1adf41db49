// SPDX-License-Identifier: MIT
// Measures the cells, then prints them.

#include "columns.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COLUMN_MAX 24
#define CELL_SIZE  512

void columns_add(columns *table, const char *format, ...)
{
    char cell[CELL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    text_clean(cell);
    text_add(&table->cells, "%s\n", cell);
}

static void measure(const columns *table, const char *cells, int widths[COLUMN_MAX])
{
    int column = 0;
    for (const char *cell = cells; *cell; cell++) {
        size_t size = strcspn(cell, "\n");
        int width = text_columns(cell, size);
        widths[column] = width > widths[column] ? width : widths[column];
        column = (column + 1) % table->count;
        cell += size;
    }
}

static void print_cells(const columns *table, const char *cells,
                        const int widths[COLUMN_MAX], FILE *out)
{
    int column = 0;
    for (const char *cell = cells; *cell; cell++) {
        size_t size = strcspn(cell, "\n");
        int blanks = widths[column] - text_columns(cell, size);
        bool is_left = column < table->left_count;
        bool is_last = column == table->count - 1;
        fprintf(out, "%*s%.*s", is_left ? 0 : blanks, "", (int)size, cell);
        fprintf(out, "%*s%s", is_left && !is_last ? blanks : 0, "",
                is_last ? "\n" : "  ");
        column = (column + 1) % table->count;
        cell += size;
    }
}

mote_status columns_print(columns *table, FILE *out)
{
    char *cells;
    int widths[COLUMN_MAX] = {0};
    mote_status status = text_take(&table->cells, &cells);
    if (status == MOTE_OK) {
        measure(table, cells, widths);
        print_cells(table, cells, widths, out);
    }
    free(cells);
    return status;
}
