// SPDX-License-Identifier: MIT
// Sums the law of a pass over each particle's neighbours as published for WebGPU: cell by
// cell, each candidate found through the index list, particles left where they are. Kept to
// measure against, and to check `pair` by; `pair` is the real one.
#include "candidates.glsl"

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
    candidate_rows rows = candidate_rows_around(p);
    uint room = CHUNK;
    uint row_cells = rows.x.count;
    uint layer_cells = row_cells * rows.y.count;
    for (uint k = 0u; k < layer_cells * rows.z.count; k++) {
        uint cell_x = cell_of_span(rows.x, k % row_cells, constants.cells_x);
        uint cell_y = cell_of_span(rows.y, k / row_cells % rows.y.count, constants.cells_y);
        uint cell_z = cell_of_span(rows.z, k / layer_cells, constants.cells_z);
        uint cell = cell_index(cell_x, cell_y, cell_z, constants.cells_x, constants.cells_y);
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
