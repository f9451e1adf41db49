// SPDX-License-Identifier: MIT
// What of a scene can be turned while it is watched: its keys with their ranges, units
// and meanings, found in the tables that also read scene files. A row more there is a
// knob more here.

#ifndef MOTE_APP_KNOBS_H
#define MOTE_APP_KNOBS_H

#include <mote/mote.h>

typedef enum knob_kind {
    KNOB_NUMBER, // one, or several: a point, or the ends of a range
    KNOB_WHOLE,
    KNOB_SEED,
    KNOB_CHOICE,
    KNOB_COLOR,
    KNOB_MATRIX, // of species pairs: who feels, whom
} knob_kind;

#define KNOB_GROUP_SIZE 96
#define KNOB_KEY_SIZE   160
#define KNOB_WORD_MAX   32

typedef struct knob_word {
    const char *word, *meaning;
} knob_word;

typedef struct knob {
    knob_kind kind;
    char key[KNOB_KEY_SIZE];     // "life.force", as mote_scene_set takes it
    char group[KNOB_GROUP_SIZE]; // what stands before its name: "life",
                                 // "emitter.forces[0]"
    const char *name, *unit, *meaning;
    double lowest, highest;
    int count; // numbers; of a MATRIX: species
    bool is_array;
    bool is_ruled;      // a MATRIX that may be made by a rule
    double value[3];    // of a CHOICE the word's index; of a COLOR 0 to 255
    double fallback[3]; // the default, likewise
    uint64_t seed;      // of a SEED
    double *matrix;     // row by row; owned by the list
    knob_word words[KNOB_WORD_MAX];
    int word_count;
} knob;

typedef struct knobs {
    knob *list; // owned
    int count, room;
    bool has_failed; // for want of memory
} knobs;

// In the order of the tables: the model's first. They say what the scene says now, and
// need it no more.
mote_status knobs_find(const mote_scene *scene, knobs *found);
void knobs_free(knobs *self);
// NULL where there is none of that key.
const knob *knobs_get(const knobs *self, const char *key);

// A value as mote_scene_set takes it; "" where it is a MATRIX.
#define KNOB_TEXT_SIZE 160
const char *knob_write(const knob *self, const double value[3],
                       char text[KNOB_TEXT_SIZE]);
bool knob_is_default(const knob *self);
// All numbers of a MATRIX are the same: one stands for all.
bool knob_is_uniform(const knob *self);
// The range of a slider, in which the default and the value stand well: where anything up
// to 1e9 is allowed, nobody could point at 0.04.
void knob_slider(const knob *self, double *low, double *high);

#endif
