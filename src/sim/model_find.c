// SPDX-License-Identifier: MIT
// Looks a model up by name in the registry that the build makes, and rows in a model.

#include "model.h"

#include <stddef.h>
#include <string.h>

const model *model_find(const char *name)
{
    for (int i = 0; models[i]; i++) {
        if (strcmp(models[i]->name, name) == 0) {
            return models[i];
        }
    }
    return NULL;
}

int model_find_list(const model *model, const char *name)
{
    for (int i = 0; i < model->list_count; i++) {
        if (strcmp(model->lists[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int model_find_key(const model *model, int list, const char *name)
{
    const list_row *row = &model->lists[list];
    for (int i = 0; i < row->key_count; i++) {
        if (strcmp(model->item_keys[row->first_key + i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int model_find_parameter(const model *model, const char *name)
{
    for (int i = 0; i < model->parameter_count; i++) {
        if (strcmp(model->parameters[i].name, name) == 0) {
            return model->parameters[i].first;
        }
    }
    return -1;
}

const model_option_row *model_next_option(const model *model, model_choice choice,
                                          const model_option_row *behind)
{
    int first = behind ? (int)(behind - model->options) + 1 : 0;
    for (int i = first; i < model->option_count; i++) {
        const model_choice *of = &model->options[i].choice;
        if (strcmp(of->list, choice.list) == 0 && strcmp(of->key, choice.key) == 0) {
            return &model->options[i];
        }
    }
    return NULL;
}
