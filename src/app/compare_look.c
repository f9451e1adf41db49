// SPDX-License-Identifier: MIT
// Looking closer at a comparison: what a law computes on its way, on both sides. First
// the law alone; then also inside the libraries whose results differ first, for the whole
// of them is a large program that compilers take long for, and people, too.

#include "compare.h"

#include "../core/status.h"

#include <stdlib.h>
#include <string.h>

// The clock at which a probe ends.
static uint64_t probed_clock(const compare_result *result)
{
    return result->clock + (!result->equal && result->is_in_step ? 1 : 0);
}

// What is seen of a step by looking into it.
typedef struct closer_look {
    probe_records records[2];
    probe_pairs pairs;
} closer_look;

static void free_look(closer_look *look)
{
    probe_free(&look->records[0]);
    probe_free(&look->records[1]);
    free(look->pairs.pairs);
    look->pairs = (probe_pairs){.pairs = NULL};
}

// Libraries that are looked into, too; "": all of them.
#define LIBRARY_MAX 8

typedef struct library_names {
    char names[LIBRARY_MAX][64];
    int count;
} library_names;

// Both sides begin anew, and go as usual up to the sub-step that is looked into.
static mote_status look_into(const comparison *asked, mote_simulation **sides,
                             const compare_result *result, const library_names *libraries,
                             closer_look *look)
{
    comparison_end(sides);
    TRY(comparison_begin(asked, sides));
    for (int side = 0; side < 2; side++) {
        probe_records *records = &look->records[side];
        TRY(probe_start(records));
        for (int i = 0; i < libraries->count; i++) {
            const char *name = libraries->names[i];
            instrument_look_into(records->instrument, name[0] ? name : NULL);
        }
        TRY(probe_until(sides[side], &asked->probe, probed_clock(result), records));
    }
    return probe_align(&look->records[0], &look->records[1], &look->pairs);
}

// Whether what is looked at is what differs.
static bool is_what_differs(const comparison *asked, mote_simulation *const sides[2],
                            const compare_result *result)
{
    const model *model = sides[0]->plan->model;
    return !result->equal &&
           probe_matches(&asked->probe, model, result->stage, result->pass) &&
           result->particle == (int64_t)asked->probe.id;
}

// The library to look into next: whose result differs first; all, where no law shows the
// difference that is there; or NULL.
static const char *next_library(const comparison *asked, mote_simulation *const sides[2],
                                const compare_result *result, const closer_look *look)
{
    bool hides = !look->pairs.first && is_what_differs(asked, sides, result);
    return hides ? "" : probe_next_library(&look->pairs);
}

// ... deeper and deeper.
static mote_status look_deeper(const comparison *asked, mote_simulation **sides,
                               const compare_result *result, closer_look *look)
{
    library_names libraries = {.count = 0};
    TRY(look_into(asked, sides, result, &libraries, look));
    const char *library = next_library(asked, sides, result, look);
    bool has_all = false;
    while (library && libraries.count < LIBRARY_MAX && !has_all) {
        has_all = library[0] == '\0';
        snprintf(libraries.names[libraries.count++], sizeof libraries.names[0], "%s",
                 library);
        free_look(look);
        TRY(look_into(asked, sides, result, &libraries, look));
        library = next_library(asked, sides, result, look);
    }
    return MOTE_OK;
}

mote_status comparison_look(const comparison *asked, mote_simulation **sides,
                            const compare_result *result, bool *differs)
{
    closer_look look = {.pairs = {.pairs = NULL}};
    mote_status status = look_deeper(asked, sides, result, &look);
    if (status == MOTE_OK) {
        bool is_cut = look.records[0].is_cut || look.records[1].is_cut;
        probe_print_two(&asked->probe, sides, &look.pairs, is_cut);
    }
    *differs = look.pairs.first != NULL;
    if (status == MOTE_OK && !*differs && is_what_differs(asked, sides, result)) {
        printf("yet this stage stores something else: what differs is around the law, or "
               "goes away where values are recorded, as an optimizer's fault may\n");
    }
    free_look(&look);
    return status;
}
