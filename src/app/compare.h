// SPDX-License-Identifier: MIT
// A comparison of `mote compare`, shared by its parts: cmd_compare.c sets it up and runs
// it, compare_look.c looks closer, as --probe asks for.

#ifndef MOTE_APP_COMPARE_H
#define MOTE_APP_COMPARE_H

#include "app.h"
#include "probe.h"

#include "../sim/compare.h"

// What a command line asks for.
typedef struct comparison {
    const char *scene;
    const scene_values *scene_values;
    uint64_t steps;
    mote_device_def devices[2];
    probe_request probe;
} comparison;

// Both sides at the beginning, before the prewarm; free them with comparison_end, also
// after a failure.
mote_status comparison_begin(const comparison *asked, mote_simulation **sides);
void comparison_end(mote_simulation **sides);

// Looks into the step that differs, else the last, and prints what is there. *differs: a
// value does. The sides begin anew.
mote_status comparison_look(const comparison *asked, mote_simulation **sides,
                            const compare_result *result, bool *differs);

#endif
