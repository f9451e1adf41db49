// SPDX-License-Identifier: MIT
// The law of boids, one text for GLSL and C.
//
// With d the distance to one that is seen and u the direction to it, a boid gains
//
//     separation   -weight top dt sum (1 - d / radius) u          within its radius
//     flee         the same, times the matrix entry; negative is towards it
//     alignment    (1 - 2^(-weight dt)) (mean velocity - velocity)
//     cohesion     weight top dt (mean offset) / radius
//     goal         weight top dt offset / sqrt(offset^2 + interaction radius^2)
//     walls        weight top dt depth / margin
//
// where top is the maximum speed. Then its heading turns there, as far as the turn rate
// lets it, and then by chance; its speed is kept between the limits.

// ---- Neighbours ----------------------------------------------------------------------

// Of oneself the heading will do.
pure boids_particle boids_flocking_prepare(law_context c, boids_particle self)
{
    boids_particle prepared = self;
    real inverse = exact_reciprocal_root(vector_dot(self.velocity, self.velocity));
    prepared.velocity = vector_scaled(self.velocity, inverse);
    return prepared;
}

pure boids_flocking_sums boids_flocking(law_context c, boids_particle self,
                                        boids_particle other, separation s)
{
    real zero = real_splat(0.0f);
    real inverse = exact_reciprocal_root(s.squared);
    real cosine = vector_dot(self.velocity, s.offset) * inverse; // to the heading
    mask seen = both(other.id != self.id, cosine >= constant_sight(c));

    // Along times the offset, which is 1 / inverse long.
    real near = inverse - constant_inverse_separation(c);
    real shy = near * constant_separation_share(c);
    real along = choose(near > 0.0f, shy, zero);
    if (constant_flees_whole(c) != 0u) {
        real close = inverse - constant_inverse_flee(c);
        real fear = close * column_flee(c, other.species);
        real both_along = along + fear;
        along = choose(close > 0.0f, both_along, along);
    }
    boids_flocking_sums sum;
    sum.push = vector_scaled(s.offset, choose(seen, along, zero));

    real flock = column_flock(c, other.species);
    mask follows = s.squared < constant_alignment_squared(c);
    sum.followed = choose(both(seen, follows), flock, zero);
    real share = sum.followed * constant_inverse_top(c);
    sum.velocity = vector_scaled(other.velocity, share);
    mask gathers = s.squared < constant_cohesion_squared(c);
    sum.gathered = choose(both(seen, gathers), flock, zero);
    sum.middle = vector_scaled(s.offset, sum.gathered);
    return sum;
}

// ---- Steering ------------------------------------------------------------------------

// 1 / length of a vector of this squared length, to the last bits of a float.
pure real_value boids_inverse_length(real squared)
{
    real y = exact_reciprocal_root(squared);
    real half_squared = squared * 0.5f;
    real a = half_squared * y;
    real b = a * y;
    real rest = 1.5f - b;
    real inverse = y * rest;
    return inverse;
}

// The direction of a vector; of one that has none another.
pure vector boids_direction(vector v, vector other)
{
    real squared = vector_dot(v, v);
    vector unit = vector_scaled(v, boids_inverse_length(squared));
    return vector_choose(squared > 1.0e-30f, unit, other);
}

// Any direction is as likely.
pure vector boids_random_direction(philox_words chance)
{
#if DIMENSION == 3
    real z = law_signed(chance.a);
    real rest = 1.0f - z * z;
    real across = rest * boids_inverse_length(rest);
#else
    real z = real_splat(0.0f);
    real across = real_splat(1.0f);
#endif
    real x = exact_cosine(chance.b) * across;
    real y = exact_sine(chance.b) * across;
    return vector_of(x, y, z);
}

// From a place to the goal along one axis; where edges wrap, to its nearest image.
pure real_value boids_way(law_context c, real place, real goal, real size)
{
    real way = goal - place;
    if (core_of(c, wraps) != 0u) {
        real most = size * 0.5f;
        real least = -most;
        real under = way - size;
        real over = way + size;
        way = choose(way > most, under, choose(way < least, over, way));
    }
    return way;
}

pure vector boids_to_goal(law_context c)
{
    vector place = law_place(c);
    real z = real_splat(0.0f);
#if DIMENSION == 3
    z = boids_way(c, place.z, constant_goal_z(c), constant_size_z(c));
#endif
    return vector_of(boids_way(c, place.x, constant_goal_x(c), constant_size_x(c)),
                     boids_way(c, place.y, constant_goal_y(c), constant_size_y(c)), z);
}

// How deep a place is in the margins of the two walls of an axis, towards the inside.
pure real_value boids_wall(law_context c, real place, real size)
{
    real inner = size * 0.5f - constant_wall_margin(c);
    real over_high = place - inner;
    real under = place + inner;
    real over_low = -under;
    real zero = real_splat(0.0f);
    real depth = exact_max(over_low, zero) - exact_max(over_high, zero);
    return depth;
}

