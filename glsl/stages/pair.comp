// SPDX-License-Identifier: MIT
// Sums the law of a pass over each particle's neighbours. The candidates are those in the
// cells within reach: one contiguous range of particles for each row of cells, two where
// the row passes the end of a wrapped axis. Every candidate is summed: those out of range
// give 0, and the sums are integers, so their order does not matter.
//
// Four candidates a turn: their loads overlap, and llvmpipe, which ends every loop after
// 65,535 turns without a word, gets through a cell of 100,000.
#include "cell.glsl"

#define ADD(k)                                                                           \
    PROBE_CANDIDATE(k)                                                                   \
    add_terms(LAW(c, self, load_particle(k), separation_between(p, position[k])))

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
    uint low = constants.edge_low;
    uint shift = constants.grid_shift;
    uint reach = constants.cell_reach;
    uvec3 cells = uvec3(constants.cells_x, constants.cells_y, constants.cells_z);
    cell_span x = cell_neighbours(cell_along(p.x, low, shift, cells.x), cells.x, reach,
                                  constants.wraps);
    cell_span y = cell_neighbours(cell_along(p.y, low, shift, cells.y), cells.y, reach,
                                  constants.wraps);
    // The part of a row that passes the last cell goes on at cell 0.
    uint x_end = min(x.first + x.count, cells.x);
    uint x_rest = x.first + x.count - x_end;
    uint parts = x_rest > 0u ? 2u : 1u;
#if DIMENSION == 3
    cell_span z = cell_neighbours(cell_along(p.z, low, shift, cells.z), cells.z, reach,
                                  constants.wraps);
    uint rows = y.count * z.count;
#else
    uint rows = y.count;
#endif
    uint room = CHUNK;
    for (uint k = 0u; k < rows; k++) {
#if DIMENSION == 3
        uint row_z = cell_of_span(z, k / y.count, cells.z);
        uint row_y = cell_of_span(y, k % y.count, cells.y);
#else
        uint row_z = 0u;
        uint row_y = cell_of_span(y, k, cells.y);
#endif
        uint row = cell_index(0u, row_y, row_z, cells.x, cells.y);
        for (uint part = 0u; part < parts; part++) {
            uint j = cell_start[row + (part == 0u ? x.first : 0u)];
            uint end = cell_start[row + (part == 0u ? x_end : x_rest)];
            while (j < end) {
                uint stop = min(end, j + room);
                room -= stop - j;
                for (; j + 4u <= stop; j += 4u) {
                    ADD(j);
                    ADD(j + 1u);
                    ADD(j + 2u);
                    ADD(j + 3u);
                }
                for (; j < stop; j++) {
                    ADD(j);
                }
                if (room == 0u) {
                    carry_terms(CHUNK);
                    room = CHUNK;
                }
            }
        }
    }
    carry_terms(CHUNK - room);
    store_sums(i);
}
