// SPDX-License-Identifier: MIT
// What start.c and start_pattern.c share: chance, and the places of a pattern.

#ifndef MOTE_SIM_START_H
#define MOTE_SIM_START_H

#include "scene.h"

#include "../core/lanes.h"

#include "random.glsl"

typedef struct start_random {
    uint32_t seed_low, seed_high;
    int dimension;
} start_random;

static inline philox_words start_random_words(const start_random *random, uint32_t a,
                                              uint32_t b, uint32_t c, uint32_t purpose)
{
    return philox(a, b, c, purpose, random->seed_low, random->seed_high);
}

// A point of the unit disc or, in 3-D, ball; the third component is 0 in 2-D. Returns one
// more number, uniform in [0, 1).
double start_random_disc(const start_random *random, uint32_t id, uint32_t draw,
                         uint32_t purpose, double point[3]);

// A vector of length 1.
void start_random_direction(const start_random *random, uint32_t id, double direction[3]);

// Fills the places of all particles by the scene's pattern; not for START_CSV.
void start_pattern_fill(const mote_scene *scene, const start_random *random,
                        uint32_t *place);

#endif
