// SPDX-License-Identifier: MIT
// The emitter's law of collisions. Places are world units from the world's middle.

#include "collider.glsl"

structure(emitter_hit) {
    vector shift;     // world units, out of what is solid
    vector velocity;
    real_value life;
    natural_value collided; // 1: it did
};

// Speeds and depths that are less count as none: no device's treatment of subnormal
// numbers can be seen.
#define EMITTER_LEAST 8.673617379884035e-19f

// A particle that is inside at the end of a step has arrived within it. With its speed u
// into what is solid at the end, of which it has gained g in the step, it is so deep since
// a part s of the step:
//
//     depth / dt = u s - g s^2 / 2
//
// Then it came with the speed u - g s, leaves with as much of it as it bounces, and is
// under the same acceleration again for the rest of the step. So a ball that loses nothing
// reaches its height again. One that would be back before the end rests.
//
// What gained more than a quarter of its speed in this step only rests, or nearly: that is
// no collision.
pure emitter_hit emitter_bounce(law_context c, uint k, emitter_hit hit,
                                collider_contact contact, vector change)
{
    real zero = real_splat(0.0f);
    real speed = -vector_dot(hit.velocity, contact.normal);
    real gain = -vector_dot(change, contact.normal);
    mask inside = contact.depth > EMITTER_LEAST;
    mask arrives = both(inside, speed > EMITTER_LEAST);
    real depth = choose(inside, contact.depth, zero);

    real per_time = depth * constant_steps_per_second(c);
    real first_part = per_time * exact_reciprocal(exact_max(speed, per_time));
    real mean_speed = speed - gain * first_part * 0.5f;
    real part = per_time * exact_reciprocal(exact_max(mean_speed, per_time));
    real gained = gain * part;
    real impact = speed - gained;
    real leaving = exact_max(impact, zero) * colliders_bounce_at(c, k);
    real mean_leaving = leaving - gained * 0.5f;
    real height = mean_leaving * part * core_real(c, time_step);
    mask flies = both(arrives, height > EMITTER_LEAST);
    real out_of_it = depth + choose(flies, height, zero);
    hit.shift = vector_add_scaled(hit.shift, contact.normal, out_of_it);

    real at_end = leaving - gained;
    real across = choose(flies, at_end, exact_max(at_end, zero));
    real hit_speed = gain * 4.0f;
    mask collides = both(arrives, speed > exact_max(hit_speed, real_splat(1.0e-6f)));
    real slide = choose(collides, colliders_slide_at(c, k), colliders_slide_on_at(c, k));
    vector along = vector_add_scaled(hit.velocity, contact.normal, speed);
    vector after = vector_add_scaled(vector_scaled(along, slide), contact.normal, across);
    hit.velocity = vector_choose(arrives, after, hit.velocity);
    real shorter = hit.life * colliders_life_kept_at(c, k);
    hit.life = choose(collides, shorter, hit.life);
    hit.collided = choose_natural(collides, natural_splat(1u), hit.collided);
    return hit;
}

// What a particle's end of a step becomes, whose velocity has changed by `change` in it.
pure emitter_hit emitter_collide(law_context c, natural e, vector place, vector velocity,
                                 vector change, real life)
{
    emitter_hit hit;
    hit.shift = vector_zero();
    hit.velocity = velocity;
    hit.life = life;
    hit.collided = natural_splat(0u);
    real body_radius = emitters_body_radius(c, e);
    uint collider_count = colliders_count(c);
    for (uint k = 0u; k < collider_count; k++) {
        uint turns = colliders_turns_whole(c, k);
        for (uint turn = 0u; turn < turns; turn++) {
            vector here = vector_add(place, hit.shift);
            collider_contact contact = collider_touch(c, k, here, body_radius);
            hit = emitter_bounce(c, k, hit, contact, change);
        }
    }
    return hit;
}
