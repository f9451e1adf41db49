// SPDX-License-Identifier: MIT
// Colours, and the line that tells of progress.

#include "terminal.h"

#include "../core/clock.h"
#include "../core/os.h"

#include <stdlib.h>
#include <string.h>

bool terminal_is(FILE *file)
{
    return os_is_terminal(file);
}

static bool has_colour(FILE *file)
{
    const char *no_color = getenv("NO_COLOR");
    return !(no_color && *no_color) && os_obeys_escapes(file);
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

const char *terminal_line_start(FILE *file)
{
    return terminal_is(file) && os_obeys_escapes(file) ? "\r\033[K" : "";
}

void terminal_heading(FILE *file, const char *heading)
{
    fprintf(file, "%s%s%s\n", terminal_bold(file), heading, terminal_plain(file));
}

#define BAR_WIDTH       24
#define SHOW_INTERVAL_S 0.1

progress progress_begin(bool is_quiet, const char *unit, uint64_t total)
{
    return (progress){
        .is_shown = !is_quiet && os_obeys_escapes(stderr),
        .unit = unit,
        .total = total,
        .rate = "steps",
        .start = clock_seconds(),
    };
}

// "12:05", "3:12:05", "4 days"
static const char *write_time(char *time, size_t size, double seconds)
{
    unsigned long long whole =
        seconds < 1e12 ? (unsigned long long)seconds : 1000000000000u;
    if (whole < 3600) {
        snprintf(time, size, "%llu:%02llu", whole / 60, whole % 60);
    } else if (whole < 48 * 3600) {
        snprintf(time, size, "%llu:%02llu:%02llu", whole / 3600, whole / 60 % 60,
                 whole % 60);
    } else {
        snprintf(time, size, "%llu days", whole / (24 * 3600));
    }
    return time;
}

// With a bar, if the terminal is wide enough, and cut short, if it is narrow.
static void show_line(const char *words, double share)
{
    int columns = os_columns(stderr);
    int room = columns > 0 ? columns - 1 : 79;
    int length = (int)strlen(words);
    char bar[BAR_WIDTH + 1] = "";
    if (length + BAR_WIDTH + 3 <= room) {
        for (int i = 0; i < BAR_WIDTH; i++) {
            bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : '.';
        }
        bar[BAR_WIDTH] = '\0';
        fprintf(stderr, "\r[%s] %s\033[K", bar, words);
    } else {
        fprintf(stderr, "\r%.*s\033[K", room, words);
    }
    fflush(stderr);
}

void progress_show(progress *progress, uint64_t done, uint64_t steps)
{
    double now = clock_seconds();
    if (!progress->is_shown || now - progress->last_shown < SHOW_INTERVAL_S) {
        return;
    }
    progress->last_shown = now;
    double elapsed = now - progress->start;
    double rate = elapsed > 0 ? (double)steps / elapsed : 0;
    if (progress->total == 0) {
        fprintf(stderr, "\r%s %llu  %.4g %s/s \033[K", progress->unit,
                (unsigned long long)done, rate, progress->rate);
        fflush(stderr);
        return;
    }
    double share = (double)done / (double)progress->total;
    double left = share > 0 ? elapsed / share - elapsed : 0;
    char words[160], time[32];
    snprintf(words, sizeof words, "%s %llu/%llu  %.4g %s/s  %s left", progress->unit,
             (unsigned long long)done, (unsigned long long)progress->total, rate,
             progress->rate, write_time(time, sizeof time, left));
    show_line(words, share);
}

void progress_end(progress *progress)
{
    if (progress->is_shown && progress->last_shown > 0) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    progress->is_shown = false;
}
