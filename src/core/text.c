// SPDX-License-Identifier: MIT
// Texts that grow, and numbers as text.

#include "text.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(text *t, size_t size)
{
    if (t->size + size < t->room) {
        return true;
    }
    size_t room = (t->size + size + 1) * 2;
    char *data = realloc(t->data, room);
    if (!data) {
        t->has_failed = true;
        return false;
    }
    t->data = data;
    t->room = room;
    return true;
}

void text_add(text *t, const char *format, ...)
{
    if (t->has_failed) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0 || !make_room(t, (size_t)size)) {
        t->has_failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(t->data + t->size, (size_t)size + 1, format, arguments);
    va_end(arguments);
    t->size += (size_t)size;
}

mote_status text_take(text *t, char **taken)
{
    text_add(t, "%s", "");
    *taken = NULL;
    if (t->has_failed) {
        size_t size = t->size;
        text_free(t);
        return fail_memory(size, "a text");
    }
    *taken = t->data;
    *t = (text){0};
    return MOTE_OK;
}

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

char *text_copy(const char *source, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, source, size);
        copy[size] = '\0';
    }
    return copy;
}

static char locale_point(void)
{
    const struct lconv *locale = localeconv();
    return locale && locale->decimal_point[0] ? locale->decimal_point[0] : '.';
}

char *number_write(char *number, double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(number, NUMBER_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(number, NULL) == value) {
            break;
        }
    }
    char *point = strchr(number, locale_point());
    if (point) {
        *point = '.';
    }
    return number;
}

bool number_read(const char *start, const char *end, double *value)
{
    char number[64];
    size_t size = (size_t)(end - start);
    if (size == 0 || size >= sizeof number || strspn(start, "0123456789+-.eE") < size) {
        return false;
    }
    memcpy(number, start, size);
    number[size] = '\0';
    char *point = strchr(number, '.');
    if (point) {
        *point = locale_point();
    }
    char *stop;
    *value = strtod(number, &stop);
    return *stop == '\0' && is_finite(*value);
}

bool is_finite(double number)
{
    return number - number == 0.0;
}
