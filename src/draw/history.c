// SPDX-License-Identifier: MIT
// The steps at which frames were drawn on a GPU.

#include "history.h"

#include "../core/status.h"

#include <math.h>
#include <stdlib.h>

// What is left of a trail when it shows no more: half of the least step of 8 bits, in the
// steepest part of sRGB, of a light of 1.
#define INVISIBLE (1.0 / 8192.0)

void history_begin(history *self, uint64_t slots, float fade)
{
    double frames = fade > 0.0f ? ceil(log(INVISIBLE) / log((double)fade)) : 0.0;
    *self = (history){.trails = (uint64_t)fmin(frames, 1e9)};
    self->limit = slots + self->trails;
}

void history_free(history *self)
{
    free(self->steps);
    *self = (history){0};
}

static mote_status grow(history *self)
{
    uint64_t room = self->room ? 2 * self->room : 64;
    room = room < self->limit ? room : self->limit;
    uint64_t *steps = realloc(self->steps, (size_t)room * sizeof *steps);
    if (!steps) {
        return fail_memory((size_t)room * sizeof *steps, "the steps of frames");
    }
    self->steps = steps;
    self->room = room;
    return MOTE_OK;
}

mote_status history_add(history *self, uint64_t step)
{
    if (self->count == self->room && self->room < self->limit) {
        TRY(grow(self));
    }
    self->steps[self->count++ % self->room] = step;
    return MOTE_OK;
}

uint64_t history_step(const history *self, uint64_t frame)
{
    return self->steps[frame % self->room];
}

uint64_t history_needed_frame(const history *self, uint64_t under_way)
{
    uint64_t needed = under_way + self->trails;
    return needed < self->count ? self->count - needed : 0;
}

uint64_t history_needed_step(const history *self, uint64_t under_way)
{
    uint64_t frame = history_needed_frame(self, under_way);
    return frame < self->count ? history_step(self, frame) : UINT64_MAX;
}
