// SPDX-License-Identifier: MIT
// A simulation that goes on under another plan: how mote_simulation_change, _place and
// _erase carry its state over.

#ifndef MOTE_SIM_SIMULATION_CHANGE_H
#define MOTE_SIM_SIMULATION_CHANGE_H

#include "simulation.h"

// What a simulation holds of its particles: buffer by buffer, as backends read and write
// them; NULL where a buffer is none of the state.
typedef struct state_copy {
    uint32_t *data[BUFFER_MAX];
} state_copy;

mote_status state_copy_read(mote_simulation *simulation, state_copy *copy);
void state_copy_free(state_copy *copy);

// Changes a copy of the state that has the next plan's lengths and places.
typedef void state_edit(const mote_simulation *simulation, const plan *next,
                        state_copy *copy, void *context);

// The simulation goes on under this plan, which it takes over, with its state as `edit`
// leaves it; NULL: as it is. After a failure it goes on as before.
mote_status simulation_adopt(mote_simulation *simulation, plan *next, state_edit *edit,
                             void *context);

// Whether a simulation of the scene could go on from this one's state: the model, the
// dimensions, the seed, the particles and the species are the same; else a failure that
// says what is not.
mote_status simulation_check_change(const mote_simulation *simulation,
                                    const mote_scene *scene);

#endif
