// SPDX-License-Identifier: MIT
// Options that name a stage: --fault, --lose, --probe.

#ifndef MOTE_APP_STAGE_OPTION_H
#define MOTE_APP_STAGE_OPTION_H

#include "options.h"

#include <mote/mote.h>

// Whether there is such a stage; else what was meant, or which there are.
mote_status stage_option_check(const char *option, const char *stage);
// The same, but a pass of a model will do, too: *pass, or NULL.
mote_status stage_option_check_pass(const char *option, const char *name,
                                    const char **pass);

// One that takes a stage and a number.
typedef struct stage_number_option {
    const char *name;
    const char *form;    // "STAGE:STEP"
    const char *example; // "pair:100"
} stage_number_option;

// Its parts, the stage unchecked.
mote_status stage_option_split(const stage_number_option *option,
                               const struct option_list_row *row, char stage[64],
                               uint64_t *number);
mote_status stage_option_read(const stage_number_option *option,
                              const struct option_list_row *row, char stage[64],
                              uint64_t *number);

// --lose, which may be missing: device->lost_stage, kept in `stage`, and lost_step.
mote_status stage_option_take_loss(const option_list *losses, char stage[64],
                                   mote_device_def *device);

#endif
