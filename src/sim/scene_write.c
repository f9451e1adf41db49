// SPDX-License-Identifier: MIT
// A scene becomes a JSON text: every key of the tables in their order, with its value.
// Read again, it is the same scene.

#include "scene_parts.h"

#include <stdlib.h>
#include <string.h>

void scene_write_string(text *t, const char *string)
{
    json_t *value = json_string(string);
    char *quoted = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (quoted) {
        text_add(t, "%s", quoted);
    } else {
        t->has_failed = true;
    }
    free(quoted);
    json_decref(value);
}

void scene_write_number(text *t, double value)
{
    char number[NUMBER_TEXT_SIZE];
    text_add(t, "%s", number_write(number, value));
}

static void add_color(text *t, const uint8_t color[3])
{
    text_add(t, "\"#%02x%02x%02x\"", color[0], color[1], color[2]);
}

// ---- One writer for each kind of value ----------------------------------------------

typedef void value_writer(text *t, const mote_scene *scene, int key);

static void write_text(text *t, const mote_scene *scene, int key)
{
    scene_write_string(t, *(char *const *)key_member_const(scene, &key_rows[key]));
}

static void write_number(text *t, const mote_scene *scene, int key)
{
    scene_write_number(t, *(const double *)key_member_const(scene, &key_rows[key]));
}

static void write_whole(text *t, const mote_scene *scene, int key)
{
    const uint64_t *number = key_member_const(scene, &key_rows[key]);
    text_add(t, "%llu", (unsigned long long)*number);
}

static void write_small(text *t, const mote_scene *scene, int key)
{
    text_add(t, "%d", *(const int *)key_member_const(scene, &key_rows[key]));
}

void scene_write_numbers(text *t, int count, const double *point)
{
    for (int axis = 0; axis < count; axis++) {
        text_add(t, axis ? ", " : "[");
        scene_write_number(t, point[axis]);
    }
    text_add(t, "]");
}

void scene_write_point(text *t, const mote_scene *scene, const double *point)
{
    scene_write_numbers(t, scene->dimension, point);
}

static void write_point(text *t, const mote_scene *scene, int key)
{
    const key_row *row = &key_rows[key];
    scene_write_numbers(t, key_axes(scene, row), key_member_const(scene, row));
}

static void write_color(text *t, const mote_scene *scene, int key)
{
    add_color(t, key_member_const(scene, &key_rows[key]));
}

static void write_choice(text *t, const mote_scene *scene, int key)
{
    int value = *(const int *)key_member_const(scene, &key_rows[key]);
    for (const option_row *option = option_rows; option->word; option++) {
        if (option->key == key && option->value == value) {
            text_add(t, "\"%s\"", option->word);
        }
    }
}

static void write_model(text *t, const mote_scene *scene, int key)
{
    (void)key;
    scene_write_string(t, scene->model->name);
}

static void write_seed(text *t, const mote_scene *scene, int key)
{
    (void)key;
    const char *quote = scene->seed > INT64_MAX ? "\"" : "";
    text_add(t, "%s%llu%s", quote, (unsigned long long)scene->seed, quote);
}

static void write_species(text *t, const mote_scene *scene, int key)
{
    (void)key;
    for (int i = 0; i < scene->species_count; i++) {
        const scene_species *species = &scene->species[i];
        text_add(t, "%s\n    {\"color\": ", i ? "," : "[");
        add_color(t, species->color);
        if (species->has_count) {
            text_add(t, ", \"count\": %llu}", (unsigned long long)species->count);
        } else {
            text_add(t, ", \"weight\": ");
            scene_write_number(t, species->weight);
            text_add(t, "}");
        }
    }
    text_add(t, "\n  ]");
}

// NULL: not written.
static value_writer *const value_writers[VALUE_KIND_COUNT] = {
    [VALUE_TEXT] = write_text,       [VALUE_NUMBER] = write_number,
    [VALUE_WHOLE] = write_whole,     [VALUE_SMALL] = write_small,
    [VALUE_POINT] = write_point,     [VALUE_PLACE] = write_point,
    [VALUE_COLOR] = write_color,     [VALUE_CHOICE] = write_choice,
    [VALUE_MODEL] = write_model,     [VALUE_SEED] = write_seed,
    [VALUE_SPECIES] = write_species, [VALUE_IGNORED] = NULL,
};

