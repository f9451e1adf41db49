// SPDX-License-Identifier: MIT
// Moving along one axis by velocity times dt, and what the edges do. One text for GLSL
// and C.
//
// Coordinates wrap by themselves: that is what unsigned addition does. Elsewhere the world
// is the span [edge_low, edge_low + edge_span] of a box four times as large, so that a move
// of up to one span cannot wrap past it, and edges are planes in integer arithmetic.

structure(axis_place) {
    natural_value coordinate;
    mask outside; // it passed an edge, which brought it back
};

// A coordinate moved by so many units.
pure axis_place place_along(natural coordinate, real move, real limit, uint wraps, uint bounces,
                       uint edge_low, uint edge_span)
{
    axis_place next;
    real low = -limit;
    real clamped = exact_clamp(move, low, limit);
    natural moved = coordinate + natural_from_integer(integer_from_real(clamped));
    integer span = integer_from_natural(natural_splat(edge_span));
    integer place = integer_from_natural(moved - edge_low);
    mask under = place < 0;
    mask over = place > span;
    next.outside = either(under, over);
    if (wraps != 0u) {
        next.outside = both(under, over); // never
        next.coordinate = moved;
        return next;
    }
    if (bounces != 0u) {
        integer mirrored = choose_integer(under, -place, span + span - place);
        place = choose_integer(next.outside, mirrored, place);
    } else {
        integer edge = choose_integer(under, integer_splat(0), span);
        place = choose_integer(next.outside, edge, place);
    }
    next.coordinate = natural_from_integer(place) + edge_low;
    return next;
}

// What an edge makes of a velocity: it turns, or stops.
pure real_value velocity_at_edge(real velocity, mask outside, uint bounces)
{
    if (bounces != 0u) {
        real back = -velocity;
        real turned = choose(outside, back, velocity);
        return exact_flush(turned);
    }
    return choose(outside, real_splat(0.0f), velocity);
}

structure(axis_motion) {
    natural_value coordinate;
    real_value velocity;
};

pure axis_motion move_along(natural coordinate, real velocity, real scale, real limit, uint wraps,
                       uint bounces, uint edge_low, uint edge_span)
{
    axis_motion next;
    real move = velocity * scale;
    axis_place place =
        place_along(coordinate, move, limit, wraps, bounces, edge_low, edge_span);
    next.coordinate = place.coordinate;
    next.velocity = velocity;
    if (wraps == 0u) {
        next.velocity = velocity_at_edge(velocity, place.outside, bounces);
    }
    return next;
}
