// SPDX-License-Identifier: MIT
// The laws of the emitter, one text for GLSL and C: how a particle is born, how it flies
// and collides, and what it looks like. Places are world units from the world's middle.
//
// A particle's number is its key to everything random about it, and its lowest bits are
// its emitter; what follows from it is never stored.

// e^-x: the part that is left of what decays.
pure real_value emitter_left(real x)
{
    real halvings = x * -1.4426950408889634f;
    return exact_exp2(halvings);
}

#include "emitter_birth.glsl"
#include "emitter_forces.glsl"
#include "emitter_collide.glsl"

// ---- A step --------------------------------------------------------------------------

structure(emitted) {
    natural_value x, y, z; // coordinates
    vector velocity;       // world units/s
    real_value life;       // s, left; dead at 0
    natural_value number;
    natural_value collided; // 1: in this step
};

// World units from the middle of the box.
pure real_value emitter_place_along(natural coordinate, real unit)
{
    integer offset = integer_from_natural(coordinate - 0x80000000u);
    real place = real_from_integer(offset) * unit;
    return place;
}

pure vector emitter_place(law_context c, emitted p)
{
#if DIMENSION == 3
    return vector_of(emitter_place_along(p.x, core_real(c, unit_x)),
                     emitter_place_along(p.y, core_real(c, unit_y)),
                     emitter_place_along(p.z, core_real(c, unit_z)));
#else
    return vector_of(emitter_place_along(p.x, core_real(c, unit_x)),
                     emitter_place_along(p.y, core_real(c, unit_y)),
                     real_splat(0.0f));
#endif
}

// An int, far from where casts differ.
pure integer_value emitter_units(real distance_along, real per_unit)
{
    real units = distance_along * per_unit;
    return integer_from_real(
        exact_clamp(units, real_splat(-1073741824.0f), real_splat(1073741824.0f)));
}

structure(emitter_axis) {
    natural_value coordinate;
    real_value velocity;
    natural_value is_out; // 1: past an edge that does not bring it back
};

pure emitter_axis emitter_move_along(law_context c, natural coordinate, real velocity,
                                     real move, real per_unit)
{
    emitter_axis next;
    real units = move * per_unit;
    uint wraps = core_of(c, wraps);
    uint bounces = core_of(c, bounces);
    axis_place place =
        place_along(coordinate, units, core_real(c, move_limit),
                    wraps, bounces, core_of(c, edge_low), core_of(c, edge_span));
    next.coordinate = place.coordinate;
    next.velocity = velocity;
    next.is_out = natural_splat(0u);
    if (wraps == 0u) {
        next.velocity = velocity_at_edge(velocity, place.outside, bounces);
    }
    if (bounces == 0u) {
        next.is_out = choose_natural(place.outside, natural_splat(1u), natural_splat(0u));
    }
    return next;
}

// Where edges are open, a particle ends at them.
pure emitted emitter_move(law_context c, emitted p, vector move)
{
    emitted next = p;
    emitter_axis x = emitter_move_along(c, p.x, p.velocity.x, move.x, core_real(c, per_unit_x));
    emitter_axis y = emitter_move_along(c, p.y, p.velocity.y, move.y, core_real(c, per_unit_y));
    natural is_out = x.is_out | y.is_out;
    next.x = x.coordinate;
    next.y = y.coordinate;
#if DIMENSION == 3
    emitter_axis z = emitter_move_along(c, p.z, p.velocity.z, move.z, core_real(c, per_unit_z));
    next.z = z.coordinate;
    is_out = is_out | z.is_out;
    next.velocity = vector_of(x.velocity, y.velocity, z.velocity);
#else
    next.velocity = vector_of(x.velocity, y.velocity, real_splat(0.0f));
#endif
    next.life = choose(is_out == 1u, real_splat(0.0f), p.life);
    return next;
}

// A life that is over is 0, as it is stored.
pure emitted emitter_advance(law_context c, emitted p)
{
    natural e = emitter_of(c, p.number);
    real dt = core_real(c, time_step);
    emitter_flight flight = emitter_fly(c, e, emitter_place(c, p), p.velocity, dt,
                                        emitters_drag_keep(c, e), emitters_drag_push(c, e));
    real older = p.life - dt;
    vector there = vector_add(flight.place, flight.move);
    vector change = vector_subtract(flight.velocity, p.velocity);
    emitter_hit hit = emitter_collide(c, e, there, flight.velocity, change, older);
    emitted next = p;
    next.velocity = hit.velocity;
    next.life = hit.life;
    next = emitter_move(c, next, vector_add(flight.move, hit.shift));
    next.life = exact_flush(exact_max(next.life, real_splat(0.0f)));
    next.collided = hit.collided;
    return next;
}

