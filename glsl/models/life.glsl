// SPDX-License-Identifier: MIT
// The law of Particle Life, one text for GLSL and C.
//
// The curve is T. Mohr's (particle-life): below the minimum radius a core that repels from
// -1 at contact to 0; from there to the maximum radius a tent whose height is the matrix
// entry. With b = minimum / maximum and r = distance / maximum:
//
//     f(r) = r / b - 1                                0 <= r < b
//          = a (1 - |2 r - 1 - b| / (1 - b))          b <= r < 1
//          = 0                                        1 <= r

// Part of a velocity that is left after `time` half-lives: 2^-time.
pure real_value life_keep(real time)
{
    return exact_exp2(-time);
}

// The curve at distance r (in interaction radii); its size is at most 1.
pure real_value life_curve(real r, real attraction, real core, real slope, real middle)
{
    real push = r * core - 1.0f;
    real tilt = r * slope - middle;
    real fall = exact_abs(tilt);
    real height = 1.0f - fall;
    real tent = exact_max(height, real_splat(0.0f));
    real pull = attraction * tent;
    return choose(push < 0.0f, push, pull);
}

pure life_attraction_sums life_attraction(law_context c, life_particle self,
                                     life_particle other, separation s)
{
    real inverse = exact_reciprocal_root(s.squared);
    real r = s.squared * inverse;
    real f = life_curve(r, column_attraction(c, other.species),
                        column_core(c, other.species), column_slope(c, other.species),
                        column_middle(c, other.species));
    real along = f * inverse;
    life_attraction_sums sum;
    sum.pull = vector_scaled(s.offset, along);
    return sum;
}

// Friction, and then the pull of a step.
pure life_particle life_attraction_update(law_context c, life_particle self,
                                     life_attraction_sums sum)
{
    life_particle next = self;
    vector kept = vector_scaled(self.velocity, constant_keep(c));
    next.velocity = vector_add_scaled(kept, sum.pull, constant_kick(c));
    return next;
}
