// SPDX-License-Identifier: MIT
// The function of each stage, by the rows of stages.def.

#ifndef MOTE_CPU_STAGES_H
#define MOTE_CPU_STAGES_H

#include "kernels.h"

#define STAGE(name, per, when, access) cpu_stage cpu_##name;
#include "../sim/stages.def"
#undef STAGE

#endif
