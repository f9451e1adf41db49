// SPDX-License-Identifier: MIT
// The law of boids by brute force in double precision, as oracle.h has that of Particle
// Life: all pairs, written from the closed form, sharing no code with what it checks.
//
// How far a sum may be from the oracle's, in units of 2^-17, for each neighbour: 1/2, as
// its term is rounded; 2^17 * 1.5e-5 for what comes of a distance (5e-6 of the reciprocal
// root, 7.7e-6 of the margin by which offsets are scaled up, the rounding of floats); and
// all of the term where it hangs by less than that on whether the other is near enough,
// or in the field of view.

#ifndef MOTE_TESTS_BOIDS_ORACLE_H
#define MOTE_TESTS_BOIDS_ORACLE_H

#include "oracle.h"

// What a boid senses; components in units of 2^-17.
typedef struct boid_sums {
    double push[3], velocity[3], followed, middle[3], gathered;
} boid_sums;

typedef struct boid_sense {
    boid_sums sums, bounds;
    uint64_t neighbours; // seen, in any radius
} boid_sense;

// A flock as it is now; the scene must outlive it.
typedef struct flock {
    oracle *places;
    double *velocity; // count x dimension
} flock;

flock flock_of(const mote_scene *scene, mote_simulation *simulation);
void flock_free(flock *self);

boid_sense boid_sense_of(const flock *self, uint64_t i);

// What the simulation has summed for particle i, once `pair` has run.
boid_sums boid_sums_found(mote_simulation *simulation, const uint32_t *sums, uint64_t i);

// The velocity after a step, from those sums; noise must be 0. False where it hangs on
// chance or on a hair: next to a half turn, from rest.
bool boid_velocity_after(const flock *self, uint64_t i, const boid_sums *sums,
                         double next[3]);

// Compares the sums of about `samples` particles (0: all) of a simulation that has just
// run `pair` or `pair_loop`; returns the worst error as a part of its bound.
double boids_check_sums(const mote_scene *scene, mote_simulation *simulation,
                        uint64_t samples);

#endif
