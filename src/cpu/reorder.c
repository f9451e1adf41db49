// SPDX-License-Identifier: MIT
// Stage reorder: all that belongs to a particle moves into the canonical order.

#include "stages.h"

void cpu_reorder(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *cell_order = view->planes[BUFFER_cell_order][0];
    const schedule_entry *entry = view->entry;
    for (int k = 0; k < entry->moved_count; k++) {
        int buffer = entry->moved[k];
        int components =
            type_components(view->plan->buffers[buffer].type, view->plan->dimension);
        for (int component = 0; component < components; component++) {
            const uint32_t *from = view->planes[buffer][component];
            uint32_t *to = view->twins[buffer][component];
            for (uint32_t place = first; place < end; place++) {
                to[place] = from[cell_order[place]];
            }
        }
    }
}
