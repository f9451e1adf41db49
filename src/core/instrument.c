// SPDX-License-Identifier: MIT
// Laws that record the values on their way: their statements and declarations.

#include "instrument_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- Words ---------------------------------------------------------------------------

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

// To the end of a line; of a directive also over those that a backslash joins to it.
static const char *skip_line(const char *at, const char *end)
{
    bool is_directive = *at == '#';
    while (at < end && (*at != '\n' || (is_directive && at[-1] == '\\'))) {
        at++;
    }
    return at;
}

static bool begins_comment(const char *at, const char *end)
{
    return end - at >= 2 && at[0] == '/' && at[1] == '/';
}

// Over blanks, comments and directives.
static const char *skip_quiet(const char *at, const char *end)
{
    while (at < end) {
        if (*at == '#' || begins_comment(at, end)) {
            at = skip_line(at, end);
        } else if (isspace((unsigned char)*at)) {
            at++;
        } else {
            break;
        }
    }
    return at;
}

// The first of ; { } outside of parentheses, or ) if one closes more than was opened.
static const char *find_stop(const char *at, const char *end)
{
    int open = 0;
    while (at < end) {
        if (*at == '#' || begins_comment(at, end)) {
            at = skip_line(at, end);
            continue;
        }
        open += (*at == '(') - (*at == ')');
        if (open < 0 || (open == 0 && strchr(";{}", *at))) {
            return at;
        }
        at++;
    }
    return end;
}

// ---- Statements ----------------------------------------------------------------------

// Moves on, as it is, to `to`.
static void copy(instrument *self, const char *to)
{
    text_add(self->out, "%.*s", (int)(to - self->at), self->at);
    for (; self->at < to; self->at++) {
        self->line += *self->at == '\n';
    }
}

// An expression without its calls, which go before it. One that is all of the expression
// stays: self->whole_call.
static void add_expression(instrument *self, const char *at, const char *end, bool is_all,
                           text *before, text *out)
{
    const char *start = skip_blanks(at, end);
    while (at < end && !out->has_failed) {
        char word[WORD_SIZE];
        if (!is_word(*at)) {
            text_add(out, "%c", *at++);
            continue;
        }
        const char *stop = at;
        while (stop < end && (is_word(*stop) || *stop == '.')) {
            stop++; // a name, a path or a number
        }
        bool is_call = stop < end && *stop == '(';
        snprintf(word, sizeof word, "%.*s", (int)(stop - at), at);
        const function *called = is_call ? instrument_function(self, word) : NULL;
        if (!called) {
            text_add(out, "%.*s", (int)(stop - at), at);
            at = stop;
            continue;
        }
        const char *close = find_stop(stop + 1, end); // its parenthesis
        text arguments = {0};
        add_expression(self, stop + 1, close, false, before, &arguments);
        const char *words = arguments.data ? arguments.data : "";
        if (is_all && at == start && skip_blanks(close + 1, end) >= end) {
            self->whole_call = called;
            text_add(out, "%s(%s)", word, words);
        } else {
            char name[2 * WORD_SIZE];
            snprintf(name, sizeof name, "probe_%d_%s", ++self->hoisted_count, word);
            text_add(before, "%s %s = %s(%s);", called->result, name, word, words);
            origin from = {self->line, called};
            instrument_records(self, name, instrument_type(self, called->result), from,
                               before);
            text_add(before, " ");
            text_add(out, "%s", name);
        }
        out->has_failed |= arguments.has_failed || before->has_failed;
        text_free(&arguments);
        at = close < end ? close + 1 : end;
    }
}

// A statement that gives a value: to a path, or a function's result.
typedef struct assignment {
    char path[PATH_SIZE];
    int type;
    const char *value; // where its expression begins; NULL: none
    bool is_copy;      // of a value that was recorded before
} assignment;

// Nothing but a name, a path or a number.
static bool is_copy(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    while (at < end && (is_word(*at) || *at == '.')) {
        at++;
    }
    return skip_blanks(at, end) == end;
}

// Past "=" or, say, "<<="; NULL if it does not stand here.
static const char *skip_equals(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    const char *equals = at;
    while (equals < end && equals - at < 2 && strchr("+-*/&|^<>", *equals)) {
        equals++;
    }
    bool is_here = end - equals >= 2 && equals[0] == '=' && equals[1] != '=';
    return is_here ? equals + 1 : NULL;
}

static assignment read_assignment(instrument *self, const char *at, const char *end)
{
    assignment read = {.type = TYPE_UNKNOWN};
    char word[WORD_SIZE], name[WORD_SIZE];
    const char *after = instrument_word(at, end, word);
    if (strcmp(word, "return") == 0) {
        read.value = after;
        return read;
    }
    const char *after_name = instrument_word(after, end, name);
    if (name[0]) {
        instrument_add_local(self, name, instrument_type(self, word));
        after = after_name;
        at = after - strlen(name);
    }
    while (after < end && (*after == '.' || is_word(*after))) {
        after++;
    }
    snprintf(read.path, sizeof read.path, "%.*s", (int)(after - at), at);
    read.value = skip_equals(after, end);
    read.type = instrument_type_of_path(self, read.path);
    read.is_copy = read.value && is_copy(read.value, end) &&
                   skip_blanks(after, end) == read.value - 1;
    return read;
}

