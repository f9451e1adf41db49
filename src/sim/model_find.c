// SPDX-License-Identifier: MIT
// Looks a model up by name in the registry that the build makes.

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