// ---- The first step ------------------------------------------------------------------

// World units within half a box to each side: where edges join, places repeat.
pure real_value emitter_within(real along, real unit, real per_unit)
{
    real boxes = along * per_unit * 2.3283064365386963e-10f;
    real near = exact_clamp(boxes, real_splat(-2097152.0f), real_splat(2097152.0f));
    real whole = real_from_integer(exact_round(near));
    real rest = near - whole;
    real within = rest * 4294967296.0f * unit;
    return within;
}

pure vector emitter_offset_within(law_context c, vector offset)
{
    vector within = offset;
    if (core_of(c, wraps) != 0u) {
        within.x = emitter_within(offset.x, core_real(c, unit_x), core_real(c, per_unit_x));
        within.y = emitter_within(offset.y, core_real(c, unit_y), core_real(c, per_unit_y));
#if DIMENSION == 3
        within.z = emitter_within(offset.z, core_real(c, unit_z), core_real(c, per_unit_z));
#endif
    }
    return within;
}

// A new particle, whose emitter or parent is at a place given as coordinates, flies for
// the rest of the step; it collides with nothing yet.
pure emitted emitter_begin(law_context c, emitter_birth birth, natural x, natural y,
                           natural z)
{
    natural e = birth.emitter;
    emitter_born born = emitter_give_birth(c, birth);
    emitted p;
    p.number = birth.key.low;
    p.collided = natural_splat(0u);
    p.life = born.life;
    p.x = x;
    p.y = y;
    p.z = z;
    p.velocity = vector_zero();
    p = emitter_move(c, p, emitter_offset_within(c, born.offset));
    real power = birth.age * emitters_drag_power(c, e);
    real decay = power * -0.6931471824645996f;
    real keep = exact_exp2(power);
    emitter_flight flight = emitter_fly(c, e, emitter_place(c, p), born.velocity, birth.age,
                                        keep, emitter_undragged(decay, keep));
    p.velocity = flight.velocity;
    emitted next = emitter_move(c, p, flight.move);
    next.life = exact_max(next.life, real_splat(EMITTER_LEAST_LIFE));
    return next;
}

// A birth as the CPU schedules it (glsl/lib/emission.glsl).
structure(emitter_scheduled) {
    natural_value emitter;
    natural_value index;     // in its batch
    natural_value x, y, z;   // of the emitter, at the beginning of the step
    real_value first_time;   // of the batch, as parts of the step
    real_value time_step;
    vector shift;            // of the emitter in the step, units of coordinate
    vector velocity;         // of the emitter, world units/s
    emitter_key key;
};

pure emitted emitter_spawn(law_context c, emitter_scheduled scheduled)
{
    real index = real_from_integer(integer_from_natural(scheduled.index));
    real when = scheduled.first_time + index * scheduled.time_step;
    real time = exact_clamp(when, real_splat(0.0f), real_splat(1.0f));
    real rest = 1.0f - time;
    real age = rest * core_real(c, time_step);
    emitter_birth birth;
    birth.emitter = scheduled.emitter;
    birth.key = scheduled.key;
    birth.chance.key = scheduled.key;
    birth.chance.event = natural_splat(RANDOM_BIRTH);
    birth.chance.first_draw = natural_splat(0u);
    birth.velocity = scheduled.velocity;
    birth.age = age;
    real shift_x = scheduled.shift.x * time;
    real shift_y = scheduled.shift.y * time;
    real shift_z = scheduled.shift.z * time;
    natural x = scheduled.x + natural_from_integer(integer_from_real(shift_x));
    natural y = scheduled.y + natural_from_integer(integer_from_real(shift_y));
    natural z = scheduled.z + natural_from_integer(integer_from_real(shift_z));
    return emitter_begin(c, birth, x, y, z);
}

// ---- Children ------------------------------------------------------------------------

// How many a particle leaves by its end and by its collisions of this step.
pure natural_value emitter_children(law_context c, emitted p)
{
    natural e = emitter_of(c, p.number);
    natural zero = natural_splat(0u);
    natural by_death = natural_from_integer(integer_from_real(emitters_death_count(c, e)));
    natural by_hit = natural_from_integer(integer_from_real(emitters_collision_count(c, e)));
    natural deaths = choose_natural(p.life > 0.0f, zero, by_death);
    natural hits = choose_natural(p.collided == 1u, by_hit, zero);
    return deaths + hits;
}

