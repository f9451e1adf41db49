// SPDX-License-Identifier: MIT
// The program mote: finds the command and runs it.

#include "app.h"

#include "interrupt.h"
#include "environment.h"
#include "terminal.h"

#include "../core/os.h"
#include "../core/suggest.h"

#include <errno.h>
#include <string.h>

static const command commands[] = {
    {"run", "simulate a scene and write frames, or its state", cmd_run},
    {"view", "show a scene in a window", cmd_view},
    {"compare", "run a scene twice and check every buffer for equality", cmd_compare},
    {"info", "this machine's devices, and what would be used and why", cmd_info},
    {"scene", "list, print and check scenes", cmd_scene},
    {"price", "price options by Monte Carlo, on GPU and CPU", cmd_price},
    {"bench", "measure this machine", cmd_bench},
    {0},
};

static void print_help(FILE *out)
{
    fprintf(out,
            "%smote %s%s: particle simulations whose GPU and CPU reach the same bits\n\n",
            terminal_bold(out), mote_version(), terminal_plain(out));
    fputs("usage: mote COMMAND [OPTION...]\n\n", out);
    for (const command *row = commands; row->name; row++) {
        fprintf(out, "  %s%-10s%s%s\n", terminal_bold(out), row->name,
                terminal_plain(out), row->summary);
    }
    fputs("\nmote COMMAND --help tells all of one command. To begin: mote run\n\n"
          "Exit codes: 0 done or equal, 1 failed or different, 2 could not run, 130 "
          "interrupted.\n",
          out);
}

static const command *find_command(const char *name)
{
    for (const command *row = commands; row->name; row++) {
        if (strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

static int unknown_command(const char *name)
{
    suggestion near = suggest_begin(name);
    suggest_offer(&near, "help");
    for (const command *row = commands; row->name; row++) {
        suggest_offer(&near, row->name);
    }
    const char *best = suggest_end(&near);
    if (best) {
        app_message("there is no command '%s'; did you mean `mote %s`?", name, best);
    } else {
        app_message("there is no command '%s'; `mote help` lists them", name);
    }
    return EXIT_COULD_NOT;
}

static int dispatch(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        printf("mote %s\n", mote_version());
        return EXIT_DONE;
    }
    bool is_help = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        (is_help && count < 3)) {
        print_help(stdout);
        return EXIT_DONE;
    }
    const char *wanted = is_help ? arguments[2] : name;
    const command *row = find_command(wanted);
    if (!row) {
        return unknown_command(wanted);
    }
    char help[] = "--help";
    char *only_help[] = {help, NULL};
    return is_help ? row->run(1, only_help) : row->run(count - 2, arguments + 2);
}

int main(int count, char **given)
{
    char **arguments = os_arguments(count, given);
    os_guard_streams();
    environment_prepare(arguments);
    interrupt_watch();
    int code = dispatch(count, arguments);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_DONE) {
        app_message("cannot write to stdout: %s",
                    errno ? strerror(errno) : "an earlier write failed");
        return EXIT_FAILED;
    }
    return code;
}
