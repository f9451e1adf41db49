// SPDX-License-Identifier: MIT
// What a backend is: storage for the plan's buffers and a way to run one stage on them.
// cpu_backend_create and gl_backend_create complete one; nothing else knows which it is.

#ifndef MOTE_SIM_BACKEND_H
#define MOTE_SIM_BACKEND_H

#include "plan.h"
#include "probe.h"

typedef struct backend backend;

// Copies that may be on their way from a backend at once: one of the state, and a ring of
// those of statistics, COPY_STATISTICS and those after it.
#define STATISTICS_COPIES 4
enum { COPY_STATE, COPY_STATISTICS, COPY_COUNT = COPY_STATISTICS + STATISTICS_COPIES };

struct backend {
    const plan *plan;
    mote_backend_kind kind;
    char name[160];        // of the device, for people
    struct gl_context *gl; // the context it computes in; NULL on the CPU
    int dispatch_count;    // slices run since the start (GL: dispatches)
    uint64_t clock;        // steps before the one that runs

    void (*destroy)(backend *self);
    // Fills `size` bytes of a buffer from its beginning; data as plan_buffer_size says.
    mote_status (*write)(backend *self, int buffer, const void *data, uint64_t size);
    // Reads `size` bytes from the beginning, after all stages run so far.
    mote_status (*read)(backend *self, int buffer, void *data, uint64_t size);
    // The plan's constants have other values now. NULL where they are read from the plan.
    mote_status (*constants_changed)(backend *self);
    // Runs one entry of the schedule; GL returns before it is done.
    mote_status (*run)(backend *self, const schedule_entry *entry);
    // The same, recording the values of row records->row.
    mote_status (*probe)(backend *self, const schedule_entry *entry,
                         probe_records *records);
    // Swaps the names of the buffers whose twins the entry wrote with those twins.
    void (*swap)(backend *self, const schedule_entry *entry);
    // Begins to copy the state (plan_is_state) or the sums of statistics
    // (plan_is_statistic) aside, after all stages run so far, without waiting for them.
    // NULL where reading does not wait for anything.
    mote_status (*copy_begin)(backend *self, int copy);
    // Hands the copy out, buffer after buffer as `read` gives them (selection.h).
    // *is_there: false while it is on its way, unless it is waited for.
    mote_status (*copy_take)(backend *self, int copy, bool wait, void *data,
                             bool *is_there);
    // Waits for all stages run so far.
    mote_status (*finish)(backend *self);
    // GL: the buffer object that holds a buffer now. CPU: 0.
    uint32_t (*gl_buffer)(backend *self, int buffer);
    // GPU or wall time of each schedule entry's last run, in seconds; NULL: not asked
    // for.
    const double *(*stage_times)(backend *self);
    // The yardstick of what stages do with memory: seconds that copying `size` bytes
    // takes at best, by as many threads as stages have.
    mote_status (*measure_copy)(backend *self, uint64_t size, double *seconds);
};

// Chooses and creates a backend (src/device): `reason` gets one sentence that says why.
mote_status device_open(const plan *plan, const mote_device_def *device, backend **result,
                        char *reason, size_t reason_size);
// The CPU for want of better: says so in the log, with the reason.
mote_status device_step_down(const plan *plan, const mote_device_def *device,
                             backend **result, const char *reason);

mote_status cpu_backend_create(const plan *plan, const mote_device_def *device,
                               backend **result);
mote_status gl_backend_create(const plan *plan, const mote_device_def *device,
                              backend **result);

#endif
