// SPDX-License-Identifier: MIT
// What statistics should be, from a simulation's buffers in double precision, every pair
// of particles looked at. It shares no code with the stages or with what adds their sums
// up.

#ifndef MOTE_TESTS_STATISTICS_ORACLE_H
#define MOTE_TESTS_STATISTICS_ORACLE_H

#include "support.h"

typedef struct oracle_particle {
    uint32_t place[3]; // coordinates
    double velocity[3];
    uint32_t species;
} oracle_particle;

typedef struct oracle_crowd {
    oracle_particle *rows; // the living, and the dead where `lives` says so
    bool *lives;
    uint64_t count;
} oracle_crowd;

oracle_crowd oracle_crowd_of(mote_simulation *simulation);
// From buffers as mote_simulation_read gives them: position, velocity and identity, or
// body and flight; `rows` of them.
oracle_crowd oracle_crowd_of_words(const plan *plan, uint32_t *const *buffers,
                                   uint64_t rows);
void oracle_crowd_free(oracle_crowd *crowd);

// The cell of the statistics' grid that holds a place; the number of cells: none does.
uint64_t oracle_statistics_cell(const plan *plan, const uint32_t place[3]);
uint64_t oracle_statistics_cells(const plan *plan, uint64_t cells[3]);

// What the buffers species_count, species_total and mixing_sum should hold.
void oracle_count_species(const plan *plan, const oracle_crowd *crowd, uint32_t *words);
void oracle_sum_species(const plan *plan, const uint32_t *counts, uint32_t *words);
void oracle_sum_mixing(const plan *plan, const uint32_t *counts, uint32_t *words);
// Fails unless motion_sum is right: to the bit, but for speeds, whose roots are rounded.
void oracle_check_motion(const plan *plan, const oracle_crowd *crowd,
                         const uint32_t *found);

// Fails unless a simulation's statistics are those of its state, within the rounding of
// its velocities.
void oracle_check_statistics(mote_simulation *simulation, const mote_statistics *found);

#endif
