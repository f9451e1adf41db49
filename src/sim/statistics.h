// SPDX-License-Identifier: MIT
// Statistics of a simulation that goes on meanwhile. Stages sum integers, one sum for
// each part of the rows; the sums are copied aside on the GPU, and what a fence says has
// arrived is added up here. A few sets may be on their way, and as many as you like wait
// to be taken.
//
//     steps       --|--|--|--|--|--|--|--|-->
//     sums          a     b     c     d
//     copies        a.....b.....c           on their way: a ring of STATISTICS_COPIES
//     waiting                a     b        in the order in which they were begun
//
// Should the GPU fail, those on their way are summed again on the CPU, as it passes their
// steps (the viewer of recovery.c).

#ifndef MOTE_SIM_STATISTICS_H
#define MOTE_SIM_STATISTICS_H

#include "plan.h"

typedef struct statistics_queue statistics_queue;

void statistics_queue_destroy(statistics_queue *self);

// What the sums come to: the buffers of plan_is_statistic, one after the other. Step and
// time are left to the caller.
mote_statistics statistics_of(const plan *plan, const uint32_t *words);

#endif
