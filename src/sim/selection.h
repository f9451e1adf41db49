// SPDX-License-Identifier: MIT
// Some of a plan's buffers, one after the other as `read` gives them: a copy of the
// state, the sums of statistics.

#ifndef MOTE_SIM_SELECTION_H
#define MOTE_SIM_SELECTION_H

#include "backend.h"

// Bytes of the buffers selected, as plan_buffer_size counts.
uint64_t selection_size(const plan *plan, plan_selection *selects);
// Reads them, after all stages run so far.
mote_status selection_read(backend *backend, plan_selection *selects, void *data);

#endif
