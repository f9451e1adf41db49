// SPDX-License-Identifier: MIT
// How much of pixels is solid in a world in 3-D, by rays: only in that part of the frame
// where a body may be.

#define LANES 4
#include "soft_solids.h"

#define DIMENSION 3
#include "solid_law.h"

bool soft_solids_find_space(const soft_solids *self, int first, int row,
                            soft_parts *parts)
{
    const real_value steps = {0.0f, 1.0f, 2.0f, 3.0f};
    law_context c = {&self->look->solids, self->aim};
    bool is_any = false;
    memset(parts, 0, sizeof *parts);
    for (int i = 0; i < SOFT_SOLIDS_RUN; i += LANES) {
        real_value column = steps + (float)(first + i), down = real_splat((float)row);
        if (lanes_bits(solid_may_be(c, column, down)) != 0) {
            solid_part part = solid_at(c, column, down);
            memcpy(parts->cover + i, &part.cover, sizeof part.cover);
            memcpy(parts->shade + i, &part.shade, sizeof part.shade);
            is_any = true;
        }
    }
    return is_any;
}
