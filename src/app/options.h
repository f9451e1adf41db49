// SPDX-License-Identifier: MIT
// The command line of a command: tables of options, a parser and the help made of them.
//
// To add an option: add a member to the values of its group and a row to the group's
// table. Parsing, range checks, --help and suggestions for typing errors follow.

#ifndef MOTE_APP_OPTIONS_H
#define MOTE_APP_OPTIONS_H

#include <mote/mote.h>

#include <stdio.h>

typedef enum option_kind {
    OPTION_FLAG,    // bool
    OPTION_TEXT,    // const char *
    OPTION_CHOICE,  // const char *, one of `extra`
    OPTION_INT,     // int, from lowest to highest
    OPTION_COUNT,   // uint64_t, from lowest to highest
    OPTION_LARGE,   // uint64_t, from lowest to highest; 1e9 is one, too
    OPTION_INTEGER, // int64_t, from lowest to highest
    OPTION_NUMBER,  // double, from lowest to highest
    OPTION_SIZE,    // int[2], WxH, each from lowest to highest
    OPTION_POINT,   // option_point, of lowest to highest numbers
    OPTION_PAIR,    // option_list: KEY, the separator `extra`, VALUE; repeatable
    OPTION_SETTING, // option_list: the value of the key `extra`
} option_kind;

typedef struct option {
    const char *name; // without the dashes; NULL: the end of the table
    char letter;      // of the short form, or 0
    option_kind kind;
    size_t offset;     // of the member in the group's values
    const char *value; // what the help calls the value: "N", "DIR"
    const char *extra; // CHOICE: "auto|gl|cpu"; PAIR: the separator; SETTING: the key
    double lowest, highest;
    const char *help;
} option;

typedef struct option_point {
    double at[3];
    int count; // of the numbers that were given
} option_point;

// In the order in which they were given.
#define OPTION_LIST_MAX 64
typedef struct option_list {
    int count;
    struct option_list_row {
        const char *key; // not terminated
        size_t key_length;
        const char *value;
    } rows[OPTION_LIST_MAX];
} option_list;

// An option of a group for two things that both must share, and why.
typedef struct shared_option {
    const char *name; // NULL: the end of the table
    const char *why;
} shared_option;

typedef struct option_group {
    const char *title;
    const option *options;
    void *values;
    void *second_values; // else NULL: an option takes A,B, for two things of the kind
    const shared_option *shared; // which take one value for both; NULL: none
    uint64_t given;              // bit i: row i was on the command line
} option_group;

#define OPERAND_MAX 1024

typedef struct command_line {
    const char *command;
    const char *operands; // what the help calls them: "[SCENE]"
    const char *about;
    option_group *groups;
    int group_count;
    int operand_max;
    // filled in by options_parse
    const char *operand[OPERAND_MAX];
    int operand_count;
    bool wants_help;
} command_line;

// Reads the arguments after the command's name.
mote_status options_parse(command_line *line, int count, char **arguments);
bool options_given(const command_line *line, const char *name);
// The first of `names` (NULL at the end) that was given, or NULL.
const char *options_first_given(const command_line *line, const char *const *names);
// The row of the group's shared options, or NULL.
const shared_option *options_find_shared(const option_group *group, const option *row);
void options_help(const command_line *line, FILE *out);

#endif
