// SPDX-License-Identifier: MIT
// Particle Life by brute force in double precision: all pairs, no grid, no fixed point,
// and a law written from its closed form. It shares no code with what it checks.
//
// How far a pull may be from the oracle's, in units of 2^-17, for each neighbour:
//
//     1/2                  the term is rounded to an integer
//     2^17 * 5e-6 |f|      the direction is multiplied by a reciprocal root
//     2^17 * |df/dr| r e   the curve is taken at a distance that is wrong by
//                          e = 1.3e-5: 5e-6 of the root, 7.7e-6 of the margin by which
//                          offsets are scaled up (plan.c), and their rounding
//     2^17 * 1e-6          floats in between, columns rounded to float
//
// where r |df/dr| is r / b in the core and 2 r / (1 - b) in the tent (r in maximum radii,
// b the minimum). The bound of a pull is the sum of these over all neighbours; those up
// to 2e-5 outside the radius count too.

#ifndef MOTE_TESTS_ORACLE_H
#define MOTE_TESTS_ORACLE_H

#include "support.h"

#define PULL_UNIT 131072.0 // 2^17

// A state in world units, from the middle of the world.
typedef struct oracle {
    const mote_scene *scene;
    int dimension;
    uint64_t count;
    double *place; // count x dimension
    uint32_t *id, *species;
    double radius; // the largest interaction radius
} oracle;

// The state of a simulation of this scene as it is now. The scene must outlive it.
oracle *oracle_of(const mote_scene *scene, mote_simulation *simulation);
void oracle_destroy(oracle *self);

// From particle i to particle j: the nearest image. Returns the distance.
double oracle_offset(const oracle *self, uint64_t i, uint64_t j, double offset[3]);

typedef struct oracle_pull {
    double pull[3];      // in units of 2^-17
    double bound;        // how far the integer pull may be from it
    uint64_t neighbours; // within the pair's maximum radius
} oracle_pull;

// The summed pull that particle i feels.
oracle_pull oracle_pull_of(const oracle *self, uint64_t i);

// The curve of the law at a distance; all in world units.
double oracle_curve(double distance, double minimum, double maximum, double attraction);

// A pair parameter of the scene's model by name: how `self` sees `other`.
double oracle_pair(const mote_scene *scene, const char *name, uint32_t self,
                   uint32_t other);
double oracle_parameter(const mote_scene *scene, const char *name);

// Compares the pulls of about `samples` particles (0: all) of a simulation that has just
// run `pair` or `pair_loop`; returns the worst error as a part of its bound.
double oracle_check_pulls(const mote_scene *scene, mote_simulation *simulation,
                          uint64_t samples);

#endif
