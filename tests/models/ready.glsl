// SPDX-License-Identifier: MIT
// The laws of the test model: a crude fluid whose particles push each other apart and wear
// out. What they mean does not matter; that they can be declared does.

// 1 - r inside the radius, else 0.
pure real_value ready_nearness(real squared)
{
    real r = exact_root(squared);
    real near = 1.0f - r;
    return exact_max(near, real_splat(0.0f));
}

pure ready_crowding_sums ready_crowding(law_context c, ready_particle self,
                                        ready_particle other, separation s)
{
    real near = ready_nearness(s.squared);
    real weight = near * near;
    ready_crowding_sums sum;
    sum.crowd = weight;
    return sum;
}

pure ready_particle ready_crowding_update(law_context c, ready_particle self,
                                          ready_crowding_sums sum)
{
    ready_particle next = self;
    real density = sum.crowd * 0.0000152587890625f;
    next.density = density;
    return next;
}

pure ready_pushing_sums ready_pushing(law_context c, ready_particle self,
                                      ready_particle other, separation s)
{
    real near = ready_nearness(s.squared);
    real product = self.density * other.density;
    real share = exact_reciprocal(exact_max(product, real_splat(1.0f)));
    real weight = near * share;
    real along = weight * exact_reciprocal_root(s.squared);
    // All that is alive has energy; who is told of none would push nobody.
    mask are_alive = both(self.energy > 0.0f, other.energy > 0.0f);
    real minus = -along;
    real away = choose(are_alive, minus, real_splat(0.0f));
    ready_pushing_sums sum;
    sum.thrust = vector_scaled(s.offset, away);
    return sum;
}

pure ready_particle ready_pushing_update(law_context c, ready_particle self,
                                         ready_pushing_sums sum)
{
    ready_particle next = self;
    real loss = constant_loss(c);
    real crowded = self.density * loss;
    real spent = choose(constant_wear(c) == real_splat(WEAR_EVENLY), loss, crowded);
    real energy = self.energy - spent;
    next.energy = energy;
    next.drift = self.velocity;
    next.velocity = vector_add_scaled(self.velocity, sum.thrust, constant_kick(c));
    return next;
}
