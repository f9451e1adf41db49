// SPDX-License-Identifier: MIT
// Options that name a stage: --fault, --lose.

#ifndef MOTE_APP_STAGE_OPTION_H
#define MOTE_APP_STAGE_OPTION_H

#include <mote/mote.h>

// Whether there is such a stage; else what was meant, or which there are.
mote_status stage_option_check(const char *option, const char *stage);

#endif
