// SPDX-License-Identifier: MIT
// The steps at which frames were drawn on a GPU.

#include "history.h"

#include "../core/status.h"

#include <stdlib.h>

void history_begin(history *self, uint64_t slots, uint64_t trails)
{
    *self = (history){.trails = trails, .limit = slots + trails};
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
