// SPDX-License-Identifier: MIT
// Where a particle that a faucet gives birth to is at the end of the sub-step. One text for
// GLSL and C; scalar.
#include "exact.glsl"
#include "random.glsl"

// The part of the sub-step that is left after the index-th birth of a batch.
pure real_value pour_rest(uint index, real first_time, real time_step)
{
    real later = real_from_integer(integer_from_natural(index)) * time_step;
    real birth = first_time + later;
    real rest = 1.0f - birth;
    return exact_clamp(rest, 0.0f, 1.0f);
}

// One axis: `along` is how far the jet moves in a sub-step, `miss` how far at most the
// particle misses its place, by chance `word`.
pure uint pour_coordinate(uint place, real along, real rest, real miss, uint word)
{
    real moved = along * rest;
    real near = exact_clamp(moved, -1073741824.0f, 1073741824.0f);
    real part = real_from_integer(integer_from_natural(word >> 8) - 0x800000) * 1.1920928955078125e-7f;
    real missed = part * miss;
    return place + natural_from_integer(integer_from_real(near)) +
           natural_from_integer(integer_from_real(missed));
}

// Nothing is born outside of edges.
pure uint pour_inside(uint coordinate, uint wraps, uint low, uint span)
{
    if (wraps != 0u) {
        return coordinate;
    }
    if (coordinate < low) {
        return low;
    }
    return coordinate > low + span ? low + span : coordinate;
}

// By how much it misses, a word an axis.
pure philox_words pour_chance(uint id, uint seed_low, uint seed_high)
{
    return philox(id, 0u, 0u, RANDOM_POUR, seed_low, seed_high);
}
