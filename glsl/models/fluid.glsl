// SPDX-License-Identifier: MIT
// The law of a fluid, one text for GLSL and C: smoothed particle hydrodynamics.
//
// With r the distance in smoothing radii h, and particles of mass 1, density and
// near-density are sums over neighbours (Clavet, Beaudoin, Poulin, "Particle-based
// viscoelastic fluid simulation", SCA 2005, eq. 1 and 2):
//
//     rho_i  = n  / h^d  sum (1 - r)^2     near_i = n' / h^d  sum (1 - r)^3
//
// with n and n' such that at rest, on a lattice, they are the rest density rho_0
// (fluid_lattice.glsl). The acceleration of i is
//
//     - 1 / rho_0  sum (s_i + s_j) grad W + (t_i + t_j) grad W'    (and see fluid_walls.glsl)
//     + nu / (m h^2 rho_0)  sum (v_j - v_i) V(r)                      V ~ (1 - r^2)^3
//
// where s and t are pressure over density squared, times rho_0 (Monaghan, "Smoothed
// particle hydrodynamics", Annu. Rev. Astron. Astrophys. 30 (1992), eq. 3.3):
//
//     s_i = stiffness (rho_i / rho_0 - 1) - near_stiffness     t_i = near_stiffness near_i / rho_0
//
// so that at rest they cancel. They are the derivatives of an energy, the sum of
// s_i^2 / (2 stiffness) + t_i^2 / (2 near_stiffness), so that none comes from nowhere.
// Instead, t_i = 0 and, at least 0,
//
//     s_i = c^2 / 7 ((rho_i / rho_0)^7 - 1) (rho_0 / rho_i)^2
//
// (Becker, Teschner, "Weakly compressible SPH for free surface flows", SCA 2007, eq. 7).
// W and W' are scaled so that the pressure which pairs make up at rest is the one of these
// equations. V's integral is 1, and m such that nu is the kinematic viscosity: the second
// moment of V over 2 d. Each term is antisymmetric in i and j, bit for bit, so the sums
// of all particles add up to 0.

#include "collider.glsl"
#include "fluid_lattice.glsl"
#include "fluid_walls.glsl"

pure real_value fluid_cube_root(real x)
{
    real third = exact_log2(x) * 0.3333333432674408f;
    return exact_exp2(third);
}

pure fluid_density_sums fluid_density(law_context c, fluid_particle self,
                                      fluid_particle other, separation s)
{
    real r = exact_root(s.squared);
    real rest = 1.0f - r;
    real near = exact_max(rest, real_splat(0.0f));
    real squared = near * near;
    real cubed = squared * near;
    fluid_density_sums sum;
    sum.density = squared;
    sum.near_density = cubed;
    return sum;
}

// x^7, for x up to 16: beyond, a pair gives no more anyway.
pure real_value fluid_seventh_power(real x)
{
    real base = exact_min(x, real_splat(16.0f));
    real square = base * base;
    real fourth = square * square;
    real sixth = fourth * square;
    real seventh = sixth * base;
    return seventh;
}

// Beyond a wall it is as on this side: the fluid's share of the ball counts as all of it.
pure fluid_particle fluid_density_update(law_context c, fluid_particle self,
                                         fluid_density_sums sum)
{
    fluid_particle next = self;
    fluid_walls walls = fluid_walls_at(c, law_place(c));
    real inside = sum.density * constant_density_scale(c);
    real per_open = exact_reciprocal(walls.open);
    real density = inside * per_open;
    real volume = exact_reciprocal(density);
    next.volume = volume;
    next.near_density = real_splat(0.0f);
    next.near_push = real_splat(0.0f);
    if (constant_pressure_whole(c) == PRESSURE_TAIT) {
        real excess = fluid_seventh_power(density) - 1.0f;
        real pressure = exact_max(excess, real_splat(0.0f)) * constant_tait(c);
        real over_density = pressure * volume;
        real push = over_density * volume;
        real pair_push = push * per_open;
        next.push = pair_push;
    } else {
        real near_inside = sum.near_density * constant_near_scale(c);
        real per_near_open = exact_reciprocal(walls.near_open);
        real near_density = near_inside * per_near_open;
        real excess = density - 1.0f;
        real push = excess * constant_stiffness(c) - constant_near_share(c);
        real near_push = near_density * constant_near_stiffness(c);
        real pair_push = push * per_open;
        next.push = pair_push;
        real near_pair_push = near_push * per_near_open;
        next.near_push = near_pair_push;
        next.near_density = near_density;
    }
    return next;
}

