// SPDX-License-Identifier: MIT
// Two lists of recorded values side by side. They go the same way through one text, so
// they mostly match one by one; where one side's text was changed, or a difference made
// it take another branch, the nearest place where both go on alike is looked for.

#include "probe.h"

#include "../core/status.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- Verdicts ------------------------------------------------------------------------

// Zero or a subnormal, whose sign and flushing are a device's own affair (exact_flush).
static bool is_nothing(uint32_t bits)
{
    return (bits & 0x7f800000u) == 0;
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

probe_verdict probe_judge(const probe_pair *pair)
{
    if (!pair->of_a.site || !pair->of_b.site) {
        return PROBE_ALONE;
    }
    uint32_t a = pair->of_a.bits, b = pair->of_b.bits;
    if (a == b) {
        return PROBE_SAME;
    }
    bool is_real = pair->of_a.site->type == PROBE_real;
    bool is_alike = (is_nothing(a) && is_nothing(b)) || (is_nan(a) && is_nan(b));
    return is_real && is_alike ? PROBE_ALIKE : PROBE_DIFFERENT;
}

// ---- Candidates ----------------------------------------------------------------------

bool probe_is_candidate(const probe_value *value)
{
    assert(value->site);
    return strcmp(value->site->name, PROBE_CANDIDATE_NAME) == 0;
}

bool probe_is_sum(const probe_value *value)
{
    return value->site->line == 0 && strncmp(value->site->name, "sum.", 4) == 0;
}

// The values of one candidate.
typedef struct turn {
    uint32_t id, first, count;
} turn;

// For qsort.
static int by_id(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id)
                          : (x->first > y->first) - (x->first < y->first);
}

static bool is_same_part(const probe_value *a, const probe_value *b)
{
    return a->stage == b->stage && a->pass == b->pass;
}

// Of the candidates from `first` on: up to the sums, or to the end of the stage.
static uint32_t find_turns(const probe_records *records, uint32_t first, turn *turns,
                           uint32_t *turn_count)
{
    const probe_value *values = records->values;
    uint32_t at = first;
    *turn_count = 0;
    while (at < records->count && is_same_part(&values[first], &values[at]) &&
           !probe_is_sum(&values[at])) {
        if (probe_is_candidate(&values[at])) {
            turns[(*turn_count)++] = (turn){values[at].bits, at, 0};
        }
        turns[*turn_count - 1].count++;
        at++;
    }
    return at;
}

// The values, candidates in the order of their ids.
static void sort_candidates(const probe_records *records, turn *turns,
                            probe_value *sorted)
{
    uint32_t at = 0, count = 0;
    while (at < records->count) {
        if (!probe_is_candidate(&records->values[at])) {
            sorted[count++] = records->values[at++];
            continue;
        }
        uint32_t turn_count;
        at = find_turns(records, at, turns, &turn_count);
        qsort(turns, turn_count, sizeof *turns, by_id);
        for (uint32_t t = 0; t < turn_count; t++) {
            memcpy(sorted + count, records->values + turns[t].first,
                   turns[t].count * sizeof *sorted);
            count += turns[t].count;
        }
    }
}

// free() them; NULL: out of memory.
static probe_value *sorted_values(const probe_records *records)
{
    turn *turns = calloc(records->count + 1, sizeof *turns);
    probe_value *sorted = calloc(records->count + 1, sizeof *sorted);
    if (!turns || !sorted) {
        free(turns);
        free(sorted);
        return NULL;
    }
    sort_candidates(records, turns, sorted);
    free(turns);
    return sorted;
}

// ---- Side by side --------------------------------------------------------------------

// How far ahead both lists are searched for where they go on alike, and what makes it
// more than a coincidence.
#define LOOK_AHEAD  256
#define ALIKE_LEAST 3

typedef struct value_list {
    const probe_value *at, *end;
} value_list;

