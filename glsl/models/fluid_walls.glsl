// SPDX-License-Identifier: MIT
// The fluid's law of walls: the world's edges where they bounce, and colliders. Places are
// world units from the world's middle.
//
// A wall is the edge of a half-space that holds the same fluid. At a distance of x smoothing
// radii, its part of a kernel W whose integral is 1 is
//
//     F(x) = integral of A from x to 1       A(x) = integral of W over the plane at x
//
// so F(0) = 1/2. The sum over a particle's neighbours is divided by what walls leave of
// the kernel, O = 1 - F, and its energy is that of the density that comes out: so pairs
// feel s / O instead of s, and the particle itself is pushed by rho s / O times the
// gradient of O. Walls neither take energy nor give any.
//
// For W ~ (1 - r)^2 and (1 - r)^3 F and A are polynomials in y = 1 - x in 3-D; in 2-D such
// polynomials are fitted to A, to 0.0023 of 1.27 and 0.0053 of 1.59. F is scaled so that a
// lattice at rest beside a wall, half a distance of particles away, is at rest density,
// too: its sums are not the integrals (fluid_lattice.glsl).
// (Boundary integrals: Ferrand et al., "Unified semi-analytical wall boundary conditions
// for inviscid, laminar or turbulent flows in the meshless SPH method", Int. J. Numer.
// Meth. Fluids 71 (2013), section 3; here of a kernel that knows only one plane at a time.)

structure(fluid_walls) {
    real_value open; // part of the kernel (1 - r)^2 that is not behind walls
    real_value near_open;
    vector push; // gradient of it, times the radius
    vector near_push;
};

// y^2 (k2 + k3 y + ... + k7 y^5)
pure real_value fluid_polynomial(real y, real k2, real k3, real k4, real k5, real k6,
                                 real k7)
{
    real c6 = k7 * y + k6;
    real c5 = c6 * y + k5;
    real c4 = c5 * y + k4;
    real c3 = c4 * y + k3;
    real c2 = c3 * y + k2;
    real square = y * y;
    real value = c2 * square;
    return value;
}

// F of the kernels in 2-D.
pure real_value fluid_disc_behind(real y)
{
    real over_y = fluid_polynomial(y,
        real_splat(0.19507981f), real_splat(0.90887134f), real_splat(-0.60147902f),
        real_splat(-0.38886788f), real_splat(0.69576486f), real_splat(-0.3093691f));
    real part = over_y * y;
    return part;
}

pure real_value fluid_near_disc_behind(real y)
{
    real over_y = fluid_polynomial(y,
        real_splat(0.077111665f), real_splat(-0.48366496f), real_splat(3.5201466f),
        real_splat(-5.2739545f), real_splat(3.939748f), real_splat(-1.2793868f));
    real part = over_y * y;
    return part;
}

// F and A of a kernel.
structure(fluid_half_space) {
    real_value part;
    real_value plane;
};

pure fluid_half_space fluid_half_space_of(real y)
{
    fluid_half_space half_space;
#if DIMENSION == 3
    real square = y * y;
    real cube = square * y;
    real slope = y * 3.75f;
    real height = 5.0f - slope;
    real plane = height * cube;
    real fall = y * 0.75f;
    real rest = 1.25f - fall;
    real fourth = square * square;
    real part = rest * fourth;
#else
    real plane = fluid_polynomial(y,
        real_splat(0.58523943f), real_splat(3.6354854f), real_splat(-3.0073951f),
        real_splat(-2.3332073f), real_splat(4.870354f), real_splat(-2.4749528f));
    real part = fluid_disc_behind(y);
#endif
    half_space.plane = plane;
    half_space.part = part;
    return half_space;
}

pure fluid_half_space fluid_near_half_space_of(real y)
{
    fluid_half_space half_space;
#if DIMENSION == 3
    real square = y * y;
    real fourth = square * square;
    real slope = y * 6.0f;
    real height = 7.5f - slope;
    real plane = height * fourth;
    real fifth = fourth * y;
    real rest = 1.5f - y;
    real part = rest * fifth;
#else
    real plane = fluid_polynomial(y,
        real_splat(0.23133499f), real_splat(-1.9346599f), real_splat(17.600733f),
        real_splat(-31.643727f), real_splat(27.578236f), real_splat(-10.235095f));
    real part = fluid_near_disc_behind(y);
#endif
    half_space.plane = plane;
    half_space.part = part;
    return half_space;
}

