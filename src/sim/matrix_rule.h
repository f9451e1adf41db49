// SPDX-License-Identifier: MIT
// Matrices of species pairs that a word and the seed make.

#ifndef MOTE_SIM_MATRIX_RULE_H
#define MOTE_SIM_MATRIX_RULE_H

#include "scene.h"

typedef struct matrix_rule_row {
    const char *name, *meaning; // name NULL: RULE_NONE
} matrix_rule_row;

// In the order of matrix_rule.
#define RULE_COUNT (RULE_ZERO + 1)
extern const matrix_rule_row matrix_rules[RULE_COUNT];

// Fills the matrix of the model's pair parameter `row`. An entry depends on the seed, the
// row and its two species only: more species keep the entries of fewer (but for the ends
// of chain and snake).
void matrix_rule_fill(const mote_scene *scene, int row, matrix_rule rule, double scale);

#endif
