// SPDX-License-Identifier: MIT
// Lists the ids cell by cell, within a cell in the order in which they were counted.

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    uint place = cell_start[particle_cell[i]] + particle_slot[i];
    cell_id[place] = identity[i].x;
}
