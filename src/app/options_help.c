// SPDX-License-Identifier: MIT
// The help of a command, made of its tables of options.

#include "options.h"

#include "terminal.h"

#include "../core/text.h"

#include <string.h>

#define HELP_COLUMN 34
#define HELP_WIDTH  88

// Prints words from `column` on, broken before `HELP_WIDTH`, further lines indented.
static void print_wrapped(FILE *out, const char *text, int column, int indent)
{
    bool is_first = true;
    while (*text) {
        int length = (int)strcspn(text, " ");
        int columns = text_columns(text, (size_t)length);
        if (!is_first && column + 1 + columns > HELP_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            is_first = true;
        }
        column += columns + !is_first;
        fprintf(out, "%s%.*s", is_first ? "" : " ", length, text);
        is_first = false;
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

static void print_option(const option_group *group, const option *row, FILE *out)
{
    char left[96], help[256];
    bool is_shared = options_find_shared(group, row) != NULL;
    bool is_pair = group->second_values && !is_shared;
    const char *value = row->kind == OPTION_CHOICE ? row->extra : row->value;
    snprintf(left, sizeof left, row->letter ? "  -%c, --%s%s%s%s" : "  %c   --%s%s%s%s",
             row->letter ? row->letter : ' ', row->name, value ? " " : "",
             value ? value : "", value && is_pair ? "[,...]" : "");
    int column = fprintf(out, "%-*s", HELP_COLUMN - 2, left);
    if (column > HELP_COLUMN - 2) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", HELP_COLUMN - column, "");
    snprintf(help, sizeof help, "%s%s", row->help,
             is_shared ? "; one for both sides" : "");
    print_wrapped(out, help, HELP_COLUMN, HELP_COLUMN);
}

void options_help(const command_line *line, FILE *out)
{
    fprintf(out, "%smote %s%s%s%s [OPTION...]\n\n", terminal_bold(out), line->command,
            *line->operands ? " " : "", line->operands, terminal_plain(out));
    print_wrapped(out, line->about, 0, 0);
    for (int g = 0; g < line->group_count; g++) {
        const option_group *group = &line->groups[g];
        fprintf(out, "\n%s%s%s\n", terminal_bold(out), group->title, terminal_plain(out));
        for (const option *row = group->options; row->name; row++) {
            print_option(group, row, out);
        }
    }
    fputs("\nValues follow after a space or '=': --frames 60, --frames=60.\n", out);
}
