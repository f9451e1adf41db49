// SPDX-License-Identifier: MIT
// Nearness of words: insertions, deletions, replacements and swaps of neighbours
// (optimal string alignment).

#include "suggest.h"

#include <string.h>

#define WORD_MAX 48

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t word_distance(const char *a, const char *b)
{
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (a_length >= WORD_MAX || b_length >= WORD_MAX) {
        return WORD_MAX;
    }
    size_t d[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= a_length; i++) {
        d[i][0] = i;
    }
    for (size_t j = 0; j <= b_length; j++) {
        d[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = smaller(replaced, 1 + smaller(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a_length][b_length];
}

suggestion suggest_begin(const char *word)
{
    return (suggestion){.word = word, .distance = WORD_MAX};
}

void suggest_offer(suggestion *suggestion, const char *candidate)
{
    size_t distance = word_distance(suggestion->word, candidate);
    if (distance < suggestion->distance) {
        suggestion->best = candidate;
        suggestion->distance = distance;
    }
}

const char *suggest_end(const suggestion *suggestion)
{
    // About a third of the letters may be wrong.
    size_t allowed = 1 + strlen(suggestion->word) / 3;
    return suggestion->distance <= allowed ? suggestion->best : NULL;
}
