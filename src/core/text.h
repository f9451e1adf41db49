// SPDX-License-Identifier: MIT
// A text that grows while it is written. Running out of memory is remembered and told
// once, by text_take.

#ifndef MOTE_CORE_TEXT_H
#define MOTE_CORE_TEXT_H

#include "status.h"

// Start from {0}.
typedef struct text {
    char *data; // NUL-terminated once anything was added; owned
    size_t size, room;
    bool has_failed; // out of memory: the rest is lost
} text;

void text_add(text *t, const char *format, ...) MOTE_PRINTF(2, 3);

// Hands the text over (free() it) and leaves `t` empty; "" when nothing was added.
mote_status text_take(text *t, char **taken);
void text_free(text *t);

// A copy that free() ends, or NULL.
char *text_copy(const char *source, size_t size);

// ---- Text from outside (files, their names, drivers), on its way to a terminal ----

// Makes it harmless and one line, in place: a blank for a tab or the end of a line, '?'
// for every other control character, also of Unicode, and for bytes that are not UTF-8.
void text_clean(char *text);
// The characters of the first `size` bytes. (Some are two columns wide, or none.)
int text_columns(const char *text, size_t size);
// Cuts it to so many characters, in place, the last three being "...".
void text_cut(char *text, int columns);
// Adds a JSON text with \u for the control characters that JSON lets stand in strings.
void text_add_json(text *t, const char *json);

// ---- Words and numbers ----

// "wrap, bounce, open": as far as there is room, of `size` bytes; returns `list`.
char *words_write(char *list, size_t size, const char *const *words, int count);

// The shortest decimal number that reads back as the same double, with a point whatever
// the locale. `number` holds at least NUMBER_TEXT_SIZE bytes; returns it.
#define NUMBER_TEXT_SIZE 40
char *number_write(char *number, double value);

// Reads a decimal number with a point, whatever the locale; all of [start, end) must be
// part of it, and it must be finite.
bool number_read(const char *start, const char *end, double *value);

// Neither an infinity nor NaN. (MinGW's isfinite() warns of conversions.)
bool is_finite(double number);

#endif
