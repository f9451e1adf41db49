// SPDX-License-Identifier: MIT
// How much of pixels is solid in a flat world, by the law of colliders.

#define LANES 4
#include "soft_solids.h"

#include "solid_law.h"

#include <math.h>

#define PART 16 // pixels whose middle may tell of all
_Static_assert(PART *LANES == SOFT_SOLIDS_RUN, "a lane for each part of a run");

// What a depth may be wrong by, next to the sizes that it is computed from: past the
// error of exact_root, with room.
#define DEPTH_ERROR 1.0e-4f

static float largest_size(const solids *solids)
{
    static const int sizes[] = {solid_column_x, solid_column_y, solid_column_half_x,
                                solid_column_half_y, solid_column_radius};
    float largest = 0.0f;
    for (int k = 0; k < solids->count; k++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            largest = fmaxf(largest, fabsf(solids->items[k * SOLID_COLUMNS + sizes[i]]));
        }
    }
    return largest;
}

// From a place to another a depth changes by no more than they are apart. Pixels are that
// everywhere equally without perspective, and where the world has one image.
void soft_solids_aim(soft_solids *self, const camera *camera)
{
    float *aim = self->aim;
    solids_aim(self->look, camera, aim);
    if (self->look->dimension == 3) {
        return;
    }
    bool is_even = aim[SOLID_AIM_NEARNESS] == 0.0f && aim[SOLID_AIM_NEARNESS + 1] == 0.0f;
    float step = hypotf(aim[SOLID_AIM_X], aim[SOLID_AIM_Y]); // world units of a column
    float error = DEPTH_ERROR * largest_size(&self->look->solids);
    float pixels = (0.5f * PART * step + error) * aim[SOLID_AIM_SCALE] + 1.0f;
    self->clear = is_even && !self->look->wraps ? pixels : INFINITY;
}

static void find_each(law_context c, int first, int row, float cover[PART])
{
    const real_value steps = {0.0f, 1.0f, 2.0f, 3.0f};
    for (int i = 0; i < PART; i += LANES) {
        real_value column = steps + (float)(first + i);
        real_value found = solid_at(c, column, real_splat((float)row)).cover;
        memcpy(cover + i, &found, sizeof found);
    }
}

static bool find_flat(const soft_solids *self, int first, int row,
                      float cover[SOFT_SOLIDS_RUN])
{
    const real_value steps = {0.0f, PART, 2 * PART, 3 * PART};
    law_context c = {&self->look->solids, self->aim};
    real_value middles = steps + ((float)first + 0.5f * (PART - 1));
    real_value depths = solid_depth(c, middles, real_splat((float)row));
    bool is_any = false;
    for (int part = 0; part < LANES; part++) {
        float *found = cover + (ptrdiff_t)part * PART;
        bool is_inside = depths[part] > self->clear;
        if (is_inside || depths[part] < -self->clear) {
            for (int i = 0; i < PART; i++) {
                found[i] = is_inside ? 1.0f : 0.0f;
            }
            is_any = is_any || is_inside;
        } else {
            find_each(c, first + part * PART, row, found);
            is_any = true;
        }
    }
    return is_any;
}

bool soft_solids_find(const soft_solids *self, int first, int row, soft_parts *parts)
{
    if (self->look->dimension == 3) {
        return soft_solids_find_space(self, first, row, parts);
    }
    for (int i = 0; i < SOFT_SOLIDS_RUN; i++) {
        parts->shade[i] = 1.0f;
    }
    return find_flat(self, first, row, parts->cover);
}
