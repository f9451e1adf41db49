// SPDX-License-Identifier: MIT
// Inside a mote_simulation: what compare, bench, tests and renderers reach besides
// mote.h.

#ifndef MOTE_SIM_SIMULATION_H
#define MOTE_SIM_SIMULATION_H

#include "backend.h"
#include "checkpoint.h"
#include "statistics.h"
#include "touch.h"

// What sees a simulation's states: a renderer, and what statistics are on their way
// (statistics.c). With a GPU it may lose frames or sums, and then has to see the states
// again that they were of.
typedef struct viewer viewer;

struct viewer {
    viewer *next;
    bool is_on_gpu;
    // The clock of the oldest state that it would have to see again; UINT64_MAX: none.
    uint64_t needed_clock;
    // Gives up all that it has on the GPU.
    mote_status (*leave_gpu)(viewer *self);
    // The simulation is at a step again that it was at before.
    mote_status (*look_again)(viewer *self);
    // Waits for all that is under way: afterwards no older state is needed.
    mote_status (*settle)(viewer *self);
    // Gives up all that goes with the backend, which is about to go.
    void (*let_go)(viewer *self);
    // The plan is another one; and the backend, too, where the viewer had to let go.
    mote_status (*take_up)(viewer *self);
};

struct mote_simulation {
    plan *plan;
    backend *backend;
    uint64_t clock;      // sub-steps run, those of the prewarm included
    int fault_stage;     // STAGE_x to spoil once the prewarm is over, or -1
    int lost_stage;      // STAGE_x from which on the GPU fails, or -1
    uint64_t lost_clock; // ... in this sub-step and later
    mote_device_def device;
    char isa[16]; // device.isa
    char reason[1024];
    checkpoint *checkpoint; // NULL: nothing to recover from, or no need
    viewer *viewers;
    statistics_queue *statistics; // NULL: none were asked for yet
    bool is_recovering;
    uint64_t placed;      // particles, by mote_simulation_place
    touch_queue *touches; // NULL: there were none
};

// The id that the next particle gets that is placed or poured.
uint64_t simulation_next_id(const mote_simulation *simulation);

// mote_simulation_create, before the prewarm; and the prewarm.
mote_status simulation_create_cold(const mote_scene *scene, const mote_device_def *device,
                                   mote_simulation **result);
mote_status simulation_prewarm(mote_simulation *simulation);

// The step that a clock is in, those of the prewarm included; and the clock at which one
// begins, UINT64_MAX where that is past all clocks.
uint64_t simulation_step_at(const mote_simulation *simulation, uint64_t clock);
uint64_t simulation_clock_of(const mote_simulation *simulation, uint64_t step);
// The step that the clock is at, for people: "step 12", or "step 3 of the prewarm"; where
// steps have several, "step 12, sub-step 3 of 4".
#define STEP_NAME_SIZE 80
const char *simulation_name_step(const mote_simulation *simulation, uint64_t clock,
                                 char text[STEP_NAME_SIZE]);

// Runs one entry of one of the plan's schedules, then swaps names if the entry says so.
mote_status simulation_run(mote_simulation *simulation, const schedule_entry *entry);

// The same, recording the values of row records->row.
mote_status simulation_run_probed(mote_simulation *simulation,
                                  const schedule_entry *entry, probe_records *records);

// Runs a sub-step's entries, and counts it.
mote_status simulation_run_substep(mote_simulation *simulation);
// Runs sub-steps up to this clock, recovering from a GPU that fails.
mote_status simulation_run_until(mote_simulation *simulation, uint64_t clock);

// Runs that part of the draw schedule which lists what is drawn, by id: afterwards the
// buffers `sprite` and `draw_size` are right, and the particle that a camera follows can
// be found.
mote_status simulation_list_sprites(mote_simulation *simulation);
// Runs the rest: brings that list into the order in which it is drawn, by depth as seen
// from `eye`. Where the scene needs no such order it stays as it is.
mote_status simulation_sort_sprites(mote_simulation *simulation);
// Says where sprites are seen from. In a simulation that does not sort it does nothing.
mote_status simulation_write_eye(mote_simulation *simulation,
                                 const uint32_t eye[EYE_SIZE]);

// Writes the constant tables of species pairs and of items into the backend.
mote_status simulation_write_tables(mote_simulation *simulation);

// ---- Recovery (recovery.c) -----------------------------------------------------------

// Begins to keep copies of the state; each whole step then tends them.
mote_status recovery_prepare(mote_simulation *simulation);
// The state or its law was changed: no copy of before is of use.
mote_status recovery_renew(mote_simulation *simulation);
mote_status recovery_tend(mote_simulation *simulation);

// After a call failed: goes on on the CPU, where that is allowed, at the same step, and
// the call may be made again. Else the failure, with its step.
mote_status simulation_recover(mote_simulation *simulation, mote_status failure);

// From now on what the viewer needs is kept, if it is on a GPU.
mote_status simulation_watch(mote_simulation *simulation, viewer *viewer, bool is_on_gpu);
// Likewise, of one that watches already.
mote_status simulation_watch_gpu(mote_simulation *simulation, viewer *viewer,
                                 bool is_on_gpu);
void simulation_unwatch(mote_simulation *simulation, viewer *viewer);

// ---- Reading (simulation_read.c) -----------------------------------------------------

// Rows of particles that mean something (mortal models read their number back): the
// living and, of models that emit, those that have just died.
mote_status simulation_population(mote_simulation *simulation, uint64_t *population);

#endif
