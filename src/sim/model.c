// SPDX-License-Identifier: MIT
// One model's .def as a table. Compiled once for each model, with what law.h expects;
// gives `const model model_NAME`.

#define LANES     1
#define DIMENSION 2

#include "model.h"

#include "law.h"

#define ROWS(array) ((int)(sizeof(array) / sizeof(array)[0]) - 1)

// Indices of the rows, so that `parameter(force)` is an element of an array.
enum {
#include "model_rows.h"
#undef PARAMETER
#define PARAMETER(name, ...) parameter_##name,
#include MODEL_DEF
    parameter_total,
};
enum {
#include "model_rows.h"
#undef PAIR_PARAMETER
#define PAIR_PARAMETER(name, ...) pair_##name,
#include MODEL_DEF
    pair_total,
};

// Each array ends with a row of zeros, so that none is empty.
static const parameter_row parameter_rows[] = {
#include "model_rows.h"
#undef PARAMETER
#define PARAMETER(name, fallback, lowest, highest, unit, meaning)                        \
    {#name, fallback, lowest, highest, unit, meaning},
#include MODEL_DEF
    {0}};

static const pair_parameter_row pair_rows[] = {
#include "model_rows.h"
#undef PAIR_PARAMETER
#define PAIR_PARAMETER(name, fallback, lowest, highest, rules, unit, meaning)            \
    {#name, fallback, lowest, highest, PAIR_##rules, unit, meaning},
#include MODEL_DEF
    {0}};

static const named_row constant_rows[] = {
#include "model_rows.h"
#undef CONSTANT
#define CONSTANT(name, value, meaning) {#name, meaning},
#include MODEL_DEF
    {0}};

static const named_row column_rows[] = {
#include "model_rows.h"
#undef COLUMN
#define COLUMN(name, value, meaning) {#name, meaning},
#include MODEL_DEF
    {0}};

static const field_row field_rows[] = {
#include "model_rows.h"
#undef FIELD
#define FIELD(name, shape, start, meaning) {#name, SHAPE_##shape, start, meaning},
#include MODEL_DEF
    {0}};

static const char *const pass_rows[] = {
#include "model_rows.h"
#undef PASS
#define PASS(name) #name,
#include MODEL_DEF
    0};

static const pass_field_row gather_rows[] = {
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, field, shape) {#pass, #field, SHAPE_##shape},
#include MODEL_DEF
    {0}};

static const pass_field_row update_rows[] = {
#include "model_rows.h"
#undef UPDATE
#define UPDATE(pass, field, shape) {#pass, #field, SHAPE_##shape},
#include MODEL_DEF
    {0}};

static const sum_row sum_rows[] = {
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning)                                            \
    {#pass, #name, SHAPE_##shape, bits, meaning},
#include MODEL_DEF
    {0}};

// What expressions in the .def may use.
#define parameter(name) (numbers->parameters[parameter_##name])
#define dt              (numbers->dt)
#define radius          (numbers->radius)
#define pair(name)      (numbers->pairs[pair_##name][self * numbers->species_count + other])

static double model_radius(const model_numbers *numbers)
{
    double largest = 0.0;
#include "model_rows.h"
#undef RADIUS
#define RADIUS(value) largest = (value);
#undef PAIR_RADIUS
#define PAIR_RADIUS(name)                                                                \
    for (int i = 0; i < numbers->species_count * numbers->species_count; i++) {          \
        double r = numbers->pairs[pair_##name][i];                                       \
        largest = r > largest ? r : largest;                                             \
    }
#include MODEL_DEF
    (void)numbers;
    return largest;
}

static void model_constants(const model_numbers *numbers, float *constants)
{
    int at = 0;
#include "model_rows.h"
#undef CONSTANT
#define CONSTANT(name, value, meaning) constants[at++] = (float)(value);
#include MODEL_DEF
    (void)numbers;
    (void)constants;
    (void)at;
}

static void model_columns(const model_numbers *numbers, int self, int other,
                          float *columns)
{
    int at = 0;
#include "model_rows.h"
#undef COLUMN
#define COLUMN(name, value, meaning) columns[at++] = (float)(value);
#include MODEL_DEF
    (void)numbers;
    (void)self;
    (void)other;
    (void)columns;
    (void)at;
}

static const char *model_check_pair(const model_numbers *numbers, int self, int other)
{
#include "model_rows.h"
#undef PAIR_CHECK
#define PAIR_CHECK(condition, message)                                                   \
    if (!(condition)) {                                                                  \
        return message;                                                                  \
    }
#include MODEL_DEF
    (void)numbers;
    (void)self;
    (void)other;
    return NULL;
}

#undef parameter
#undef dt
#undef radius
#undef pair

const model PASTE(model_, MODEL_NAME) = {
#include "model_rows.h"
#undef MODEL
#define MODEL(title, text) .name = #title, .meaning = text,
#undef MORTAL
#define MORTAL(field) .mortal = #field,
#include MODEL_DEF
    .parameters = parameter_rows,
    .parameter_count = ROWS(parameter_rows),
    .pairs = pair_rows,
    .pair_count = ROWS(pair_rows),
    .constants = constant_rows,
    .constant_count = ROWS(constant_rows),
    .columns = column_rows,
    .column_count = ROWS(column_rows),
    .fields = field_rows,
    .field_count = ROWS(field_rows),
    .passes = pass_rows,
    .pass_count = ROWS(pass_rows),
    .gathers = gather_rows,
    .gather_count = ROWS(gather_rows),
    .updates = update_rows,
    .update_count = ROWS(update_rows),
    .sums = sum_rows,
    .sum_count = ROWS(sum_rows),
    .radius = model_radius,
    .constants_of = model_constants,
    .columns_of = model_columns,
    .check_pair = model_check_pair,
};

_Static_assert(parameter_total <= MODEL_PARAMETER_MAX, "raise MODEL_PARAMETER_MAX");
_Static_assert(pair_total <= MODEL_PAIR_MAX, "raise MODEL_PAIR_MAX");
_Static_assert(ROWS(constant_rows) <= MODEL_CONSTANT_MAX, "raise MODEL_CONSTANT_MAX");
_Static_assert(ROWS(column_rows) <= MODEL_COLUMN_MAX, "raise MODEL_COLUMN_MAX");
_Static_assert(ROWS(pass_rows) <= MODEL_PASS_MAX, "raise MODEL_PASS_MAX");
_Static_assert(BUFFER_CORE_COUNT + ROWS(field_rows) + ROWS(sum_rows) <= BUFFER_MAX,
               "raise BUFFER_MAX");

// More bits than 20 would not round (exact_round), nor let a work group's tile of terms
// fit an int; fewer than 8 would let the count of terms overflow.
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning)                                            \
    _Static_assert((bits) >= 8 && (bits) <= 20, "SUM(" #name "): bits are 8 to 20");
#include MODEL_DEF
