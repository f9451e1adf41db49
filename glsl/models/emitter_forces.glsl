// SPDX-License-Identifier: MIT
// The emitter's law of flight: gravity, forces, drag towards the wind. Places are world
// units from the world's middle.

// ---- Forces --------------------------------------------------------------------------

// What is left of a force at a distance whose square is given: the factor of the vector
// from or about the middle, which is not of length 1.
pure real_value emitter_falloff(law_context c, uint f, real squared)
{
    real soft = squared + forces_softening_squared_at(c, f);
    uint falloff = forces_falloff_whole(c, f);
    if (falloff == FALLOFF_SQUARE) {
        real inverse = exact_reciprocal_root(soft);
        real cubed = inverse * inverse * inverse;
        real factor = forces_strength_at(c, f) * cubed; // times the radius squared
        return factor;
    }
    real inverse = exact_reciprocal_root(squared);
    real factor = forces_strength_at(c, f) * inverse;
    if (falloff == FALLOFF_LINEAR) {
        real share = squared * inverse * forces_inverse_radius_at(c, f);
        real rest = 1.0f - share;
        factor = factor * exact_max(rest, real_splat(0.0f));
    }
    return factor;
}

pure vector emitter_force(law_context c, uint f, vector place)
{
    vector middle = vector_of(forces_x_at(c, f), forces_y_at(c, f), forces_z_at(c, f));
    vector from_middle = vector_subtract(place, middle);
    uint kind = forces_kind_whole(c, f);
    if (kind == FORCE_ATTRACTOR) {
        real factor = emitter_falloff(c, f, vector_dot(from_middle, from_middle));
        real inward = -factor;
        return vector_scaled(from_middle, inward);
    }
    if (kind == FORCE_VORTEX) {
        vector axis = vector_of(forces_axis_x_at(c, f), forces_axis_y_at(c, f), forces_axis_z_at(c, f));
        vector about = vector_cross(axis, from_middle);
        return vector_scaled(about, emitter_falloff(c, f, vector_dot(about, about)));
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

// Flies for `time` seconds: gravity and forces at its place, then the mean of the
// velocities before and after, which is exact where the acceleration is the same all along
// (the trapezoidal rule). `keep` is what drag leaves of the difference to the wind.
pure emitter_flight emitter_fly(law_context c, natural e, vector place, vector velocity,
                                real time, real keep)
{
    vector pull = vector_zero();
    uint force_count = forces_count(c);
    for (uint f = 0u; f < force_count; f++) {
        pull = vector_add(pull, emitter_force(c, f, place));
    }
    vector fall =
        vector_of(emitters_fall_x(c, e), emitters_fall_y(c, e), emitters_fall_z(c, e));
    vector acceleration = vector_add_scaled(fall, pull, emitters_forces(c, e));
    vector wind = vector_of(constant_wind_x(c), constant_wind_y(c), constant_wind_z(c));
    vector against_wind = vector_subtract(velocity, wind);
    vector dragged = vector_add_scaled(wind, against_wind, keep);
    emitter_flight flight;
    flight.place = place;
    flight.velocity = vector_add_scaled(dragged, acceleration, time);
    real half_time = time * 0.5f;
    vector both_velocities = vector_add(velocity, flight.velocity);
    flight.move = vector_scaled(both_velocities, half_time);
    return flight;
}
