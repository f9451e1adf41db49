// SPDX-License-Identifier: MIT
// The fluid's sums at rest. A kernel's integral is 1, but particles are few, and a kernel
// with a tip at its middle counts the particle itself for more than its share: the sum
// over a square lattice at rest density is 1.05 with 20 neighbours, and the pressure that
// the pairs make up (their virial) is 1.02 and 0.93 times the one of the equation of
// state. So sums are divided by those of the lattice instead. Hexagonal lattices, to
// which particles tend, differ from it by 2 % at most; in 3-D cubic ones by 3 to 5 %.

structure(fluid_lattice) {
    real_value density;      // sum of (1 - r)^2
    real_value near_density; // sum of (1 - r)^3
    real_value push;         // sum of r over the dimension times the slope of the first
    real_value near_push;    // the same of the second
    real_value behind;       // part of the first that lies behind a wall half a distance
    real_value near_behind;  // of particles away; the same of the second
};

// Where a particle is in every cell of a square or cubic lattice, `spacing` smoothing
// radii wide; from 1/6 on.
pure fluid_lattice fluid_lattice_of(real spacing, int dimension)
{
    fluid_lattice sum;
    sum.density = real_splat(0.0f);
    sum.near_density = real_splat(0.0f);
    sum.push = real_splat(0.0f);
    sum.near_push = real_splat(0.0f);
    sum.behind = real_splat(0.0f);
    sum.near_behind = real_splat(0.0f);
    int depth = dimension == 3 ? 6 : 0;
    for (int x = -6; x <= 6; x++) {
        for (int y = -6; y <= 6; y++) {
            for (int z = -depth; z <= depth; z++) {
                real steps = real_from_integer(integer_splat(x * x + y * y + z * z));
                real r = exact_root(steps) * spacing;
                real rest = 1.0f - r;
                real near = exact_max(rest, real_splat(0.0f));
                real squared = near * near;
                real cubed = squared * near;
                real slope = near * r;
                real near_slope = squared * r;
                real density = sum.density + squared;
                real near_density = sum.near_density + cubed;
                real push = sum.push + slope;
                real near_push = sum.near_push + near_slope;
                sum.density = density;
                sum.near_density = near_density;
                sum.push = push;
                sum.near_push = near_push;
                if (x < 0) {
                    real behind = sum.behind + squared;
                    real near_behind = sum.near_behind + cubed;
                    sum.behind = behind;
                    sum.near_behind = near_behind;
                }
            }
        }
    }
    real parts = real_from_integer(integer_splat(dimension));
    real part = exact_reciprocal(parts);
    real twice = part + part;
    real thrice = twice + part;
    real push = sum.push * twice;
    real near_push = sum.near_push * thrice;
    sum.push = push;
    sum.near_push = near_push;
    real behind = sum.behind * exact_reciprocal(sum.density);
    real near_behind = sum.near_behind * exact_reciprocal(sum.near_density);
    sum.behind = behind;
    sum.near_behind = near_behind;
    return sum;
}
