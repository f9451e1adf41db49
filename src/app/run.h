// SPDX-License-Identifier: MIT
// A run of `mote run`, shared by its parts: cmd_run.c sets it up, run_view.c its camera,
// run_frames.c simulates and draws, run_statistics.c writes statistics, run_report.c says
// what was done.

#ifndef MOTE_APP_RUN_H
#define MOTE_APP_RUN_H

#include "app.h"
#include "inputs.h"
#include "probe.h"
#include "times.h"

#include "../core/file.h"

typedef struct run_values {
    uint64_t steps, frames, steps_per_frame, first_frame;
    int size[2];
    const char *out, *renderer, *draw;
    double fps, zoom, field_of_view, orbit;
    option_point center, position;
    const char *projection;
    int64_t follow;
    bool alpha, hash, time, quiet;
    option_list dumps;      // BUFFER:FILE
    option_list probes;     // STAGE:ID or PASS:ID
    const char *statistics; // file, or NULL
    uint64_t statistics_every;
    const char *replay; // file, or NULL
    uint64_t checkpoint_steps;
    option_list losses; // STAGE:STEP
} run_values;

typedef struct run_statistics {
    file_output *file;  // NULL: none are asked for
    uint64_t next_step; // of which there is to be a line
} run_statistics;

typedef struct run {
    run_values values;
    bool draws;     // frames, else only steps
    bool is_stream; // the frames are one Y4M stream
    mote_scene *scene;
    mote_simulation *simulation;
    input_log *replay;       // NULL: nothing is done meanwhile
    uint64_t rest;           // steps after the last frame
    mote_renderer *renderer; // NULL without frames
    mote_view_def view;      // of frame 0
    mote_writer *writer;     // NULL without frames
    FILE *report;            // stdout, or stderr where stdout carries frames
    step_times *times;       // NULL: not asked for
    probe_request probe;
    probe_records probed;
    run_statistics statistics;

    uint64_t frames_drawn, frames_pushed;
    bool was_interrupted;
    double seconds; // of simulating, drawing and handing over; then also of the rest
    mote_written written;
} run;

mote_renderer_kind run_renderer_kind(const run_values *values);
// The view of frame 0, of the scene and the options that were given.
mote_status run_read_view(run *run, const command_line *line, const mote_scene *scene);

// Does what comes before the next step, if inputs are replayed.
mote_status run_replay(run *run);
// Simulates values.steps steps.
mote_status run_steps(run *run);
// Simulates, draws and hands frames to the writer; each waits for the others as little
// as it can.
mote_status run_frames(run *run);

// Refuses options that contradict, and settles what they leave open.
mote_status run_statistics_check(run *run, const command_line *line);
mote_status run_statistics_open(run *run);
// Of so many steps, those up to the next state of which there is to be a line.
uint64_t run_statistics_due(const run *run, uint64_t steps);
// After each step, and before the first: begins a line if one is due, and writes what has
// come.
mote_status run_statistics_look(run *run);
// Writes the rest of the lines. A run that has failed stays so, with its message.
mote_status run_statistics_close(run *run, mote_status status);

// One line where sub-steps are longer than the law is stable with.
void run_report_instability(const run *run);
// Hash, dumps and times as asked for.
mote_status run_report_results(run *run);
// One line: what was done.
void run_report_summary(const run *run);
// Which frames are whole and how to go on, after Ctrl-C or an error.
void run_report_rest(const run *run, int count, char **arguments);

#endif
