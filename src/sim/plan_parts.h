// SPDX-License-Identifier: MIT
// How plan.c makes a plan, part by part: in this order, each needs those before it.

#ifndef MOTE_SIM_PLAN_PARTS_H
#define MOTE_SIM_PLAN_PARTS_H

#include "plan.h"

#include <string.h>

// The bits of the nearest float, as constants and tables hold it.
static inline uint32_t float_bits(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

// How many may live at once.
void plan_set_particles(plan *p, uint32_t count);
// `reach`: cells per interaction radius; 0: chosen by the crowd.
void plan_set_constants(plan *p, const mote_scene *scene, int reach);
mote_status plan_set_items(plan *p, const mote_scene *scene,
                           const model_numbers *numbers);
// Of models that emit, after plan_set_items.
mote_status plan_set_emission(plan *p, const mote_scene *scene);
// Births of faucets, and drains.
mote_status plan_set_pouring(plan *p, const mote_scene *scene,
                             const model_numbers *numbers);
void plan_list_buffers(plan *p);
void plan_make_schedule(plan *p);
// Needs the schedule: a buffer that no stage touches takes no memory.
void plan_set_lengths(plan *p);

#endif
