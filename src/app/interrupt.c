// SPDX-License-Identifier: MIT
// Signals. The flag is the program's one mutable global: a handler can reach nothing
// else.

#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t was_asked;

#ifdef _WIN32

static void on_interrupt(int number)
{
    was_asked = 1;
    signal(number, SIG_DFL);
}

void interrupt_watch(void)
{
    signal(SIGINT, on_interrupt);
}

#else

#include <unistd.h>

// Said at once, for a frame may take a while. write() is safe in a handler, printf is
// not.
static void on_interrupt(int number)
{
    static const char word[] = "\nending in good order; again: at once\n";
    was_asked = 1;
    if (number == SIGINT && isatty(STDERR_FILENO)) {
        ssize_t written = write(STDERR_FILENO, word, sizeof word - 1);
        (void)written;
    }
}

void interrupt_watch(void)
{
    // Restarted, so that a write in progress is not cut short; reset, so that the second
    // signal kills.
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

#endif

bool interrupt_asked(void)
{
    return was_asked != 0;
}
