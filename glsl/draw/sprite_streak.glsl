// SPDX-License-Identifier: MIT
// Streaks: the shape of a particle drawn from its head to its tail, as wide at each end as
// the particle is there. What a pixel is covered by goes by its distance from that line.
// Part of sprite.glsl.

structure(sprite_streak) {
    real_value x, y;             // head
    real_value along_x, along_y; // from there to the tail
    real_value edge, tail_edge;  // as a disc's, at the head and at the tail
    real_value reach;            // nothing is lit so far from the line
    real_value opacity;          // below 1 where it is drawn wider than it is
};

// The part of a streak that is before the camera, which is at w = 0: it ends, at the
// latest, where it is eight times as near as its head.
pure real_value sprite_clip(real head_w, real tail_w)
{
    real nearest = head_w * 0.125f;
    real fall = head_w - tail_w;
    real safe = exact_max(fall, head_w * 0.5f);
    real part = (head_w - nearest) * exact_reciprocal(safe);
    return choose(tail_w < nearest, part, real_splat(1.0f));
}

// What the coverage of a streak sums to, were it all as wide as at one end: an area for
// its round ends, and one for its length.
pure real_value sprite_amount(real radius, real span, real halo, real soft)
{
    real ends = choose(halo > 0.0f, real_splat(5.5684f),
                       choose(soft > 0.0f, real_splat(1.0471976f), real_splat(3.1415927f)));
    real sides = choose(halo > 0.0f, real_splat(2.4443812f),
                        choose(soft > 0.0f, real_splat(1.0666667f), real_splat(2.0f)));
    real amount = radius * (ends * radius + sides * span);
    return amount;
}

// A streak from its two ends. `radius` is in pixels where w is 1.
pure sprite_streak sprite_place_streak(sprite_point head, sprite_point tail, real radius,
                                       real smallest, real largest, real halo, real soft)
{
    sprite_streak streak;
    real along_x = tail.x - head.x;
    real along_y = tail.y - head.y;
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real span = exact_root(xx + yy);
    real size = radius * head.nearness;
    real tail_size = radius * tail.nearness;
    real drawn = sprite_fit(radius, head.nearness, smallest, largest).drawn;
    real tail_drawn = sprite_fit(radius, tail.nearness, smallest, largest).drawn;
    real light = sprite_amount(size, span, halo, soft) +
                 sprite_amount(tail_size, span, halo, soft);
    real shown = sprite_amount(drawn, span, halo, soft) +
                 sprite_amount(tail_drawn, span, halo, soft);
    streak.x = head.x;
    streak.y = head.y;
    streak.along_x = along_x;
    streak.along_y = along_y;
    streak.edge = sprite_edge(drawn, span, soft);
    streak.tail_edge = sprite_edge(tail_drawn, span, soft);
    streak.reach = sprite_reach(exact_max(drawn, tail_drawn),
                                exact_max(streak.edge, streak.tail_edge), halo);
    real spread = light * exact_reciprocal(shown);
    real shrunk = shown * exact_reciprocal(light);
    streak.opacity = choose(light > shown, shrunk, spread);
    return streak;
}

pure mask sprite_streak_is_visible(sprite_streak streak, real width, real height)
{
    real tail_x = streak.x + streak.along_x;
    real tail_y = streak.y + streak.along_y;
    real left = exact_max(streak.x, tail_x) + streak.reach;
    real right = exact_min(streak.x, tail_x) - streak.reach;
    real low = exact_max(streak.y, tail_y) + streak.reach;
    real high = exact_min(streak.y, tail_y) - streak.reach;
    return both(both(left > 0.0f, right < width), both(low > 0.0f, high < height));
}

// 1 over the square of a streak's length; 0 for one without length.
pure real_value sprite_along_inverse(real along_x, real along_y)
{
    real xx = along_x * along_x;
    real yy = along_y * along_y;
    real squared = xx + yy;
    real inverse = exact_reciprocal(exact_max(squared, real_splat(1.0e-12f)));
    return choose(squared > 1.0e-12f, inverse, real_splat(0.0f));
}

// How far along a streak, 0 at its head to 1 at its tail, the point is that lies nearest to
// the one dx, dy from the head.
pure real_value sprite_along(real along_x, real along_y, real inverse, real dx, real dy)
{
    real x = along_x * dx;
    real y = along_y * dy;
    real sum = x + y;
    real along = sum * inverse;
    return exact_clamp(along, real_splat(0.0f), real_splat(1.0f));
}
