// SPDX-License-Identifier: MIT
// Moving rows of an entry's buffers into another order, to their twins.

#ifndef MOTE_CPU_MOVE_ROWS_H
#define MOTE_CPU_MOVE_ROWS_H

#include "kernels.h"

// Row `place` of the twins becomes row from[place], for first <= place < end.
static inline void cpu_move_rows(const cpu_view *view, const uint32_t *from,
                                 uint32_t first, uint32_t end)
{
    const schedule_entry *entry = view->entry;
    for (int k = 0; k < entry->moved_count; k++) {
        int buffer = entry->moved[k];
        int components = view->plan->buffers[buffer].components;
        for (int component = 0; component < components; component++) {
            const uint32_t *rows = view->planes[buffer][component];
            uint32_t *moved = view->twins[buffer][component];
            for (uint32_t place = first; place < end; place++) {
                moved[place] = rows[from[place]];
            }
        }
    }
}

#endif
