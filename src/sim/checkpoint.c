// SPDX-License-Identifier: MIT
// Copies of a simulation's state, taken while it goes on.

#include "checkpoint.h"

#include "selection.h"

#include "../core/status.h"

#include <stdlib.h>

typedef enum copy_state { COPY_NONE, COPY_ON_ITS_WAY, COPY_THERE } copy_state;

struct checkpoint {
    uint64_t kept_clock, next_clock;
    char *kept, *next; // as backend's copy_take gives them
    copy_state state;  // of `next`
};

mote_status checkpoint_restore(checkpoint *self, backend *backend)
{
    const plan *plan = backend->plan;
    const char *copy = self->kept;
    self->state = COPY_NONE;
    for (int b = 0; b < plan->buffer_count; b++) {
        if (plan_is_state(plan, b)) {
            uint64_t size = plan_buffer_size(plan, b);
            TRY(backend->write(backend, b, copy, size));
            copy += size;
        }
    }
    return MOTE_OK;
}

mote_status checkpoint_create(backend *backend, uint64_t clock, checkpoint **result)
{
    *result = NULL;
    size_t size = (size_t)selection_size(backend->plan, plan_is_state);
    checkpoint *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "a checkpoint");
    }
    self->kept = malloc(size);
    self->next = malloc(size);
    self->kept_clock = clock;
    mote_status status = self->kept && self->next
                             ? selection_read(backend, plan_is_state, self->kept)
                             : fail_memory(2 * size, "checkpoints");
    if (status != MOTE_OK) {
        checkpoint_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void checkpoint_destroy(checkpoint *self)
{
    if (self) {
        free(self->kept);
        free(self->next);
        free(self);
    }
}

static mote_status begin(checkpoint *self, backend *backend, uint64_t clock)
{
    self->next_clock = clock;
    if (backend->copy_begin) {
        TRY(backend->copy_begin(backend, COPY_STATE));
        self->state = COPY_ON_ITS_WAY;
        return MOTE_OK;
    }
    TRY(selection_read(backend, plan_is_state, self->next));
    self->state = COPY_THERE;
    return MOTE_OK;
}

mote_status checkpoint_tend(checkpoint *self, backend *backend, uint64_t clock,
                            uint64_t interval, uint64_t needed)
{
    if (self->state == COPY_ON_ITS_WAY) {
        bool is_there = false;
        TRY(backend->copy_take(backend, COPY_STATE, false, self->next, &is_there));
        self->state = is_there ? COPY_THERE : COPY_ON_ITS_WAY;
    }
    if (self->state == COPY_THERE && self->next_clock <= needed) {
        char *older = self->kept;
        self->kept = self->next;
        self->kept_clock = self->next_clock;
        self->next = older;
        self->state = COPY_NONE;
    }
    if (self->state == COPY_NONE && clock - self->kept_clock >= interval) {
        TRY(begin(self, backend, clock));
    }
    return MOTE_OK;
}

uint64_t checkpoint_clock(const checkpoint *self)
{
    return self->kept_clock;
}
