// SPDX-License-Identifier: MIT
// What the build refuses of a model's .def: rows that are missing, too many, or at odds.
// Part of model.c. (That MODEL's name is the file's: cmake/models.cmake.)

#ifndef MOTE_SIM_MODEL_ASSERTS_H
#define MOTE_SIM_MODEL_ASSERTS_H

// The message of a row that fails: "life.def: MODEL: ...".
#define AT_ROW(row, message) MODEL_DEF ": " row ": " message

// ---- Rows that must be there ---------------------------------------------------------

enum {
    model_row_count = 0
#include "model_rows.h"
#undef MODEL
#define MODEL(...) +1
#include MODEL_DEF
};
_Static_assert(model_row_count == 1,
               AT_ROW("MODEL", "there must be one row MODEL(name, meaning)"));

enum {
    emits_row_count = 0
#include "model_rows.h"
#undef EMITS
#define EMITS(...) +1
#include MODEL_DEF
};
_Static_assert(emits_row_count > 0 || ROWS(pass_rows) > 0,
               AT_ROW("PASS", "a model needs a row PASS(name), or EMITS(list)"));
_Static_assert(emits_row_count == 0 || ROWS(pass_rows) == 0,
               AT_ROW("PASS", "particles of a model with EMITS have no pairs"));

enum {
    radius_row_count = 0
#include "model_rows.h"
#undef RADIUS
#define RADIUS(...) +1
#undef PAIR_RADIUS
#define PAIR_RADIUS(...) +1
#include MODEL_DEF
};
_Static_assert(ROWS(pass_rows) == 0 || radius_row_count == 1,
               AT_ROW("RADIUS", "a model with PASSes needs one row RADIUS(expression) or "
                                "PAIR_RADIUS(parameter): how far particles act"));
_Static_assert(ROWS(pass_rows) > 0 || radius_row_count == 0,
               AT_ROW("RADIUS", "without PASSes there is no interaction radius"));

// A bit for each pass that has one.
enum {
    there_is_no_pass = -1,
#include "model_rows.h"
#undef PASS
#define PASS(name) pass_##name,
#include MODEL_DEF
};
enum {
    summed_passes = 0
#include "model_rows.h"
#undef SUM
#define SUM(pass, ...) | 1 << pass_##pass
#include MODEL_DEF
};
#include "model_rows.h"
#undef PASS
#define PASS(name)                                                                       \
    _Static_assert((summed_passes >> pass_##name & 1) == 1,                              \
                   AT_ROW("PASS(" #name ")", "needs a row SUM(" #name ", ...)"));
#include MODEL_DEF

// ---- What rows name ------------------------------------------------------------------

// An error here that a `pass_x` is not declared: the row below names a PASS that is not
// there.
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, ...) _Static_assert(pass_##pass >= 0, "");
#undef UPDATE
#define UPDATE(pass, ...) _Static_assert(pass_##pass >= 0, "");
#undef PREPARE
#define PREPARE(pass) _Static_assert(pass_##pass >= 0, "");
#include MODEL_DEF

// ... that a `field_x` is not: it names a FIELD that is not there.
enum {
    there_is_no_field = -1,
#include "model_rows.h"
#undef FIELD
#define FIELD(name, shape, ...) field_##name = SHAPE_##shape,
#include MODEL_DEF
};
#include "model_rows.h"
#undef MORTAL
#define MORTAL(field)                                                                    \
    _Static_assert(field_##field == (int)SHAPE_REAL,                                     \
                   AT_ROW("MORTAL", "FIELD " #field " must be a REAL"));
#undef TALLY
#define TALLY(field, what)                                                               \
    _Static_assert(field_##field == (int)SHAPE_REAL,                                     \
                   AT_ROW("TALLY", "FIELD " #field " must be a REAL"));
#include MODEL_DEF

// ---- Room ----------------------------------------------------------------------------

_Static_assert(parameter_total <= MODEL_PARAMETER_MAX, "raise MODEL_PARAMETER_MAX");
_Static_assert(pair_total <= MODEL_PAIR_MAX, "raise MODEL_PAIR_MAX");
_Static_assert(ROWS(constant_rows) <= MODEL_CONSTANT_MAX, "raise MODEL_CONSTANT_MAX");
_Static_assert(ROWS(column_rows) <= MODEL_COLUMN_MAX, "raise MODEL_COLUMN_MAX");
_Static_assert(ROWS(pass_rows) <= MODEL_PASS_MAX, "raise MODEL_PASS_MAX");
_Static_assert(ROWS(list_rows) <= MODEL_LIST_MAX, "raise MODEL_LIST_MAX");

// Components in 3-D, where a VECTOR has the most.
#define COMPONENTS_REAL   1
#define COMPONENTS_VECTOR 3
enum {
    scratch_components = 0
#include "model_rows.h"
#undef SCRATCH
#define SCRATCH(name, shape, meaning) +COMPONENTS_##shape
#include MODEL_DEF
};
_Static_assert(scratch_components <= MODEL_SCRATCH_MAX,
               "SCRATCH: more than four components (a VECTOR has three in 3-D)");
#include "model_rows.h"
#undef LIST
#define LIST(list, ...)                                                                  \
    _Static_assert(INDEX_COUNT(struct keys_##list) <= MODEL_ITEM_KEY_MAX,                \
                   "LIST(" #list "): raise MODEL_ITEM_KEY_MAX");                         \
    _Static_assert(INDEX_COUNT(struct columns_##list) <= LIST_COLUMN_MAX,                \
                   "LIST(" #list "): raise LIST_COLUMN_MAX");
#include MODEL_DEF
_Static_assert(BUFFER_CORE_COUNT + ROWS(field_rows) + ROWS(pass_rows) + 1 <= BUFFER_MAX,
               "raise BUFFER_MAX");

// More bits than 20 would not round (exact_round), nor let a work group's tile of terms
// fit an int; fewer than 8 would let the count of terms overflow.
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning)                                            \
    _Static_assert((bits) >= 8 && (bits) <= 20, "SUM(" #name "): bits are 8 to 20");
#include MODEL_DEF

#endif
