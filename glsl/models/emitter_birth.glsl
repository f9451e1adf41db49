// SPDX-License-Identifier: MIT
// The emitter's law of birth: where in its emitter's shape a particle begins, and how fast.
// All of it follows from numbers drawn by its birth number, or by its parent's.

// ---- Chance --------------------------------------------------------------------------

// From 0 to 1, 1 excluded.
pure real_value emitter_unit(natural word)
{
    real u = real_from_integer(integer_from_natural(word >> 8)) * 5.9604644775390625e-8f;
    return u;
}

pure real_value emitter_between(real low, real high, real u)
{
    real span = high - low;
    real value = low + span * u;
    return value;
}

// A whole birth number.
structure(emitter_key) {
    natural_value low;
    natural_value high;
};

// Whose chance it is, at which event, and which of its draws. An event is RANDOM_BIRTH, or,
// where a particle gives birth, the bits of the life that it has left.
structure(emitter_chance) {
    emitter_key key;
    natural_value event;
    natural_value first_draw;
};

pure philox_words emitter_draw(law_context c, emitter_chance chance, natural draw)
{
    return philox(chance.key.low, chance.key.high, chance.first_draw + draw, chance.event,
                  core_of(c, seed_low), core_of(c, seed_high));
}

// What a particle's number alone says of it: the words for its lifetime, radius, angle,
// and for spin and colour.
pure philox_words emitter_own(law_context c, emitter_key key)
{
    emitter_chance chance;
    chance.key = key;
    chance.event = natural_splat(RANDOM_BIRTH);
    chance.first_draw = natural_splat(0u);
    return emitter_draw(c, chance, natural_splat(0u));
}

// The whole number of a living particle, whose low word is given: the highest that is
// below the number of the next birth.
pure emitter_key emitter_key_of(natural number, uint next_low, uint next_high)
{
    emitter_key key;
    key.low = number;
    key.high = choose_natural(number < next_low, natural_splat(next_high),
                              natural_splat(next_high - 1u));
    return key;
}

// The number of the j-th birth of a step, whose first is given; of emitter e.
pure emitter_key emitter_key_after(law_context c, uint first_low, uint first_high, natural j,
                                   natural e)
{
    uint number_step = core_of(c, emitter_mask) + 1u;
    natural_product product = natural_multiply(j, number_step);
    natural ahead = product.low + e;
    emitter_key key;
    key.low = ahead + first_low;
    natural carry = choose_natural(key.low < ahead, natural_splat(1u), natural_splat(0u));
    key.high = product.high + first_high + carry;
    return key;
}

pure natural_value emitter_of(law_context c, natural number)
{
    return number & core_of(c, emitter_mask);
}

pure real_value emitter_lifetime(law_context c, natural e, philox_words own)
{
    return emitter_between(emitters_lifetime_low(c, e), emitters_lifetime_high(c, e),
                           emitter_unit(own.a));
}

// ---- Directions ----------------------------------------------------------------------

// A point of the unit circle, at an angle given as a word.
pure vector emitter_circle(natural angle)
{
    return vector_of(exact_cosine(angle), exact_sine(angle), real_splat(0.0f));
}

// A vector of length 1 in any direction.
pure vector emitter_sphere(natural angle, real u)
{
    vector flat_point = emitter_circle(angle);
#if DIMENSION == 3
    real height = u * 2.0f - 1.0f;
    real squared = height * height;
    real rest = 1.0f - squared;
    real across = exact_root(exact_max(rest, real_splat(0.0f)));
    vector point = vector_scaled(flat_point, across);
    point.z = height;
    return point;
#else
    return flat_point;
#endif
}

// v with length 1, or `instead` where it has none.
pure vector emitter_unit_vector(vector v, vector instead)
{
    real squared = vector_dot(v, v);
    vector unit = vector_scaled(v, exact_reciprocal_root(squared));
    return vector_choose(squared < 1.0e-24f, instead, unit);
}

// A direction within `spread` of the emitter's.
pure vector emitter_cone(law_context c, natural e, natural angle, real u)
{
    vector ahead = vector_of(emitters_direction_x(c, e), emitters_direction_y(c, e),
                             emitters_direction_z(c, e));
#if DIMENSION == 3
    vector side =
        vector_of(emitters_side_x(c, e), emitters_side_y(c, e), emitters_side_z(c, e));
    vector other = vector_cross(ahead, side);
    real fall = u * emitters_spread_fall(c, e);
    real cosine = 1.0f - fall;
    real squared = cosine * cosine;
    real rest = 1.0f - squared;
    real sine = exact_root(exact_max(rest, real_splat(0.0f)));
    vector around = emitter_circle(angle);
    real along_side = around.x * sine;
    real along_other = around.y * sine;
    vector direction = vector_scaled(ahead, cosine);
    direction = vector_add_scaled(direction, side, along_side);
    return vector_add_scaled(direction, other, along_other);
#else
    real signed_unit = u * 2.0f - 1.0f;
    real turns = signed_unit * emitters_spread(c, e);
    real units = turns * 4294967040.0f;
    natural turned = natural_from_integer(integer_from_real(units));
    vector by = emitter_circle(turned);
    real x = ahead.x * by.x - ahead.y * by.y;
    real y = ahead.x * by.y + ahead.y * by.x;
    return vector_of(x, y, real_splat(0.0f));
#endif
}

