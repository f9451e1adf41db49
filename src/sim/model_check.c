// SPDX-License-Identifier: MIT
// What the program reads of a model that EMITS, by name.

#include "model.h"

#include <stddef.h>
#include <string.h>

// `list` NULL: the list of emitters. To read one more: add a row.
static const struct {
    const char *list, *key;
    item_kind kind;
} read_keys[] = {
    {NULL, "shape", ITEM_CHOICE},          {NULL, "file", ITEM_TEXT},
    {NULL, "position", ITEM_PLACE},        {NULL, "path", ITEM_TABLE},
    {NULL, "path_period", ITEM_NUMBER},    {NULL, "rate", ITEM_NUMBER},
    {NULL, "start", ITEM_NUMBER},          {NULL, "stop", ITEM_NUMBER},
    {NULL, "bursts", ITEM_TABLE},          {NULL, "on_death", ITEM_LINK},
    {NULL, "death_count", ITEM_WHOLE},     {NULL, "on_collision", ITEM_LINK},
    {NULL, "collision_count", ITEM_WHOLE}, {NULL, "particle_radius", ITEM_RANGE},
    {NULL, "size_over_life", ITEM_CURVE},  {NULL, "brightness", ITEM_NUMBER},
    {NULL, "streak", ITEM_NUMBER},         {"forces", "speed", ITEM_NUMBER},
};

static bool has_key(const model *model, const char *name, const char *key, item_kind kind)
{
    int list = model_find_list(model, name);
    int k = list < 0 ? -1 : model_find_key(model, list, key);
    return k >= 0 && model->item_keys[model->lists[list].first_key + k].kind == kind;
}

const char *model_lacks(const model *model)
{
    if (!model->emits) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof read_keys / sizeof *read_keys; i++) {
        const char *list = read_keys[i].list ? read_keys[i].list : model->emits;
        if (!has_key(model, list, read_keys[i].key, read_keys[i].kind)) {
            return read_keys[i].key;
        }
    }
    return model_find_parameter(model, "prewarm") < 0 ? "prewarm" : NULL;
}
