// SPDX-License-Identifier: MIT
// The JSON Schema of scene files, made from the same tables that read them, so that
// editors complete and check what the reader takes. assets/scene.schema.json is what this
// writes.

#include "scene_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// json_pack's "o" takes a reference over, also when it fails; NULL fails all around it.

json_t *scene_number_schema(double lowest, double highest)
{
    return json_pack("{s:s, s:f, s:f}", "type", "number", "minimum", lowest, "maximum",
                     highest);
}

json_t *scene_whole_schema(double lowest, double highest)
{
    return json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)lowest,
                     "maximum", (json_int_t)highest);
}

static json_t *color_type(void)
{
    return json_pack("{s:s, s:s}", "type", "string", "pattern", "^#[0-9a-fA-F]{6}$");
}

static bool is_computed(int key)
{
    switch (key) {
#define COMPUTED(section, name, value) case KEY_##section##_##name:
#include "scene_keys_read.h"
        return true;
    default:
        return false;
    }
}

// "strength (1/s^2)"
void scene_describe(json_t *type, const char *meaning, const char *unit)
{
    text t = {0};
    char *description;
    text_add(&t, *unit ? "%s (%s)" : "%s", meaning, unit);
    if (text_take(&t, &description) == MOTE_OK) {
        json_object_set_new(type, "description", json_string(description));
        free(description);
    }
}

// ---- One type for each kind of value ------------------------------------------------

typedef json_t *value_schema(int key);

static json_t *schema_text(int key)
{
    return json_pack("{s:s, s:s}", "type", "string", "default",
                     key_rows[key].fallback_text);
}

static json_t *schema_number(int key)
{
    json_t *type = scene_number_schema(key_rows[key].lowest, key_rows[key].highest);
    if (!is_computed(key)) {
        json_object_set_new(type, "default", json_real(key_rows[key].fallback));
    }
    return type;
}

static json_t *schema_whole(int key)
{
    json_t *type = scene_whole_schema(key_rows[key].lowest, key_rows[key].highest);
    json_object_set_new(type, "default",
                        json_integer((json_int_t)key_rows[key].fallback));
    return type;
}

static json_t *schema_point(int key)
{
    int least = key_rows[key].kind == VALUE_PLACE ? 3 : 2;
    return json_pack("{s:s, s:i, s:i, s:o}", "type", "array", "minItems", least,
                     "maxItems", 3, "items",
                     scene_number_schema(key_rows[key].lowest, key_rows[key].highest));
}

static json_t *schema_color(int key)
{
    json_t *type = color_type();
    json_object_set_new(type, "default", json_string(key_rows[key].fallback_text));
    return type;
}

// The words of a choice, each with what it means.
static json_t *schema_choice(int key)
{
    json_t *words = json_array();
    const char *fallback = "";
    for (const option_row *option = option_rows; option->word; option++) {
        if (option->key == key) {
            json_array_append_new(words, json_pack("{s:s, s:s}", "const", option->word,
                                                   "description", option->meaning));
            fallback =
                option->value == (int)key_rows[key].fallback ? option->word : fallback;
        }
    }
    json_t *type = json_pack("{s:o}", "oneOf", words);
    if (!is_computed(key)) {
        json_object_set_new(type, "default", json_string(fallback));
    }
    return type;
}

static json_t *schema_model(int key)
{
    (void)key;
    json_t *names = json_array();
    for (int i = 0; models[i]; i++) {
        json_array_append_new(names, json_pack("{s:s, s:s}", "const", models[i]->name,
                                               "description", models[i]->meaning));
    }
    return json_pack("{s:o, s:s}", "oneOf", names, "default", DEFAULT_MODEL);
}

static json_t *schema_seed(int key)
{
    (void)key;
    return json_pack("{s:[{s:s, s:i}, {s:s, s:s}], s:i}", "oneOf", "type", "integer",
                     "minimum", 0, "type", "string", "pattern", "^[0-9]{1,20}$",
                     "default", DEFAULT_SEED);
}

