// SPDX-License-Identifier: MIT
// How much of pixels is solid, by the law of colliders.

#define LANES 4
#include "soft_solids.h"

#include "solid_law.h"

void soft_solids_cover(const soft_solids *self, int first, int row,
                       float cover[SOFT_SOLIDS_RUN])
{
    const real_value steps = {0.0f, 1.0f, 2.0f, 3.0f};
    law_context c = {&self->look->solids, self->aim};
    for (int i = 0; i < SOFT_SOLIDS_RUN; i += LANES) {
        real_value column = steps + (float)(first + i);
        real_value found = solid_cover(c, column, real_splat((float)row));
        memcpy(cover + i, &found, sizeof found);
    }
}
