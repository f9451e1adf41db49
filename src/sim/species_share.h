// SPDX-License-Identifier: MIT
// Shares a number of particles out by weights, exactly, the same on every machine.

#ifndef MOTE_SIM_SPECIES_SHARE_H
#define MOTE_SIM_SPECIES_SHARE_H

#include <stdint.h>

// Shares `total` by the method of the largest remainder: each of `count` (at most 64)
// gets total * weight / sum, rounded down, and the largest remainders one more; of equal
// ones the first. The weights are at least 0 and not all 0.
void species_share(uint64_t total, const double *weights, int count, uint64_t *shares);

#endif
