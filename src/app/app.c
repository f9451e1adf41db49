// SPDX-License-Identifier: MIT
// Exit codes and messages of the program.

#include "app.h"

#include "terminal.h"

#include "../core/status.h"

#include <stdarg.h>

exit_code exit_code_of(mote_status status)
{
    switch (status) {
    case MOTE_OK:
        return EXIT_DONE;
    case MOTE_FAILED:
    case MOTE_DIFFERENT:
        return EXIT_FAILED;
    case MOTE_BAD_INPUT:
    case MOTE_UNAVAILABLE:
        return EXIT_COULD_NOT;
    }
    return EXIT_FAILED;
}

void app_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s%smote:%s ", terminal_line_start(stderr), terminal_red(stderr),
            terminal_plain(stderr));
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void app_log(void *context, const char *line)
{
    (void)context;
    app_message("%s", line);
}

int app_end(mote_status status)
{
    if (status != MOTE_OK) {
        app_message("%s", mote_last_error());
    }
    return (int)exit_code_of(status);
}

bool app_parse(command_line *line, int count, char **arguments, int *code)
{
    mote_status status = options_parse(line, count, arguments);
    if (status == MOTE_OK && line->wants_help) {
        options_help(line, stdout);
    }
    *code = app_end(status);
    return status != MOTE_OK || line->wants_help;
}
