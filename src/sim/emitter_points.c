// SPDX-License-Identifier: MIT
// Reads the table of emitter_points.h.

#include "emitter_points.h"

#include "csv_table.h"
#include "start_place.h"

#include "../core/status.h"

#include <stdlib.h>

#define FIRST_ROOM 256

static mote_status make_room(emitter_points *points, uint32_t *room)
{
    uint32_t wanted = *room ? *room * 2 : FIRST_ROOM;
    size_t size = (size_t)wanted * 3 * sizeof(uint32_t);
    uint32_t *words = realloc(points->words, size);
    if (!words) {
        return fail_memory(size, "the points of an emitter");
    }
    points->words = words;
    *room = wanted;
    return MOTE_OK;
}

static mote_status read_rows(csv_table *table, emitter_points *points)
{
    uint32_t room = 0;
    for (;;) {
        bool is_end;
        TRY(csv_read(table, &is_end));
        if (is_end) {
            break;
        }
        if (points->count == EMITTER_POINT_MAX) {
            return fail(MOTE_BAD_INPUT, "%s:%d: expected at most %u points, found more",
                        table->file, table->reader.line, EMITTER_POINT_MAX);
        }
        if (points->count == room) {
            TRY(make_room(points, &room));
        }
        uint32_t *words = points->words + (size_t)points->count * 3;
        for (int axis = 0; axis < 3; axis++) {
            bool is_there = axis < table->column_count;
            words[axis] = is_there ? start_real(table->row[axis]) : 0;
        }
        points->count++;
    }
    return points->count > 0
               ? MOTE_OK
               : fail(MOTE_BAD_INPUT, "%s:%d: expected a point or more, found none",
                      table->file, table->reader.line);
}

static bool has_points(const mote_scene *scene, int emitter)
{
    const model *model = scene->model;
    int shape = (int)scene_item_value(scene, model->emits, emitter, "shape")->number[0];
    const model_option_row *option = NULL;
    do {
        option = model_next_option(model, (model_choice){model->emits, "shape"}, option);
    } while (option && strcmp(option->word, "points") != 0);
    return option && option->value == shape;
}

mote_status emitter_points_read(const mote_scene *scene, int emitter,
                                emitter_points *points)
{
    static const csv_column columns[] = {{"x", -1e9, 1e9, false, true},
                                         {"y", -1e9, 1e9, false, true},
                                         {"z", -1e9, 1e9, false, true}};
    *points = (emitter_points){0};
    if (!has_points(scene, emitter)) {
        return MOTE_OK;
    }
    const item_value *file =
        scene_item_value(scene, scene->model->emits, emitter, "file");
    csv_table table = {.columns = columns, .column_count = scene->dimension};
    mote_status status = csv_open(&table, scene->file, file->text);
    if (status == MOTE_OK) {
        status = read_rows(&table, points);
    }
    csv_close(&table);
    if (status != MOTE_OK) {
        free(points->words);
        *points = (emitter_points){0};
    }
    return status;
}
