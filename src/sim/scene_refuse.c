// SPDX-License-Identifier: MIT
// What a scene file's errors say: where, what was expected, what was found. And the
// readers of single values, which all say it the same way.

#include "scene_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool scene_is_same_branch(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) {
        i++;
    }
    return (!a[i] || !b[i]) && (a[i] == b[i] || strchr(".[", a[i] ? a[i] : b[i]));
}

mote_status scene_refuse(const scene_reader *reader, const char *path, const char *format,
                         ...)
{
    char complaint[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint, sizeof complaint, format, arguments);
    va_end(arguments);
    const mote_scene *scene = reader->scene;
    const char *dots = *path ? ": " : "";
    if (reader->changed && scene_is_same_branch(reader->changed, path)) {
        return fail(MOTE_BAD_INPUT, "%s%s%s", path, dots, complaint);
    }
    int line = scene_locate(scene->text, path);
    if (reader->changed) {
        return fail(MOTE_BAD_INPUT, "%s:%d: %s%s%s (after setting %s)", scene->file, line,
                    path, dots, complaint, reader->changed);
    }
    return fail(MOTE_BAD_INPUT, "%s:%d: %s%s%s", scene->file, line, path, dots,
                complaint);
}

// A key that exists, but elsewhere.
static bool find_elsewhere(const model *model, const char *name, char path[KEY_PATH_SIZE])
{
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(key_rows[i].name, name) == 0 && key_is_used(&key_rows[i], model)) {
            key_path(&key_rows[i], path);
            return true;
        }
    }
    const char *found = NULL;
    for (int i = 0; model && i < model->parameter_count; i++) {
        found = strcmp(model->parameters[i].name, name) ? found : name;
    }
    for (int i = 0; model && i < model->pair_count; i++) {
        found = strcmp(model->pairs[i].name, name) ? found : name;
    }
    for (int i = 0; model && i < model->list_count; i++) {
        found = strcmp(model->lists[i].name, name) ? found : name;
    }
    if (found) {
        snprintf(path, KEY_PATH_SIZE, "%s.%s", model->name, found);
        return true;
    }
    for (int i = 0; model && i < model->item_key_count; i++) {
        const item_key_row *key = &model->item_keys[i];
        if (strcmp(key->name, name) == 0) {
            snprintf(path, KEY_PATH_SIZE, "%s.%s[0].%s", model->name, key->list, name);
            return true;
        }
    }
    return false;
}

#define LIST_SIZE 768

mote_status scene_refuse_name(const scene_reader *reader, const char *path,
                              const char *name, const char *const *names, int count)
{
    suggestion near = suggest_begin(name);
    for (int i = 0; i < count; i++) {
        suggest_offer(&near, names[i]);
    }
    const char *best = suggest_end(&near);
    if (best) {
        return scene_refuse(reader, path, "unknown key; did you mean \"%s\"?", best);
    }
    char elsewhere[KEY_PATH_SIZE];
    if (find_elsewhere(reader->scene->model, name, elsewhere)) {
        return scene_refuse(reader, path, "unknown key; did you mean \"%s\"?", elsewhere);
    }
    char list[LIST_SIZE];
    return scene_refuse(reader, path, "unknown key; expected one of %s",
                        words_write(list, sizeof list, names, count));
}

mote_status scene_check_names(const scene_reader *reader, const char *path,
                              const json_t *object, const char *const *names, int count)
{
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        bool is_known = false;
        for (int i = 0; i < count; i++) {
            is_known |= strcmp(name, names[i]) == 0;
        }
        if (!is_known) {
            char key[KEY_PATH_SIZE];
            snprintf(key, sizeof key, "%s%s%.100s", path, *path ? "." : "", name);
            return scene_refuse_name(reader, key, name, names, count);
        }
    }
    return MOTE_OK;
}

// A string in quotes, cut where it is long, but not inside a character.
static void found_string(const char *string, char found[FOUND_SIZE])
{
    int size = (int)strlen(string);
    const char *cut = "";
    if (size > 40) {
        size = 40;
        while (size > 0 && ((unsigned char)string[size] & 0xc0) == 0x80) {
            size--;
        }
        cut = "...";
    }
    snprintf(found, FOUND_SIZE, "\"%.*s%s\"", size, string, cut);
}

