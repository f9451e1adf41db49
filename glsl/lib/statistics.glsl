// SPDX-License-Identifier: MIT
// What statistics make of a particle: integers, so that any order of adding them up gives
// the same sums. One text for GLSL and C; exact.glsl and cell.glsl come before it.

// The nearest integer, ties to even, for |x| < 2^30. From 2^22 on floats are multiples of a
// half, so twice of one is a whole number, which is halved in integers.
pure integer_value statistics_round(real x)
{
    real size = exact_abs(x);
    real doubled = x + x;
    integer twice = integer_from_real(doubled);
    integer halved = (twice + ((twice >> 1) & 1)) >> 1;
    return choose_integer(size < 4194304.0f, exact_round(x), halved);
}

// A velocity along an axis, in units of 1 / scale. The world's longest side in a step is
// 2^29 of these or less (plan_constants.c); what is faster counts as 2^29, MOTION_TOP.
pure integer_value statistics_quantise(real velocity, real scale)
{
    real scaled = velocity * scale;
    real above = exact_max(real_splat(-536870912.0f), scaled);
    real clamped = exact_min(real_splat(536870912.0f), above);
    return statistics_round(clamped);
}

// The length of a quantised velocity: less than 2^30. exact_root alone comes out up
// to 4.8e-6 too small; a step of Newton's method leaves 2e-7.
pure natural_value statistics_speed(integer x, integer y, integer z)
{
    real along_x = real_from_integer(x);
    real along_y = real_from_integer(y);
    real along_z = real_from_integer(z);
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real zz = along_z * along_z;
    real plane = xx + yy;
    real squared = plane + zz;
    real inverse = exact_reciprocal_root(squared);
    real root = squared * inverse;
    real square = root * inverse;
    real half_of_it = square * -0.5f;
    real correction = half_of_it + 1.5f;
    real nearer = root * correction;
    return natural_from_integer(statistics_round(nearer));
}

// The grid of statistics lies over the world, whichever grid neighbours are found in.
//
//     coordinate  0 ....... world_low |== world ==| ............... 2^32
//     cell                             0 1 2 3 ...                  past the last: cell_total
structure(statistics_grid) {
    uint world_low;      // coordinate of the world's low edge
    uint world_span;     // highest coordinate in the world, less world_low
    uint world_shift;    // by which that span is made to fill 32 bits
    uint world_fraction; // 2^63 / the world so shifted
    uint cells_x;
    uint cells_y;
    uint cells_z;
};

pure uint statistics_along(uint place, uint shift, uint fraction, uint cells)
{
    uint part = multiply_high(place << shift, fraction); // of the world, times 2^31
    return multiply_high(part << 1, cells);
}

// The cell that holds a place; one past the last for places outside of the world.
pure uint statistics_cell(statistics_grid g, uint x, uint y, uint z)
{
    uint from_x = x - g.world_low;
    uint from_y = y - g.world_low;
    uint from_z = z - g.world_low;
    if (from_x > g.world_span || from_y > g.world_span || from_z > g.world_span) {
        return g.cells_x * g.cells_y * g.cells_z;
    }
    uint cell_x = statistics_along(from_x, g.world_shift, g.world_fraction, g.cells_x);
    uint cell_y = statistics_along(from_y, g.world_shift, g.world_fraction, g.cells_y);
    uint cell_z = statistics_along(from_z, g.world_shift, g.world_fraction, g.cells_z);
    return cell_index(cell_x, cell_y, cell_z, g.cells_x, g.cells_y);
}
