// SPDX-License-Identifier: MIT
// The CPU backend and what `mote info` says of this processor.

#ifndef MOTE_CPU_BACKEND_H
#define MOTE_CPU_BACKEND_H

#include "../sim/backend.h"

// Whether this processor runs the kernels of an instruction set.
bool cpu_has_isa(const char *isa);
// Instruction sets by index, best first; NULL past the end.
const char *cpu_isa_name(int index);
// The one asked for, if this processor has it, or for NULL the best.
mote_status cpu_choose_isa(const char *asked, const char **isa);

#endif
