// SPDX-License-Identifier: MIT
// Inside the GL backend: a stage is an entry of the schedule with its program, run whole
// or in slices (gl_stage.c).

#ifndef MOTE_GL_BACKEND_H
#define MOTE_GL_BACKEND_H

#include "gl_context.h"
#include "gl_copy.h"
#include "gl_slicer.h"
#include "gl_storage.h"

#include "../sim/backend.h"

// Entries of a step, then those before a frame, then those of statistics.
#define STAGE_MAX (2 * SCHEDULE_MAX + STATISTICS_MAX)

typedef struct gl_stage {
    const schedule_entry *entry;
    char name[64]; // for people and debuggers: "pair_attraction"
    uint32_t program;
    uint32_t group_size;
    int32_t slice_first_at, slice_end_at; // locations
    uint32_t slice_first, slice_end;      // what the program has now
    int32_t turn_at;
    uint32_t turn;
    int32_t clock_at; // -1: the stage does not ask
    gl_slicer slicer;
    uint32_t queries[2]; // time stamps
    bool is_timed;       // ... on their way
    unsigned run_count;
} gl_stage;

typedef struct gl_backend {
    backend base;
    gl_context *context;
    gl_storage storage;
    gl_copy copies[COPY_COUNT];
    gl_stage stages[STAGE_MAX];
    int stage_count;
    const char *latest; // name of the stage run last
    int slices;         // asked for; 0: by measurement
    bool wants_times;   // stage_times was called
    bool has_debug;     // debug groups
    double times[STAGE_MAX];
    double longest_slice; // seconds
} gl_backend;

// Adds the stage of an entry. `group_size`: 0: by stage.
void gl_stage_add(gl_backend *self, const schedule_entry *entry, int group_size);
// Makes its program, once all stages have been added. `instrument`: so that it records
// (gl_probe.c); else NULL.
mote_status gl_stage_build(gl_backend *self, gl_stage *stage, instrument *instrument);
// Runs the turns of an entry.
mote_status gl_stage_run(gl_backend *self, gl_stage *stage, const schedule_entry *entry);
// The stage of an entry; run, with a look at OpenGL's errors.
gl_stage *gl_stage_find(gl_backend *self, const schedule_entry *entry);
mote_status gl_stage_run_checked(gl_backend *self, gl_stage *stage,
                                 const schedule_entry *entry);
// Takes the time that the last timed run took, if the GPU has passed its end.
void gl_stage_take_time(gl_backend *self, gl_stage *stage);
// Work groups along each axis.
void gl_group_counts(const gl_backend *self, uint64_t groups, uint32_t counts[3]);

// See backend.h (gl_bandwidth.c).
mote_status gl_measure_copy(backend *self, uint64_t size, double *seconds);

// For tests: seconds of the longest dispatch that was waited for since the last call.
double gl_backend_longest_slice(backend *self);

#endif
