// SPDX-License-Identifier: MIT
// See knobs.h.

#include "knobs.h"

#include "../core/status.h"
#include "../core/text.h"
#include "../sim/scene_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A knob is first filled on its own, then added.
static void add(knobs *list, const knob *k)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 64;
        knob *grown = realloc(list->list, (size_t)room * sizeof *grown);
        if (!grown) {
            free(k->matrix);
            list->has_failed = true;
            return;
        }
        list->list = grown;
        list->room = room;
    }
    list->list[list->count++] = *k;
}

static void add_word(knob *k, const char *word, const char *meaning)
{
    if (k->word_count < KNOB_WORD_MAX) {
        k->words[k->word_count++] = (knob_word){word, meaning};
    }
}

static void name_knob(knob *k, const char *group, const char *name)
{
    k->name = name;
    snprintf(k->group, sizeof k->group, "%s", group);
    snprintf(k->key, sizeof k->key, "%.95s%s%.60s", group, *group ? "." : "", name);
}

// ---- The model's own -----------------------------------------------------------------

// The words of a choice, whose numbers count from 0 in their order.
static void add_options(knob *k, const model *model, model_choice choice)
{
    const model_option_row *option = NULL;
    k->kind = KNOB_CHOICE;
    while ((option = model_next_option(model, choice, option))) {
        add_word(k, option->word, option->meaning);
    }
}

static void add_parameter(knobs *list, const mote_scene *scene, const parameter_row *row)
{
    bool is_point = row->kind == PARAMETER_POINT;
    knob k = {
        .kind = KNOB_NUMBER,
        .unit = row->unit,
        .meaning = row->meaning,
        .lowest = row->lowest,
        .highest = row->highest,
        .count = is_point ? scene->dimension : 1,
        .is_array = is_point,
    };
    for (int i = 0; i < k.count; i++) {
        k.value[i] = scene->parameters[row->first + i];
        k.fallback[i] = row->fallback[i];
    }
    name_knob(&k, scene->model->name, row->name);
    if (row->kind == PARAMETER_CHOICE) {
        add_options(&k, scene->model, (model_choice){"", row->name});
    }
    add(list, &k);
}

static void add_pair(knobs *list, const mote_scene *scene, int index)
{
    const pair_parameter_row *row = &scene->model->pairs[index];
    knob k = {
        .kind = KNOB_MATRIX,
        .unit = row->unit,
        .meaning = row->meaning,
        .lowest = row->lowest,
        .highest = row->highest,
        .count = scene->species_count,
        .is_ruled = row->rules == PAIR_RULED,
        .value = {scene->pairs[index][0]},
        .fallback = {row->fallback},
    };
    size_t size = (size_t)(k.count * k.count) * sizeof *k.matrix;
    k.matrix = malloc(size);
    if (!k.matrix) {
        list->has_failed = true;
        return;
    }
    memcpy(k.matrix, scene->pairs[index], size);
    name_knob(&k, scene->model->name, row->name);
    add(list, &k);
}

// Numbers of an item's value; 0: no knob can show it.
static int item_number_count(const mote_scene *scene, item_kind kind)
{
    switch (kind) {
    case ITEM_NUMBER:
    case ITEM_WHOLE:
    case ITEM_CHOICE:
        return 1;
    case ITEM_RANGE:
        return 2;
    case ITEM_POINT:
    case ITEM_PLACE:
        return scene->dimension;
    default:
        return 0;
    }
}

