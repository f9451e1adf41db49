// SPDX-License-Identifier: MIT
// Whether a drain takes a particle. One text for GLSL and C; scalar. A drain is two rows of
// the buffer `drain`:
//
//     + 0   x, y, z of its middle, coordinates;
//           (float bits) square of a ball's radius, world units^2; 0: a box
//     + 1   x, y, z of half a box's sides, units of coordinate; 0

#define DRAIN_ROWS 2u
#define DRAIN_MOST 16u

// Along an axis: within half a side of the middle, the nearest way.
pure mask drain_spans(uint coordinate, uint middle, uint half_side)
{
    return coordinate - middle + half_side <= 2u * half_side;
}

pure mask drain_has_within(uint x, uint y, uint z, uint middle_x, uint middle_y,
                           uint middle_z, real unit_x, real unit_y, real unit_z,
                           real squared_radius)
{
    real dx = real_from_integer(integer_from_natural(x - middle_x)) * unit_x;
    real dy = real_from_integer(integer_from_natural(y - middle_y)) * unit_y;
    real dz = real_from_integer(integer_from_natural(z - middle_z)) * unit_z;
    real xx = dx * dx;
    real yy = dy * dy;
    real zz = dz * dz;
    real flat_sum = xx + yy;
    real squared = flat_sum + zz;
    return squared <= squared_radius;
}
