// SPDX-License-Identifier: MIT
// The candidates of a particle in a grid whose particles stand in cell order: one
// contiguous range for each row of cells within reach, two where the row passes the end of
// a wrapped axis. GLSL only.
#include "cell.glsl"

struct candidate_rows {
    cell_span x;
    cell_span y;
    cell_span z;
    uint x_end;
    uint x_rest; // the part of a row that passes the last cell goes on at cell 0
    uint parts;  // of a row
};

cell_span span_along(uint coordinate, uint cells, uint reach)
{
    uint cell = cell_along(coordinate, constants.edge_low, constants.grid_shift, cells);
    return cell_neighbours(cell, cells, reach, constants.wraps);
}

candidate_rows candidate_rows_around(POSITION p)
{
    candidate_rows rows;
    rows.x = span_along(p.x, constants.cells_x, constants.cell_reach_x);
    rows.y = span_along(p.y, constants.cells_y, constants.cell_reach);
#if DIMENSION == 3
    rows.z = span_along(p.z, constants.cells_z, constants.cell_reach);
#else
    rows.z = cell_neighbours(0u, 1u, 0u, constants.wraps);
#endif
    rows.x_end = min(rows.x.first + rows.x.count, constants.cells_x);
    rows.x_rest = rows.x.first + rows.x.count - rows.x_end;
    rows.parts = rows.x_rest > 0u ? 2u : 1u;
    return rows;
}

// The first candidate and the one after the last of a part of row (l, k) of the spans.
uvec2 candidate_range(candidate_rows rows, uint k, uint l, uint part)
{
    uint row_z = cell_of_span(rows.z, k, constants.cells_z);
    uint row_y = cell_of_span(rows.y, l, constants.cells_y);
    uint row = cell_index(0u, row_y, row_z, constants.cells_x, constants.cells_y);
    return uvec2(cell_start[row + (part == 0u ? rows.x.first : 0u)],
                 cell_start[row + (part == 0u ? rows.x_end : rows.x_rest)]);
}
