// SPDX-License-Identifier: MIT
// The next free place of each cell is its first.

void main()
{
    uint cell = thread_index();
    if (cell >= min(constants.cell_total + 1u, slice_end)) {
        return;
    }
    cell_cursor[cell] = cell_start[cell];
}