const char *scene_found(const json_t *value, char found[FOUND_SIZE])
{
    char number[NUMBER_TEXT_SIZE];
    switch (json_typeof(value)) {
    case JSON_STRING:
        found_string(json_string_value(value), found);
        break;
    case JSON_INTEGER:
        snprintf(found, FOUND_SIZE, "%lld", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        snprintf(found, FOUND_SIZE, "%s", number_write(number, json_real_value(value)));
        break;
    case JSON_ARRAY:
        snprintf(found, FOUND_SIZE, "an array of %zu", json_array_size(value));
        break;
    case JSON_OBJECT:
        snprintf(found, FOUND_SIZE, "an object");
        break;
    case JSON_TRUE:
        snprintf(found, FOUND_SIZE, "true");
        break;
    case JSON_FALSE:
        snprintf(found, FOUND_SIZE, "false");
        break;
    case JSON_NULL:
        snprintf(found, FOUND_SIZE, "null");
        break;
    }
    return found;
}

mote_status scene_refuse_word(const scene_reader *reader, const char *path,
                              const json_t *value, const char *const *words, int count)
{
    char list[LIST_SIZE], found[FOUND_SIZE];
    suggestion near =
        suggest_begin(json_is_string(value) ? json_string_value(value) : "");
    for (int i = 0; i < count; i++) {
        suggest_offer(&near, words[i]);
    }
    const char *best = suggest_end(&near);
    return scene_refuse(reader, path, "expected one of %s, found %s%s%s%s",
                        words_write(list, sizeof list, words, count),
                        scene_found(value, found), best ? "; did you mean \"" : "",
                        best ? best : "", best ? "\"?" : "");
}

static mote_status refuse_number(const scene_reader *reader, const char *path,
                                 const json_t *value, const char *what,
                                 const double bounds[2])
{
    char low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE], found[FOUND_SIZE];
    return scene_refuse(reader, path, "expected a %s from %s to %s, found %s", what,
                        number_write(low, bounds[0]), number_write(high, bounds[1]),
                        scene_found(value, found));
}

mote_status scene_read_number(const scene_reader *reader, const char *path,
                              const json_t *value, const double bounds[2], double *number)
{
    double read = json_number_value(value);
    if (!json_is_number(value) || !(read >= bounds[0] && read <= bounds[1])) {
        return refuse_number(reader, path, value, "number", bounds);
    }
    *number = read + 0.0; // -0 becomes 0
    return MOTE_OK;
}

mote_status scene_read_whole(const scene_reader *reader, const char *path,
                             const json_t *value, const double bounds[2],
                             uint64_t *number)
{
    double read = json_number_value(value);
    if (!json_is_number(value) || !(read >= bounds[0] && read <= bounds[1]) ||
        floor(read) < read) {
        return refuse_number(reader, path, value, "whole number", bounds);
    }
    *number =
        json_is_integer(value) ? (uint64_t)json_integer_value(value) : (uint64_t)read;
    return MOTE_OK;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) % 16 : -1;
}

mote_status scene_read_numbers(const scene_reader *reader, const char *path,
                               const json_t *value, int count, const double bounds[2],
                               double *point)
{
    if (!json_is_array(value) || json_array_size(value) != (size_t)count) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, path, "expected an array of %d numbers, found %s",
                            count, scene_found(value, found));
    }
    for (int axis = 0; axis < count; axis++) {
        char place[KEY_PATH_SIZE + 16];
        snprintf(place, sizeof place, "%s[%d]", path, axis);
        TRY(scene_read_number(reader, place, json_array_get(value, (size_t)axis), bounds,
                              &point[axis]));
    }
    return MOTE_OK;
}

mote_status scene_read_point(const scene_reader *reader, const char *path,
                             const json_t *value, const double bounds[2], double *point)
{
    return scene_read_numbers(reader, path, value, reader->scene->dimension, bounds,
                              point);
}

mote_status scene_read_text(const scene_reader *reader, const char *path,
                            const json_t *value, char **text)
{
    const char *string = json_string_value(value);
    if (!string) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, path, "expected a text in quotes, found %s",
                            scene_found(value, found));
    }
    *text = text_copy(string, strlen(string));
    return *text ? MOTE_OK : fail_memory(strlen(string), path);
}

bool scene_parse_color(const char *text, int most, uint8_t *color)
{
    size_t size = strlen(text);
    bool is_color = text[0] == '#' && (size == 7 || (size == 9 && most == 4));
    for (size_t i = 0; is_color && i < size / 2; i++) {
        int high = hex_digit(text[1 + 2 * i]);
        int low = hex_digit(text[2 + 2 * i]);
        is_color = high >= 0 && low >= 0;
        color[i] = (uint8_t)(high * 16 + low);
    }
    return is_color;
}

mote_status scene_read_color(const scene_reader *reader, const char *path,
                             const json_t *value, uint8_t color[3])
{
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (!scene_parse_color(text, 3, color)) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, path, "expected a colour \"#rrggbb\", found %s",
                            scene_found(value, found));
    }
    return MOTE_OK;
}
