// SPDX-License-Identifier: MIT
// A document becomes a scene: every key of the tables is read and checked, or takes its
// default; a key that is in no table is refused.

#include "scene_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- One reader for each kind of value; `value` NULL: the default -------------------

typedef mote_status value_reader(const scene_reader *reader, int key, const char *path,
                                 const json_t *value);

static mote_status read_text(const scene_reader *reader, int key, const char *path,
                             const json_t *value)
{
    char **member = key_member(reader->scene, &key_rows[key]);
    if (value) {
        return scene_read_text(reader, path, value, member);
    }
    const char *fallback = key_rows[key].fallback_text;
    *member = text_copy(fallback, strlen(fallback));
    return *member ? MOTE_OK : fail_memory(strlen(fallback), path);
}

static mote_status read_number(const scene_reader *reader, int key, const char *path,
                               const json_t *value)
{
    const key_row *row = &key_rows[key];
    double *member = key_member(reader->scene, row);
    if (!value) {
        *member = key_default(reader->scene, key, 0);
        return MOTE_OK;
    }
    const double bounds[2] = {row->lowest, row->highest};
    return scene_read_number(reader, path, value, bounds, member);
}

static mote_status read_whole(const scene_reader *reader, int key, const char *path,
                              const json_t *value)
{
    const key_row *row = &key_rows[key];
    uint64_t *member = key_member(reader->scene, row);
    if (!value) {
        *member = (uint64_t)key_default(reader->scene, key, 0);
        return MOTE_OK;
    }
    const double bounds[2] = {row->lowest, row->highest};
    return scene_read_whole(reader, path, value, bounds, member);
}

static mote_status read_small(const scene_reader *reader, int key, const char *path,
                              const json_t *value)
{
    const key_row *row = &key_rows[key];
    uint64_t number = (uint64_t)key_default(reader->scene, key, 0);
    if (value) {
        const double bounds[2] = {row->lowest, row->highest};
        TRY(scene_read_whole(reader, path, value, bounds, &number));
    }
    *(int *)key_member(reader->scene, row) = (int)number;
    return MOTE_OK;
}

static mote_status read_point(const scene_reader *reader, int key, const char *path,
                              const json_t *value)
{
    const key_row *row = &key_rows[key];
    const double bounds[2] = {row->lowest, row->highest};
    int count = key_axes(reader->scene, row);
    double *member = key_member(reader->scene, row);
    for (int axis = 0; axis < 3; axis++) {
        member[axis] = key_default(reader->scene, key, axis);
    }
    return value ? scene_read_numbers(reader, path, value, count, bounds, member)
                 : MOTE_OK;
}

static mote_status read_color(const scene_reader *reader, int key, const char *path,
                              const json_t *value)
{
    const key_row *row = &key_rows[key];
    json_t *fallback = value ? NULL : json_string(row->fallback_text);
    mote_status status = scene_read_color(reader, path, value ? value : fallback,
                                          key_member(reader->scene, row));
    json_decref(fallback);
    return status;
}

static mote_status refuse_choice(const scene_reader *reader, int key, const char *path,
                                 const json_t *value)
{
    const char *words[OPTION_MAX];
    int count = 0;
    for (const option_row *option = option_rows; option->word; option++) {
        if (option->key == key) {
            assert(count < OPTION_MAX);
            words[count++] = option->word;
        }
    }
    return scene_refuse_word(reader, path, value, words, count);
}

static mote_status read_choice(const scene_reader *reader, int key, const char *path,
                               const json_t *value)
{
    int *member = key_member(reader->scene, &key_rows[key]);
    if (!value) {
        *member = (int)key_default(reader->scene, key, 0);
        return MOTE_OK;
    }
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    for (const option_row *option = option_rows; option->word; option++) {
        if (option->key == key && strcmp(option->word, word) == 0) {
            *member = option->value;
            return MOTE_OK;
        }
    }
    return refuse_choice(reader, key, path, value);
}

#define MODEL_MAX 64 // of a build

static mote_status read_model(const scene_reader *reader, int key, const char *path,
                              const json_t *value)
{
    (void)key;
    const char *name = value ? json_string_value(value) : DEFAULT_MODEL;
    reader->scene->model = name ? model_find(name) : NULL;
    if (reader->scene->model) {
        return MOTE_OK;
    }
    const char *words[MODEL_MAX];
    int count = 0;
    for (; models[count]; count++) {
        assert(count < MODEL_MAX);
        words[count] = models[count]->name;
    }
    return scene_refuse_word(reader, path, value, words, count);
}