static void take_statement(instrument *self, const char *stop)
{
    assignment read = read_assignment(self, self->at, stop);
    bool has_directive = memchr(self->at, '#', (size_t)(stop - self->at)) != NULL;
    if (!read.value || has_directive) {
        copy(self, stop + 1);
        return;
    }
    self->whole_call = NULL;
    text before = {0}, expression = {0};
    add_expression(self, read.value, stop, true, &before, &expression);
    text_add(self->out, "%s%.*s%s;", before.data ? before.data : "",
             (int)(read.value - self->at), self->at,
             expression.data ? expression.data : "");
    if (!read.is_copy) {
        origin from = {self->line, self->whole_call};
        instrument_records(self, read.path, read.type, from, self->out);
    }
    self->out->has_failed |= before.has_failed || expression.has_failed;
    text_free(&before);
    text_free(&expression);
    for (; self->at <= stop; self->at++) {
        self->line += *self->at == '\n';
    }
}

// The head of a block; of a `for` each turn is recorded.
static void take_block(instrument *self, const char *stop)
{
    char word[WORD_SIZE], type[WORD_SIZE], name[WORD_SIZE];
    const char *at = skip_blanks(instrument_word(self->at, stop, word), stop);
    origin from = {self->line, NULL};
    copy(self, stop + 1);
    self->depth++;
    if (strcmp(word, "for") == 0 && *at == '(') {
        instrument_word(instrument_word(at + 1, stop, type), stop, name);
        instrument_add_local(self, name, instrument_type(self, type));
        instrument_records(self, name, instrument_type(self, type), from, self->out);
    }
}

// ---- Declarations --------------------------------------------------------------------

// "real x, y;", once for each of its names.
static void add_members(structure *of, const char *at, const char *end)
{
    char type[WORD_SIZE], name[WORD_SIZE];
    at = instrument_word(at, end, type);
    while (at < end) {
        at = instrument_word(at, end, name);
        instrument_add_member(of, name, type);
        at = skip_blanks(at, end);
        at = at < end && *at == ',' ? at + 1 : end;
    }
}

// structure(name) { members }
static void take_structure(instrument *self, const char *stop)
{
    structure read = {.member_count = 0};
    const char *open = memchr(self->at, '(', (size_t)(stop - self->at));
    instrument_word(open ? open + 1 : stop, stop, read.name);
    const char *at = skip_quiet(stop + 1, self->end);
    while (at < self->end && *at != '}') {
        const char *member_stop = find_stop(at, self->end);
        add_members(&read, at, member_stop);
        at = skip_quiet(member_stop + (member_stop < self->end), self->end);
    }
    instrument_add_structure(self, &read);
    copy(self, at < self->end ? at + 1 : at);
}

// pure result name(parameters) {
static void take_function(instrument *self, const char *stop)
{
    function read = {.is_looked_into = !self->is_silent};
    const char *at = instrument_word(self->at, stop, read.name); // "pure"
    at = instrument_word(at, stop, read.result);
    at = skip_blanks(instrument_word(at, stop, read.name), stop);
    snprintf(read.file, sizeof read.file, "%s", self->file);
    instrument_add_function(self, &read);
    origin from = {self->line, NULL};
    copy(self, stop + 1);
    self->depth = 1;
    self->local_count = self->hoisted_count = 0;
    while (at < stop && *at != ')') {
        char type[WORD_SIZE], name[WORD_SIZE];
        const char *after =
            instrument_word(instrument_word(at + 1, stop, type), stop, name);
        instrument_add_local(self, name, instrument_type(self, type));
        // Larger ones may not be filled in yet.
        bool is_law = strncmp(self->file, LAW_FOLDER, strlen(LAW_FOLDER)) == 0;
        if (is_law && instrument_is_flat(self, instrument_type(self, type))) {
            instrument_records(self, name, instrument_type(self, type), from, self->out);
        }
        at = skip_blanks(after, stop);
        at = *at == ',' || *at == ')' ? at : stop;
    }
}

// Over a block of what is neither, to its last brace.
static const char *skip_block(const char *stop, const char *end)
{
    int open = 1;
    while (open > 0 && stop < end) {
        stop = find_stop(stop + 1, end);
        open += stop < end ? (*stop == '{') - (*stop == '}') : 0;
    }
    return stop;
}

static void take_declaration(instrument *self, const char *stop)
{
    char word[WORD_SIZE];
    instrument_word(self->at, stop, word);
    if (*stop == '{' && strcmp(word, "structure") == 0) {
        take_structure(self, stop);
    } else if (*stop == '{' && strcmp(word, "pure") == 0) {
        take_function(self, stop);
    } else {
        const char *last = *stop == '{' ? skip_block(stop, self->end) : stop;
        copy(self, last < self->end ? last + 1 : last);
    }
}

// ---- Texts ---------------------------------------------------------------------------

// A part of a file that is looked into; or what else is declared in it.
static void take_part(instrument *self, const char *part, size_t size, text *out)
{
    self->at = part;
    self->end = part + size;
    self->out = out;
    self->depth = 0;
    while (self->at < self->end && !out->has_failed) {
        copy(self, skip_quiet(self->at, self->end));
        const char *stop = find_stop(self->at, self->end);
        if (stop == self->end || *stop == ')') {
            copy(self, self->end); // not a law's text
        } else if (self->depth == 0) {
            take_declaration(self, stop);
        } else if (*stop == '{') {
            take_block(self, stop);
        } else if (*stop == '}') {
            copy(self, stop + 1);
            self->depth--;
        } else {
            take_statement(self, stop);
        }
    }
}

void instrument_add(instrument *self, const char *file, int first_line, const char *part,
                    size_t size, text *out)
{
    self->file = file;
    self->line = first_line;
    self->is_silent = !instrument_looks_into(self, file);
    if (!self->is_silent) {
        take_part(self, part, size, out);
        return;
    }
    text scratch = {0};
    take_part(self, part, size, &scratch);
    text_free(&scratch);
    text_add(out, "%.*s", (int)size, part);
}
