// SPDX-License-Identifier: MIT
// What an item of a list says for one of its keys: one reader for each kind of value.

#include "item_value.h"
#include "scene_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef mote_status item_reader(const scene_reader *reader, const item_place *place);

static mote_status read_number(const scene_reader *reader, const item_place *place)
{
    const double bounds[2] = {place->key->lowest, place->key->highest};
    return place->value ? scene_read_number(reader, place->path, place->value, bounds,
                                            place->into->number)
                        : MOTE_OK;
}

static mote_status read_whole(const scene_reader *reader, const item_place *place)
{
    if (!place->value) {
        return MOTE_OK;
    }
    const double bounds[2] = {place->key->lowest, place->key->highest};
    uint64_t whole;
    TRY(scene_read_whole(reader, place->path, place->value, bounds, &whole));
    place->into->number[0] = (double)whole;
    return MOTE_OK;
}

static mote_status read_ends(const scene_reader *reader, const item_place *place)
{
    const double bounds[2] = {place->key->lowest, place->key->highest};
    char path[KEY_PATH_SIZE + 16], low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    double *ends = place->into->number;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s[%d]", place->path, i);
        TRY(scene_read_number(reader, path, json_array_get(place->value, (size_t)i),
                              bounds, &ends[i]));
    }
    return ends[0] <= ends[1]
               ? MOTE_OK
               : scene_refuse(
                     reader, place->path,
                     "expected [low, high], found [%s, %s]: low is more than high",
                     number_write(low, ends[0]), number_write(high, ends[1]));
}

static mote_status read_range(const scene_reader *reader, const item_place *place)
{
    if (json_is_array(place->value) && json_array_size(place->value) == 2) {
        return read_ends(reader, place);
    }
    if (place->value && !json_is_number(place->value)) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, place->path,
                            "expected a number or [low, high], found %s",
                            scene_found(place->value, found));
    }
    TRY(read_number(reader, place));
    if (place->value) {
        place->into->number[1] = place->into->number[0];
    }
    return MOTE_OK;
}

static mote_status read_point(const scene_reader *reader, const item_place *place)
{
    const double bounds[2] = {place->key->lowest, place->key->highest};
    return place->value ? scene_read_point(reader, place->path, place->value, bounds,
                                           place->into->number)
                        : MOTE_OK;
}

static mote_status read_place(const scene_reader *reader, const item_place *place)
{
    for (int axis = 0; axis < 3; axis++) {
        place->into->number[axis] = reader->scene->size[axis] / 2.0;
    }
    return read_point(reader, place);
}

static mote_status read_choice(const scene_reader *reader, const item_place *place)
{
    model_choice choice = {place->key->list, place->key->name};
    return place->value ? scene_read_option(reader, place->path, place->value, choice,
                                            place->into->number)
                        : MOTE_OK;
}

static mote_status read_text(const scene_reader *reader, const item_place *place)
{
    if (place->value) {
        return scene_read_text(reader, place->path, place->value, &place->into->text);
    }
    place->into->text = text_copy("", 0);
    return place->into->text ? MOTE_OK : fail_memory(1, place->path);
}

static mote_status make_rows(item_value *into, int count, int width)
{
    size_t size = (size_t)count * (size_t)width * sizeof(double);
    into->rows = calloc(1, size ? size : sizeof(double));
    into->row_count = count;
    into->row_width = width;
    return into->rows ? MOTE_OK : fail_memory(size, "the items of a list");
}

// ---- Curves and gradients ------------------------------------------------------------

static mote_status read_stop_value(const scene_reader *reader, const item_place *place,
                                   const char *path, const json_t *value, double *stop)
{
    const double bounds[2] = {place->key->lowest, place->key->highest};
    if (place->key->kind == ITEM_CURVE) {
        return scene_read_number(reader, path, value, bounds, stop);
    }
    uint8_t color[4] = {0, 0, 0, 255};
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (!scene_parse_color(text, 4, color)) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, path,
                            "expected a colour \"#rrggbb\" or \"#rrggbbaa\", found %s",
                            scene_found(value, found));
    }
    for (int i = 0; i < 4; i++) {
        stop[i] = color[i];
    }
    return MOTE_OK;
}

// [part of the life, value]
static mote_status read_stop(const scene_reader *reader, const item_place *place, int i)
{
    char path[KEY_PATH_SIZE + 32], found[FOUND_SIZE];
    const json_t *stop = json_array_get(place->value, (size_t)i);
    double *row = place->into->rows + i * place->into->row_width;
    const char *noun = place->key->kind == ITEM_CURVE ? "number" : "colour";
    if (!json_is_array(stop) || json_array_size(stop) != 2) {
        snprintf(path, sizeof path, "%s[%d]", place->path, i);
        return scene_refuse(reader, path, "expected [part of the life, %s], found %s",
                            noun, scene_found(stop, found));
    }
    const double bounds[2] = {i > 0 ? row[-place->into->row_width] : 0.0, 1.0};
    snprintf(path, sizeof path, "%s[%d][0]", place->path, i);
    TRY(scene_read_number(reader, path, json_array_get(stop, 0), bounds,
                          &row[STOP_TIME]));
    snprintf(path, sizeof path, "%s[%d][1]", place->path, i);
    return read_stop_value(reader, place, path, json_array_get(stop, 1),
                           &row[STOP_VALUE]);
}