// Up to 2^63 - 1 a number; JSON has no larger ones, so from there a string of digits.
static mote_status read_seed(const scene_reader *reader, int key, const char *path,
                             const json_t *value)
{
    (void)key;
    uint64_t seed = 0;
    bool is_right = !value;
    if (!value) {
        seed = DEFAULT_SEED;
    } else if (json_is_string(value)) {
        const char *digits = json_string_value(value);
        size_t size = strlen(digits);
        is_right = size > 0 && strspn(digits, "0123456789") == size;
        for (size_t i = 0; is_right && i < size; i++) {
            uint64_t digit = (uint64_t)(digits[i] - '0');
            is_right = seed <= (UINT64_MAX - digit) / 10;
            seed = seed * 10 + digit;
        }
    } else {
        is_right = json_is_integer(value) && json_integer_value(value) >= 0;
        seed = (uint64_t)json_integer_value(value);
    }
    if (!is_right) {
        char found[FOUND_SIZE];
        return scene_refuse(
            reader, path,
            "expected a whole number from 0 to 18446744073709551615 (from "
            "2^63 on as a string of digits), found %s",
            scene_found(value, found));
    }
    reader->scene->seed = seed;
    return MOTE_OK;
}

static mote_status read_species(const scene_reader *reader, int key, const char *path,
                                const json_t *value)
{
    (void)path;
    if (!key_is_used(&key_rows[key], reader->scene->model)) {
        reader->scene->species_count = 1;
        reader->scene->species[0].weight = 1.0;
        return MOTE_OK;
    }
    return scene_read_species(reader, value);
}

static mote_status read_ignored(const scene_reader *reader, int key, const char *path,
                                const json_t *value)
{
    (void)key;
    if (value && !json_is_string(value)) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, path, "expected a text in quotes, found %s",
                            scene_found(value, found));
    }
    return MOTE_OK;
}

static value_reader *const value_readers[VALUE_KIND_COUNT] = {
    [VALUE_TEXT] = read_text,       [VALUE_NUMBER] = read_number,
    [VALUE_WHOLE] = read_whole,     [VALUE_SMALL] = read_small,
    [VALUE_POINT] = read_point,     [VALUE_PLACE] = read_point,
    [VALUE_COLOR] = read_color,     [VALUE_CHOICE] = read_choice,
    [VALUE_MODEL] = read_model,     [VALUE_SEED] = read_seed,
    [VALUE_SPECIES] = read_species, [VALUE_IGNORED] = read_ignored,
};

// ---- The document -------------------------------------------------------------------

static mote_status read_key(const scene_reader *reader, int key)
{
    const key_row *row = &key_rows[key];
    const json_t *object = reader->root;
    if (!key_is_root(row)) {
        object = json_object_get(reader->root, row->section);
    }
    char path[KEY_PATH_SIZE];
    const json_t *value = json_object_get(object, row->name);
    return value_readers[row->kind](reader, key, key_path(row, path), value);
}

static mote_status check_section(const scene_reader *reader, const char *section,
                                 const char *const *names, int count)
{
    const json_t *object = json_object_get(reader->root, section);
    if (object && !json_is_object(object)) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, section, "expected an object, found %s",
                            scene_found(object, found));
    }
    return object ? scene_check_names(reader, section, object, names, count) : MOTE_OK;
}

#define NAMES_MAX (KEY_COUNT + MODEL_PARAMETER_MAX + MODEL_PAIR_MAX + MODEL_LIST_MAX)

static mote_status refuse_use(const scene_reader *reader, int key, const char *name)
{
    const model *model = reader->scene->model;
    const char *instead = key_of_emitters(key);
    const char *why = key_unused_by_emitters(key);
    char path[KEY_PATH_SIZE];
    if (why) {
        return scene_refuse(reader, key_path(&key_rows[key], path),
                            "does nothing in model %s: %s; leave it out", model->name,
                            why);
    }
    if (key_is_of_faucets(key) && !model->emits) {
        return scene_refuse(reader, key_path(&key_rows[key], path),
                            "does nothing in model %s, which has no faucets: all its "
                            "particles are there at first; leave it out",
                            model->name);
    }
    return instead ? scene_refuse(reader, key_path(&key_rows[key], path),
                                  "does nothing in model %s: `%s` of an emitter says it; "
                                  "leave it out",
                                  model->name, instead)
                   : scene_refuse(reader, name,
                                  "model %s has none: all its particles come from %s.%s; "
                                  "leave %s out",
                                  model->name, model->name, model->emits, name);
}

