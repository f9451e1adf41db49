// SPDX-License-Identifier: MIT
// Moving along one axis by velocity times dt, and what the edges do. One text for GLSL
// and C.
//
// Coordinates wrap by themselves: that is what unsigned addition does. Elsewhere the world
// is the span [edge_low, edge_low + edge_span] of a box four times as large, so that a move
// of up to one span cannot wrap past it, and edges are planes in integer arithmetic.

structure(axis_motion) {
    natural_value coordinate;
    real_value velocity;
};

pure axis_motion move_along(natural coordinate, real velocity, real scale, real limit, uint wraps,
                       uint bounces, uint edge_low, uint edge_span)
{
    axis_motion next;
    real move = velocity * scale;
    real low = -limit;
    real clamped = exact_clamp(move, low, limit);
    natural moved = coordinate + natural_from_integer(integer_from_real(clamped));
    if (wraps != 0u) {
        next.coordinate = moved;
        next.velocity = velocity;
        return next;
    }
    integer span = integer_from_natural(natural_splat(edge_span));
    integer place = integer_from_natural(moved - edge_low);
    mask under = place < 0;
    mask over = place > span;
    mask outside = either(under, over);
    if (bounces != 0u) {
        integer mirrored = choose_integer(under, -place, span + span - place);
        place = choose_integer(outside, mirrored, place);
        real back = -velocity;
        real turned = choose(outside, back, velocity);
        next.velocity = exact_flush(turned);
    } else {
        integer edge = choose_integer(under, integer_splat(0), span);
        place = choose_integer(outside, edge, place);
        real still = real_splat(0.0f);
        real stopped = choose(outside, still, velocity);
        next.velocity = stopped;
    }
    next.coordinate = natural_from_integer(place) + edge_low;
    return next;
}
