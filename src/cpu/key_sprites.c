// SPDX-License-Identifier: MIT
// Stage key_sprites: the key of each sprite's depth, and the sprites in their order as
// yet.

#include "stages.h"

#include "../core/lanes.h"

#include "exact.glsl"

#include "depth.glsl"

void cpu_key_sprites(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *eye = view->planes[BUFFER_eye][0];
    const uint32_t *x = view->planes[BUFFER_sprite][0];
    const uint32_t *y = view->planes[BUFFER_sprite][1];
    const uint32_t *z = view->planes[BUFFER_sprite][2];
    uint32_t *depth_key = view->planes[BUFFER_depth_key][0];
    uint32_t *sprite_order = view->planes[BUFFER_sprite_order][0];
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    float forward_x = real_from_bits((int32_t)eye[3]);
    float forward_y = real_from_bits((int32_t)eye[4]);
    float forward_z = real_from_bits((int32_t)eye[5]);
    end = end < count ? end : count;
    for (uint32_t i = first; i < end; i++) {
        float depth =
            depth_along((int32_t)(x[i] - eye[0]), (int32_t)(y[i] - eye[1]),
                        (int32_t)(z[i] - eye[2]), forward_x, forward_y, forward_z);
        depth_key[i] = depth_to_key(depth);
        sprite_order[i] = i;
    }
}
