// SPDX-License-Identifier: MIT
// Particles of the emitter as numbers: read from a simulation's buffers, and put there by
// hand. Places are world units from the middle of the world.

#ifndef MOTE_TESTS_EMITTED_H
#define MOTE_TESTS_EMITTED_H

#include "support.h"

#include "population.glsl"

typedef struct emitted_row {
    double place[3];
    double velocity[3]; // world units/s
    double life;        // s, left; 0: has just died
    uint32_t number;
} emitted_row;

// Rows of a simulation as it is now, those included that have just died; free() them.
emitted_row *emitted_rows(mote_simulation *simulation, uint64_t *count);
// The first of them, of a simulation that has at least one.
emitted_row emitted_first(mote_simulation *simulation);
// Writes over the first rows.
void emitted_put(mote_simulation *simulation, const emitted_row *rows, uint64_t count);

// A row of the buffers `body` and `flight`.
emitted_row emitted_of_words(const plan *plan, const uint32_t body[4],
                             const uint32_t flight[4]);

// A word of the buffer `population`, or two of them as one number.
uint64_t population_word(mote_simulation *simulation, int word);
uint64_t population_wide(mote_simulation *simulation, int word);

// A scene of so many particles that stay where they are, all born in the first step;
// `emitter` and `more` (each "" or ending in a comma) go into the emitter and the model.
mote_scene *scene_of_still(int dimension, uint64_t count, const char *emitter,
                           const char *more);
// ... and its simulation after that first step.
mote_simulation *still_on(const test_backend *on, const mote_scene *scene);

double length_of(const double v[3]);
double dot_of(const double a[3], const double b[3]);

// Fails unless a number is within `bound` of another.
#define assert_near(found, expected, bound)                                              \
    assert_near_at((found), (expected), (bound), #found, __FILE__, __LINE__)
void assert_near_at(double found, double expected, double bound, const char *what,
                    const char *file, int line);

#endif
