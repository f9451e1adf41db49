// SPDX-License-Identifier: MIT
// Parses a command line by its tables of options.

#include "options.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../core/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Longest name of an option or of one of its values.
#define NAME_SIZE 128

static mote_status expected(const option *row, const char *what, const char *text)
{
    return fail(MOTE_BAD_INPUT, "--%s takes %s, not '%s'", row->name, what, text);
}

static mote_status out_of_range(const option *row, const char *text)
{
    bool is_whole = row->kind != OPTION_NUMBER; // all its digits, never an exponent
    return fail(MOTE_BAD_INPUT,
                is_whole ? "--%s takes a whole number from %.0f to %.0f, not '%s'"
                         : "--%s takes a number from %.15g to %.15g, not '%s'",
                row->name, row->lowest,
                // The largest double below 2^63, as which it is compared.
                is_whole && row->highest >= 0x1p63 ? 0x1.fffffffffffffp62 : row->highest,
                text);
}

// All of the text must be the number.
static mote_status read_number(const option *row, const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    if (end == text || *end != '\0' || !is_finite(*number)) {
        return expected(row, "a number", text);
    }
    if (*number < row->lowest || *number > row->highest) {
        return out_of_range(row, text);
    }
    return MOTE_OK;
}

static mote_status read_integer(const option *row, const char *text, int64_t *integer)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0') {
        return expected(row, "a whole number", text);
    }
    if (errno == ERANGE || (double)number < row->lowest ||
        (double)number > row->highest) {
        return out_of_range(row, text);
    }
    *integer = number;
    return MOTE_OK;
}

static mote_status read_large(const option *row, const char *text, uint64_t *large)
{
    double number;
    size_t length = strlen(text);
    if (!number_read(text, text + length, &number) || floor(number) < number) {
        return expected(row, "a whole number, such as 1000000 or 1e6", text);
    }
    if (number < row->lowest || number > row->highest) {
        return out_of_range(row, text);
    }
    bool is_plain = strspn(text, "0123456789") == length; // then to the last digit
    *large = is_plain ? strtoull(text, NULL, 10) : (uint64_t)number;
    return (*large > (uint64_t)row->highest) ? out_of_range(row, text) : MOTE_OK;
}

static mote_status read_size(const option *row, const char *text, int *size)
{
    char *end;
    long width = strtol(text, &end, 10);
    if (end == text || (*end != 'x' && *end != 'X')) {
        return expected(row, "WIDTHxHEIGHT in pixels, such as 1280x720", text);
    }
    const char *rest = end + 1;
    long height = strtol(rest, &end, 10);
    if (end == rest || *end != '\0') {
        return expected(row, "WIDTHxHEIGHT in pixels, such as 1280x720", text);
    }
    long sides[2] = {width, height};
    for (int i = 0; i < 2; i++) {
        if ((double)sides[i] < row->lowest || (double)sides[i] > row->highest) {
            return fail(MOTE_BAD_INPUT,
                        "--%s: a side has from %.0f to %.0f pixels, not %ld", row->name,
                        row->lowest, row->highest, sides[i]);
        }
        size[i] = (int)sides[i];
    }
    return MOTE_OK;
}

static mote_status read_point(const option *row, const char *text, option_point *point)
{
    const char *rest = text;
    for (int axis = 0; axis < (int)row->highest; axis++) {
        char *end;
        point->at[axis] = strtod(rest, &end);
        point->count = axis + 1;
        bool is_last = *end == '\0' && point->count >= (int)row->lowest;
        if (end == rest || !is_finite(point->at[axis]) || (*end != ',' && !is_last)) {
            break;
        }
        if (is_last) {
            return MOTE_OK;
        }
        rest = end + 1;
    }
    char what[NAME_SIZE];
    snprintf(what, sizeof what, "%s in world units", row->value);
    return expected(row, what, text);
}

// Takes the next word of a list "a|b|c" (NULL at its end).
static const char *next_word(const char *list, char *word, size_t size)
{
    if (*list == '\0') {
        return NULL;
    }
    size_t length = strcspn(list, "|");
    snprintf(word, size, "%.*s", (int)length, list);
    return list[length] == '|' ? list + length + 1 : list + length;
}