// One value, several evenly spaced, or each with its part of the life.
static mote_status read_stops(const scene_reader *reader, const item_place *place)
{
    bool is_array = json_is_array(place->value);
    size_t size = is_array ? json_array_size(place->value) : 1;
    int count = (int)size;
    int width = place->key->kind == ITEM_CURVE ? CURVE_WIDTH : GRADIENT_WIDTH;
    if (size < 1 || size > STOP_MAX) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, place->path, "expected 1 to %d of them, found %s",
                            STOP_MAX, scene_found(place->value, found));
    }
    TRY(make_rows(place->into, count, width));
    bool has_times = json_is_array(json_array_get(place->value, 0));
    for (int i = 0; i < count; i++) {
        double *row = place->into->rows + i * width;
        char path[KEY_PATH_SIZE + 16];
        snprintf(path, sizeof path, is_array ? "%s[%d]" : "%s", place->path, i);
        row[STOP_TIME] = count > 1 ? (double)i / (count - 1) : 0.0;
        TRY(has_times ? read_stop(reader, place, i)
                      : read_stop_value(reader, place, path,
                                        is_array ? json_array_get(place->value, (size_t)i)
                                                 : place->value,
                                        &row[STOP_VALUE]));
    }
    return MOTE_OK;
}

static mote_status read_default_stops(const scene_reader *reader, item_place place)
{
    bool is_curve = place.key->kind == ITEM_CURVE;
    json_t *fallback = is_curve ? json_real(place.key->fallback[0])
                                : json_loads(place.key->text, JSON_DECODE_ANY, NULL);
    assert(fallback && "ITEM_GRADIENT: the default is JSON");
    place.value = fallback;
    mote_status status = read_stops(reader, &place);
    json_decref(fallback);
    return status;
}

static mote_status read_curve(const scene_reader *reader, const item_place *place)
{
    return place->value ? read_stops(reader, place) : read_default_stops(reader, *place);
}

// ---- Tables --------------------------------------------------------------------------

table_fields scene_table_fields(const model *model, const item_key_row *key,
                                int dimension)
{
    table_fields fields = {0};
    int size = snprintf(fields.names, sizeof fields.names, "[");
    for (int i = 0; i < model->item_field_count; i++) {
        const item_field_row *row = &model->item_fields[i];
        if (strcmp(row->list, key->list) != 0 || strcmp(row->key, key->name) != 0) {
            continue;
        }
        fields.rows = fields.count++ ? fields.rows : row;
        int numbers = row->is_point ? dimension : 1;
        fields.least += row->is_extra ? 0 : numbers;
        fields.most += numbers;
        fields.width += row->is_point ? 3 : 1;
        const char *name = !row->is_point ? row->name : numbers == 3 ? "x, y, z" : "x, y";
        size += snprintf(fields.names + size, sizeof fields.names - (size_t)size, "%s%s",
                         size > 1 ? ", " : "", name);
        assert(size < (int)sizeof fields.names - 1);
    }
    snprintf(fields.names + size, sizeof fields.names - (size_t)size, "]");
    return fields;
}

static mote_status read_table_row(const scene_reader *reader, const item_place *place,
                                  const table_fields *fields, int i)
{
    char path[KEY_PATH_SIZE + 32], found[FOUND_SIZE];
    const json_t *line = json_array_get(place->value, (size_t)i);
    int count = (int)json_array_size(line);
    if (!json_is_array(line) || count < fields->least || count > fields->most) {
        snprintf(path, sizeof path, "%s[%d]", place->path, i);
        return fields->least == fields->most
                   ? scene_refuse(reader, path, "expected %s, found %s", fields->names,
                                  scene_found(line, found))
                   : scene_refuse(reader, path,
                                  "expected %s or the first %d of them, found %s",
                                  fields->names, fields->least, scene_found(line, found));
    }
    double *number = place->into->rows + i * fields->width;
    int at = 0;
    for (int f = 0; f < fields->count; f++) {
        const item_field_row *row = &fields->rows[f];
        const double bounds[2] = {row->lowest, row->highest};
        for (int axis = 0; axis < (row->is_point ? 3 : 1); axis++, number++) {
            *number = row->fallback;
            if (axis < reader->scene->dimension && at < count) {
                snprintf(path, sizeof path, "%s[%d][%d]", place->path, i, at);
                TRY(scene_read_number(reader, path, json_array_get(line, (size_t)at),
                                      bounds, number));
                at++;
            }
        }
    }
    return MOTE_OK;
}

static mote_status read_table(const scene_reader *reader, const item_place *place)
{
    table_fields fields =
        scene_table_fields(reader->scene->model, place->key, reader->scene->dimension);
    size_t count = json_array_size(place->value);
    if (place->value &&
        (!json_is_array(place->value) || count > (size_t)place->key->most)) {
        char found[FOUND_SIZE];
        return scene_refuse(
            reader, place->path, "expected an array of at most %d rows %s, found %s",
            place->key->most, fields.names, scene_found(place->value, found));
    }
    TRY(make_rows(place->into, (int)count, fields.width));
    for (int i = 0; i < (int)count; i++) {
        TRY(read_table_row(reader, place, &fields, i));
    }
    return MOTE_OK;
}

static item_reader *const item_readers[ITEM_KIND_COUNT] = {
    [ITEM_NUMBER] = read_number,  [ITEM_WHOLE] = read_whole, [ITEM_RANGE] = read_range,
    [ITEM_POINT] = read_point,    [ITEM_PLACE] = read_place, [ITEM_CHOICE] = read_choice,
    [ITEM_TEXT] = read_text,      [ITEM_LINK] = read_text,   [ITEM_CURVE] = read_curve,
    [ITEM_GRADIENT] = read_curve, [ITEM_TABLE] = read_table,
};

mote_status scene_read_item_value(const scene_reader *reader, const item_place *place)
{
    memcpy(place->into->number, place->key->fallback, sizeof place->into->number);
    place->into->is_given = place->value != NULL;
    return item_readers[place->key->kind](reader, place);
}
