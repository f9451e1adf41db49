// SPDX-License-Identifier: MIT
// Terminals and the progress line: the parts of the program that ask the system.

#include "terminal.h"

#include "../core/clock.h"

#include <stdlib.h>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno

void terminal_guard_streams(void)
{
}
#else
#include <fcntl.h>
#include <unistd.h>

void terminal_guard_streams(void)
{
    // Opened so that reading from it or writing to it fails. open() takes the lowest free
    // number, which is the one just found to be closed.
    for (int stream = 0; stream <= 2; stream++) {
        if (fcntl(stream, F_GETFD) == -1) {
            open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}
#endif

bool terminal_is(FILE *file)
{
    return isatty(fileno(file)) != 0;
}

static bool has_colour(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    bool is_dumb = term && term[0] == 'd' && term[1] == 'u';
    return terminal_is(file) && !(no_color && *no_color) && !is_dumb;
}

const char *terminal_bold(FILE *file)
{
    return has_colour(file) ? "\033[1m" : "";
}

const char *terminal_red(FILE *file)
{
    return has_colour(file) ? "\033[31m" : "";
}

const char *terminal_plain(FILE *file)
{
    return has_colour(file) ? "\033[0m" : "";
}

#define BAR_WIDTH       24
#define SHOW_INTERVAL_S 0.1

progress progress_begin(bool is_quiet, const char *unit, uint64_t total)
{
    return (progress){
        .is_shown = !is_quiet && terminal_is(stderr),
        .unit = unit,
        .total = total,
        .start = clock_seconds(),
    };
}

void progress_show(progress *progress, uint64_t done, uint64_t steps)
{
    double now = clock_seconds();
    if (!progress->is_shown || now - progress->last_shown < SHOW_INTERVAL_S) {
        return;
    }
    progress->last_shown = now;
    double elapsed = now - progress->start;
    double share = progress->total ? (double)done / (double)progress->total : 1;
    double left = share > 0 ? elapsed / share - elapsed : 0;
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++) {
        bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : '.';
    }
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %s %llu/%llu  %.4g steps/s  %llu:%02llu left \033[K", bar,
            progress->unit, (unsigned long long)done, (unsigned long long)progress->total,
            elapsed > 0 ? (double)steps / elapsed : 0, (unsigned long long)left / 60,
            (unsigned long long)left % 60);
    fflush(stderr);
}

void progress_end(progress *progress)
{
    if (progress->is_shown && progress->last_shown > 0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress->is_shown = false;
}
