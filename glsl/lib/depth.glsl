// SPDX-License-Identifier: MIT
// Depth as a key to sort by: how far a place is from the eye along the direction in which
// it looks. One text for GLSL and C.

// The offset is from the eye, in units of coordinates; forward is a unit vector times the
// world units that one of those is. So is the depth: in world units.
pure real_value depth_along(integer offset_x, integer offset_y, integer offset_z,
                            real forward_x, real forward_y, real forward_z)
{
    real x = real_from_integer(offset_x) * forward_x;
    real y = real_from_integer(offset_y) * forward_y;
    real z = real_from_integer(offset_z) * forward_z;
    real xy = x + y;
    real depth = xy + z;
    return depth;
}

// Bits that order as unsigned integers do, the farthest first. Those of a float order so
// once its sign bit is turned over, and of a negative one all others, too; and the other
// way round when all of that is turned over once more.
pure natural_value depth_to_key(real depth)
{
    integer bits = real_bits(exact_flush(depth));
    integer kept = (bits >> 31) | (-2147483647 - 1);
    return ~natural_from_integer(bits ^ kept);
}
