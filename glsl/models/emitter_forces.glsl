// SPDX-License-Identifier: MIT
// The emitter's law of flight: gravity, forces, drag towards the wind. Places are world
// units from the world's middle.

// ---- Forces --------------------------------------------------------------------------

// A force towards or about something: along a vector whose length is the distance, so
// strong as the distance says.
pure vector emitter_pull(law_context c, uint f, vector along)
{
    real squared = vector_dot(along, along);
    uint falloff = forces_falloff_whole(c, f);
    real strength = forces_strength_at(c, f);
    if (falloff == FALLOFF_SQUARE) {
        // Plummer's softening: never infinite, nothing at the middle.
        real soft = squared + forces_softening_squared_at(c, f);
        real inverse = exact_reciprocal_root(soft);
        real weaker = strength * inverse * inverse; // it holds the radius squared
        return vector_scaled(vector_scaled(along, inverse), weaker);
    }
    real inverse = exact_reciprocal_root(squared);
    vector unit = vector_scaled(along, inverse); // 0 at the middle
    if (falloff == FALLOFF_LINEAR) {
        real share = squared * inverse * forces_inverse_radius_at(c, f);
        real rest = 1.0f - share;
        real weaker = strength * exact_max(rest, real_splat(0.0f));
        return vector_scaled(unit, weaker);
    }
    return vector_scaled(unit, strength);
}

pure vector emitter_force(law_context c, uint f, vector place)
{
    vector middle = vector_of(forces_x_at(c, f), forces_y_at(c, f), forces_z_at(c, f));
    uint kind = forces_kind_whole(c, f);
    if (kind == FORCE_ATTRACTOR) {
        return emitter_pull(c, f, vector_subtract(middle, place));
    }
    vector from_middle = vector_subtract(place, middle);
    if (kind == FORCE_VORTEX) {
        vector axis = vector_of(forces_axis_x_at(c, f), forces_axis_y_at(c, f),
                                forces_axis_z_at(c, f));
        return emitter_pull(c, f, vector_cross(axis, from_middle));
    }
    vector scaled = vector_scaled(from_middle, forces_inverse_scale_at(c, f));
    return vector_scaled(noise_curl(scaled, emission_drift(c, f)), forces_strength_at(c, f));
}

// ---- Flight --------------------------------------------------------------------------

structure(emitter_flight) {
    vector place;    // world units from the middle of the world, at the beginning
    vector velocity; // at the end
    vector move;     // world units
};

// Nothing is faster: what is multiplied with a speed stays finite.
#define EMITTER_TOP_SPEED 1.0e9f

// The part of a time in which an acceleration changes the velocity, where drag takes away
// `decay` times the velocity in that time and leaves `keep`: (1 - e^-decay) / decay. Where
// decay is small, by its series.
pure real_value emitter_undragged(real decay, real keep)
{
    real lost = 1.0f - keep;
    real quotient = lost * exact_reciprocal(decay);
    real cubic = 0.1666666716337204f - decay * 0.041666667908430099f;
    real square = 0.5f - decay * cubic;
    real series = 1.0f - decay * square;
    return choose(decay < 0.125f, series, quotient);
}

pure vector emitter_slow(vector velocity)
{
    real most = real_splat(EMITTER_TOP_SPEED);
    real least = real_splat(-EMITTER_TOP_SPEED);
    return vector_of(exact_clamp(velocity.x, least, most),
                     exact_clamp(velocity.y, least, most),
                     exact_clamp(velocity.z, least, most));
}

// Flies for `time` seconds: half the way, then forces there change the velocity, then the
// other half (leapfrog: L. Verlet, Physical Review 159, 1967). That is exact where the
// acceleration is the same all along, and an orbit neither gains nor loses energy for
// good. `keep` is what drag leaves of the difference to the wind, `push` for how much of
// the time an acceleration counts.
pure emitter_flight emitter_fly(law_context c, natural e, vector place, vector velocity,
                                real time, real keep, real push)
{
    real half_time = time * 0.5f;
    vector halfway = vector_add_scaled(place, velocity, half_time);
    vector pull = vector_zero();
    uint force_count = forces_count(c);
    for (uint f = 0u; f < force_count; f++) {
        pull = vector_add(pull, emitter_force(c, f, halfway));
    }
    vector fall =
        vector_of(emitters_fall_x(c, e), emitters_fall_y(c, e), emitters_fall_z(c, e));
    vector acceleration = vector_add_scaled(fall, pull, emitters_forces(c, e));
    vector wind = vector_of(constant_wind_x(c), constant_wind_y(c), constant_wind_z(c));
    vector against_wind = vector_subtract(velocity, wind);
    vector dragged = vector_add_scaled(wind, against_wind, keep);
    real push_time = time * push;
    emitter_flight flight;
    flight.place = place;
    flight.velocity = emitter_slow(vector_add_scaled(dragged, acceleration, push_time));
    vector both_velocities = vector_add(velocity, flight.velocity);
    flight.move = vector_scaled(both_velocities, half_time);
    return flight;
}