// What the model has no use for is a misunderstanding: the block of another model, and
// where particles are emitted species, a start and what emitters say.
static mote_status check_use(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    for (int i = 0; models[i]; i++) {
        const char *name = models[i]->name;
        if (models[i] != model && json_object_get(reader->root, name)) {
            return scene_refuse(reader, name,
                                "the model here is \"%s\"; write \"model\": \"%s\", or "
                                "leave %s out",
                                model->name, name, name);
        }
    }
    for (int i = 0; i < KEY_COUNT; i++) {
        const char *name;
        if (key_without_use(reader->root, &key_rows[i], model, &name)) {
            return refuse_use(reader, i, name);
        }
    }
    return MOTE_OK;
}

// The keys of a section that the model uses.
static int keys_of(const scene_reader *reader, const char *section, const char **names)
{
    int count = 0;
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(key_rows[i].section, section) == 0 &&
            key_is_used(&key_rows[i], reader->scene->model)) {
            names[count++] = key_rows[i].name;
        }
    }
    return count;
}

static mote_status check_block(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    const char *names[NAMES_MAX];
    int count = 0;
    for (int i = 0; i < model->parameter_count; i++) {
        names[count++] = model->parameters[i].name;
    }
    for (int i = 0; i < model->pair_count; i++) {
        names[count++] = model->pairs[i].name;
    }
    for (int i = 0; i < model->list_count; i++) {
        names[count++] = model->lists[i].name;
    }
    return check_section(reader, model->name, names, count);
}

// Every key that is there must be one that is known.
static mote_status check_sections(const scene_reader *reader)
{
    const char *names[NAMES_MAX];
    TRY(check_use(reader));
    int count = keys_of(reader, "root", names);
    for (const section_row *section = section_rows; section->name; section++) {
        if (section_is_used(section->name, reader->scene->model)) {
            names[count++] = section->name;
        }
    }
    names[count++] = reader->scene->model->name;
    TRY(scene_check_names(reader, "", reader->root, names, count));
    for (const section_row *section = section_rows; section->name; section++) {
        count = keys_of(reader, section->name, names);
        TRY(check_section(reader, section->name, names, count));
    }
    return check_block(reader);
}

static mote_status read_parameter(const scene_reader *reader, const parameter_row *row,
                                  const json_t *value)
{
    double *member = &reader->scene->parameters[row->first];
    memcpy(member, row->fallback,
           (row->kind == PARAMETER_POINT ? 3 : 1) * sizeof *member);
    if (!value) {
        return MOTE_OK;
    }
    char path[KEY_PATH_SIZE];
    snprintf(path, sizeof path, "%s.%s", reader->scene->model->name, row->name);
    if (row->kind == PARAMETER_CHOICE) {
        return scene_read_option(reader, path, value, (model_choice){"", row->name},
                                 member);
    }
    const double bounds[2] = {row->lowest, row->highest};
    return row->kind == PARAMETER_POINT
               ? scene_read_point(reader, path, value, bounds, member)
               : scene_read_number(reader, path, value, bounds, member);
}

static mote_status read_parameters(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    const json_t *block = json_object_get(reader->root, model->name);
    for (int i = 0; i < model->parameter_count; i++) {
        const parameter_row *row = &model->parameters[i];
        TRY(read_parameter(reader, row, json_object_get(block, row->name)));
    }
    return MOTE_OK;
}

static mote_status check_parameters(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(reader->scene, pairs);
    int row = 0;
    const char *message = model->check_parameter(&numbers, &row);
    if (!message) {
        return MOTE_OK;
    }
    char path[KEY_PATH_SIZE];
    snprintf(path, sizeof path, "%s.%s", model->name, model->parameters[row].name);
    return scene_refuse(reader, path, "%s", message);
}

mote_status scene_read(const scene_reader *reader)
{
    if (!json_is_object(reader->root)) {
        return scene_refuse(reader, "", "expected an object: a scene stands in { }");
    }
    // The model first: it says which other keys there are.
    TRY(read_key(reader, KEY_root_model));
    TRY(check_sections(reader));
    for (int i = 0; i < KEY_COUNT; i++) {
        // A default may be computed from the number of particles.
        if (i != KEY_root_model && strcmp(key_rows[i].section, "view") != 0) {
            TRY(read_key(reader, i));
        }
    }
    TRY(scene_check_start(reader));
    TRY(read_parameters(reader));
    TRY(scene_read_pairs(reader));
    // Expressions of a model may ask how dense the particles are.
    TRY(scene_count_species(reader));
    TRY(check_parameters(reader));
    TRY(scene_check_pairs(reader));
    TRY(scene_read_lists(reader));
    TRY(scene_check_substeps(reader));
    TRY(scene_check_pouring(reader));
    TRY(scene_check_emission(reader));
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(key_rows[i].section, "view") == 0) {
            TRY(read_key(reader, i));
        }
    }
    return scene_check_view(reader);
}