static void add_item_key(knobs *list, const mote_scene *scene, const char *group,
                         const item_key_row *row, const item_value *value)
{
    knob k = {
        .kind = row->kind == ITEM_WHOLE ? KNOB_WHOLE : KNOB_NUMBER,
        .unit = row->unit,
        .meaning = row->meaning,
        .lowest = row->lowest,
        .highest = row->highest,
        .count = item_number_count(scene, row->kind),
    };
    k.is_array = k.count > 1;
    for (int i = 0; i < k.count; i++) {
        k.value[i] = value->number[i];
        k.fallback[i] = row->kind == ITEM_PLACE ? scene->size[i] / 2.0 : row->fallback[i];
    }
    name_knob(&k, group, row->name);
    if (row->kind == ITEM_CHOICE) {
        add_options(&k, scene->model, (model_choice){row->list, row->name});
    }
    if (k.count > 0) {
        add(list, &k);
    }
}

// What would be refused for its lack of use is no knob.
static void add_item(knobs *list, const mote_scene *scene, int index, int item)
{
    const model *model = scene->model;
    const list_row *row = &model->lists[index];
    const item_value *values = scene_item(scene, index, item);
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    char group[KNOB_GROUP_SIZE];
    snprintf(group, sizeof group, "%s.%s[%d]", model->name, row->name, item);
    for (int i = 0; i < row->key_count; i++) {
        if (!model->need_of_item(&numbers, index, values, i)) {
            add_item_key(list, scene, group, &model->item_keys[row->first_key + i],
                         &values[i]);
        }
    }
}

static void add_model(knobs *list, const mote_scene *scene)
{
    const model *model = scene->model;
    for (int i = 0; i < model->parameter_count; i++) {
        add_parameter(list, scene, &model->parameters[i]);
    }
    for (int i = 0; i < model->pair_count; i++) {
        add_pair(list, scene, i);
    }
    for (int i = 0; i < model->list_count; i++) {
        for (int item = 0; item < scene->lists[i].count; item++) {
            add_item(list, scene, i, item);
        }
    }
}

// ---- The keys of all scenes ----------------------------------------------------------

// One function for each kind of value; false: no knob.
typedef bool key_reader(knob *k, const mote_scene *scene, int key);

static void read_defaults(knob *k, const mote_scene *scene, int key)
{
    for (int i = 0; i < k->count; i++) {
        k->fallback[i] = key_default(scene, key, i);
    }
}

static bool read_number(knob *k, const mote_scene *scene, int key)
{
    k->value[0] = *(const double *)key_member_const(scene, &key_rows[key]);
    read_defaults(k, scene, key);
    return true;
}

static bool read_whole(knob *k, const mote_scene *scene, int key)
{
    k->kind = KNOB_WHOLE;
    k->value[0] = (double)*(const uint64_t *)key_member_const(scene, &key_rows[key]);
    read_defaults(k, scene, key);
    return true;
}

static bool read_small(knob *k, const mote_scene *scene, int key)
{
    k->kind = KNOB_WHOLE;
    k->value[0] = *(const int *)key_member_const(scene, &key_rows[key]);
    read_defaults(k, scene, key);
    return true;
}

static bool read_point(knob *k, const mote_scene *scene, int key)
{
    const double *point = key_member_const(scene, &key_rows[key]);
    k->count = key_axes(scene, &key_rows[key]);
    k->is_array = true;
    memcpy(k->value, point, (size_t)k->count * sizeof *point);
    read_defaults(k, scene, key);
    return true;
}

static bool read_color(knob *k, const mote_scene *scene, int key)
{
    const uint8_t *color = key_member_const(scene, &key_rows[key]);
    uint8_t fallback[3] = {0};
    scene_parse_color(key_rows[key].fallback_text, 3, fallback);
    k->kind = KNOB_COLOR;
    k->count = 3;
    for (int i = 0; i < 3; i++) {
        k->value[i] = color[i];
        k->fallback[i] = fallback[i];
    }
    return true;
}

static bool read_choice(knob *k, const mote_scene *scene, int key)
{
    int value = *(const int *)key_member_const(scene, &key_rows[key]);
    int fallback = (int)key_default(scene, key, 0);
    k->kind = KNOB_CHOICE;
    for (const option_row *option = option_rows; option->word; option++) {
        if (option->key == key) {
            k->value[0] = option->value == value ? k->word_count : k->value[0];
            k->fallback[0] = option->value == fallback ? k->word_count : k->fallback[0];
            add_word(k, option->word, option->meaning);
        }
    }
    return true;
}