static json_t *schema_species(int key)
{
    (void)key;
    json_t *types[3] = {
        color_type(), scene_whole_schema(0.0, key_rows[KEY_root_particles].highest),
        scene_number_schema(species_weight_bounds[0], species_weight_bounds[1])};
    json_t *properties = json_object();
    for (int i = 0; i < 3; i++) {
        json_object_set_new(types[i], "description",
                            json_string(species_items[i].meaning));
        json_object_set_new(properties, species_items[i].name, types[i]);
    }
    json_t *item = json_pack("{s:s, s:b, s:o, s:{s:[s, s]}}", "type", "object",
                             "additionalProperties", 0, "properties", properties, "not",
                             "required", "count", "weight");
    json_t *array = json_pack("{s:s, s:i, s:i, s:o}", "type", "array", "minItems", 1,
                              "maxItems", SPECIES_MAX, "items", item);
    return json_pack("{s:[o, o], s:i}", "oneOf", scene_whole_schema(1.0, SPECIES_MAX),
                     array, "default", DEFAULT_SPECIES);
}

static json_t *schema_ignored(int key)
{
    (void)key;
    return json_pack("{s:s}", "type", "string");
}

static value_schema *const value_schemas[VALUE_KIND_COUNT] = {
    [VALUE_TEXT] = schema_text,       [VALUE_NUMBER] = schema_number,
    [VALUE_WHOLE] = schema_whole,     [VALUE_SMALL] = schema_whole,
    [VALUE_POINT] = schema_point,     [VALUE_PLACE] = schema_point,
    [VALUE_COLOR] = schema_color,     [VALUE_CHOICE] = schema_choice,
    [VALUE_MODEL] = schema_model,     [VALUE_SEED] = schema_seed,
    [VALUE_SPECIES] = schema_species, [VALUE_IGNORED] = schema_ignored,
};

// ---- The document -------------------------------------------------------------------

static json_t *object_type(const char *meaning, json_t *properties)
{
    return json_pack("{s:s, s:s, s:b, s:o}", "description", meaning, "type", "object",
                     "additionalProperties", 0, "properties", properties);
}

static void add_to_description(json_t *type, const char *before, const char *what)
{
    char description[512];
    snprintf(description, sizeof description, "%s%s%s",
             json_string_value(json_object_get(type, "description")), before, what);
    json_object_set_new(type, "description", json_string(description));
}

// What a key is where particles are emitted.
static void describe_with_emitters(json_t *type, int key)
{
    if (key_unused_by_emitters(key)) {
        add_to_description(type, "; not with emitters: ", key_unused_by_emitters(key));
    }
    if (key_of_emitters(key)) {
        add_to_description(type, "; not with emitters, which have ",
                           key_of_emitters(key));
    }
}

// "0.4, 0.8, 1" or "bounce"
static void write_default(const mote_scene *scene, int key, char *words, size_t size)
{
    bool is_point =
        key_rows[key].kind == VALUE_POINT || key_rows[key].kind == VALUE_PLACE;
    words[0] = '\0';
    for (int axis = 0; axis < (is_point ? 3 : 1); axis++) {
        char number[NUMBER_TEXT_SIZE];
        double value = key_default(scene, key, axis);
        const char *word = number_write(number, value);
        for (const option_row *option = option_rows; option->word; option++) {
            bool is_it = option->key == key && option->value == (int)value;
            word = is_it ? option->word : word;
        }
        size_t used = strlen(words);
        snprintf(words + used, size - used, "%s%s", axis ? ", " : "", word);
    }
}

#define WORDS_SIZE (3 * NUMBER_TEXT_SIZE)

// A model's own default of a key; "" where it has none.
static void write_own_default(const model *model, int dimension, int key,
                              char words[WORDS_SIZE])
{
    double value;
    char text[128];
    mote_scene *scene = NULL;
    snprintf(text, sizeof text, "{\"model\": \"%s\", \"dimension\": %d}", model->name,
             dimension);
    words[0] = '\0';
    if (mote_scene_parse("schema", text, strlen(text), &scene) != MOTE_OK) {
        return;
    }
    if (model->scene_default(scene, key, 0, &value)) {
        write_default(scene, key, words, WORDS_SIZE);
    }
    mote_scene_destroy(scene);
}

// A type has but one "default": that of a model which has its own is told in words.
static void describe_with_models(json_t *type, int key)
{
    for (const model *const *m = models; *m && !key_is_computed(key); m++) {
        char text[128], flat[WORDS_SIZE], space[WORDS_SIZE];
        write_own_default(*m, 2, key, flat);
        write_own_default(*m, 3, key, space);
        if (flat[0]) {
            snprintf(text, sizeof text, "; of model %s by default ", (*m)->name);
            add_to_description(type, text, flat);
        }
        if (flat[0] && strcmp(flat, space) != 0) {
            add_to_description(type, ", in 3-D ", space);
        }
    }
}

