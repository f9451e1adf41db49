// SPDX-License-Identifier: MIT
// Two simulations of one scene side by side, every canonical buffer of every stage of
// every step and sub-step checked for equality.

#ifndef MOTE_SIM_COMPARE_H
#define MOTE_SIM_COMPARE_H

#include "simulation.h"

typedef struct compare_result {
    bool equal;
    uint64_t steps;   // compared, after those of the prewarm
    uint64_t prewarm; // steps compared before these
    uint64_t clock;   // of both sides, up to which they are equal
    uint64_t buffers; // compared, one for each stage and step that wrote it
    uint64_t values;  // 32-bit words compared
    uint64_t hash;    // of the state that both reached
    // Where the first difference is:
    bool is_in_step;  // else it is in what comes before a frame
    int stage, pass;  // STAGE_x; -1: it is of no pass
    int64_t particle; // its id, or the low 32 bits of its birth number; -1: not of one
    char difference[1024]; // the first: step, stage, buffer, particle, values, ULP
    char skipped[512];     // buffers that legally differ, with the reason
} compare_result;

// Steps between two floats, given as bits.
uint64_t compare_ulp(uint32_t bits_a, uint32_t bits_b);

// Asked after each step that was equal, one of the prewarm, too; false ends the
// comparison there.
typedef bool compare_goes_on(uint64_t steps_done, void *context);

// Both simulations must come from one scene with the same search and cell size, and stand
// at the same step; what is left of their prewarm is compared before `steps`. MOTE_OK
// also where they differ: see result->equal.
mote_status compare_run(mote_simulation *a, mote_simulation *b, uint64_t steps,
                        compare_result *result);

// The same, watched: `goes_on` may be NULL.
mote_status compare_watched(mote_simulation *a, mote_simulation *b, uint64_t steps,
                            compare_goes_on *goes_on, void *context,
                            compare_result *result);

#endif