static bool read_model(knob *k, const mote_scene *scene, int key)
{
    (void)key;
    k->kind = KNOB_CHOICE;
    for (int i = 0; models[i]; i++) {
        k->value[0] = models[i] == scene->model ? i : k->value[0];
        k->fallback[0] = strcmp(models[i]->name, DEFAULT_MODEL) ? k->fallback[0] : i;
        add_word(k, models[i]->name, models[i]->meaning);
    }
    return true;
}

static bool read_seed(knob *k, const mote_scene *scene, int key)
{
    (void)key;
    k->kind = KNOB_SEED;
    k->seed = scene->seed;
    return true;
}

static bool read_species(knob *k, const mote_scene *scene, int key)
{
    k->kind = KNOB_WHOLE;
    k->lowest = species_count_bounds[0];
    k->highest = species_count_bounds[1];
    k->value[0] = scene->species_count;
    if (!scene->model->scene_default(scene, key, 0, k->fallback)) {
        k->fallback[0] = DEFAULT_SPECIES;
    }
    return true;
}

// NULL: what no knob can show.
static key_reader *const key_readers[VALUE_KIND_COUNT] = {
    [VALUE_NUMBER] = read_number, [VALUE_WHOLE] = read_whole,
    [VALUE_SMALL] = read_small,   [VALUE_POINT] = read_point,
    [VALUE_PLACE] = read_point,   [VALUE_COLOR] = read_color,
    [VALUE_CHOICE] = read_choice, [VALUE_MODEL] = read_model,
    [VALUE_SEED] = read_seed,     [VALUE_SPECIES] = read_species,
};

static void add_key(knobs *list, const mote_scene *scene, int key)
{
    const key_row *row = &key_rows[key];
    key_reader *read = key_readers[row->kind];
    bool has_say = !key_is_of_faucets(key) || scene_pours(scene);
    if (!read || !has_say || !key_is_used(row, scene->model)) {
        return;
    }
    knob k = {
        .kind = KNOB_NUMBER,
        .unit = row->unit,
        .meaning = row->meaning,
        .lowest = row->lowest,
        .highest = row->highest,
        .count = 1,
    };
    name_knob(&k, key_is_root(row) ? "" : row->section, row->name);
    if (read(&k, scene, key)) {
        add(list, &k);
    }
}

static void add_species_colors(knobs *list, const mote_scene *scene)
{
    for (int i = 0; i < scene->species_count && !scene->model->emits; i++) {
        knob k = {.kind = KNOB_COLOR, .count = 3, .unit = ""};
        k.meaning = species_items[0].meaning;
        uint8_t fallback[3];
        species_color(i, scene->species_count, fallback);
        for (int c = 0; c < 3; c++) {
            k.value[c] = scene->species[i].color[c];
            k.fallback[c] = fallback[c];
        }
        char group[KNOB_GROUP_SIZE];
        snprintf(group, sizeof group, "species[%d]", i);
        name_knob(&k, group, species_items[0].name);
        add(list, &k);
    }
}

mote_status knobs_find(const mote_scene *scene, knobs *found)
{
    *found = (knobs){0};
    add_model(found, scene);
    for (int i = 0; i < KEY_COUNT; i++) {
        add_key(found, scene, i);
    }
    add_species_colors(found, scene);
    if (found->has_failed) {
        size_t size = (size_t)found->room * sizeof *found->list;
        knobs_free(found);
        return fail_memory(size, "the knobs of a scene");
    }
    return MOTE_OK;
}

void knobs_free(knobs *self)
{
    for (int i = 0; i < self->count; i++) {
        free(self->list[i].matrix);
    }
    free(self->list);
    *self = (knobs){0};
}

