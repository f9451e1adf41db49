// SPDX-License-Identifier: MIT
// The words of the buffers in which statistics are summed. A pair of words is one 64-bit
// number, its low word first; those of momentum are in two's complement.
//
// A part of motion_sum sums ROWS_PER_PART = 2^10 rows. No bound depends on where the
// particles are or how fast: quantised velocities are at most 2^29 along an axis
// (statistics.glsl), so
//
//     momentum             2^29 * 2^10 = 2^39
//     speeds     sqrt(3) * 2^29 * 2^10 < 2^40
//     squares    3 * (2^29)^2 < 2^60 of one row: the low words of these sum to less than
//                2^32 * 2^10 = 2^42, and the high words to less than 2^28 * 2^10 = 2^38
//
// Over all parts, of which there are 2^21 at most (particles are fewer than 2^31), each of
// these fits in 64 bits, and the squares as a whole in 128. Ordered pairs of particles are
// fewer than (2^31)^2 = 2^62.

#define MOTION_LIVING     0u
#define MOTION_FASTEST    1u  // quantised speed
#define MOTION_SPEEDS     2u  // (2 words) quantised
#define MOTION_SQUARES    4u  // (2 words) of quantised speeds, their low words
#define MOTION_SQUARES_HIGH 6u // (2 words) their high words
#define MOTION_MOMENTUM   8u  // (2 words for each of 3 axes) quantised velocities
#define MOTION_SIZE       14u

#define MOTION_TOP 536870912u // quantised: to here velocities are told apart along an axis

// Of mixing_sum, of CELLS_PER_STRIP cells:
#define MIXING_INSIDE     0u // particles
#define MIXING_FULLEST    1u // particles in the cell that has most
#define MIXING_PAIRS      2u // (2 words) ordered pairs of particles of one cell
#define MIXING_ALIKE      4u // (2 words) of these, of one species
#define MIXING_SIZE       6u