static mote_status read_choice(const option *row, const char *text, const char **choice)
{
    char word[NAME_SIZE];
    char nearest[NAME_SIZE] = "";
    suggestion near = suggest_begin(text);
    for (const char *list = row->extra; (list = next_word(list, word, sizeof word));) {
        if (strcmp(word, text) == 0) {
            *choice = text;
            return MOTE_OK;
        }
        suggest_offer(&near, word);
        if (near.best == word) {
            memcpy(nearest, word, sizeof word);
            near.best = nearest;
        }
    }
    const char *best = suggest_end(&near);
    return fail(MOTE_BAD_INPUT, "--%s takes one of %s, not '%s'%s%s%s", row->name,
                row->extra, text, best ? "; did you mean '" : "", best ? best : "",
                best ? "'?" : "");
}

static mote_status add_to_list(const option *row, const char *key, size_t key_length,
                               const char *value, option_list *list)
{
    if (list->count == OPTION_LIST_MAX) {
        return fail(MOTE_BAD_INPUT, "--%s is given more than %d times", row->name,
                    OPTION_LIST_MAX);
    }
    list->rows[list->count++] = (struct option_list_row){key, key_length, value};
    return MOTE_OK;
}

static mote_status read_pair(const option *row, const char *text, option_list *list)
{
    const char *separator = strstr(text, row->extra);
    if (!separator || separator == text) {
        return expected(row, row->value, text);
    }
    return add_to_list(row, text, (size_t)(separator - text),
                       separator + strlen(row->extra), list);
}

static mote_status assign(const option *row, void *values, const char *text)
{
    void *member = (char *)values + row->offset;
    int64_t integer = 0;
    switch (row->kind) {
    case OPTION_FLAG: // assign_flag
        return MOTE_OK;
    case OPTION_TEXT:
        *(const char **)member = text;
        return MOTE_OK;
    case OPTION_CHOICE:
        return read_choice(row, text, member);
    case OPTION_INT:
        TRY(read_integer(row, text, &integer));
        *(int *)member = (int)integer;
        return MOTE_OK;
    case OPTION_COUNT:
        TRY(read_integer(row, text, &integer));
        *(uint64_t *)member = (uint64_t)integer;
        return MOTE_OK;
    case OPTION_LARGE:
        return read_large(row, text, member);
    case OPTION_INTEGER:
        return read_integer(row, text, member);
    case OPTION_NUMBER:
        return read_number(row, text, member);
    case OPTION_SIZE:
        return read_size(row, text, member);
    case OPTION_POINT:
        return read_point(row, text, member);
    case OPTION_PAIR:
        return read_pair(row, text, member);
    case OPTION_SETTING:
        return add_to_list(row, row->extra, strlen(row->extra), text, member);
    }
    return MOTE_OK;
}

static void mark_given(option_group *group, const option *row)
{
    group->given |= UINT64_C(1) << (row - group->options);
}

static void assign_flag(option_group *group, const option *row)
{
    mark_given(group, row);
    *(bool *)((char *)group->values + row->offset) = true;
    if (group->second_values) {
        *(bool *)((char *)group->second_values + row->offset) = true;
    }
}

const shared_option *options_find_shared(const option_group *group, const option *row)
{
    const shared_option *shared = group->shared;
    while (shared && shared->name && strcmp(shared->name, row->name) != 0) {
        shared++;
    }
    return shared && shared->name ? shared : NULL;
}

static mote_status check_pair(const option_group *group, const option *row,
                              const char *text)
{
    const shared_option *shared = options_find_shared(group, row);
    const char *comma = strchr(text, ',');
    if (!comma) {
        return MOTE_OK;
    }
    if (shared) {
        return fail(MOTE_BAD_INPUT, "--%s takes one value for both sides, not '%s': %s",
                    row->name, text, shared->why);
    }
    if (strchr(comma + 1, ',')) {
        return fail(MOTE_BAD_INPUT,
                    "--%s takes a value for each of two sides at most, not '%s'",
                    row->name, text);
    }
    return comma == text || comma[1] == '\0'
               ? fail(MOTE_BAD_INPUT,
                      "--%s takes one value or two, and in '%s' one is empty", row->name,
                      text)
               : MOTE_OK;
}

// In a group for two things: "A,B" gives each its own value, "A" the same to both.
static mote_status assign_group(option_group *group, const option *row, char *text)
{
    mark_given(group, row);
    if (!group->second_values) {
        return assign(row, group->values, text);
    }
    TRY(check_pair(group, row, text));
    char *second = text;
    char *comma = strchr(text, ',');
    if (comma) {
        *comma = '\0';
        second = comma + 1;
    }
    TRY(assign(row, group->values, text));
    return assign(row, group->second_values, second);
}

