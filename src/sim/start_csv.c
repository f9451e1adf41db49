// SPDX-License-Identifier: MIT
// Reads the table of start_csv.h.

#include "start_csv.h"
#include "scene_parts.h"
#include "start_place.h"

#include "../core/file.h"
#include "../core/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum column {
    COLUMN_X,
    COLUMN_Y,
    COLUMN_Z,
    COLUMN_SPECIES,
    COLUMN_VX,
    COLUMN_VY,
    COLUMN_VZ
};
#define COLUMN_COUNT 7

static const char *const column_names[COLUMN_COUNT] = {"x",  "y",  "z", "species",
                                                       "vx", "vy", "vz"};

typedef struct csv_table {
    const mote_scene *scene;
    char *file; // owned
    char *text; // owned
    const char *at;
    int line;
    int places[COLUMN_COUNT]; // in a row; -1: not there
    int width;                // columns of the table
    double row[COLUMN_COUNT]; // the last row read
} csv_table;

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

static mote_status refuse_field(const csv_table *table, int column, csv_field field,
                                const double bounds[2])
{
    char low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    int size = (int)(field.end - field.start);
    return fail(MOTE_BAD_INPUT, "%s:%d: %s: expected a %s from %s to %s, found \"%.*s\"",
                table->file, table->line, column_names[column],
                column == COLUMN_SPECIES ? "whole number" : "number",
                number_write(low, bounds[0]), number_write(high, bounds[1]),
                size < 40 ? size : 40, field.start);
}

// The values that a column may have.
static void find_bounds(const csv_table *table, int column, double bounds[2])
{
    bounds[0] = column < COLUMN_SPECIES ? 0.0 : -1e9;
    bounds[1] = 1e9;
    if (column < COLUMN_SPECIES) {
        bounds[1] = table->scene->size[column];
    } else if (column == COLUMN_SPECIES) {
        bounds[0] = 0.0;
        bounds[1] = table->scene->species_count - 1;
    }
}

static mote_status read_name(csv_table *table, csv_field field)
{
    size_t size = (size_t)(field.end - field.start);
    int dimension = table->scene->dimension;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        bool is_third = i == COLUMN_Z || i == COLUMN_VZ;
        if (strlen(column_names[i]) != size ||
            memcmp(column_names[i], field.start, size) != 0 ||
            (is_third && dimension < 3)) {
            continue;
        }
        if (table->places[i] >= 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is there twice",
                        table->file, table->line, column_names[i]);
        }
        table->places[i] = table->width++;
        return MOTE_OK;
    }
    return fail(MOTE_BAD_INPUT,
                "%s:%d: expected a header of x, y%s, species, vx, vy%s, found \"%.*s\"",
                table->file, table->line, dimension == 3 ? ", z" : "",
                dimension == 3 ? ", vz" : "", size < 40 ? (int)size : 40, field.start);
}

static mote_status read_header(csv_table *table)
{
    do {
        TRY(read_name(table, next_field(table)));
    } while (!is_line_end(table) || table->at[-1] == ',');
    int dimension = table->scene->dimension;
    int velocities = 0;
    for (int axis = 0; axis < dimension; axis++) {
        velocities += table->places[COLUMN_VX + axis] >= 0;
        if (table->places[COLUMN_X + axis] < 0) {
            return fail(MOTE_BAD_INPUT, "%s:%d: the column %s is missing", table->file,
                        table->line, column_names[COLUMN_X + axis]);
        }
    }
    if (velocities != 0 && velocities != dimension) {
        return fail(MOTE_BAD_INPUT, "%s:%d: expected vx, vy%s or none of them",
                    table->file, table->line, dimension == 3 ? " and vz" : "");
    }
    next_line(table);
    return MOTE_OK;
}

static mote_status read_field(csv_table *table, int place)
{
    csv_field field = next_field(table);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (table->places[i] == place) {
            double bounds[2], *value = &table->row[i];
            find_bounds(table, i, bounds);
            if (!number_read(field.start, field.end, value) || *value < bounds[0] ||
                *value > bounds[1] || (i == COLUMN_SPECIES && floor(*value) < *value)) {
                return refuse_field(table, i, field, bounds);
            }
        }
    }
    return MOTE_OK;
}

// Reads the next row into table->row; `is_end`: there was none.
static mote_status read_row(csv_table *table, bool *is_end)
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

static void close_table(csv_table *table)
{
    free(table->file);
    free(table->text);
}

static mote_status open_table(const mote_scene *scene, csv_table *table)
{
    *table = (csv_table){.scene = scene, .line = 1};
    for (int i = 0; i < COLUMN_COUNT; i++) {
        table->places[i] = -1;
    }
    table->file = path_beside(scene->file, scene->start.file);
    if (!table->file) {
        return fail_memory(strlen(scene->start.file), "a file's name");
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

static void store_row(const csv_table *table, start_state *state, uint64_t i)
{
    const mote_scene *scene = table->scene;
    uint64_t dimension = (uint64_t)scene->dimension;
    for (uint64_t axis = 0; axis < dimension; axis++) {
        state->place[i * dimension + axis] = start_place(
            table->row[COLUMN_X + axis] / scene->size[axis], scene->edges == EDGES_WRAP);
        if (table->places[COLUMN_VX] >= 0) {
            state->velocity[i * dimension + axis] =
                start_real(table->row[COLUMN_VX + axis]);
        }
    }
    if (table->places[COLUMN_SPECIES] >= 0) {
        state->species[i] = (uint32_t)table->row[COLUMN_SPECIES];
    }
}

// Walks all rows; `state` NULL: only counts them.
static mote_status walk_rows(csv_table *table, start_state *state,
                             start_csv_counts *counts)
{
    counts->has_species = table->places[COLUMN_SPECIES] >= 0;
    counts->has_velocity = table->places[COLUMN_VX] >= 0;
    for (;;) {
        bool is_end;
        TRY(read_row(table, &is_end));
        if (is_end) {
            return MOTE_OK;
        }
        if (counts->rows == (state ? table->scene->particle_count : UINT32_MAX)) {
            return fail(MOTE_BAD_INPUT,
                        "%s:%d: expected at most %llu particles, found more", table->file,
                        table->line - 1, (unsigned long long)counts->rows);
        }
        if (counts->has_species) {
            counts->species[(int)table->row[COLUMN_SPECIES]]++;
        }
        if (state) {
            store_row(table, state, counts->rows);
        }
        counts->rows++;
    }
}

static mote_status read_table(const mote_scene *scene, start_state *state,
                              start_csv_counts *counts)
{
    *counts = (start_csv_counts){0};
    csv_table table;
    mote_status status = open_table(scene, &table);
    if (status == MOTE_OK) {
        status = walk_rows(&table, state, counts);
    }
    if (status == MOTE_OK && state && counts->rows != scene->particle_count) {
        status =
            fail(MOTE_BAD_INPUT, "%s: expected %llu particles, as before, found %llu",
                 table.file, (unsigned long long)scene->particle_count,
                 (unsigned long long)counts->rows);
    }
    close_table(&table);
    return status;
}

mote_status start_csv_count(const mote_scene *scene, start_csv_counts *counts)
{
    return read_table(scene, NULL, counts);
}

mote_status start_csv_fill(const mote_scene *scene, start_state *state,
                           start_csv_counts *counts)
{
    return read_table(scene, state, counts);
}
