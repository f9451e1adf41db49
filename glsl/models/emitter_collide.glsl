// SPDX-License-Identifier: MIT
// The emitter's law of collisions with planes, spheres and boxes. Places are world units
// from the world's middle.

structure(emitter_contact) {
    vector normal;    // away from what is solid
    real_value depth; // how far the particle is inside; <= 0: not at all
};

pure emitter_contact emitter_touch(law_context c, uint k, vector place, real body_radius)
{
    emitter_contact contact;
    vector middle = vector_of(colliders_x_at(c, k), colliders_y_at(c, k), colliders_z_at(c, k));
    vector from_middle = vector_subtract(place, middle);
    real side = colliders_side_at(c, k); // 1: solid inside; -1: solid outside
    uint shape = colliders_shape_whole(c, k);
    if (shape == COLLIDER_PLANE) {
        contact.normal =
            vector_of(colliders_normal_x_at(c, k), colliders_normal_y_at(c, k), colliders_normal_z_at(c, k));
        real height = vector_dot(from_middle, contact.normal);
        real depth = body_radius - height;
        contact.depth = depth;
        return contact;
    }
    if (shape == COLLIDER_SPHERE) {
        real squared = vector_dot(from_middle, from_middle);
        real inverse = exact_reciprocal_root(squared);
        real distance_to = squared * inverse;
        real inside = colliders_radius_at(c, k) - distance_to;
        real depth = inside * side + body_radius;
        contact.depth = depth;
        real outward = inverse * side;
        contact.normal = vector_scaled(from_middle, outward);
        return contact;
    }
    // A box: the side it is nearest to from within, or farthest past.
    real over_x = exact_abs(from_middle.x) - colliders_half_x_at(c, k);
    real over_y = exact_abs(from_middle.y) - colliders_half_y_at(c, k);
    mask is_y = over_y > over_x;
    real over = exact_max(over_x, over_y);
    real along = choose(is_y, from_middle.y, from_middle.x);
    real plus = side;
    real minus = -side;
    real sign = choose(along < 0.0f, minus, plus);
    real zero = real_splat(0.0f);
    contact.normal = vector_of(choose(is_y, zero, sign), choose(is_y, sign, zero), zero);
#if DIMENSION == 3
    real over_z = exact_abs(from_middle.z) - colliders_half_z_at(c, k);
    mask is_z = over_z > over;
    over = exact_max(over, over_z);
    real sign_z = choose(from_middle.z < 0.0f, minus, plus);
    contact.normal = vector_choose(is_z, vector_of(zero, zero, sign_z), contact.normal);
#endif
    real past = -over;
    real depth = past * side + body_radius;
    contact.depth = depth;
    return contact;
}

structure(emitter_hit) {
    vector shift;     // world units, out of what is solid
    vector velocity;
    real_value life;
    natural_value collided; // 1: it did
};

// A particle that has got inside is mirrored out, as far as it bounces, and loses speed.
// All colliders see it at the same place, so that in a corner each adds its own part.
pure emitter_hit emitter_collide(law_context c, natural e, vector place, vector velocity,
                                 real life)
{
    vector shift = vector_zero();
    vector speed = velocity;
    real left = life;
    natural collided = natural_splat(0u);
    real body_radius = emitters_body_radius(c, e);
    real zero = real_splat(0.0f);
    uint collider_count = colliders_count(c);
    for (uint k = 0u; k < collider_count; k++) {
        emitter_contact contact = emitter_touch(c, k, place, body_radius);
        mask inside = contact.depth > 0.0f;
        real inward = vector_dot(speed, contact.normal);
        mask arrives = both(inside, inward < 0.0f);
        real bounce = colliders_bounce_at(c, k);
        real share = 1.0f + bounce;
        real out_of_it = contact.depth * choose(arrives, share, real_splat(1.0f));
        shift = vector_add_scaled(shift, contact.normal, choose(inside, out_of_it, zero));
        // Along the surface friction takes a part; across it the speed turns.
        real minus = -inward;
        vector along = vector_add_scaled(speed, contact.normal, minus);
        real back = minus * bounce;
        vector after = vector_scaled(along, colliders_slide_at(c, k));
        after = vector_add_scaled(after, contact.normal, back);
        speed = vector_choose(arrives, after, speed);
        // What only rests on a surface falls on it anew in each step: that is no collision.
        mask collides = both(arrives, inward < colliders_least_impact_at(c, k));
        real shorter = left * colliders_life_kept_at(c, k);
        left = choose(collides, shorter, left);
        collided = choose_natural(collides, natural_splat(1u), collided);
    }
    emitter_hit hit;
    hit.shift = shift;
    hit.velocity = speed;
    hit.life = left;
    hit.collided = collided;
    return hit;
}