// One wall more. Where two meet, what is behind both counts once, as if a kernel were a
// product of one along each normal.
pure fluid_walls fluid_wall_added(law_context c, fluid_walls walls, vector normal,
                                  real distance)
{
    fluid_walls more;
    real x = distance * constant_per_radius(c);
    real inside = exact_clamp(x, real_splat(0.0f), real_splat(1.0f));
    real y = 1.0f - inside;
    fluid_half_space far = fluid_half_space_of(y);
    fluid_half_space near = fluid_near_half_space_of(y);
    real hidden = far.part * constant_wall_share(c);
    real near_hidden = near.part * constant_wall_near_share(c);
    real left = 1.0f - hidden;
    real near_left = 1.0f - near_hidden;
    real slope = far.plane * constant_wall_share(c);
    real near_slope = near.plane * constant_wall_near_share(c);
    real plane = slope * walls.open;
    real near_plane = near_slope * walls.near_open;
    more.push = vector_add_scaled(vector_scaled(walls.push, left), normal, plane);
    more.near_push =
        vector_add_scaled(vector_scaled(walls.near_push, near_left), normal, near_plane);
    real open = walls.open * left;
    real near_open = walls.near_open * near_left;
    more.open = open;
    more.near_open = near_open;
    return more;
}

// From 0 towards x: -1 or 1.
pure real_value fluid_sign(real x)
{
    return choose(x < 0.0f, real_splat(-1.0f), real_splat(1.0f));
}

// The nearer of the two edges across an axis.
pure fluid_walls fluid_edge_added(law_context c, fluid_walls walls, real x, real half_size,
                                  vector axis)
{
    real distance = half_size - exact_abs(x);
    real minus = -fluid_sign(x);
    return fluid_wall_added(c, walls, vector_scaled(axis, minus), distance);
}

pure vector fluid_axis_x()
{
    return vector_of(real_splat(1.0f), real_splat(0.0f), real_splat(0.0f));
}

pure vector fluid_axis_y()
{
    return vector_of(real_splat(0.0f), real_splat(1.0f), real_splat(0.0f));
}

pure vector fluid_axis_z()
{
    return vector_of(real_splat(0.0f), real_splat(0.0f), real_splat(1.0f));
}

pure fluid_walls fluid_walls_at(law_context c, vector place)
{
    fluid_walls walls;
    walls.open = real_splat(1.0f);
    walls.near_open = real_splat(1.0f);
    walls.push = vector_zero();
    walls.near_push = vector_zero();
    if (core_of(c, bounces) != 0u) {
        walls = fluid_edge_added(c, walls, place.x, constant_half_x(c), fluid_axis_x());
        walls = fluid_edge_added(c, walls, place.y, constant_half_y(c), fluid_axis_y());
#if DIMENSION == 3
        walls = fluid_edge_added(c, walls, place.z, constant_half_z(c), fluid_axis_z());
#endif
    }
    uint count = colliders_count(c);
    for (uint k = 0u; k < count; k++) {
        collider_contact contact = collider_touch(c, k, place, real_splat(0.0f));
        real distance = -contact.depth;
        walls = fluid_wall_added(c, walls, contact.normal, distance);
    }
    return walls;
}

// ---- Who runs into one ---------------------------------------------------------------

// A velocity that leads `depth` into what is solid by the end of the step turns back; who
// was in it already comes out as fast as it may.
pure vector fluid_turned(law_context c, vector velocity, vector normal, real depth, real depth_before)
{
    real across = vector_dot(velocity, normal);
    real back = across * constant_bounce(c);
    real turned = -back;
    real out_of_it = depth_before * constant_steps_per_second(c);
    real top = exact_min(out_of_it, constant_top_speed(c));
    real wanted = exact_max(exact_max(turned, top), across);
    real change = wanted - across;
    vector after = vector_add_scaled(velocity, normal, change);
    return vector_choose(depth > 0.0f, after, velocity);
}

pure real_value fluid_turned_edge(law_context c, real x, real velocity, real half_size)
{
    real next = x + velocity * core_real(c, time_step);
    real back = velocity * constant_bounce(c);
    real turned = -back;
    mask leaves = exact_abs(next) > half_size;
    return choose(leaves, turned, velocity);
}

pure vector fluid_bounce(law_context c, vector place, vector velocity)
{
    vector turned = velocity;
    uint count = colliders_count(c);
    for (uint k = 0u; k < count; k++) {
        vector next = vector_add_scaled(place, turned, core_real(c, time_step));
        collider_contact here = collider_touch(c, k, place, real_splat(0.0f));
        collider_contact there = collider_touch(c, k, next, real_splat(0.0f));
        turned = fluid_turned(c, turned, there.normal, there.depth, here.depth);
    }
    if (core_of(c, bounces) != 0u) {
        turned.x = fluid_turned_edge(c, place.x, turned.x, constant_half_x(c));
        turned.y = fluid_turned_edge(c, place.y, turned.y, constant_half_y(c));
#if DIMENSION == 3
        turned.z = fluid_turned_edge(c, place.z, turned.z, constant_half_z(c));
#endif
    }
    return turned;
}
