// SPDX-License-Identifier: MIT
// What the program reads of a model that EMITS, by name.

#include "model.h"

#include <stddef.h>
#include <string.h>

// Whose list it is.
typedef enum list_role { OF_EMITS, OF_FORCES, OF_POURS, OF_DRAINS } list_role;

// To read one more: add a row.
static const struct {
    list_role role;
    const char *key;
    item_kind kind;
} read_keys[] = {
    {OF_EMITS, "shape", ITEM_CHOICE},          {OF_EMITS, "file", ITEM_TEXT},
    {OF_EMITS, "position", ITEM_PLACE},        {OF_EMITS, "path", ITEM_TABLE},
    {OF_EMITS, "path_period", ITEM_NUMBER},    {OF_EMITS, "rate", ITEM_NUMBER},
    {OF_EMITS, "start", ITEM_NUMBER},          {OF_EMITS, "stop", ITEM_NUMBER},
    {OF_EMITS, "bursts", ITEM_TABLE},          {OF_EMITS, "on_death", ITEM_LINK},
    {OF_EMITS, "death_count", ITEM_WHOLE},     {OF_EMITS, "on_collision", ITEM_LINK},
    {OF_EMITS, "collision_count", ITEM_WHOLE}, {OF_EMITS, "particle_radius", ITEM_RANGE},
    {OF_EMITS, "size_over_life", ITEM_CURVE},  {OF_EMITS, "brightness", ITEM_NUMBER},
    {OF_EMITS, "streak", ITEM_NUMBER},         {OF_FORCES, "speed", ITEM_NUMBER},
    {OF_POURS, "position", ITEM_PLACE},        {OF_POURS, "direction", ITEM_POINT},
    {OF_POURS, "width", ITEM_NUMBER},          {OF_POURS, "mouth", ITEM_CHOICE},
    {OF_POURS, "speed", ITEM_NUMBER},          {OF_POURS, "rate", ITEM_NUMBER},
    {OF_POURS, "start", ITEM_NUMBER},          {OF_POURS, "stop", ITEM_NUMBER},
    {OF_POURS, "jitter", ITEM_NUMBER},         {OF_POURS, "species", ITEM_WHOLE},
    {OF_DRAINS, "shape", ITEM_CHOICE},         {OF_DRAINS, "position", ITEM_PLACE},
    {OF_DRAINS, "size", ITEM_POINT},           {OF_DRAINS, "radius", ITEM_NUMBER},
};

// The list of a model that has this role, or NULL.
static const char *list_of(const model *model, list_role role)
{
    switch (role) {
    case OF_EMITS:
        return model->emits;
    case OF_FORCES:
        return model->emits ? "forces" : NULL;
    case OF_POURS:
        return model->pours;
    case OF_DRAINS:
        return model->drains;
    }
    return NULL;
}

static bool has_key(const model *model, const char *name, const char *key, item_kind kind)
{
    int list = model_find_list(model, name);
    int k = list < 0 ? -1 : model_find_key(model, list, key);
    return k >= 0 && model->item_keys[model->lists[list].first_key + k].kind == kind;
}

const char *model_lacks(const model *model)
{
    for (size_t i = 0; i < sizeof read_keys / sizeof *read_keys; i++) {
        const char *list = list_of(model, read_keys[i].role);
        if (list && !has_key(model, list, read_keys[i].key, read_keys[i].kind)) {
            return read_keys[i].key;
        }
    }
    bool is_right = !model->emits || model_find_parameter(model, "prewarm") >= 0;
    return is_right ? NULL : "prewarm";
}
