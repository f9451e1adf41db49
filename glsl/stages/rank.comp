// SPDX-License-Identifier: MIT
// Finds each particle's place in the order of (cell, id): where its cell starts, plus the
// ids in its cell that are smaller. So the order does not depend on how atomics fell.

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    uint cell = particle_cell[i];
    uint id = identity[i].x;
    uint start = cell_start[cell];
    uint end = cell < constants.cell_total ? cell_start[cell + 1u] : particle_count();
    uint place = start;
    uint k = start;
    for (; k + 4u <= end; k += 4u) {
        // Four a turn, as in `pair`.
        place += (cell_id[k] < id ? 1u : 0u) + (cell_id[k + 1u] < id ? 1u : 0u) +
                 (cell_id[k + 2u] < id ? 1u : 0u) + (cell_id[k + 3u] < id ? 1u : 0u);
    }
    for (; k < end; k++) {
        place += cell_id[k] < id ? 1u : 0u;
    }
    cell_order[place] = i;
}
