// SPDX-License-Identifier: MIT
// Finds each particle's cell and counts it there. What atomicAdd returns is the particle's
// slot in the cell, so that `scatter` needs no second atomic.
#include "cell.glsl"

void main()
{
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    POSITION p = position[i];
    uint x = cell_along(p.x, constants.edge_low, constants.grid_shift, constants.cells_x);
    uint y = cell_along(p.y, constants.edge_low, constants.grid_shift, constants.cells_y);
#if DIMENSION == 3
    uint z = cell_along(p.z, constants.edge_low, constants.grid_shift, constants.cells_z);
#else
    uint z = 0u;
#endif
    uint cell = cell_index(x, y, z, constants.cells_x, constants.cells_y);
    if (is_dead(i)) {
        cell = constants.cell_total;
    }
    particle_cell[i] = cell;
    particle_slot[i] = atomicAdd(cell_count[cell], 1u);
}
