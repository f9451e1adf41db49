// SPDX-License-Identifier: MIT
// The lists of a model, as JSON: every key of every item.

#include "item_value.h"
#include "scene_parts.h"

#include <string.h>

// A value as it is written. `expand`: the longest of its forms, so that each number in it
// has a place of its own.
typedef struct item_writer {
    text *t;
    const mote_scene *scene;
    const item_key_row *key;
    const item_value *value;
    bool expand;
} item_writer;

typedef void value_writer(const item_writer *w);

static void write_number(const item_writer *w)
{
    scene_write_number(w->t, w->value->number[0]);
}

static void write_range(const item_writer *w)
{
    const double *ends = w->value->number;
    if (ends[0] >= ends[1] && !w->expand) {
        write_number(w);
        return;
    }
    text_add(w->t, "[");
    scene_write_number(w->t, ends[0]);
    text_add(w->t, ", ");
    scene_write_number(w->t, ends[1]);
    text_add(w->t, "]");
}

static void write_point(const item_writer *w)
{
    scene_write_point(w->t, w->scene, w->value->number);
}

static void write_choice(const item_writer *w)
{
    model_choice choice = {w->key->list, w->key->name};
    scene_write_option(w->t, w->scene->model, choice, w->value->number[0]);
}

static void write_text(const item_writer *w)
{
    scene_write_string(w->t, w->value->text);
}

static void write_stop_value(const item_writer *w, const double *stop)
{
    if (w->key->kind == ITEM_CURVE) {
        scene_write_number(w->t, stop[0]);
        return;
    }
    text_add(w->t, "\"#%02x%02x%02x", (unsigned)stop[0], (unsigned)stop[1],
             (unsigned)stop[2]);
    if (stop[3] < 255.0) {
        text_add(w->t, "%02x", (unsigned)stop[3]);
    }
    text_add(w->t, "\"");
}

static void write_stops(const item_writer *w)
{
    const item_value *value = w->value;
    if (value->row_count == 1 && !w->expand) {
        write_stop_value(w, value->rows + STOP_VALUE);
        return;
    }
    for (int i = 0; i < value->row_count; i++) {
        const double *stop = value->rows + i * value->row_width;
        text_add(w->t, i ? ", [" : "[[");
        scene_write_number(w->t, stop[STOP_TIME]);
        text_add(w->t, ", ");
        write_stop_value(w, stop + STOP_VALUE);
        text_add(w->t, "]");
    }
    text_add(w->t, "]");
}

static void write_table(const item_writer *w)
{
    table_fields fields =
        scene_table_fields(w->scene->model, w->key, w->scene->dimension);
    const double *number = w->value->rows;
    for (int i = 0; i < w->value->row_count; i++) {
        text_add(w->t, i ? ", [" : "[[");
        for (int f = 0; f < fields.count; f++) {
            int numbers = fields.rows[f].is_point ? 3 : 1;
            for (int axis = 0; axis < numbers; axis++, number++) {
                if (axis < w->scene->dimension) {
                    text_add(w->t, f + axis > 0 ? ", " : "");
                    scene_write_number(w->t, *number);
                }
            }
        }
        text_add(w->t, "]");
    }
    text_add(w->t, w->value->row_count ? "]" : "[]");
}

static value_writer *const value_writers[ITEM_KIND_COUNT] = {
    [ITEM_NUMBER] = write_number, [ITEM_WHOLE] = write_number,
    [ITEM_RANGE] = write_range,   [ITEM_POINT] = write_point,
    [ITEM_PLACE] = write_point,   [ITEM_CHOICE] = write_choice,
    [ITEM_TEXT] = write_text,     [ITEM_LINK] = write_text,
    [ITEM_CURVE] = write_stops,   [ITEM_GRADIENT] = write_stops,
    [ITEM_TABLE] = write_table,
};

// A key that would be refused for its lack of use has no place but for --set to find.
static bool is_written(const item_writer *w, int list, const item_value *values)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(w->scene, pairs);
    return w->expand || !w->scene->model->need_of_item(&numbers, list, values,
                                                       (int)(w->value - values));
}

void scene_write_list(text *t, const mote_scene *scene, int list, bool expand)
{
    const list_row *row = &scene->model->lists[list];
    for (int item = 0; item < scene->lists[list].count; item++) {
        text_add(t, item ? ",\n      {" : "[\n      {");
        const item_value *values = scene_item(scene, list, item);
        const char *comma = "";
        for (int i = 0; i < row->key_count; i++) {
            item_writer w = {t, scene, &scene->model->item_keys[row->first_key + i],
                             &values[i], expand};
            if (is_written(&w, list, values)) {
                text_add(t, "%s\n        \"%s\": ", comma, w.key->name);
                value_writers[w.key->kind](&w);
                comma = ",";
            }
        }
        text_add(t, "\n      }");
    }
    text_add(t, scene->lists[list].count ? "\n    ]" : "[]");
}