const knob *knobs_get(const knobs *self, const char *key)
{
    for (int i = 0; i < self->count; i++) {
        if (strcmp(self->list[i].key, key) == 0) {
            return &self->list[i];
        }
    }
    return NULL;
}

// ---- One knob ------------------------------------------------------------------------

static void write_numbers(const knob *self, const double value[3],
                          char text[KNOB_TEXT_SIZE])
{
    size_t used = 0;
    for (int i = 0; i < self->count; i++) {
        char number[NUMBER_TEXT_SIZE];
        const char *before = !self->is_array ? "" : i ? ", " : "[";
        used += (size_t)snprintf(text + used, KNOB_TEXT_SIZE - used, "%s%s", before,
                                 number_write(number, value[i]));
    }
    snprintf(text + used, KNOB_TEXT_SIZE - used, "%s", self->is_array ? "]" : "");
}

const char *knob_write(const knob *self, const double value[3], char text[KNOB_TEXT_SIZE])
{
    text[0] = '\0';
    switch (self->kind) {
    case KNOB_NUMBER:
    case KNOB_WHOLE:
        write_numbers(self, value, text);
        break;
    case KNOB_SEED: // as a text: it may be longer than JSON's whole numbers
        snprintf(text, KNOB_TEXT_SIZE, "\"%llu\"", (unsigned long long)self->seed);
        break;
    case KNOB_CHOICE:
        snprintf(text, KNOB_TEXT_SIZE, "\"%s\"", self->words[(int)value[0]].word);
        break;
    case KNOB_COLOR:
        snprintf(text, KNOB_TEXT_SIZE, "\"#%02x%02x%02x\"", (unsigned)value[0],
                 (unsigned)value[1], (unsigned)value[2]);
        break;
    case KNOB_MATRIX:
        break;
    }
    return text;
}

static bool is_same(double a, double b)
{
    return a <= b && a >= b;
}

bool knob_is_default(const knob *self)
{
    if (self->kind == KNOB_SEED) {
        return self->seed == DEFAULT_SEED;
    }
    if (self->kind == KNOB_MATRIX) {
        return knob_is_uniform(self) && is_same(self->value[0], self->fallback[0]);
    }
    bool is_default = true;
    for (int i = 0; i < (self->kind == KNOB_CHOICE ? 1 : self->count); i++) {
        is_default &= is_same(self->value[i], self->fallback[i]);
    }
    return is_default;
}

bool knob_is_uniform(const knob *self)
{
    bool is_uniform = true;
    for (int i = 1; i < self->count * self->count; i++) {
        is_uniform &= is_same(self->matrix[i], self->matrix[0]);
    }
    return is_uniform;
}

// The largest that stands on it, to look at.
static double knob_size(const knob *self)
{
    double size = 0.0;
    int count = self->kind == KNOB_MATRIX ? 1 : self->count;
    for (int i = 0; i < count; i++) {
        size = fmax(size, fmax(fabs(self->value[i]), fabs(self->fallback[i])));
    }
    return size;
}

#define SLIDER_SPAN   4.0    // times the default
#define SLIDER_COUNT  50.0   // where that is 0, of what is counted; else 1
#define SLIDER_WIDEST 1000.0 // a range up to here is one to point at

void knob_slider(const knob *self, double *low, double *high)
{
    double size = knob_size(self);
    bool is_count = self->kind == KNOB_WHOLE || strcmp(self->unit, "frames") == 0;
    double most = size > 0.0 ? SLIDER_SPAN * size : is_count ? SLIDER_COUNT : 1.0;
    *low = self->lowest;
    *high = self->highest;
    if (self->highest - self->lowest > SLIDER_WIDEST || size * 100.0 < self->highest) {
        *low = fmax(self->lowest, self->lowest < 0.0 ? -most : self->lowest);
        *high = fmin(self->highest, fmax(most, 2.0 * self->lowest));
    }
}
