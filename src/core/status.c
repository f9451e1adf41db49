// SPDX-License-Identifier: MIT
// The last error of each thread.

#include "status.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SENTENCE_SIZE 2048

static _Thread_local char last_error[SENTENCE_SIZE] = "no error";

mote_status fail(mote_status status, const char *format, ...)
{
    // Formatted aside first: an argument may be the last error itself.
    char sentence[SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    // Arguments are names and contents of files: no place for escape sequences.
    text_clean(sentence);
    if (size >= SENTENCE_SIZE) {
        text_cut(sentence, text_columns(sentence, strlen(sentence)) - 1);
    }
    snprintf(last_error, sizeof last_error, "%s", sentence);
    return status;
}

mote_status fail_memory(size_t size, const char *what)
{
    return fail(
        MOTE_FAILED,
        "out of memory: %zu bytes for %s; ask for less at once, or close other programs",
        size, what);
}

const char *mote_last_error(void)
{
    return last_error;
}

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

const char *mote_version(void)
{
    return TEXT(MOTE_VERSION_MAJOR) "." TEXT(MOTE_VERSION_MINOR) "." TEXT(
        MOTE_VERSION_PATCH);
}
