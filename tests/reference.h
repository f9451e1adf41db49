// SPDX-License-Identifier: MIT
// What each stage should make of the buffers it reads, written from stages.def and
// buffers.def in the plainest way, one after the other. It shares no code with a backend.

#ifndef MOTE_TESTS_REFERENCE_H
#define MOTE_TESTS_REFERENCE_H

#include "support.h"

typedef struct reference {
    const mote_scene *scene;
    const plan *plan;
    uint32_t *buffers[BUFFER_MAX]; // as mote_simulation_read gives them
    uint32_t *twins[BUFFER_MAX];   // where the plan has them
    uint64_t living;               // particles
} reference;

// Begins with what the buffers of a simulation of this scene hold now.
reference *reference_of(const mote_scene *scene, mote_simulation *simulation);
void reference_destroy(reference *self);

// Applies one entry of the schedule. What is legally free, and what only a law knows (the
// sums of a pass, what it updates), stays as it is; reference_take adopts it.
void reference_run(reference *self, const schedule_entry *entry);
// Swaps the buffers whose twins the entry wrote with those twins.
void reference_swap(reference *self, const schedule_entry *entry);

// Sorts pairs by key, then by order, with the C library.
void reference_sort(uint32_t *keys, uint32_t *orders, uint64_t count);

// Which buffers of an entry reference_run settles to the bit.
bool reference_settles(const reference *self, const schedule_entry *entry, int buffer);
void reference_take(reference *self, int buffer, const uint32_t *values);

// The rows of the buffer `pouring` of the batch that holds the j-th birth.
const uint32_t *reference_batch(const reference *self, uint64_t j);

// Words of a buffer that mean something: those of the living.
uint64_t reference_words(const reference *self, int buffer);

#endif
