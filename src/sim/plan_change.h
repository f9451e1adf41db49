// SPDX-License-Identifier: MIT
// From one plan to the next, in the middle of a run.

#ifndef MOTE_SIM_PLAN_CHANGE_H
#define MOTE_SIM_PLAN_CHANGE_H

#include "plan.h"

// Whether a backend made for one runs the other, too, once it has its constants and
// tables.
bool plan_is_alike(const plan *a, const plan *b);
// Whether coordinates mean the same places in both.
bool plan_has_same_box(const plan *a, const plan *b);
// The coordinate in `to` at the same part of the world.
uint32_t plan_convert(const plan *from, const plan *to, int axis, uint32_t coordinate);
// Each becomes the other; who points to one of them has the other's contents.
void plan_exchange(plan *a, plan *b);

#endif
