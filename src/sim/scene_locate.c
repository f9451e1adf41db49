// SPDX-License-Identifier: MIT
// Finds a key's line in a JSON text, for messages: Jansson keeps no places. The text has
// been read by Jansson before, so it is JSON.

#include "scene_parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    const char *at;
    const char *found; // the deepest part of the path so far
} cursor;

static void skip_space(cursor *c)
{
    c->at += strspn(c->at, " \t\r\n");
}

static void skip_string(cursor *c)
{
    c->at++;
    while (*c->at && *c->at != '"') {
        c->at += *c->at == '\\' && c->at[1] ? 2 : 1;
    }
    c->at += *c->at == '"';
}

// Skips a value of any kind, to what follows it.
static void skip_value(cursor *c)
{
    int depth = 0;
    do {
        skip_space(c);
        if (*c->at == '"') {
            skip_string(c);
        } else if (*c->at == '{' || *c->at == '[') {
            depth++;
            c->at++;
        } else if (*c->at == '}' || *c->at == ']') {
            depth--;
            c->at++;
        } else if (*c->at == ',' || *c->at == ':') {
            c->at++;
        } else {
            c->at += strcspn(c->at, " \t\r\n,:{}[]\"");
        }
    } while (depth > 0 && *c->at);
}

// Moves from an object to the value of its key.
static bool enter_key(cursor *c, const char *name, size_t size)
{
    if (*c->at != '{') {
        return false;
    }
    c->at++;
    for (;;) {
        skip_space(c);
        if (*c->at != '"') {
            return false;
        }
        const char *key = c->at;
        skip_string(c);
        size_t key_size = (size_t)(c->at - key) - 2;
        skip_space(c);
        c->at += *c->at == ':';
        skip_space(c);
        if (key_size == size && memcmp(key + 1, name, size) == 0) {
            c->found = key;
            return true;
        }
        skip_value(c);
        skip_space(c);
        c->at += *c->at == ',';
    }
}

// Moves from an array to one of its elements.
static bool enter_index(cursor *c, unsigned long index)
{
    if (*c->at != '[') {
        return false;
    }
    c->at++;
    for (unsigned long i = 0; i < index; i++) {
        skip_value(c);
        skip_space(c);
        if (*c->at != ',') {
            return false;
        }
        c->at++;
    }
    skip_space(c);
    c->found = c->at;
    return *c->at != ']';
}

static bool enter(cursor *c, const char **path)
{
    if (**path == '[') {
        char *end;
        unsigned long index = strtoul(*path + 1, &end, 10);
        *path = end + (*end == ']');
        return enter_index(c, index);
    }
    *path += **path == '.';
    size_t size = strcspn(*path, ".[");
    const char *name = *path;
    *path += size;
    return size > 0 && enter_key(c, name, size);
}

int scene_locate(const char *text, const char *path)
{
    cursor c = {text, text};
    skip_space(&c);
    c.found = c.at;
    while (*path && enter(&c, &path)) {
    }
    int line = 1;
    for (const char *p = text; p < c.found; p++) {
        line += *p == '\n';
    }
    return line;
}
