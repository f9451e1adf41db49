// SPDX-License-Identifier: MIT
// Inside a mote_simulation: what compare, bench, tests and renderers reach besides
// mote.h.

#ifndef MOTE_SIM_SIMULATION_H
#define MOTE_SIM_SIMULATION_H

#include "backend.h"

struct mote_simulation {
    plan *plan;
    backend *backend;
    uint64_t step_count;
    int fault_stage; // STAGE_x to spoil, or -1
    char reason[256];
};

// Runs one entry of the step or draw schedule, then swaps names if the entry says so.
mote_status simulation_run(mote_simulation *simulation, const schedule_entry *entry);

// Runs the draw schedule: afterwards the buffers `sprite` and `draw_size` are right.
mote_status simulation_list_sprites(mote_simulation *simulation);

// Living particles (mortal models read them back).
mote_status simulation_population(mote_simulation *simulation, uint64_t *population);

#endif
