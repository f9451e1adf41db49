// SPDX-License-Identifier: MIT
// A model: its parameters, the fields of its particles, and its pair passes, as its .def
// declares them. The registry is made by the build from the files in glsl/models.
//
// To add a model: write glsl/models/NAME.def and glsl/models/NAME.glsl, and nothing else
// but write the schema anew: `mote scene schema > assets/scene.schema.json`.
// The rows of a .def:
//
//   MODEL(name, meaning)
//   MORTAL(field)             particles die: one whose REAL field is <= 0 is dead, and
//                             `reorder` leaves it behind; the population lives in a
//                             GPU buffer
//   PARAMETER(name, default, lowest, highest, unit, meaning)         a number, model.name
//   PAIR_PARAMETER(name, default, lowest, highest, rules, unit, meaning)
//                             a species x species matrix (row: who feels), or one number
//                             for all pairs; RULED: may also be made by a rule, and by
//                             default is: by "random", scaled by the default
//   PAIR_CHECK(condition, message)        must hold for every pair
//   PAIR_RADIUS(parameter)                the interaction radius is its largest entry
//   RADIUS(expression)                    ... or this, where it is no matrix
//   CONSTANT(name, value, meaning)        computed once, on the CPU: float
//   COLUMN(name, value, meaning)          computed once for each pair: float
//   FIELD(name, shape, start, meaning)    one more value per particle: travels with it
//   PASS(name)                            a sum over neighbours; passes run in order
//   GATHER(pass, field, shape)            what the law reads of self and other
//   SUM(pass, name, shape, bits, meaning) what it adds up: |term| <= 1, times 2^bits, 8
//                                         to 20 (the fewer, the longer it fits an int)
//   UPDATE(pass, field, shape)            what the pass changes of a particle at its end
//
// Shapes: REAL one float, VECTOR one a dimension, NATURAL a uint (species, id; GATHER
// only). Expressions are C in double: `parameter(x)`, `dt`, `radius` and, in PAIR rows
// and COLUMN, `pair(x)`; CONSTANT and COLUMN are then rounded to float.
//
// In NAME.glsl each pass P has two functions, one text for GLSL and C (see lanes.h):
//
//   NAME_P_sums   NAME_P(law_context c, NAME_particle self, NAME_particle other,
//                        separation s)
//                 the terms of one pair. s.x, s.y (, s.z): from self to other in
//                 interaction radii; s.squared: their squared length. Candidates farther
//                 than 1 come too and must give 0; self comes too, at distance 0.
//   NAME_particle NAME_P_update(law_context c, NAME_particle self, NAME_P_sums sum)
//                 the particle after the pass; sums are back in units of 2^-bits. The
//                 last pass's velocity then moves the particle.
//
//   constant_X(c) and column_X(c, other.species) read CONSTANT and COLUMN rows; an update
//   has no other, and so no columns.

#ifndef MOTE_SIM_MODEL_H
#define MOTE_SIM_MODEL_H

#include "table.h"

typedef enum field_shape { SHAPE_REAL, SHAPE_VECTOR, SHAPE_NATURAL } field_shape;
typedef enum pair_rules { PAIR_PLAIN, PAIR_RULED } pair_rules;

typedef struct parameter_row {
    const char *name;
    double fallback, lowest, highest; // fallback: the default
    const char *unit, *meaning;
} parameter_row;

typedef struct pair_parameter_row {
    const char *name;
    double fallback, lowest, highest;
    pair_rules rules;
    const char *unit, *meaning;
} pair_parameter_row;

typedef struct field_row {
    const char *name;
    field_shape shape;
    double start; // its value in a new particle
    const char *meaning;
} field_row;

// A field that a pass gathers or updates; names a core buffer's part or a FIELD.
typedef struct pass_field_row {
    const char *pass, *name;
    field_shape shape;
} pass_field_row;

typedef struct sum_row {
    const char *pass, *name;
    field_shape shape;
    int bits;
    const char *meaning;
} sum_row;

typedef struct named_row {
    const char *name, *meaning;
} named_row;

// Numbers that CONSTANT, COLUMN and PAIR_CHECK expressions see.
typedef struct model_numbers {
    const double *parameters;   // by row
    const double *const *pairs; // by row, species_count x species_count, row-major
    int species_count;
    double dt;
    double radius; // the interaction radius
} model_numbers;

#define MODEL_PARAMETER_MAX 32
#define MODEL_PAIR_MAX      8
#define MODEL_COLUMN_MAX    8
#define MODEL_PASS_MAX      4

// All rows of one .def. Arrays are never NULL; counts say how long they are.
typedef struct model {
    const char *name, *meaning;
    const char *mortal; // the field that says who lives, or NULL
    const parameter_row *parameters;
    int parameter_count;
    const pair_parameter_row *pairs;
    int pair_count;
    const named_row *constants;
    int constant_count;
    const named_row *columns;
    int column_count;
    const field_row *fields;
    int field_count;
    const char *const *passes;
    int pass_count;
    const pass_field_row *gathers;
    int gather_count;
    const pass_field_row *updates;
    int update_count;
    const sum_row *sums;
    int sum_count;
    // The interaction radius, in world units.
    double (*radius)(const model_numbers *numbers);
    // Fills constant_count floats.
    void (*constants_of)(const model_numbers *numbers, float *constants);
    // Fills column_count floats of the pair (self, other).
    void (*columns_of)(const model_numbers *numbers, int self, int other, float *columns);
    // NULL, or the message of the first PAIR_CHECK that does not hold.
    const char *(*check_pair)(const model_numbers *numbers, int self, int other);
} model;

// All models of this build, NULL at the end.
extern const model *const models[];

const model *model_find(const char *name);

#endif
