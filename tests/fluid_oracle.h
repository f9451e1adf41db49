// SPDX-License-Identifier: MIT
// The fluid by brute force in double precision: all pairs, kernels and their integrals
// from their closed forms. It shares no code with the law that it checks.

#ifndef MOTE_TESTS_FLUID_ORACLE_H
#define MOTE_TESTS_FLUID_ORACLE_H

#include "oracle.h"

#define DENSITY_UNIT 262144.0  // 2^18
#define PUSH_UNIT    1048576.0 // 2^20

// What the scene's keys come to.
typedef struct fluid_numbers {
    int dimension;
    bool is_tait;
    double rest_density, spacing, radius;
    double stiffness, near_stiffness, viscosity, tension, bounce, gravity[3];
    double sound_squared;
    double unit; // of accelerations: a pair gives no more
    double dt;   // of a sub-step
    // Kernels over the rest density: density is sum (1 - r)^2 density_factor, and so on.
    double density_factor, near_factor, push_factor, near_push_factor, viscosity_factor;
    double wall_share[2]; // of the kernel's part behind a wall, of both kernels
} fluid_numbers;

fluid_numbers fluid_numbers_of(const mote_scene *scene, mote_simulation *simulation);

// A state and what the law makes of it.
typedef struct fluid_oracle {
    fluid_numbers numbers;
    oracle *state;
    double *velocity; // count x dimension, world units/s
    double *density;  // over the rest density
    double *pressure; // p over density squared, times the rest density: world unit^2/s^2
    double *near_pressure;          // q, likewise
    double *raw_density, *raw_near; // sums of (1 - r)^2 and (1 - r)^3
    double *push;                   // acceleration by pairs: count x dimension
    double *push_size; // sum of the sizes of the terms of it, and of their parts
    double *neighbours;
    double *open, *near_open; // parts of the ball that walls leave
    double *virial; // pressure that the pairs of each particle make up, over the rest
                    // density: that of the tensor's diagonal, by particle
} fluid_oracle;

// As the state is now; the walls' share of the ball is taken from integrals of the
// kernels.
fluid_oracle *fluid_oracle_of(const mote_scene *scene, mote_simulation *simulation);
// Acceleration of a particle by the world's edges along an axis.
double fluid_oracle_wall_push(const fluid_oracle *self, uint64_t i, int axis);
void fluid_oracle_destroy(fluid_oracle *self);

// The parts F and A of a kernel (1 - r)^power behind a plane at x smoothing radii, and in
// that plane, by quadrature; its integral over the ball is 1.
typedef struct half_space {
    double part, plane;
} half_space;
half_space fluid_half_space_at(int dimension, int power, double x);

#endif