static json_t *keys_of(const char *section)
{
    json_t *properties = json_object();
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(key_rows[i].section, section) == 0) {
            json_t *type = value_schemas[key_rows[i].kind](i);
            scene_describe(type, key_rows[i].meaning, key_rows[i].unit);
            describe_with_emitters(type, i);
            describe_with_models(type, i);
            json_object_set_new(properties, key_rows[i].name, type);
        }
    }
    return properties;
}

static json_t *rule_types(const pair_parameter_row *row)
{
    json_t *words = json_array();
    for (int i = RULE_NONE + 1; i < RULE_COUNT; i++) {
        json_array_append_new(words,
                              json_pack("{s:s, s:s}", "const", matrix_rules[i].name,
                                        "description", matrix_rules[i].meaning));
    }
    json_t *scale =
        json_pack("{s:s, s:s, s:i, s:f, s:f}", "description",
                  "what the rule's numbers are multiplied by", "type", "number",
                  "minimum", 0, "maximum", row->highest, "default", row->fallback);
    json_t *object = json_pack("{s:s, s:b, s:{s:{s:O}, s:o}}", "type", "object",
                               "additionalProperties", 0, "properties", "rule", "oneOf",
                               words, "scale", scale);
    return json_pack("[{s:o}, o]", "oneOf", words, object);
}

static json_t *pair_type(const pair_parameter_row *row)
{
    json_t *line = json_pack("{s:s, s:o}", "type", "array", "items",
                             scene_number_schema(row->lowest, row->highest));
    json_t *choices =
        json_pack("[o, {s:s, s:o}]", scene_number_schema(row->lowest, row->highest),
                  "type", "array", "items", line);
    if (row->rules != PAIR_RULED) {
        return json_pack("{s:o, s:f}", "anyOf", choices, "default", row->fallback);
    }
    json_t *rules = rule_types(row);
    json_array_extend(choices, rules);
    json_decref(rules);
    return json_pack("{s:o, s:{s:s, s:f}}", "anyOf", choices, "default", "rule",
                     matrix_rules[RULE_RANDOM].name, "scale", row->fallback);
}

static json_t *parameter_type(const model *model, const parameter_row *row)
{
    if (row->kind == PARAMETER_CHOICE) {
        return scene_option_schema(model, (model_choice){"", row->name},
                                   row->fallback[0]);
    }
    json_t *number = scene_number_schema(row->lowest, row->highest);
    if (row->kind == PARAMETER_POINT) {
        return json_pack("{s:s, s:i, s:i, s:o, s:[f, f, f]}", "type", "array", "minItems",
                         2, "maxItems", 3, "items", number, "default", row->fallback[0],
                         row->fallback[1], row->fallback[2]);
    }
    json_object_set_new(number, "default", json_real(row->fallback[0]));
    return number;
}

static json_t *keys_of_model(const model *model)
{
    json_t *properties = json_object();
    for (int i = 0; i < model->parameter_count; i++) {
        const parameter_row *row = &model->parameters[i];
        json_t *type = parameter_type(model, row);
        scene_describe(type, row->meaning, row->unit);
        json_object_set_new(properties, row->name, type);
    }
    for (int i = 0; i < model->pair_count; i++) {
        json_t *type = pair_type(&model->pairs[i]);
        scene_describe(type, model->pairs[i].meaning, model->pairs[i].unit);
        json_object_set_new(properties, model->pairs[i].name, type);
    }
    for (int i = 0; i < model->list_count; i++) {
        json_object_set_new(properties, model->lists[i].name,
                            scene_list_schema(model, i));
    }
    return properties;
}

mote_status scene_schema_write(char **written)
{
    json_t *properties = keys_of("root");
    for (int i = 0; models[i]; i++) {
        json_object_set_new(properties, models[i]->name,
                            object_type(models[i]->meaning, keys_of_model(models[i])));
    }
    for (const section_row *section = section_rows; section->name; section++) {
        json_object_set_new(properties, section->name,
                            object_type(section->meaning, keys_of(section->name)));
    }
    json_t *schema =
        json_pack("{s:s, s:s}", "$schema", "https://json-schema.org/draft/2020-12/schema",
                  "title", "A scene of mote");
    json_t *scene = object_type("what to simulate", properties);
    char *dumped = NULL;
    if (schema && scene && json_object_update(schema, scene) == 0) {
        dumped = json_dumps(schema, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    }
    json_decref(scene);
    json_decref(schema);
    text t = {0};
    text_add(&t, "%s\n", dumped ? dumped : "");
    t.has_failed |= !dumped;
    free(dumped);
    return text_take(&t, written);
}
