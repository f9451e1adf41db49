// SPDX-License-Identifier: MIT
// Particles before each cell, as published for WebGPU: every cell adds up all cells before
// it, O(cells^2). Kept to measure against; scan_cells is the real one.

void main()
{
    uint cell = thread_index();
    if (cell >= min(constants.cell_total + 1u, slice_end)) {
        return;
    }
    uint start = 0u;
    for (uint before = 0u; before < cell; before++) {
        start += cell_count[before];
    }
    cell_start[cell] = start;
}
