// SPDX-License-Identifier: MIT
// When and how frames were drawn on a GPU.

#include "history.h"

#include "../core/status.h"

#include <stdlib.h>

void history_begin(history *self, uint64_t slots, uint64_t trails)
{
    *self = (history){.trails = trails, .limit = slots + trails};
}

void history_free(history *self)
{
    free(self->rows);
    *self = (history){0};
}

static mote_status grow(history *self)
{
    uint64_t room = self->room ? 2 * self->room : 64;
    room = room < self->limit ? room : self->limit;
    history_row *rows = realloc(self->rows, (size_t)room * sizeof *rows);
    if (!rows) {
        return fail_memory((size_t)room * sizeof *rows, "the cameras of frames");
    }
    self->rows = rows;
    self->room = room;
    return MOTE_OK;
}

mote_status history_add(history *self, uint64_t clock, const camera *camera)
{
    if (self->count == self->room && self->room < self->limit) {
        TRY(grow(self));
    }
    self->rows[self->count++ % self->room] = (history_row){clock, *camera};
    return MOTE_OK;
}

uint64_t history_clock(const history *self, uint64_t frame)
{
    return self->rows[frame % self->room].clock;
}

const camera *history_camera(const history *self, uint64_t frame)
{
    return &self->rows[frame % self->room].camera;
}

uint64_t history_needed_frame(const history *self, uint64_t under_way)
{
    uint64_t needed = under_way + self->trails;
    return needed < self->count ? self->count - needed : 0;
}

uint64_t history_needed_clock(const history *self, uint64_t under_way)
{
    uint64_t frame = history_needed_frame(self, under_way);
    return frame < self->count ? history_clock(self, frame) : UINT64_MAX;
}