pure vector boids_from_walls(law_context c)
{
    vector place = law_place(c);
    real z = real_splat(0.0f);
#if DIMENSION == 3
    z = boids_wall(c, place.z, constant_size_z(c));
#endif
    return vector_of(boids_wall(c, place.x, constant_size_x(c)),
                     boids_wall(c, place.y, constant_size_y(c)), z);
}

// The velocity that a boid would like to have after the step.
pure vector boids_wish(law_context c, vector velocity, boids_flocking_sums sum)
{
    vector wish = vector_add_scaled(velocity, sum.push, constant_push_kick(c));

    real one = real_splat(1.0f); // sums are whole numbers
    real followed = exact_reciprocal(exact_max(sum.followed, one));
    real mean = followed * constant_top(c);
    vector difference = vector_subtract(vector_scaled(sum.velocity, mean), velocity);
    real follow = choose(sum.followed >= 1.0f, constant_follow(c), real_splat(0.0f));
    wish = vector_add_scaled(wish, difference, follow);

    real gathered = exact_reciprocal(exact_max(sum.gathered, one));
    real gather = gathered * constant_gather_kick(c);
    wish = vector_add_scaled(wish, sum.middle, gather);

    vector goal = boids_to_goal(c);
    real goal_squared = vector_dot(goal, goal) + constant_goal_softening(c);
    real draw = exact_reciprocal_root(goal_squared) * constant_goal_kick(c);
    wish = vector_add_scaled(wish, goal, draw);

    if (core_of(c, wraps) == 0u) {
        wish = vector_add_scaled(wish, boids_from_walls(c), constant_wall_kick(c));
    }
    // However strong the weights, its square stays finite.
    real most = real_splat(1.0e15f);
    real least = real_splat(-1.0e15f);
    return vector_of(exact_clamp(wish.x, least, most), exact_clamp(wish.y, least, most),
                     exact_clamp(wish.z, least, most));
}

// ---- Turning -------------------------------------------------------------------------

// What of a vector is at right angles to a heading.
pure vector boids_across(vector heading, vector v)
{
    real along = vector_dot(heading, v);
    real back = -along;
    return vector_add_scaled(v, heading, back);
}

// A heading turned towards another direction, as far as a step may; to which side of two
// that are alike, `chance` says.
pure vector boids_turned(law_context c, vector heading, vector wish, vector chance)
{
    real cosine = vector_dot(heading, wish);
    vector across = boids_across(heading, wish);
    real squared = vector_dot(across, across);
    real most = constant_turn_sine(c) * constant_turn_sine(c);
    mask within = both(cosine > 0.0f, squared <= most);
    if (constant_turns_far_whole(c) != 0u) {
        within = cosine >= constant_turn_cosine(c);
    }
    across = vector_choose(squared < 1.0e-10f, boids_across(heading, chance), across);
    vector side = boids_direction(across, vector_zero());
    vector along = vector_scaled(heading, constant_turn_cosine(c));
    vector turned = vector_add_scaled(along, side, constant_turn_sine(c));
    return vector_choose(within, wish, turned);
}

// A heading turned by chance, whose components have the variance 1/3.
pure vector boids_wandered(law_context c, vector heading, vector chance)
{
    vector across = boids_across(heading, chance);
    real squared = vector_dot(across, across);
    real turns = exact_root(squared) * constant_wander(c);
    integer clamped = integer_from_real(exact_min(turns, real_splat(1073741824.0f)));
    natural angle = natural_from_integer(clamped) << 8;
    vector side = vector_scaled(across, boids_inverse_length(squared));
    return vector_add_scaled(vector_scaled(heading, exact_cosine(angle)), side,
                             exact_sine(angle));
}

pure boids_particle boids_flocking_update(law_context c, boids_particle self,
                                          boids_flocking_sums sum)
{
    philox_words words = law_random(c, self.id, 0u);
    vector chance =
        vector_of(law_signed(words.a), law_signed(words.b), law_signed(words.c));
    vector any = boids_random_direction(law_random(c, self.id, 1u));
    vector heading = boids_direction(self.velocity, any);

    vector wish = boids_wish(c, self.velocity, sum);
    real squared = vector_dot(wish, wish);
    real wished = squared * boids_inverse_length(squared);
    real low = constant_minimum_speed(c);
    real high = constant_maximum_speed(c);
    real speed = exact_clamp(wished, low, high);

    vector turned = boids_turned(c, heading, boids_direction(wish, heading), chance);
    vector ahead = boids_wandered(c, turned, chance);
    real scale = speed * boids_inverse_length(vector_dot(ahead, ahead));
    boids_particle next = self;
    next.velocity = vector_scaled(ahead, scale);
    return next;
}
