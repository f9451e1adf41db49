// SPDX-License-Identifier: MIT
// How long steps took, and each stage in them: medians over the steps of a run.

#ifndef MOTE_APP_TIMES_H
#define MOTE_APP_TIMES_H

#include <mote/mote.h>

#include <stdio.h>

typedef struct step_times step_times;

mote_status step_times_create(step_times **times);
void step_times_destroy(step_times *times);
// Simulates one step, waits for it and keeps its times.
mote_status step_times_step(step_times *times, mote_simulation *simulation);
void step_times_print(const step_times *times, const mote_simulation *simulation,
                      FILE *out);

// What the last sub-step spent on each stage, so far as it is known. Once asked, a GPU
// measures each, and is waited for.
#define STAGE_TIME_MAX 64
typedef struct stage_time {
    const char *stage, *pass; // pass "": the stage belongs to none
    double seconds;
} stage_time;
int stage_times_now(const mote_simulation *simulation, stage_time times[STAGE_TIME_MAX]);

// Of a copy of the values; 0 of none. `share` 0.5 is the median, 0 the least.
double quantile(const double *values, size_t count, double share);

#endif
