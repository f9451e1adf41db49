// SPDX-License-Identifier: MIT
// A bench on which a stage of the emitter runs alone: it is given what is on the bench,
// with its outputs spoilt, and what it left in memory comes beside it.

#ifndef MOTE_TESTS_STAGE_BENCH_H
#define MOTE_TESTS_STAGE_BENCH_H

#include "emitter_oracle.h"

#define SENTINEL UINT32_C(0xa5a5a5a5)

typedef struct bench {
    emitter_oracle oracle;
    mote_simulation *simulation;
    const plan *plan;
    const schedule_entry *flies; // that writes the twins of body and flight
    // Buffers and the twins of body and flight, before a stage and after it.
    uint32_t *before[BUFFER_MAX], *before_twin[BUFFER_MAX];
    uint32_t *after[BUFFER_MAX], *after_twin[BUFFER_MAX];
    uint64_t seen, close; // particles held against the oracle; of them, close calls
} bench;

// What the simulation holds now, with twins full of sentinels.
bench bench_of(const mote_scene *scene, mote_simulation *simulation);
void bench_free(bench *b);

// Brings all to the simulation; what the entry writes anew is full of sentinels.
void bench_give(bench *b, const schedule_entry *entry);
// Takes all there is after the entry.
void bench_take(bench *b);
// What it does not write must be as before.
void bench_check_rest(const bench *b, const schedule_entry *entry);
// What was found goes on the bench.
void bench_adopt(bench *b, bool swaps);

void bench_spoil(const bench *b, int buffer, uint32_t *words);
// Words `from` to `to` of a buffer must be these.
void bench_expect(const bench *b, const schedule_entry *entry, int buffer,
                  const uint32_t *found, const uint32_t *wanted, uint64_t from,
                  uint64_t to);
// Twins of body and flight must hold what they held, but for these rows.
void bench_check_other_rows(const bench *b, const schedule_entry *entry, uint64_t from,
                            uint64_t to);

emitted_row bench_row(const bench *b, uint32_t *const *buffers, uint64_t row);

#endif
