// SPDX-License-Identifier: MIT
// The option --probe STAGE:ID or PASS:ID, and what it shows: the values that the law
// computes on its way for one particle, of one backend or of two side by side.

#ifndef MOTE_APP_PROBE_H
#define MOTE_APP_PROBE_H

#include "options.h"

#include "../sim/probe.h"

mote_status probe_read_option(const option_list *list, probe_request *request);

// Simulates up to this clock, and the last sub-step before it is looked into; for a stage
// of drawing, what comes after it.
mote_status probe_until(mote_simulation *simulation, const probe_request *request,
                        uint64_t clock, probe_records *records);

void probe_print_one(const probe_request *request, const mote_simulation *simulation,
                     const probe_records *records, FILE *out);
void probe_print_two(const probe_request *request, mote_simulation *const sides[2],
                     const probe_pairs *pairs, bool is_cut);

#endif
