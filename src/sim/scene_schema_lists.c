// SPDX-License-Identifier: MIT
// The lists of a model in the JSON Schema of scene files.

#include "item_value.h"
#include "scene_parts.h"

#include <stdio.h>
#include <string.h>

// json_pack's "o" takes a reference over, also when it fails; NULL fails all around it.

typedef json_t *item_schema(const model *model, const item_key_row *key);

static json_t *number_type(const item_key_row *key)
{
    return scene_number_schema(key->lowest, key->highest);
}

static json_t *schema_number(const model *model, const item_key_row *key)
{
    (void)model;
    json_t *type = number_type(key);
    json_object_set_new(type, "default", json_real(key->fallback[0]));
    return type;
}

static json_t *schema_whole(const model *model, const item_key_row *key)
{
    (void)model;
    json_t *type = scene_whole_schema(key->lowest, key->highest);
    json_object_set_new(type, "default", json_integer((json_int_t)key->fallback[0]));
    return type;
}

static json_t *array_type(json_t *items, int least, int most)
{
    return json_pack("{s:s, s:i, s:i, s:o}", "type", "array", "minItems", least,
                     "maxItems", most, "items", items);
}

static json_t *schema_range(const model *model, const item_key_row *key)
{
    (void)model;
    bool is_one = key->fallback[0] >= key->fallback[1];
    json_t *fallback = is_one ? json_real(key->fallback[0])
                              : json_pack("[f, f]", key->fallback[0], key->fallback[1]);
    return json_pack("{s:[o, o], s:o}", "anyOf", number_type(key),
                     array_type(number_type(key), 2, 2), "default", fallback);
}

static json_t *schema_place(const model *model, const item_key_row *key)
{
    (void)model;
    return array_type(number_type(key), 2, 3);
}

static json_t *schema_point(const model *model, const item_key_row *key)
{
    json_t *type = schema_place(model, key);
    json_object_set_new(
        type, "default",
        json_pack("[f, f, f]", key->fallback[0], key->fallback[1], key->fallback[2]));
    return type;
}

static json_t *schema_choice(const model *model, const item_key_row *key)
{
    model_choice choice = {key->list, key->name};
    return scene_option_schema(model, choice, key->fallback[0]);
}

static json_t *schema_text(const model *model, const item_key_row *key)
{
    (void)model;
    (void)key;
    return json_pack("{s:s, s:s}", "type", "string", "default", "");
}

// A value, several, or each with its part of the life.
static json_t *stops_type(json_t *value, json_t *fallback)
{
    json_t *stop = json_pack("{s:s, s:i, s:i, s:[o, O], s:b}", "type", "array",
                             "minItems", 2, "maxItems", 2, "prefixItems",
                             scene_number_schema(0.0, 1.0), value, "items", 0);
    json_t *type = json_pack("{s:[O, o, o], s:o}", "anyOf", value,
                             array_type(json_incref(value), 1, STOP_MAX),
                             array_type(stop, 1, STOP_MAX), "default", fallback);
    json_decref(value);
    return type;
}

static json_t *schema_curve(const model *model, const item_key_row *key)
{
    (void)model;
    return stops_type(number_type(key), json_real(key->fallback[0]));
}

static json_t *schema_gradient(const model *model, const item_key_row *key)
{
    (void)model;
    return stops_type(json_pack("{s:s, s:s}", "type", "string", "pattern",
                                "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"),
                      json_loads(key->text, JSON_DECODE_ANY, NULL));
}

static json_t *schema_table(const model *model, const item_key_row *key)
{
    json_t *numbers = json_array();
    table_fields fields = scene_table_fields(model, key, 3);
    for (int i = 0; i < fields.count; i++) {
        const item_field_row *row = &fields.rows[i];
        for (int axis = 0; axis < (row->is_point ? 3 : 1); axis++) {
            json_t *type = scene_number_schema(row->lowest, row->highest);
            scene_describe(type, row->name, row->unit);
            json_array_append_new(numbers, type);
        }
    }
    int least = scene_table_fields(model, key, 2).least;
    json_t *line =
        json_pack("{s:s, s:i, s:i, s:o, s:b}", "type", "array", "minItems", least,
                  "maxItems", fields.most, "prefixItems", numbers, "items", 0);
    json_t *type = array_type(line, 0, key->most);
    json_object_set_new(type, "default", json_array());
    return type;
}

static item_schema *const item_schemas[ITEM_KIND_COUNT] = {
    [ITEM_NUMBER] = schema_number, [ITEM_WHOLE] = schema_whole,
    [ITEM_RANGE] = schema_range,   [ITEM_POINT] = schema_point,
    [ITEM_PLACE] = schema_place,   [ITEM_CHOICE] = schema_choice,
    [ITEM_TEXT] = schema_text,     [ITEM_LINK] = schema_text,
    [ITEM_CURVE] = schema_curve,   [ITEM_GRADIENT] = schema_gradient,
    [ITEM_TABLE] = schema_table,
};

static void describe_key(json_t *type, const model *model, const item_key_row *key)
{
    char meaning[512];
    const char *what = NULL;
    for (int i = 0; i < model->item_need_count; i++) {
        const item_need_row *need = &model->item_needs[i];
        bool is_of_key =
            strcmp(need->list, key->list) == 0 && strcmp(need->key, key->name) == 0;
        what = is_of_key ? need->what : what;
    }
    snprintf(meaning, sizeof meaning, what ? "%s; only with %s" : "%s", key->meaning,
             what);
    scene_describe(type, meaning, key->unit);
}

json_t *scene_list_schema(const model *model, int list)
{
    const list_row *row = &model->lists[list];
    json_t *properties = json_object();
    for (int i = 0; i < row->key_count; i++) {
        const item_key_row *key = &model->item_keys[row->first_key + i];
        json_t *type = item_schemas[key->kind](model, key);
        describe_key(type, model, key);
        json_object_set_new(properties, key->name, type);
    }
    json_t *item = json_pack("{s:s, s:b, s:o}", "type", "object", "additionalProperties",
                             0, "properties", properties);
    bool emits = model->emits && strcmp(model->emits, row->name) == 0;
    json_t *type = array_type(item, emits ? 1 : 0, row->most);
    json_object_set_new(type, "default", json_loads(row->fallback, 0, NULL));
    scene_describe(type, row->meaning, "");
    return type;
}
