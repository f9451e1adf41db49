// SPDX-License-Identifier: MIT
// The uniform grid: which cell holds a coordinate, and which cells hold the neighbours.
// One text for GLSL and C; scalar.
//
//     coordinate  0 ......... edge_low |=== grid ===| ............ 2^32    walls, open edges
//     coordinate  |================== grid ====================| 2^32      edges that wrap
//
// Cells are numbered along x, then y, then z, so the cells of a row are neighbours in
// memory and the candidates of a particle are few contiguous ranges: one for each row.

// Squares of distances, in interaction radii, that count as near where neighbours are
// marked. It need not be decided exactly who is, for the term of who is not is 0; but nobody
// may be missed whose distance a law may round to less than 1.
#define CANDIDATE_NEAR 1.0001f

// The cell along one axis: no rounding, for it is the high word of an integer product.
pure uint cell_along(uint coordinate, uint edge_low, uint grid_shift, uint cells)
{
    return multiply_high((coordinate - edge_low) << grid_shift, cells);
}

pure uint cell_index(uint x, uint y, uint z, uint cells_x, uint cells_y)
{
    return (z * cells_y + y) * cells_x + x;
}

// Cells along an axis that hold the neighbours of cell c: first, first + 1, ...; past the
// last cell they go on at 0 where the axis wraps. No cell is named twice, also when the
// axis has fewer cells than the neighbourhood.
structure(cell_span) {
    uint first;
    uint count;
};

pure cell_span cell_neighbours(uint c, uint cells, uint reach, uint wraps)
{
    cell_span span;
    uint width = 2u * reach + 1u;
    if (wraps != 0u) {
        span.first = c >= reach ? c - reach : c + cells - reach;
        span.count = width;
        if (cells <= width) {
            span.first = 0u;
            span.count = cells;
        }
    } else {
        uint low = c > reach ? c - reach : 0u;
        uint high = c + reach < cells ? c + reach : cells - 1u;
        span.first = low;
        span.count = high - low + 1u;
    }
    return span;
}

// The k-th cell of a span.
pure uint cell_of_span(cell_span span, uint k, uint cells)
{
    uint c = span.first + k;
    return c < cells ? c : c - cells;
}
