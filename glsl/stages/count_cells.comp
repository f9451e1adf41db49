// SPDX-License-Identifier: MIT
// Finds each particle's cell and counts it there. What atomicAdd returns is the particle's
// slot in the cell, so that `scatter` needs no second atomic.
#include "cell.glsl"
#if DRAIN_COUNT > 0
#include "drain.glsl"

bool is_drained(uint x, uint y, uint z)
{
    for (uint k = 0u; k < uint(DRAIN_COUNT); k++) {
        uvec4 middle = drain[DRAIN_ROWS * k];
        uvec4 half_side = drain[DRAIN_ROWS * k + 1u];
        bool is_in_box = drain_spans(x, middle.x, half_side.x) &&
                         drain_spans(y, middle.y, half_side.y) &&
                         drain_spans(z, middle.z, half_side.z);
        bool is_in_ball = drain_has_within(
            x, y, z, middle.x, middle.y, middle.z, uintBitsToFloat(constants.unit_x),
            uintBitsToFloat(constants.unit_y), uintBitsToFloat(constants.unit_z),
            uintBitsToFloat(middle.w));
        if (middle.w != 0u ? is_in_ball : is_in_box) {
            return true;
        }
    }
    return false;
}
#endif

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
    uint depth = p.z;
    uint z = cell_along(p.z, constants.edge_low, constants.grid_shift, constants.cells_z);
#else
    uint depth = 0u;
    uint z = 0u;
#endif
    uint cell = cell_index(x, y, z, constants.cells_x, constants.cells_y);
    if (is_dead(i)) {
        cell = constants.cell_total;
    }
#if DRAIN_COUNT > 0
    if (is_drained(p.x, p.y, depth)) {
        cell = constants.cell_total;
    }
#endif
    particle_cell[i] = cell;
    particle_slot[i] = atomicAdd(cell_count[cell], 1u);
}
