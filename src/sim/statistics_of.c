// SPDX-License-Identifier: MIT
// The sums of statistics, added up: integers to the end, so that every backend comes to
// the same numbers.

#include "statistics.h"

#include "statistics_words.glsl"

#include <math.h>
#include <string.h>

// The nearest double to low + 2^32 * high, but for the rounding of its two words of 64
// bits.
static double value_of(uint64_t low, uint64_t high)
{
    uint64_t low_word = low + (high << 32);
    uint64_t high_word = (high >> 32) + (low_word < low);
    return (double)high_word * 18446744073709551616.0 + (double)low_word;
}

static uint64_t wide_of(const uint32_t *words)
{
    return (uint64_t)words[1] << 32 | words[0];
}

// World units per second that a quantum of velocity is: a power of two.
static double quantum(const plan *plan)
{
    float scale;
    memcpy(&scale, &plan->constants.speed_scale, sizeof scale);
    return 1.0 / (double)scale;
}

static void add_motion(const plan *plan, const uint32_t *words, mote_statistics *result)
{
    uint64_t squares_low = 0, squares_high = 0, speeds = 0, momentum[3] = {0};
    uint32_t fastest = 0;
    double unit = quantum(plan);
    for (uint64_t part = 0; part < plan_row_count(plan, PER_PART); part++) {
        const uint32_t *sums = words + part * MOTION_SIZE;
        result->living += sums[MOTION_LIVING];
        fastest = sums[MOTION_FASTEST] > fastest ? sums[MOTION_FASTEST] : fastest;
        speeds += wide_of(sums + MOTION_SPEEDS);
        squares_low += wide_of(sums + MOTION_SQUARES);
        squares_high += wide_of(sums + MOTION_SQUARES_HIGH);
        for (int axis = 0; axis < 3; axis++) {
            momentum[axis] += wide_of(sums + MOTION_MOMENTUM + 2 * axis);
        }
    }
    // Someone may be faster than quanta tell apart.
    if (fastest >= MOTION_TOP) {
        result->energy = result->largest_speed = result->mean_speed = NAN;
        result->momentum[0] = result->momentum[1] = result->momentum[2] = NAN;
        return;
    }
    result->energy = value_of(squares_low, squares_high) * (unit * unit) * 0.5;
    result->largest_speed = (double)fastest * unit;
    if (result->living > 0) {
        result->mean_speed = (double)speeds * unit / (double)result->living;
    }
    for (int axis = 0; axis < 3; axis++) {
        result->momentum[axis] = (double)(int64_t)momentum[axis] * unit;
    }
}

// Ordered pairs of two out of so many.
static uint64_t pairs_of(uint64_t count)
{
    return count * (count - 1);
}

// The chance that two of `pairs` are not alike.
static double chance(uint64_t alike, uint64_t pairs)
{
    return (double)(pairs - alike) / (double)pairs;
}

static void add_mixing(const plan *plan, const uint32_t *totals, const uint32_t *words,
                       mote_statistics *result)
{
    uint64_t inside = 0, pairs = 0, alike = 0, all_alike = 0;
    for (uint64_t strip = 0; strip < plan_row_count(plan, PER_STRIP); strip++) {
        const uint32_t *sums = words + strip * MIXING_SIZE;
        uint64_t fullest = sums[MIXING_FULLEST];
        inside += sums[MIXING_INSIDE];
        result->fullest_cell =
            fullest > result->fullest_cell ? fullest : result->fullest_cell;
        pairs += wide_of(sums + MIXING_PAIRS);
        alike += wide_of(sums + MIXING_ALIKE);
    }
    for (int species = 0; species < plan->species_count; species++) {
        all_alike += pairs_of(totals[species]);
    }
    double world = 1.0;
    for (int axis = 0; axis < plan->dimension; axis++) {
        world *= plan->size[axis];
    }
    result->outside = result->living - inside;
    result->mean_density = (double)inside / world;
    double cells = (double)plan->constants.statistics_cell_total;
    result->largest_density = (double)result->fullest_cell * cells / world;
    bool is_mixture = pairs > 0 && pairs_of(inside) > all_alike;
    result->mixing =
        is_mixture ? chance(alike, pairs) / chance(all_alike, pairs_of(inside)) : NAN;
}

mote_statistics statistics_of(const plan *plan, const uint32_t *words)
{
    mote_statistics result = {0};
    const uint32_t *totals = words + plan_buffer_size(plan, BUFFER_motion_sum) / 4;
    const uint32_t *mixing = totals + plan_buffer_size(plan, BUFFER_species_total) / 4;
    add_motion(plan, words, &result);
    add_mixing(plan, totals, mixing, &result);
    return result;
}
