// SPDX-License-Identifier: MIT
// The one funnel for what the world does wrong: a status for the program, a sentence for
// the person. Our own bugs are asserts.

#ifndef MOTE_CORE_STATUS_H
#define MOTE_CORE_STATUS_H

#include <mote/mote.h>

#include <stdio.h> // __MINGW_PRINTF_FORMAT

// Lets the compiler check the arguments of a function like printf.
#if defined __MINGW32__
#define MOTE_PRINTF(text, first)                                                         \
    __attribute__((format(__MINGW_PRINTF_FORMAT, text, first)))
#elif defined __GNUC__
#define MOTE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define MOTE_PRINTF(text, first)
#endif

// Keeps the sentence for mote_last_error(), as one line without control characters, and
// returns `status`:
//     return fail(MOTE_BAD_INPUT, "%s:%d: expected a number", file, line);
mote_status fail(mote_status status, const char *format, ...) MOTE_PRINTF(2, 3);

// Out of memory, in the words every caller would use.
mote_status fail_memory(size_t size, const char *what);

// Hands a failure on from inner to outer code, when it has to stay the first cause.
#define TRY(call)                                                                        \
    do {                                                                                 \
        mote_status try_status_ = (call);                                                \
        if (try_status_ != MOTE_OK) {                                                    \
            return try_status_;                                                          \
        }                                                                                \
    } while (0)

#endif
