// SPDX-License-Identifier: MIT
// Some of a plan's buffers, one after the other.

#include "selection.h"

#include "../core/status.h"

uint64_t selection_size(const plan *plan, plan_selection *selects)
{
    uint64_t size = 0;
    for (int b = 0; b < plan->buffer_count; b++) {
        size += selects(plan, b) ? plan_buffer_size(plan, b) : 0;
    }
    return size;
}

mote_status selection_read(backend *backend, plan_selection *selects, void *data)
{
    const plan *plan = backend->plan;
    char *to = data;
    for (int b = 0; b < plan->buffer_count; b++) {
        if (selects(plan, b)) {
            uint64_t size = plan_buffer_size(plan, b);
            TRY(backend->read(backend, b, to, size));
            to += size;
        }
    }
    return MOTE_OK;
}
