// SPDX-License-Identifier: MIT
// Cuts a stage into dispatches that are short enough: a system may reset a driver whose
// GPU does not answer for two seconds.
//
// What a thread costs is remembered for each 64th of the stage's threads, from the slices
// measured last; crowded parts are so cut finer. Where nothing is known yet, slices start
// small and grow.

#ifndef MOTE_GL_SLICER_H
#define MOTE_GL_SLICER_H

#include <stdint.h>

#define SLICER_BINS 64

typedef struct gl_slicer {
    double cost[SLICER_BINS]; // seconds a thread; < 0: unknown
    double last_cost;         // of the slice measured last; < 0: none yet
    uint64_t last_size;       // threads of that slice
    double run_time;          // seconds of this run, so far
    double whole_time;        // seconds of the last whole run; < 0: none yet
} gl_slicer;

gl_slicer gl_slicer_default(void);
// The end of the slice that begins with thread `first` of `total`.
uint64_t gl_slicer_next(const gl_slicer *slicer, uint64_t first, uint64_t total);
// Tells how long the slice took.
void gl_slicer_record(gl_slicer *slicer, uint64_t first, uint64_t end, uint64_t total,
                      double seconds);

#endif
