// SPDX-License-Identifier: MIT
// Stage touch_flight: as touch, of a model that emits: of the rows of chunks, those that
// live.

#include "touched.h"

void cpu_touch_flight(const cpu_view *view, uint32_t first, uint32_t end)
{
    uint32_t rows = view->population;
    uint64_t last = (uint64_t)end * PARTICLES_PER_CHUNK;
    uint32_t stop = last < rows ? (uint32_t)last : rows;
    for (uint32_t i = first * PARTICLES_PER_CHUNK; i < stop; i++) {
        // A life is a float above 0: by its bits, an int above 0.
        if ((int32_t)view->planes[BUFFER_body][3][i] > 0) {
            touch_row(view, BUFFER_body, BUFFER_flight, i);
        }
    }
}
