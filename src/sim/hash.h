// SPDX-License-Identifier: MIT
// The state hash: one number for where all particles are and how they move.

#ifndef MOTE_SIM_HASH_H
#define MOTE_SIM_HASH_H

#include <stdint.h>

// Hash of one particle's words. A state's hash is the sum over its particles modulo 2^64,
// so it does not depend on their order.
uint64_t hash_words(const uint32_t *words, int count);

#endif
