// SPDX-License-Identifier: MIT
// Moves what belongs to each particle to its place in cell order, so that neighbours are
// read from memory side by side. The names of the buffers and of their twins then swap.

void main()
{
    uint place = thread_index();
    if (place >= particle_end()) {
        return;
    }
    move_all(place, cell_order[place]);
}
