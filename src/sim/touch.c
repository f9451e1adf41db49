// SPDX-License-Identifier: MIT
// See touch.h.

#include "touch.h"

#include "simulation.h"
#include "start_place.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "exact.glsl"

#include "touch.glsl"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// Where a law knows no top speed: far from where floats end.
#define SPEED_MAX 1.0e9

typedef struct touch_row {
    uint64_t clock;
    bool is_on;
    mote_touch touch;
} touch_row;

struct touch_queue {
    touch_row *rows; // by clock
    size_t count, room;
};

// ---- The queue -----------------------------------------------------------------------

void touch_queue_destroy(touch_queue *self)
{
    if (self) {
        free(self->rows);
        free(self);
    }
}

static mote_status make_room(touch_queue *self)
{
    if (self->count < self->room) {
        return MOTE_OK;
    }
    size_t room = self->room ? 2 * self->room : 16;
    touch_row *rows = realloc(self->rows, room * sizeof *rows);
    if (!rows) {
        return fail_memory(room * sizeof *rows, "touches");
    }
    self->rows = rows;
    self->room = room;
    return MOTE_OK;
}

// Forgets the first ones.
static void forget(touch_queue *self, size_t gone)
{
    self->count -= gone;
    for (size_t i = 0; i < self->count; i++) {
        self->rows[i] = self->rows[i + gone];
    }
}

mote_status touch_queue_add(touch_queue **queue, uint64_t clock, uint64_t needed,
                            const mote_touch *touch)
{
    if (!*queue) {
        *queue = calloc(1, sizeof **queue);
    }
    touch_queue *self = *queue;
    if (!self) {
        return fail_memory(sizeof *self, "touches");
    }
    size_t gone = 0;
    while (gone + 1 < self->count && self->rows[gone + 1].clock <= needed) {
        gone++;
    }
    forget(self, gone);
    if (self->count > 0 && self->rows[self->count - 1].clock == clock) {
        self->count--; // of which no step came
    }
    TRY(make_room(self));
    assert(self->rows && "there is room");
    touch_row *row = &self->rows[self->count++];
    *row = (touch_row){.clock = clock, .is_on = touch != NULL};
    if (touch) {
        row->touch = *touch;
    }
    return MOTE_OK;
}

void touch_queue_renew(touch_queue *self, uint64_t clock)
{
    if (self && self->count > 0) {
        forget(self, self->count - 1);
        self->rows[0].clock = clock;
    }
}

const mote_touch *touch_queue_at(const touch_queue *self, uint64_t clock)
{
    size_t i = self ? self->count : 0;
    while (i > 0 && self->rows[i - 1].clock > clock) {
        i--;
    }
    return i > 0 && self->rows[i - 1].is_on ? &self->rows[i - 1].touch : NULL;
}

// ---- One touch -----------------------------------------------------------------------

void touch_fill(const plan *p, const mote_touch *touch, uint32_t (*rows)[4])
{
    double drag = touch->drag * p->dt;
    double limit = p->top_speed / sqrt((double)p->dimension);
    memset(rows, 0, TOUCH_ROWS * sizeof *rows);
    for (int axis = 0; axis < p->dimension; axis++) {
        double from_middle = touch->position[axis] - p->size[axis] / 2.0;
        rows[0][axis] = start_coordinate(0.5 + from_middle / p->box[axis]);
        rows[1][axis] = start_real(p->box[axis] / 4294967296.0 / touch->radius);
        rows[2][axis] = start_real(touch->velocity[axis]);
    }
    rows[3][0] = start_real(touch->pull * p->dt);
    rows[3][1] = start_real(drag < 1.0 ? drag : 1.0);
    rows[3][2] = start_real(limit < SPEED_MAX ? limit : SPEED_MAX);
}

static bool is_sound(const mote_simulation *simulation, const mote_touch *touch)
{
    bool is_sound = touch->radius >= 1e-6 && touch->radius <= 1e6 &&
                    fabs(touch->pull) <= SPEED_MAX && touch->drag >= 0.0 &&
                    touch->drag <= SPEED_MAX;
    for (int axis = 0; axis < simulation->plan->dimension; axis++) {
        is_sound = is_sound && fabs(touch->position[axis]) <= 1e6 &&
                   fabs(touch->velocity[axis]) <= SPEED_MAX;
    }
    return is_sound;
}

mote_status mote_simulation_touch(mote_simulation *self, const mote_touch *touch)
{
    if (touch && !is_sound(self, touch)) {
        return fail(
            MOTE_BAD_INPUT,
            "a touch: expected a radius of 1e-6 to 1e6, a place within 1e6, and a "
            "pull, a drag and velocities up to 1e9, drag from 0; found radius %g, "
            "pull %g, drag %g, at %g, %g",
            touch->radius, touch->pull, touch->drag, touch->position[0],
            touch->position[1]);
    }
    if (self->plan->touch.access_count == 0) {
        return fail(MOTE_BAD_INPUT, "particles cannot be touched in search %s",
                    search_names[self->plan->search]);
    }
    uint64_t needed = self->checkpoint ? checkpoint_clock(self->checkpoint) : self->clock;
    return touch_queue_add(&self->touches, self->clock, needed, touch);
}
