// SPDX-License-Identifier: MIT
// Brings what is listed of each sprite into the order of depth. The names of the lists and
// of their twins then swap.

void main()
{
    uint place = thread_index();
    if (place >= min(draw_size[0].y, slice_end)) {
        return;
    }
    move_all(place, sprite_order[place]);
}