// Which emitter gives birth to the index-th of a particle's children: first come those of
// its collision.
pure natural_value emitter_of_child(law_context c, emitted parent, natural index)
{
    natural e = emitter_of(c, parent.number);
    natural by_hit = natural_from_integer(integer_from_real(emitters_collision_count(c, e)));
    natural hits = choose_natural(parent.collided == 1u, by_hit, natural_splat(0u));
    real of_hit = emitters_collision_emitter(c, e);
    real of_death = emitters_death_emitter(c, e);
    return natural_from_integer(integer_from_real(choose(index < hits, of_hit, of_death)));
}

// It is born where its parent is, as the step begins.
pure emitted emitter_spawn_child(law_context c, emitted parent,
                                          emitter_key parent_key, natural index, natural e,
                                          emitter_key key)
{
    emitter_birth birth;
    birth.emitter = e;
    birth.key = key;
    birth.chance.key = parent_key;
    birth.chance.event = natural_from_integer(real_bits(parent.life));
    birth.chance.first_draw = index * 4u;
    birth.velocity = parent.velocity;
    birth.age = core_real(c, time_step);
    return emitter_begin(c, birth, parent.x, parent.y, parent.z);
}

// ---- Looks ---------------------------------------------------------------------------

structure(emitter_look) {
    real_value radius; // world units
    natural_value red_green, blue_alpha; // 16 bits each; colours: 4096 is 1
    natural_value rotation; // fraction of a turn, times 2^32
    integer_value tail_x, tail_y, tail_z; // units of coordinate
};

// Between two of the samples of something over life.
#define EMITTER_OVER_LIFE(name)                                                            \
    noise_mix(emitters_##name(c, e, low), emitters_##name(c, e, low + 1u), between)

pure natural_value emitter_fraction(real value, float one)
{
    real scaled = value * one;
    real limited = exact_clamp(scaled, real_splat(0.0f), real_splat(65535.0f));
    return natural_from_integer(exact_round(limited));
}

pure emitter_look emitter_look_of(law_context c, emitted p, emitter_key key)
{
    natural e = emitter_of(c, p.number);
    philox_words own = emitter_own(c, key);
    real lifetime = emitter_lifetime(c, e, own);
    real age = lifetime - p.life;
    real part = age * exact_reciprocal(lifetime);
    real along = part * 15.0f;
    real limited = exact_clamp(along, real_splat(0.0f), real_splat(14.999f));
    natural low = natural_from_integer(integer_from_real(limited));
    real whole = real_from_integer(integer_from_natural(low));
    real between = limited - whole;

    real birth_radius = emitter_between(emitters_radius_low(c, e), emitters_radius_high(c, e),
                                        emitter_unit(own.b));
    real size = EMITTER_OVER_LIFE(size_over_life);
    real dimmer = emitter_unit(own.d << 16) * emitters_color_variation(c, e);
    real light = 1.0f - dimmer;
    real red = EMITTER_OVER_LIFE(red) * light;
    real green = EMITTER_OVER_LIFE(green) * light;
    real blue = EMITTER_OVER_LIFE(blue) * light;
    real alpha = EMITTER_OVER_LIFE(alpha);

    emitter_look look;
    real radius = birth_radius * size;
    look.radius = radius;
    look.red_green = emitter_fraction(red, 4096.0f) | emitter_fraction(green, 4096.0f) << 16;
    look.blue_alpha = emitter_fraction(blue, 4096.0f) | emitter_fraction(alpha, 65535.0f) << 16;

    real spin = emitter_between(emitters_spin_low(c, e), emitters_spin_high(c, e),
                                emitter_unit(own.d));
    real angle = emitter_between(emitters_angle_low(c, e), emitters_angle_high(c, e),
                                 emitter_unit(own.c));
    real turns = angle + spin * age;
    real fast = exact_clamp(turns, real_splat(-4194304.0f), real_splat(4194304.0f));
    real nearest = real_from_integer(exact_round(fast));
    real rest = fast - nearest; // at most half a turn
    real units = rest * 4294967040.0f;
    look.rotation = natural_from_integer(integer_from_real(units));

    real back = -emitters_streak(c, e);
    real behind_x = p.velocity.x * back;
    real behind_y = p.velocity.y * back;
    look.tail_x = emitter_units(behind_x, core_real(c, per_unit_x));
    look.tail_y = emitter_units(behind_y, core_real(c, per_unit_y));
#if DIMENSION == 3
    real behind_z = p.velocity.z * back;
    look.tail_z = emitter_units(behind_z, core_real(c, per_unit_z));
#else
    look.tail_z = integer_splat(0);
#endif
    return look;
}
