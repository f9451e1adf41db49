// SPDX-License-Identifier: MIT
// Texts that grow, texts from outside, and numbers as text.

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

// ---- Text from outside ----------------------------------------------------------------

// The bytes of the character at `text` and its code; 0 where it is not UTF-8, in which no
// character is written longer than need be.
static size_t decode(const char *text, uint32_t *code)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*text;
    size_t size = first < 0x80   ? 1
                  : first < 0xc0 ? 0
                  : first < 0xe0 ? 2
                  : first < 0xf0 ? 3
                  : first < 0xf8 ? 4
                                 : 0;
    *code = size < 2 ? first : first & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte & 0xc0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (byte & 0x3fu);
    }
    bool is_surrogate = *code >= 0xd800 && *code < 0xe000;
    return *code < smallest[size] || *code > 0x10ffff || is_surrogate ? 0 : size;
}

// ASCII's, Unicode's, its two ends of lines and what turns the direction of writing.
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void text_clean(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        uint32_t code;
        size_t size = decode(from, &code);
        if (size > 0 && !is_control(code)) {
            memmove(to, from, size);
            to += size;
        } else {
            *to++ = size == 1 && strchr("\t\n\r", *from) ? ' ' : '?';
        }
        from += size ? size : 1;
    }
    *to = '\0';
}

int text_columns(const char *text, size_t size)
{
    int count = 0;
    for (size_t i = 0; i < size; i++) {
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

void text_cut(char *text, int columns)
{
    if (columns < 3 || text_columns(text, strlen(text)) <= columns) {
        return;
    }
    for (int i = 0; i < columns - 3; i++) {
        do {
            text++;
        } while (((unsigned char)*text & 0xc0) == 0x80);
    }
    memcpy(text, "...", 4);
}

void text_add_json(text *t, const char *json)
{
    while (*json) {
        uint32_t code;
        size_t size = decode(json, &code);
        if (size > 0 && is_control(code) && !strchr("\t\n\r", *json)) {
            text_add(t, "\\u%04x", (unsigned)code);
        } else {
            text_add(t, "%.*s", size ? (int)size : 1, json);
        }
        json += size ? size : 1;
    }
}

// ---- Numbers --------------------------------------------------------------------------

static char locale_point(void)
{
    const struct lconv *locale = localeconv();
    return locale && locale->decimal_point[0] ? locale->decimal_point[0] : '.';
}

char *words_write(char *list, size_t size, const char *const *words, int count)
{
    size_t used = 0;
    list[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        used +=
            (size_t)snprintf(list + used, size - used, "%s%s", i ? ", " : "", words[i]);
    }
    return list;
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
