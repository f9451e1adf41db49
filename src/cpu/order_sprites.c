// SPDX-License-Identifier: MIT
// Stage order_sprites: what is listed of each sprite moves into the order of depth.

#include "move_rows.h"
#include "stages.h"

void cpu_order_sprites(const cpu_view *view, uint32_t first, uint32_t end)
{
    uint32_t count = view->planes[BUFFER_draw_size][1][0];
    end = end < count ? end : count;
    cpu_move_rows(view, view->planes[BUFFER_sprite_order][0], first, end);
}