// Lines may have moved, calls have got other numbers.
static bool is_same_place(const probe_value *a, const probe_value *b)
{
    char name_a[PROBE_NAME_SIZE], name_b[PROBE_NAME_SIZE];
    if (probe_is_candidate(a) && probe_is_candidate(b) && a->bits != b->bits) {
        return false;
    }
    return a->pass == b->pass && a->site->type == b->site->type &&
           strcmp(a->site->file, b->site->file) == 0 &&
           strcmp(probe_name(a->site, name_a), probe_name(b->site, name_b)) == 0;
}

static bool goes_on_alike(value_list a, value_list b)
{
    for (int k = 0; k < ALIKE_LEAST; k++, a.at++, b.at++) {
        if (a.at >= a.end || b.at >= b.end) {
            return a.at == a.end && b.at == b.end;
        }
        if (!is_same_place(a.at, b.at)) {
            return false;
        }
    }
    return true;
}

// How many values to pass over in each list; all that is ahead, if nothing is alike.
static void find_alike(value_list a, value_list b, ptrdiff_t *skip_a, ptrdiff_t *skip_b)
{
    for (ptrdiff_t both = 1; both <= LOOK_AHEAD; both++) {
        for (ptrdiff_t k = 0; k <= both; k++) {
            value_list later_a = {a.at + k, a.end}, later_b = {b.at + both - k, b.end};
            if (k <= a.end - a.at && both - k <= b.end - b.at &&
                goes_on_alike(later_a, later_b)) {
                *skip_a = k;
                *skip_b = both - k;
                return;
            }
        }
    }
    *skip_a = a.end - a.at < LOOK_AHEAD ? a.end - a.at : LOOK_AHEAD;
    *skip_b = b.end - b.at < LOOK_AHEAD ? b.end - b.at : LOOK_AHEAD;
}

static void add_pair(probe_pairs *result, const probe_value *a, const probe_value *b)
{
    probe_pair *pair = &result->pairs[result->count++];
    *pair = (probe_pair){.of_a = {.site = NULL}};
    if (a) {
        pair->of_a = *a;
    }
    if (b) {
        pair->of_b = *b;
    }
    probe_verdict verdict = probe_judge(pair);
    if (verdict == PROBE_DIFFERENT || verdict == PROBE_ALONE) {
        result->first = result->first ? result->first : pair;
        result->different++;
    }
}

static void align(value_list a, value_list b, probe_pairs *result)
{
    while (a.at < a.end || b.at < b.end) {
        if (a.at < a.end && b.at < b.end && is_same_place(a.at, b.at)) {
            add_pair(result, a.at++, b.at++);
            continue;
        }
        ptrdiff_t skip_a, skip_b;
        find_alike(a, b, &skip_a, &skip_b);
        for (; skip_a > 0; skip_a--) {
            add_pair(result, a.at++, NULL);
        }
        for (; skip_b > 0; skip_b--) {
            add_pair(result, NULL, b.at++);
        }
    }
}

const char *probe_next_library(const probe_pairs *pairs)
{
    if (!pairs->first) {
        return NULL;
    }
    // The kernels of the CPU do not know.
    const probe_site *sites[2] = {pairs->first->of_a.site, pairs->first->of_b.site};
    for (int side = 0; side < 2; side++) {
        if (sites[side] && sites[side]->library[0]) {
            return sites[side]->library;
        }
    }
    return NULL;
}

mote_status probe_align(const probe_records *a, const probe_records *b,
                        probe_pairs *result)
{
    size_t most = (size_t)a->count + b->count + 1;
    probe_value *of_a = sorted_values(a), *of_b = sorted_values(b);
    *result = (probe_pairs){.pairs = calloc(most, sizeof *result->pairs)};
    bool has_room = of_a && of_b && result->pairs;
    if (has_room) {
        align((value_list){of_a, of_a + a->count}, (value_list){of_b, of_b + b->count},
              result);
    }
    free(of_a);
    free(of_b);
    return has_room ? MOTE_OK
                    : fail_memory(most * sizeof *result->pairs, "recorded values");
}
