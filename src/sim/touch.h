// SPDX-License-Identifier: MIT
// Touches of a simulation that goes on: what pulls or pushes its particles, from which
// sub-step on. Those of the past are kept as long as a GPU that fails could make their
// steps run again.

#ifndef MOTE_SIM_TOUCH_H
#define MOTE_SIM_TOUCH_H

#include "plan.h"

typedef struct touch_queue touch_queue;

void touch_queue_destroy(touch_queue *self);

// From this clock on; NULL: none. The clock is no less than that of the last one.
// *queue is made when it is NULL. Those that ended before `needed` are forgotten.
mote_status touch_queue_add(touch_queue **queue, uint64_t clock, uint64_t needed,
                            const mote_touch *touch);
// The last one is from this clock on, and those before it are forgotten: sub-steps are
// counted anew.
void touch_queue_renew(touch_queue *self, uint64_t clock);
// The touch at a clock, or NULL.
const mote_touch *touch_queue_at(const touch_queue *self, uint64_t clock);

// The rows of the buffer `touch`.
void touch_fill(const plan *plan, const mote_touch *touch, uint32_t (*rows)[4]);

#endif
