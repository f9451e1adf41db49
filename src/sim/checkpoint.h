// SPDX-License-Identifier: MIT
// Copies of a simulation's state, taken while it goes on: two of them, so that there is
// always a whole one. The state is what a step reads of the step before: what moves with
// the particles, and their number.
//
//     steps       ----|------------|------------|---->
//     copy            begins ..... there         begins ...
//     kept        <-- the one before -->|<-- this one
//
// A copy that is there takes the place of the one before only when no frame needs the one
// before any more: frames that were drawn on a GPU and have not left it.

#ifndef MOTE_SIM_CHECKPOINT_H
#define MOTE_SIM_CHECKPOINT_H

#include "backend.h"

typedef struct checkpoint checkpoint;

// With the state that the backend has now, which is the one of this clock (simulation.h).
mote_status checkpoint_create(backend *backend, uint64_t clock, checkpoint **result);
void checkpoint_destroy(checkpoint *self);

// After each step. A new copy begins so long after the one kept. `needed`: the clock of
// the oldest state that may have to be seen again; UINT64_MAX: none.
mote_status checkpoint_tend(checkpoint *self, backend *backend, uint64_t clock,
                            uint64_t interval, uint64_t needed);

// Of the state that is kept.
uint64_t checkpoint_clock(const checkpoint *self);
// Writes it into a backend of the same plan. A copy on its way is given up.
mote_status checkpoint_restore(checkpoint *self, backend *backend);

#endif
