// SPDX-License-Identifier: MIT
// How `mote bench` measures: the cases of a row take turns, round by round, so that a
// slow moment of the machine meets all of them; a figure is the median of its rounds,
// with their spread and, beside it, whether the case computed the right thing.
//
// To add a row: write bench_NAME.c with a prepare function that fills cases, declare it
// here, and add it to the table in cmd_bench.c.

#ifndef MOTE_APP_BENCH_H
#define MOTE_APP_BENCH_H

#include "app.h"

#include <stdio.h>

#define BENCH_ROUND_MAX   200
#define BENCH_CASE_MAX    16
#define BENCH_REMARK_SIZE 320

typedef struct bench_values {
    const char *scene; // NULL: the built-in life; bench price: a style of option
    int rounds;
    uint64_t steps; // of one round
    uint64_t paths; // ... of a price; 0: not given
    int size[2];    // of a frame
    bool json;
    mote_device_def device; // what is asked for of OpenGL; the rest is the bench's
} bench_values;

typedef struct bench_case {
    char name[160];
    void *state;
    // One round: does its work, and leaves a number that must be the same in all cases of
    // the round. The harness takes the time.
    mote_status (*run)(void *state);
    mote_status (*check)(void *state, uint64_t *check);
    // After the rounds, or NULL: what else there is to say of the case.
    mote_status (*remark)(void *state, char text[BENCH_REMARK_SIZE]);
    void (*destroy)(void *state);

    // The case that it is held against, by its place: its check must be the same, and how
    // many times as fast is told. 0: the first.
    int like;
    double work; // units in one round; 0: as the table says

    int repeats; // of the round's work in one run, to measure what is fast; 0: once

    double seconds[BENCH_ROUND_MAX]; // of each round
    bool is_right;                   // its check was the right one in every round
} bench_case;

typedef struct bench_table {
    const char *name;
    char title[256];
    const char *unit;       // of the work: "step"
    double work;            // units in one round; 0: each case says
    const char *check_name; // what the check compares: "state hash"
    bench_case cases[BENCH_CASE_MAX];
    int case_count;
    int rounds;
    char notes[4096]; // what was left out, and why; remarks
} bench_table;

// The next free case. There is always room: our own rows are short.
bench_case *bench_add_case(bench_table *table);
void bench_note(bench_table *table, const char *sentence);

// Fails unless the scene has emitters, or has none, as the bench needs it.
mote_status bench_check_scene(const mote_scene *scene, bool emits,
                              const bench_table *table);

// One round that does not count, then table->rounds that do.
mote_status bench_measure(bench_table *table, bool is_quiet);
void bench_print_markdown(const bench_table *table, FILE *out);
void bench_print_json(const bench_table *table, FILE *out);
bool bench_is_right(const bench_table *table);
// Destroys the states of the cases.
void bench_clear(bench_table *table);

// A case that steps a simulation of its own; the check is its state hash. A device that
// this machine lacks becomes a note, unless it was asked for by number. `name` NULL: the
// device's.
mote_status bench_add_simulation(const mote_scene *scene, const mote_device_def *device,
                                 const char *name, uint64_t steps, bench_table *table);

// The remark on such a case: by the device's own clock, and of the calling thread.
mote_status bench_remark_times(void *state, char text[BENCH_REMARK_SIZE]);

// The same, beside the time of copying what an emitter's living are.
mote_status bench_remark_bandwidth(void *state, char text[BENCH_REMARK_SIZE]);

// Where it was not asked to be on the CPU, notes why it is.
void bench_note_reason(const mote_simulation *simulation, bench_table *table);

mote_status bench_search(const scene_values *scene, const bench_values *values,
                         bench_table *table);
mote_status bench_backends(const scene_values *scene, const bench_values *values,
                           bench_table *table);
mote_status bench_pipeline(const scene_values *scene, const bench_values *values,
                           bench_table *table);
mote_status bench_emitter(const scene_values *scene, const bench_values *values,
                          bench_table *table);
mote_status bench_deaths(const scene_values *scene, const bench_values *values,
                         bench_table *table);
mote_status bench_sort(const scene_values *scene, const bench_values *values,
                       bench_table *table);
mote_status bench_reduce(const scene_values *scene, const bench_values *values,
                         bench_table *table);
mote_status bench_draw(const scene_values *scene, const bench_values *values,
                       bench_table *table);
mote_status bench_frames(const scene_values *scene, const bench_values *values,
                         bench_table *table);
mote_status bench_price(const scene_values *scene, const bench_values *values,
                        bench_table *table);
mote_status bench_variance(const scene_values *scene, const bench_values *values,
                           bench_table *table);

#endif
