// SPDX-License-Identifier: MIT
// Each particle takes the next free place of its cell in the index list.

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    uint place = atomicAdd(cell_cursor[particle_cell[i]], 1u);
    cell_member[place] = i;
}
