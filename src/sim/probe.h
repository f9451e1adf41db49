// SPDX-License-Identifier: MIT
// Looking into a law: the values on its way, for one particle in one stage, as one
// backend computes them (src/core/instrument.h); and two such lists side by side.

#ifndef MOTE_SIM_PROBE_H
#define MOTE_SIM_PROBE_H

#include "../core/instrument.h"

struct model;

// Values kept of a stage; a block of OpenGL holds twice as many.
#define PROBE_VALUE_MAX (1u << 20)

typedef struct probe_value {
    const probe_site *site;
    uint32_t bits;
    int16_t stage, pass; // that computed it; pass -1: the stage is of none
} probe_value;

// Start from probe_start.
typedef struct probe_records {
    uint32_t row;        // of the particle: among the rows, or births, of the stage
    int16_t stage, pass; // that is recorded now
    probe_value *values; // in the order in which they were computed
    uint32_t count, room;
    bool is_cut;            // at PROBE_VALUE_MAX
    instrument *instrument; // says what is looked into; has the sites of OpenGL
    bool has_failed;        // out of memory
} probe_records;

// Where values go now that a law in C computes on this thread; NULL: nowhere. A law has
// no argument for it.
extern _Thread_local probe_records *law_probing;

mote_status probe_start(probe_records *records);
void probe_add(probe_records *records, const probe_site *site, uint32_t bits);
void probe_free(probe_records *records);

bool probe_has_law(int stage);
// Whether a stage runs before a frame, not in a step.
bool probe_is_drawing(int stage);

// What is looked into: a particle in a stage, of every pass that has it; or in all stages
// of a pass that have a law.
typedef struct probe_request {
    int stage;        // STAGE_x, or -1: in none
    const char *pass; // or NULL: in none
    uint32_t id; // of models that emit the birth number (its low 32 bits), else the id
} probe_request;

bool probe_is_asked(const probe_request *request);
// In a step, else before a frame.
bool probe_is_in_step(const probe_request *request);
// Of the stage or pass.
const char *probe_request_name(const probe_request *request);
// Whether a stage, of a pass of this model, is looked into.
bool probe_matches(const probe_request *request, const struct model *model, int stage,
                   int pass);
// Refuses a stage that has no law, and what the simulation does not run.
mote_status probe_check(const mote_simulation *simulation, const probe_request *request);

// Runs a sub-step, or, for a stage of drawing, what comes before a frame, and records the
// values of a particle.
mote_status simulation_probe(mote_simulation *simulation, const probe_request *request,
                             probe_records *records);

// ---- Side by side --------------------------------------------------------------------

// One line of two lists: the same place in both; where they do not go the same way, one
// side's site is NULL.
typedef struct probe_pair {
    probe_value of_a, of_b;
} probe_pair;

typedef enum probe_verdict {
    PROBE_SAME,
    PROBE_ALIKE, // zeros, subnormals or NaN of other bits: what devices may do as they
                 // like
    PROBE_DIFFERENT,
    PROBE_ALONE, // on one side only
} probe_verdict;

typedef struct probe_pairs {
    probe_pair *pairs; // free() them
    uint32_t count;
    uint32_t different;      // of these, or alone
    const probe_pair *first; // of the different, or NULL
} probe_pairs;

// Candidates of a pass may come in any order: they are put in that of their ids.
mote_status probe_align(const probe_records *a, const probe_records *b,
                        probe_pairs *result);
probe_verdict probe_judge(const probe_pair *pair);
// The library that the first difference is a result of, where that was not looked into;
// or NULL.
const char *probe_next_library(const probe_pairs *pairs);

// What stands around a law: a record that begins a candidate, one of a sum over them.
#define PROBE_CANDIDATE_NAME "candidate"
bool probe_is_candidate(const probe_value *value);
bool probe_is_sum(const probe_value *value);

#endif
