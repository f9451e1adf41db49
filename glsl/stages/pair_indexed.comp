// SPDX-License-Identifier: MIT
// Sums the law of a pass over each particle's neighbours as published for WebGPU: cell by
// cell, each candidate found through the index list, particles left where they are. Kept to
// measure against, and to check `pair` by; `pair` is the real one.
#include "cell.glsl"

void main()
{
    copy_columns();
    uint i = thread_index();
    if (i >= particle_end()) {
        return;
    }
    PROBE_PARTICLE(i);
    POSITION p = position[i];
    PARTICLE self = load_particle(i);
    law_context c = law_context_of(self.species);
    self = PREPARE(c, self);
    uint low = constants.edge_low;
    uint shift = constants.grid_shift;
    uint reach = constants.cell_reach;
    uint wraps = constants.wraps;
    uvec3 cells = uvec3(constants.cells_x, constants.cells_y, constants.cells_z);
    cell_span x = cell_neighbours(cell_along(p.x, low, shift, cells.x), cells.x, constants.cell_reach_x, wraps);
    cell_span y = cell_neighbours(cell_along(p.y, low, shift, cells.y), cells.y, reach, wraps);
#if DIMENSION == 3
    cell_span z = cell_neighbours(cell_along(p.z, low, shift, cells.z), cells.z, reach, wraps);
#else
    cell_span z = cell_neighbours(0u, 1u, reach, wraps);
#endif
    uint room = CHUNK;
    for (uint k = 0u; k < x.count * y.count * z.count; k++) {
        uint cell_x = cell_of_span(x, k % x.count, cells.x);
        uint cell_y = cell_of_span(y, k / x.count % y.count, cells.y);
        uint cell_z = cell_of_span(z, k / x.count / y.count, cells.z);
        uint cell = cell_index(cell_x, cell_y, cell_z, cells.x, cells.y);
        uint end = cell_start[cell + 1u];
        for (uint at = cell_start[cell]; at < end; at++) {
            uint j = cell_member[at];
            PROBE_CANDIDATE(j)
            add_terms(LAW(c, self, load_particle(j), separation_between(p, position[j])));
            room--;
            if (room == 0u) {
                carry_terms(CHUNK);
                room = CHUNK;
            }
        }
    }
    carry_terms(CHUNK - room);
    store_sums(i);
}