// ---- Birth ---------------------------------------------------------------------------

// s: a new particle lives at least until the next step, which then sees it die.
#define EMITTER_LEAST_LIFE 9.5367431640625e-7f

// Where in its emitter's shape a particle is born. The terms of all shapes but its own
// are 0.
pure vector emitter_offset(law_context c, natural e, philox_words chance, vector anywhere)
{
    real u = emitter_unit(chance.a);
    real v = emitter_unit(chance.b);
    real w = emitter_unit(chance.c);
    real inner = emitters_ball_inner(c, e);
    real filled = emitter_between(inner, real_splat(1.0f), w);
#if DIMENSION == 3
    real third = exact_log2(exact_max(filled, real_splat(1.0e-30f))) * 0.3333333432674408f;
    real share = exact_exp2(third);
#else
    real share = exact_root(filled);
#endif
    real ball = share * emitters_ball_radius(c, e);
    vector offset = vector_scaled(anywhere, ball);

    real from_middle_u = u - 0.5f;
    real from_middle_v = v - 0.5f;
    real from_middle_w = w - 0.5f;
    vector around = emitter_circle(chance.a);
    real ring = emitters_ring_radius(c, e) + emitters_ring_width(c, e) * from_middle_w;
#if DIMENSION == 3
    vector axis =
        vector_of(emitters_axis_x(c, e), emitters_axis_y(c, e), emitters_axis_z(c, e));
    vector side = vector_of(emitters_axis_side_x(c, e), emitters_axis_side_y(c, e),
                            emitters_axis_side_z(c, e));
    real along_side = ring * around.x;
    real along_other = ring * around.y;
    offset = vector_add_scaled(offset, side, along_side);
    offset = vector_add_scaled(offset, vector_cross(axis, side), along_other);
#else
    offset = vector_add_scaled(offset, around, ring);
#endif
    vector line =
        vector_of(emitters_line_x(c, e), emitters_line_y(c, e), emitters_line_z(c, e));
    offset = vector_add_scaled(offset, line, from_middle_u);
    real box_x = emitters_box_x(c, e) * from_middle_u;
    real box_y = emitters_box_y(c, e) * from_middle_v;
    real box_z = emitters_box_z(c, e) * from_middle_w;
    offset = vector_add(offset, vector_of(box_x, box_y, box_z));
    return vector_add(offset, emission_point(c, e, u));
}

structure(emitter_birth) {
    natural_value emitter;
    emitter_key key;       // its number
    emitter_chance chance; // its own or its parent's: draws 1 and 2 of it
    vector velocity;       // of its emitter or parent
    real_value age;        // s, from its birth to the end of the step
};

structure(emitter_born) {
    vector offset; // from where its emitter or parent is, before it has flown
    vector velocity;
    real_value life;
};

pure emitter_born emitter_give_birth(law_context c, emitter_birth birth)
{
    natural e = birth.emitter;
    philox_words own = emitter_own(c, birth.key);
    philox_words where = emitter_draw(c, birth.chance, natural_splat(1u));
    philox_words how = emitter_draw(c, birth.chance, natural_splat(2u));
    emitter_born born;
    vector anywhere = emitter_sphere(where.a, emitter_unit(where.b));
    born.offset = emitter_offset(c, e, where, anywhere);
    vector outward = emitter_unit_vector(born.offset, anywhere);
    vector axis =
        vector_of(emitters_axis_x(c, e), emitters_axis_y(c, e), emitters_axis_z(c, e));
    vector ahead = emitter_cone(c, e, how.a, emitter_unit(how.b));
    real speed = emitter_between(emitters_speed_low(c, e), emitters_speed_high(c, e),
                                 emitter_unit(where.d));
    real away = emitter_between(emitters_outward_low(c, e), emitters_outward_high(c, e),
                                emitter_unit(how.c));
    real swirl = emitter_between(emitters_swirl_low(c, e), emitters_swirl_high(c, e),
                                 emitter_unit(how.d));
    vector velocity = vector_scaled(ahead, speed);
    velocity = vector_add_scaled(velocity, outward, away);
    velocity = vector_add_scaled(velocity, vector_cross(axis, outward), swirl);
    born.velocity = vector_add_scaled(velocity, birth.velocity, emitters_inherit(c, e));
    real lifetime = emitter_lifetime(c, e, own);
    real left = lifetime - birth.age;
    born.life = exact_max(left, real_splat(EMITTER_LEAST_LIFE));
    return born;
}
