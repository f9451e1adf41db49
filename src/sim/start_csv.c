// SPDX-License-Identifier: MIT
// Reads the table of start_csv.h.

#include "csv_table.h"
#include "start_csv.h"
#include "start_place.h"

#include "../core/status.h"

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

// The columns of a scene's table; where each of `enum column` stands among them: -1 in
// 2-D that of z.
typedef struct start_table {
    const mote_scene *scene;
    csv_column columns[COLUMN_COUNT];
    int indices[COLUMN_COUNT];
    csv_table csv;
} start_table;

static void list_columns(start_table *table)
{
    static const char *const names[COLUMN_COUNT] = {"x",  "y",  "z", "species",
                                                    "vx", "vy", "vz"};
    const mote_scene *scene = table->scene;
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        bool is_third = i == COLUMN_Z || i == COLUMN_VZ;
        table->indices[i] = -1;
        if (is_third && scene->dimension < 3) {
            continue;
        }
        csv_column column = {names[i], -1e9, 1e9, false, false};
        if (i < COLUMN_SPECIES) {
            column = (csv_column){names[i], 0.0, scene->size[i], false, true};
        } else if (i == COLUMN_SPECIES) {
            column = (csv_column){names[i], 0.0, scene->species_count - 1, true, false};
        }
        table->indices[i] = count;
        table->columns[count++] = column;
    }
    table->csv = (csv_table){.columns = table->columns, .column_count = count};
}

static bool has(const start_table *table, int column)
{
    int index = table->indices[column];
    return index >= 0 && table->csv.places[index] >= 0;
}

// Of the last row.
static double value_of(const start_table *table, int column)
{
    return table->csv.row[table->indices[column]];
}

static mote_status check_velocities(const start_table *table)
{
    int dimension = table->scene->dimension;
    int velocities = 0;
    for (int axis = 0; axis < dimension; axis++) {
        velocities += has(table, COLUMN_VX + axis);
    }
    return velocities == 0 || velocities == dimension
               ? MOTE_OK
               : fail(MOTE_BAD_INPUT, "%s:1: expected vx, vy%s or none of them",
                      table->csv.file, dimension == 3 ? " and vz" : "");
}

static void store_row(const start_table *table, start_state *state, uint64_t i)
{
    const mote_scene *scene = table->scene;
    uint64_t dimension = (uint64_t)scene->dimension;
    for (uint64_t axis = 0; axis < dimension; axis++) {
        state->place[i * dimension + axis] =
            start_place(value_of(table, COLUMN_X + (int)axis) / scene->size[axis],
                        scene->edges == EDGES_WRAP);
        if (has(table, COLUMN_VX)) {
            state->velocity[i * dimension + axis] =
                start_real(value_of(table, COLUMN_VX + (int)axis));
        }
    }
    if (has(table, COLUMN_SPECIES)) {
        state->species[i] = (uint32_t)value_of(table, COLUMN_SPECIES);
    }
}

// Walks all rows; `state` NULL: only counts them.
static mote_status walk_rows(start_table *table, start_state *state,
                             start_csv_counts *counts)
{
    counts->has_species = has(table, COLUMN_SPECIES);
    counts->has_velocity = has(table, COLUMN_VX);
    for (;;) {
        bool is_end;
        TRY(csv_read(&table->csv, &is_end));
        if (is_end) {
            return MOTE_OK;
        }
        if (counts->rows == (state ? table->scene->start.count : UINT32_MAX)) {
            return fail(MOTE_BAD_INPUT,
                        "%s:%d: expected at most %llu particles, found more",
                        table->csv.file, table->csv.reader.line,
                        (unsigned long long)counts->rows);
        }
        if (counts->has_species) {
            counts->species[(int)value_of(table, COLUMN_SPECIES)]++;
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
    start_table table = {.scene = scene};
    list_columns(&table);
    mote_status status = csv_open(&table.csv, scene->file, scene->start.file);
    if (status == MOTE_OK) {
        status = check_velocities(&table);
    }
    if (status == MOTE_OK) {
        status = walk_rows(&table, state, counts);
    }
    if (status == MOTE_OK && state && counts->rows != scene->start.count) {
        status =
            fail(MOTE_BAD_INPUT, "%s: expected %llu particles, as before, found %llu",
                 table.csv.file, (unsigned long long)scene->start.count,
                 (unsigned long long)counts->rows);
    }
    csv_close(&table.csv);
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
