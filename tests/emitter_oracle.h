// SPDX-License-Identifier: MIT
// A step of the emitter's particles in double precision, written from the meanings in
// emitter.def: no lanes, no fixed point, square roots by libm, impacts by the quadratic
// formula. It knows no turbulence (test_emitter_flight.c tests that as a field), and
// nothing of chance. It shares no code with what it checks.

#ifndef MOTE_TESTS_EMITTER_ORACLE_H
#define MOTE_TESTS_EMITTER_ORACLE_H

#include "emitted.h"

typedef struct emitter_oracle {
    const mote_scene *scene;
    int dimension;
    double dt;
    uint32_t mask; // of a number's bits that are its emitter
} emitter_oracle;

emitter_oracle emitter_oracle_of(const mote_scene *scene);

// What an item of a list says: component k of a key.
double oracle_item(const emitter_oracle *self, const char *list, int item,
                   const char *key, int k);

// What becomes of a particle in a step.
typedef struct oracle_step {
    emitted_row row;
    bool collides;
    // How far floats may be off: after a collision a law that only comes near to the
    // moment of impact is so, too.
    double place_bound, velocity_bound;
    bool is_close_call; // so near to a border that either side of it is right
} oracle_step;

oracle_step oracle_advance(const emitter_oracle *self, const emitted_row *before);

// Flies freely for `time` seconds: no colliders, no edges.
emitted_row oracle_fly(const emitter_oracle *self, const emitted_row *before,
                       double time);

// Children that a particle leaves which is like this after a step.
uint32_t oracle_children(const emitter_oracle *self, const emitted_row *after,
                         bool collided);
// Which emitter gives birth to the index-th of them.
int oracle_emitter_of_child(const emitter_oracle *self, const emitted_row *parent,
                            bool collided, uint32_t index);

// Whether a particle could be one of emitter e that was born `age` seconds ago, where its
// emitter or parent then was, with that one's velocity: in its shape, its cone, its
// ranges.
bool oracle_could_be_born(const emitter_oracle *self, int e, const emitted_row *row,
                          double age, const double from[3], const double velocity[3]);

#endif
