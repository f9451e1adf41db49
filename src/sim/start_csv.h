// SPDX-License-Identifier: MIT
// A first state from a CSV table: a header with the names x, y (, z) (, species)
// (, vx, vy (, vz)) in any order, then one row for each particle. World units.

#ifndef MOTE_SIM_START_CSV_H
#define MOTE_SIM_START_CSV_H

#include "scene.h"

typedef struct start_csv_counts {
    uint64_t rows;
    bool has_species, has_velocity; // the columns are there
    uint64_t species[SPECIES_MAX];  // rows of each
} start_csv_counts;

// Checks the whole table. Errors name the file, the line and the column.
mote_status start_csv_count(const mote_scene *scene, start_csv_counts *counts);

// Fills the places of start.count particles and what else the table has.
mote_status start_csv_fill(const mote_scene *scene, start_state *state,
                           start_csv_counts *counts);

#endif