static const option *find_option(const command_line *line, const char *name,
                                 size_t length, char letter, option_group **group)
{
    for (int g = 0; g < line->group_count; g++) {
        for (const option *row = line->groups[g].options; row->name; row++) {
            bool is_name = name && strlen(row->name) == length &&
                           memcmp(row->name, name, length) == 0;
            if (is_name || (letter && row->letter == letter)) {
                *group = &line->groups[g];
                return row;
            }
        }
    }
    return NULL;
}

static mote_status unknown_option(const command_line *line, const char *name,
                                  size_t length)
{
    char word[NAME_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    suggestion near = suggest_begin(word);
    suggest_offer(&near, "help");
    for (int g = 0; g < line->group_count; g++) {
        for (const option *row = line->groups[g].options; row->name; row++) {
            suggest_offer(&near, row->name);
        }
    }
    const char *best = suggest_end(&near);
    if (best) {
        return fail(MOTE_BAD_INPUT, "mote %s has no option --%s; did you mean --%s?",
                    line->command, word, best);
    }
    return fail(MOTE_BAD_INPUT,
                "mote %s has no option --%s; see `mote %s --help` for all of them",
                line->command, word, line->command);
}

// --name, --name=value, --name value
static mote_status parse_long(command_line *line, int *i, int count, char **arguments)
{
    char *name = arguments[*i] + 2;
    size_t length = strcspn(name, "=");
    char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (length == 4 && memcmp(name, "help", 4) == 0) {
        line->wants_help = true;
        return MOTE_OK;
    }
    option_group *group;
    const option *row = find_option(line, name, length, 0, &group);
    if (!row) {
        return unknown_option(line, name, length);
    }
    if (row->kind == OPTION_FLAG) {
        if (value) {
            return fail(MOTE_BAD_INPUT, "--%s takes no value", row->name);
        }
        assign_flag(group, row);
        return MOTE_OK;
    }
    if (!value) {
        bool is_next = *i + 1 < count && strncmp(arguments[*i + 1], "--", 2) != 0;
        if (!is_next) {
            return fail(MOTE_BAD_INPUT, "--%s needs a value: --%s %s", row->name,
                        row->name, row->value);
        }
        value = arguments[++*i];
    }
    return assign_group(group, row, value);
}

// -n, -n value, -nvalue
static mote_status parse_short(command_line *line, int *i, int count, char **arguments)
{
    char letter = arguments[*i][1];
    char *value = arguments[*i] + 2;
    if (letter == 'h' && *value == '\0') {
        line->wants_help = true;
        return MOTE_OK;
    }
    option_group *group;
    const option *row = find_option(line, NULL, 0, letter, &group);
    if (!row) {
        return fail(MOTE_BAD_INPUT,
                    "mote %s has no option -%c; see `mote %s --help` for all of them",
                    line->command, letter, line->command);
    }
    if (row->kind == OPTION_FLAG) {
        if (*value) {
            return fail(MOTE_BAD_INPUT, "-%c takes no value", letter);
        }
        assign_flag(group, row);
        return MOTE_OK;
    }
    if (*value == '\0') {
        if (*i + 1 >= count) {
            return fail(MOTE_BAD_INPUT, "-%c needs a value: -%c %s", letter, letter,
                        row->value);
        }
        value = arguments[++*i];
    }
    return assign_group(group, row, value);
}

mote_status options_parse(command_line *line, int count, char **arguments)
{
    bool is_option_end = false;
    for (int i = 0; i < count; i++) {
        char *text = arguments[i];
        if (!is_option_end && strcmp(text, "--") == 0) {
            is_option_end = true;
        } else if (!is_option_end && strncmp(text, "--", 2) == 0) {
            TRY(parse_long(line, &i, count, arguments));
        } else if (!is_option_end && text[0] == '-' && text[1] != '\0') {
            TRY(parse_short(line, &i, count, arguments));
        } else if (line->operand_count < line->operand_max &&
                   line->operand_count < OPERAND_MAX) {
            line->operand[line->operand_count++] = text;
        } else {
            return fail(MOTE_BAD_INPUT,
                        "mote %s does not know what to do with '%s'; see "
                        "`mote %s --help`",
                        line->command, text, line->command);
        }
    }
    return MOTE_OK;
}

bool options_given(const command_line *line, const char *name)
{
    option_group *group;
    const option *row = find_option(line, name, strlen(name), 0, &group);
    return row && (group->given >> (row - group->options) & 1);
}

const char *options_first_given(const command_line *line, const char *const *names)
{
    for (; *names; names++) {
        if (options_given(line, *names)) {
            return *names;
        }
    }
    return NULL;
}
