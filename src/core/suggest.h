// SPDX-License-Identifier: MIT
// "Did you mean ...": the known word nearest to a mistyped one.

#ifndef MOTE_CORE_SUGGEST_H
#define MOTE_CORE_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *word; // as typed
    const char *best; // nearest so far, or NULL
    size_t distance;
} suggestion;

suggestion suggest_begin(const char *word);
void suggest_offer(suggestion *suggestion, const char *candidate);
// NULL when nothing offered is near enough to be meant.
const char *suggest_end(const suggestion *suggestion);

#endif
