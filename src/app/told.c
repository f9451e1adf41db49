// SPDX-License-Identifier: MIT
// See told.h.

#include "told.h"

#include <stdlib.h>
#include <string.h>

void told_log(void *context, const char *line)
{
    told *self = context;
    for (int i = 0; i < self->count; i++) {
        if (strcmp(self->lines[i], line) == 0) {
            return;
        }
    }
    size_t size = strlen(line) + 1;
    char *copy = self->count < TOLD_MAX ? malloc(size) : NULL;
    if (copy) {
        memcpy(copy, line, size);
        self->lines[self->count++] = copy;
    }
    if (self->log) {
        self->log(self->log_context, line);
    }
}

void told_free(told *self)
{
    for (int i = 0; i < self->count; i++) {
        free(self->lines[i]);
    }
    *self = (told){0};
}
