// SPDX-License-Identifier: MIT
// Stage list_sprites: what is drawn, in the order of ids, so that discs which overlap do
// not change places when their particles cross a cell border.

#include "stages.h"

#include "../core/lanes.h"

#include "exact.glsl"

void cpu_list_sprites(const cpu_view *view, uint32_t first, uint32_t end)
{
    const cpu_planes *planes = view->planes;
    int dimension = view->plan->dimension;
    for (uint32_t i = first; i < end; i++) {
        uint32_t at = view->plan->mortal ? i : planes[BUFFER_identity][0][i];
        float squared = 0.0f;
        for (int axis = 0; axis < dimension; axis++) {
            float v = real_from_bits((int32_t)planes[BUFFER_velocity][axis][i]);
            squared = squared + v * v;
            planes[BUFFER_sprite][axis][at] = planes[BUFFER_position][axis][i];
        }
        if (dimension == 2) {
            planes[BUFFER_sprite][2][at] = 0;
        }
        uint32_t speed = (uint32_t)real_bits(exact_root(squared));
        planes[BUFFER_sprite][3][at] =
            (speed & 0xffffff00u) | planes[BUFFER_identity][1][i];
    }
    if (first == 0) {
        planes[BUFFER_draw_size][0][0] = 4;
        planes[BUFFER_draw_size][1][0] = view->population;
        planes[BUFFER_draw_size][2][0] = 0;
        planes[BUFFER_draw_size][3][0] = 0;
    }
}
