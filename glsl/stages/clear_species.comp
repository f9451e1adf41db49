// SPDX-License-Identifier: MIT
// Empties the cells of the statistics' grid.

void main()
{
    uint i = thread_index();
    if (i >= min((constants.statistics_cell_total + 1u) * SPECIES_COUNT, slice_end)) {
        return;
    }
    species_count[i] = 0u;
}
