// SPDX-License-Identifier: MIT
// Laws that record the values on their way: a text of glsl/lib or glsl/models comes in,
// and the same text, line by line, comes out, with a record behind each statement that
// gives a value to a local or to a member of one:
//
//     real half_time = time * 0.5f; PROBE(12u, 57, real, half_time);
//
// It is still one text for GLSL and C, which each say what PROBE(site, line, type, value)
// is. Calls inside an expression come out of it, from left to right, so that their
// results are recorded, too; and so that C, which may compute arguments in any order,
// computes and records in GLSL's. One line of
//
//     return vector_of(exact_cosine(angle), exact_sine(angle), real_splat(0.0f));
//
// becomes one line of
//
//     real_value probe_1_exact_cosine = exact_cosine(angle); PROBE(...);
//     real_value probe_2_exact_sine = exact_sine(angle); PROBE(...);
//     return vector_of(probe_1_exact_cosine, probe_2_exact_sine, real_splat(0.0f));
//
// Of the language it knows what laws are made of: functions that begin with `pure`,
// structures that begin with `structure(`, blocks in braces. What it does not understand
// stays as it is, unrecorded.

#ifndef MOTE_CORE_INSTRUMENT_H
#define MOTE_CORE_INSTRUMENT_H

#include "text.h"

// As the words in the texts are.
typedef enum probe_type {
    PROBE_real,
    PROBE_integer,
    PROBE_natural,
    PROBE_mask,
    PROBE_TYPE_COUNT
} probe_type;

// Where a law records a value.
typedef struct probe_site {
    const char *file; // "models/emitter_forces.glsl"; "": not in a law, but around it
    int line;         // where its statement begins
    probe_type type;
    const char *name;    // "half_time", "flight.velocity.x", "probe_2_exact_sine"
    const char *library; // whose function's result it is, if that is not looked into; ""
} probe_site;

typedef struct instrument instrument;

mote_status instrument_create(instrument **result);
void instrument_destroy(instrument *self);

// Models are looked into; a library only after this; NULL: all of them. For a large text
// takes compilers long, and reading takes people long.
void instrument_look_into(instrument *self, const char *library);
bool instrument_looks_into(const instrument *self, const char *file);

// The next part of a file, cut where no function or structure is. In files of models/ the
// parameters of functions are recorded, too, but for structures of structures. What was
// declared before, also in other files, is known. Running out of memory is remembered by
// `out`.
void instrument_add(instrument *self, const char *file, int first_line, const char *part,
                    size_t size, text *out);

// Adds a record that stands around a law, of `value` as GLSL has it, under a name.
void instrument_mark(instrument *self, probe_type type, const char *name,
                     const char *value, text *out);

// By the number that stands in the text, or NULL; they live as long as `self`.
const probe_site *instrument_site(const instrument *self, uint32_t number);

// The name for people: "exact_sine()" for "probe_2_exact_sine".
#define PROBE_NAME_SIZE 100
const char *probe_name(const probe_site *site, char name[PROBE_NAME_SIZE]);

#endif
