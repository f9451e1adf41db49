// SPDX-License-Identifier: MIT
// What a touch does to a velocity: within a ball it pulls towards the ball's middle, or
// away from it, and drags along. One text for GLSL and C; scalar. At a distance of q radii
// the change has the weight 1 - q^2: it fades to 0 at the border, without a step. It is
// four rows of the buffer `touch`:
//
//     + 0   x, y, z of its middle, coordinates; 0
//     + 1   (float bits) radii per unit of coordinate x, y, z; 0
//     + 2   (float bits) x, y, z of the velocity that drags, world units/s; 0
//     + 3   (float bits) world units/s that a sub-step pulls, a radius away from the middle;
//           part of the difference to that velocity that a sub-step takes, 0 to 1; the
//           fastest that it leaves anyone along an axis, world units/s; 0

#define TOUCH_ROWS 4u

// Along an axis: from the particle to the middle, in radii, the nearest way.
pure real_value touch_offset(uint coordinate, uint middle, real scale)
{
    real units = real_from_integer(integer_from_natural(middle - coordinate));
    real offset = units * scale;
    return offset;
}

pure real_value touch_weight(real x, real y, real z)
{
    real xx = x * x;
    real yy = y * y;
    real zz = z * z;
    real flat_sum = xx + yy;
    real squared = flat_sum + zz;
    real rest = 1.0f - squared;
    return exact_max(rest, real_splat(0.0f));
}

pure real_value touch_along(real velocity, real offset, real weight, real pull, real drag,
                            real wind, real limit)
{
    real pulled = pull * offset;
    real behind = wind - velocity;
    real dragged = drag * behind;
    real change = pulled + dragged;
    real weighted = change * weight;
    real next = velocity + weighted;
    real low = -limit;
    real held = exact_clamp(next, low, limit);
    return exact_flush(held);
}