// ---- The document -------------------------------------------------------------------

// All keys of a section, each on a line of its own; `comma` goes between.
static void write_keys(text *t, const mote_scene *scene, const char *section,
                       const char *indent)
{
    const char *comma = "";
    for (int i = 0; i < KEY_COUNT; i++) {
        const key_row *row = &key_rows[i];
        value_writer *write = value_writers[row->kind];
        bool has_say = !key_is_of_faucets(i) || scene_pours(scene);
        if (write && key_is_used(row, scene->model) && has_say &&
            strcmp(row->section, section) == 0) {
            text_add(t, "%s\n%s\"%s\": ", comma, indent, row->name);
            write(t, scene, i);
            comma = ",";
        }
    }
}

static bool is_uniform(const mote_scene *scene, int row)
{
    const double *entries = scene->pairs[row];
    bool is_same = true;
    for (int i = 1; i < scene->species_count * scene->species_count; i++) {
        is_same &= memcmp(&entries[i], &entries[0], sizeof entries[0]) == 0;
    }
    return is_same;
}

static void write_matrix(text *t, const mote_scene *scene, int row)
{
    int count = scene->species_count;
    for (int self = 0; self < count; self++) {
        text_add(t, "%s\n      [", self ? "," : "[");
        for (int other = 0; other < count; other++) {
            text_add(t, other ? ", " : "");
            scene_write_number(t, scene->pairs[row][self * count + other]);
        }
        text_add(t, "]");
    }
    text_add(t, "\n    ]");
}

static void write_pair(text *t, const mote_scene *scene, int row, bool expand)
{
    if (scene->pair_rules[row] != RULE_NONE && !expand) {
        text_add(t, "{\"rule\": \"%s\", \"scale\": ",
                 matrix_rules[scene->pair_rules[row]].name);
        scene_write_number(t, scene->pair_scales[row]);
        text_add(t, "}");
    } else if (is_uniform(scene, row) && !expand) {
        scene_write_number(t, scene->pairs[row][0]);
    } else {
        write_matrix(t, scene, row);
    }
}

static void write_parameter(text *t, const mote_scene *scene, const parameter_row *row)
{
    const double *numbers = &scene->parameters[row->first];
    if (row->kind == PARAMETER_CHOICE) {
        scene_write_option(t, scene->model, (model_choice){"", row->name}, numbers[0]);
    } else if (row->kind == PARAMETER_POINT) {
        scene_write_point(t, scene, numbers);
    } else {
        scene_write_number(t, numbers[0]);
    }
}

static void write_block(text *t, const mote_scene *scene, bool expand)
{
    const model *model = scene->model;
    const char *comma = "";
    for (int i = 0; i < model->parameter_count; i++) {
        text_add(t, "%s\n    \"%s\": ", comma, model->parameters[i].name);
        write_parameter(t, scene, &model->parameters[i]);
        comma = ",";
    }
    for (int i = 0; i < model->pair_count; i++) {
        text_add(t, "%s\n    \"%s\": ", comma, model->pairs[i].name);
        write_pair(t, scene, i, expand);
        comma = ",";
    }
    for (int i = 0; i < model->list_count; i++) {
        text_add(t, "%s\n    \"%s\": ", comma, model->lists[i].name);
        scene_write_list(t, scene, i, expand);
        comma = ",";
    }
}

mote_status scene_write_document(const mote_scene *scene, bool expand, char **written)
{
    text t = {0};
    text_add(&t, "{");
    write_keys(&t, scene, "root", "  ");
    text_add(&t, ",\n  \"%s\": {", scene->model->name);
    write_block(&t, scene, expand);
    text_add(&t, "\n  }");
    for (const section_row *section = section_rows; section->name; section++) {
        if (!section_is_used(section->name, scene->model)) {
            continue;
        }
        text_add(&t, ",\n  \"%s\": {", section->name);
        write_keys(&t, scene, section->name, "    ");
        text_add(&t, "\n  }");
    }
    text_add(&t, "\n}\n");
    return text_take(&t, written);
}

mote_status mote_scene_write(const mote_scene *scene, char **written)
{
    return scene_write_document(scene, false, written);
}
