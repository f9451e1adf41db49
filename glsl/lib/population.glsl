// SPDX-License-Identifier: MIT
// The words of the buffer `population` of a model that emits. A pair of words is one
// 64-bit number, its low word first. Births are numbered in steps of as many as there are
// emitters (rounded up to a power of two): the lowest bits of a number are its emitter.

#define POPULATION_ROWS      0u  // rows of particles, those included that have just died
#define POPULATION_LIVING    1u  // of these, alive
#define POPULATION_BIRTHS    2u  // in this step
#define POPULATION_SCHEDULED 3u  // of these, by the emitters' own rates and bursts
#define POPULATION_FIRST     4u  // (2 words) number of the first birth of this step
#define POPULATION_NEXT      6u  // (2 words) number of the next birth
#define POPULATION_BORN      8u  // (2 words) births since the beginning
#define POPULATION_DIED      10u // (2 words) deaths
#define POPULATION_DROPPED   12u // (2 words) births for which there was no room
#define POPULATION_CHILDREN  14u // births that the deaths and collisions of a step demand
#define POPULATION_SIZE      16u

// The highest bit of the words of child_count and child_start: the particle collided.
#define COLLIDED_SHIFT 31
#define COLLIDED       (1u << COLLIDED_SHIFT)
