// SPDX-License-Identifier: MIT
// Particles of the emitter between their buffers and the law, LANES at a time, for
// flight_kernel.c. Expects what law.h expects.

#ifndef MOTE_CPU_FLIGHT_ROWS_H
#define MOTE_CPU_FLIGHT_ROWS_H

#include "kernels.h"
#include "law.h"

#define ALL_LANES ((UINT32_C(1) << LANES) - 1)

LANES_INLINE natural load_natural(const uint32_t *row)
{
    natural value;
    memcpy(&value, row, sizeof value);
    return value;
}

LANES_INLINE real load_real(const uint32_t *row)
{
    return real_from_bits(integer_from_natural(load_natural(row)));
}

LANES_INLINE natural flushed(real value)
{
    return natural_from_integer(real_bits(exact_flush(value)));
}

LANES_INLINE law_context context_of(const cpu_view *view)
{
    const plan *plan = view->plan;
    law_context c = {.core = &plan->constants};
    c.constants = plan->constants.model;
    c.items = (const float *)view->planes[BUFFER_item_table][0];
    c.lists = plan->lists;
    c.emission = (const uint32_t *const *)view->planes[BUFFER_emission];
    c.table = view->planes[BUFFER_item_table][0];
    c.first_point = plan->first_point;
    return c;
}

LANES_INLINE emitted load_particle(const cpu_view *view, uint32_t row)
{
    uint32_t *const *body = view->planes[BUFFER_body];
    uint32_t *const *flight = view->planes[BUFFER_flight];
    emitted p;
    p.x = load_natural(body[0] + row);
    p.y = load_natural(body[1] + row);
    p.z = load_natural(body[2] + row);
    p.life = load_real(body[3] + row);
    p.velocity = vector_of(load_real(flight[0] + row), load_real(flight[1] + row),
                           load_real(flight[2] + row));
    p.number = load_natural(flight[3] + row);
    p.collided = natural_splat(0);
    return p;
}

// A particle as the eight words that stand in its row, lane by lane.
typedef struct row_words {
    natural word[8];
} row_words;

LANES_INLINE row_words words_of(emitted p)
{
    real life = exact_max(p.life, real_splat(0.0f));
    return (row_words){{p.x, p.y, p.z, flushed(life), flushed(p.velocity.x),
                        flushed(p.velocity.y), flushed(p.velocity.z), p.number}};
}

LANES_INLINE uint32_t lane_of(natural value, int lane)
{
#if LANES == 1
    (void)lane;
    return value;
#else
    return value[lane];
#endif
}

// Lanes as bits: those that are left of the rows up to `end`, LANES at most.
LANES_INLINE uint32_t lanes_left(uint32_t from, uint32_t end)
{
    return end - from < LANES ? (UINT32_C(1) << (end - from)) - 1 : ALL_LANES;
}

// Writes these lanes side by side.
LANES_INLINE void store_lanes(uint32_t *to, natural value, uint32_t lanes)
{
    if (lanes == ALL_LANES) {
        memcpy(to, &value, sizeof value);
        return;
    }
    uint32_t values[LANES];
    memcpy(values, &value, sizeof values);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        *to++ = values[__builtin_ctz(left)];
    }
}

// Writes these lanes of particles to the twins, side by side from row `place` on.
LANES_INLINE void store_rows(const cpu_view *view, row_words words, uint32_t lanes,
                             uint32_t place)
{
    for (int k = 0; k < 4; k++) {
        store_lanes(view->twins[BUFFER_body][k] + place, words.word[k], lanes);
        store_lanes(view->twins[BUFFER_flight][k] + place, words.word[4 + k], lanes);
    }
}

#endif