// The curve by which particles attract each other: 1 at r = 1/2, 0 at 0 and 1 (the outer
// part of the spline of Akinci, Akinci, Teschner, "Versatile surface tension and adhesion
// for SPH fluids", ACM Trans. Graph. 32 (2013), eq. 2, over its highest value; its inner
// part, which keeps particles apart, would let drops freeze).
pure real_value fluid_cohesion(real r, real near)
{
    real product = near * r;
    real square = product * product;
    real cube = square * product;
    real attraction = cube * 64.0f;
    return attraction;
}

pure real_value fluid_limited(real term)
{
    return exact_clamp(term, real_splat(-1.0f), real_splat(1.0f));
}

pure fluid_force_sums fluid_force(law_context c, fluid_particle self, fluid_particle other,
                                  separation s)
{
    real inverse = exact_reciprocal_root(s.squared);
    real r = s.squared * inverse;
    real rest = 1.0f - r;
    real near = exact_max(rest, real_splat(0.0f));
    real near_squared = near * near;
    real far_shared = self.push + other.push;
    real near_shared = self.near_push + other.near_push;
    real far_push = far_shared * near;
    real push = far_push + near_shared * near_squared;
    if (constant_has_tension_whole(c) != 0u) {
        push = push - fluid_cohesion(r, near) * constant_tension(c);
    }
    real away = push * inverse;
    real minus = -away;

    real cap = 1.0f - s.squared;
    real bell = exact_max(cap, real_splat(0.0f));
    real bell_squared = bell * bell;
    real bell_cubed = bell_squared * bell;
    real drag = bell_cubed * constant_viscosity(c);

    vector dragged = vector_scaled(vector_subtract(other.velocity, self.velocity), drag);
    vector term = vector_add_scaled(dragged, s.offset, minus);
    fluid_force_sums sum;
    sum.acceleration = vector_of(fluid_limited(term.x), fluid_limited(term.y), fluid_limited(term.z));
    return sum;
}

// A speed of more than a smoothing radius a step is cut to that.
pure fluid_particle fluid_cap(law_context c, fluid_particle moving)
{
    fluid_particle next = moving;
    real top = constant_top_speed(c);
    real squared = vector_dot(moving.velocity, moving.velocity);
    real most = top * top;
    mask is_over = squared > most;
    real shorter = top * exact_reciprocal_root(squared);
    vector cut = vector_scaled(moving.velocity, shorter);
    next.velocity = vector_choose(is_over, cut, moving.velocity);
    real more = moving.capped + 1.0f;
    next.capped = choose(is_over, more, moving.capped);
    return next;
}

pure fluid_particle fluid_force_update(law_context c, fluid_particle self,
                                       fluid_force_sums sum)
{
    fluid_particle next = self;
    vector fall = vector_of(constant_fall_x(c), constant_fall_y(c), constant_fall_z(c));
    vector velocity = vector_add_scaled(self.velocity, sum.acceleration, constant_kick(c));
    velocity = vector_add(velocity, fall);

    // Along the gradient of its own energy, whose density depends on the walls.
    fluid_walls walls = fluid_walls_at(c, law_place(c));
    real density = exact_reciprocal(self.volume);
    real push = self.push * density;
    real wall_push = push * constant_wall_kick(c);
    velocity = vector_add_scaled(velocity, walls.push, wall_push);
    real near_push = self.near_push * self.near_density;
    real wall_near_push = near_push * constant_wall_near_kick(c);
    velocity = vector_add_scaled(velocity, walls.near_push, wall_near_push);
    real closed = 1.0f - walls.open;
    real lost = closed * constant_drag_loss(c);
    real minus = -lost;
    velocity = vector_add_scaled(velocity, velocity, minus);

    next.velocity = velocity;
    next = fluid_cap(c, next);
    next.velocity = fluid_bounce(c, law_place(c), next.velocity);
    return next;
}
