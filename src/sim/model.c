// SPDX-License-Identifier: MIT
// One model's .def as a table. Compiled once for each model, with what law.h expects;
// gives `const model model_NAME`.

#define LANES     1
#define DIMENSION 2

#include "direction.h"
#include "item_value.h"
#include "model.h"
#include "scene_keys.h"

#include "law.h"

#include <math.h>
#include <stddef.h>

#define ROWS(array) ((int)(sizeof(array) / sizeof(array)[0]) - 1)

// Indices of the numbers, so that `parameter(force)` is an element of an array. A point
// has three.
enum {
#include "model_rows.h"
#undef PARAMETER
#define PARAMETER(name, ...) parameter_##name,
#undef PARAMETER_POINT
#define PARAMETER_POINT(name, ...)                                                       \
    parameter_##name, parameter_end_##name = parameter_##name + 2,
#undef PARAMETER_CHOICE
#define PARAMETER_CHOICE(name, ...) parameter_##name,
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

// The same as rows.
enum {
#include "model_rows.h"
#undef PARAMETER
#define PARAMETER(name, ...) parameter_row_##name,
#undef PARAMETER_POINT
#define PARAMETER_POINT(name, ...) parameter_row_##name,
#undef PARAMETER_CHOICE
#define PARAMETER_CHOICE(name, ...) parameter_row_##name,
#include MODEL_DEF
    parameter_row_total,
};

// Each array ends with a row of zeros, so that none is empty.
static const parameter_row parameter_rows[] = {
#include "model_rows.h"
#undef PARAMETER
#define PARAMETER(name, fallback, lowest, highest, unit, meaning)                        \
    {PARAMETER_NUMBER, #name, {fallback}, lowest, highest,                               \
     parameter_##name, unit,  meaning},
#undef PARAMETER_POINT
#define PARAMETER_POINT(name, x, y, z, lowest, highest, unit, meaning)                   \
    {PARAMETER_POINT, #name, {x, y, z}, lowest, highest, parameter_##name, unit, meaning},
#undef PARAMETER_CHOICE
#define PARAMETER_CHOICE(name, fallback, meaning)                                        \
    {PARAMETER_CHOICE, #name, {fallback}, 0, 0, parameter_##name, "", meaning},
#include MODEL_DEF
    {0}};

static const model_option_row choice_option_rows[] = {
#include "model_rows.h"
#undef PARAMETER_OPTION
#define PARAMETER_OPTION(name, word, constant, meaning)                                  \
    {{"", #name}, #word, #constant, constant, meaning},
#undef ITEM_OPTION
#define ITEM_OPTION(list, name, word, constant, meaning)                                 \
    {{#list, #name}, #word, #constant, constant, meaning},
#include MODEL_DEF
    {{NULL, NULL}, NULL, NULL, 0, NULL}};

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

static const scratch_row scratch_rows[] = {
#include "model_rows.h"
#undef SCRATCH
#define SCRATCH(name, shape, meaning) {#name, SHAPE_##shape, meaning},
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

static const char *const prepare_rows[] = {
#include "model_rows.h"
#undef PREPARE
#define PREPARE(pass) #pass,
#include MODEL_DEF
    0};

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

static const list_row list_rows[] = {
#include "model_rows.h"
#undef LIST
#define LIST(list, item, most, fallback, meaning)                                        \
    {#list,                                                                              \
     #item,                                                                              \
     most,                                                                               \
     fallback,                                                                           \
     keys_at_##list,                                                                     \
     INDEX_COUNT(struct keys_##list),                                                    \
     INDEX_COUNT(struct columns_##list),                                                 \
     meaning},
#include MODEL_DEF
    {0}};

// clang-format off
static const item_key_row item_key_rows[] = {
#include "model_rows.h"
#define KEY(kind, list, name, ...)                                                       \
    [keys_at_##list + KEY_INDEX(struct keys_##list, name)] =                             \
        {ITEM_##kind, #list, #name, __VA_ARGS__},
#undef ITEM_NUMBER
#define ITEM_NUMBER(list, name, fallback, lowest, highest, unit, meaning)                \
    KEY(NUMBER, list, name, {fallback}, NULL, lowest, highest, 0, unit, meaning)
#undef ITEM_WHOLE
#define ITEM_WHOLE(list, name, fallback, lowest, highest, meaning)                       \
    KEY(WHOLE, list, name, {fallback}, NULL, lowest, highest, 0, "", meaning)
#undef ITEM_RANGE
#define ITEM_RANGE(list, name, low, high, lowest, highest, unit, meaning)                \
    KEY(RANGE, list, name, {low, high}, NULL, lowest, highest, 0, unit, meaning)
#undef ITEM_POINT
#define ITEM_POINT(list, name, x, y, z, lowest, highest, unit, meaning)                  \
    KEY(POINT, list, name, {x, y, z}, NULL, lowest, highest, 0, unit, meaning)
#undef ITEM_PLACE
#define ITEM_PLACE(list, name, meaning)                                                  \
    KEY(PLACE, list, name, {0}, NULL, -1.0e12, 1.0e12, 0, "world unit", meaning)
#undef ITEM_CHOICE
#define ITEM_CHOICE(list, name, fallback, meaning)                                       \
    KEY(CHOICE, list, name, {fallback}, NULL, 0, 0, 0, "", meaning)
#undef ITEM_TEXT
#define ITEM_TEXT(list, name, meaning)                                                   \
    KEY(TEXT, list, name, {0}, "", 0, 0, 0, "", meaning)
#undef ITEM_LINK
#define ITEM_LINK(list, name, target, meaning)                                           \
    KEY(LINK, list, name, {0}, #target, 0, 0, 0, "", meaning)
#undef ITEM_CURVE
#define ITEM_CURVE(list, name, fallback, lowest, highest, meaning)                       \
    KEY(CURVE, list, name, {fallback}, NULL, lowest, highest, 0, "", meaning)
#undef ITEM_GRADIENT
#define ITEM_GRADIENT(list, name, fallback, meaning)                                     \
    KEY(GRADIENT, list, name, {0}, fallback, 0, 0, 0, "", meaning)
#undef ITEM_TABLE
#define ITEM_TABLE(list, name, most, meaning)                                            \
    KEY(TABLE, list, name, {0}, NULL, 0, 0, most, "", meaning)
#include MODEL_DEF
    [key_total] = {0}};
// clang-format on

static const item_need_row item_need_rows[] = {
#include "model_rows.h"
#undef ITEM_NEEDS
#define ITEM_NEEDS(list, name, condition, what) {#list, #name, what},
#include MODEL_DEF
    {0}};

static const item_field_row item_field_rows[] = {
#include "model_rows.h"
#undef ITEM_FIELD
#define ITEM_FIELD(list, name, field, lowest, highest, unit)                             \
    {#list, #name, #field, false, false, 0, lowest, highest, unit},
#undef ITEM_FIELD_POINT
#define ITEM_FIELD_POINT(list, name, field, lowest, highest, unit)                       \
    {#list, #name, #field, true, false, 0, lowest, highest, unit},
#undef ITEM_FIELD_EXTRA
#define ITEM_FIELD_EXTRA(list, name, field, fallback, lowest, highest, unit)             \
    {#list, #name, #field, false, true, fallback, lowest, highest, unit},
#include MODEL_DEF
    {0}};

static const list_column_row list_column_rows[] = {
#include "model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, value, meaning)                                          \
    {#list, #name, COLUMN_INDEX(struct columns_##list, name), 1, meaning},
#undef LIST_SAMPLES
#define LIST_SAMPLES(list, name, count, value, meaning)                                  \
    {#list, #name, COLUMN_INDEX(struct columns_##list, name), count, meaning},
#include MODEL_DEF
    {0}};

static bool model_scene_default(const struct mote_scene *scene, int key, int axis,
                                double *value)
{
#include "model_rows.h"
#undef SCENE_DEFAULT
#define SCENE_DEFAULT(section, name, number)                                             \
    if (key == KEY_##section##_##name) {                                                 \
        *value = (number);                                                               \
        return true;                                                                     \
    }
#include MODEL_DEF
    (void)scene;
    (void)key;
    (void)axis;
    (void)value;
    return false;
}

// What expressions in the .def may use. (A list's struct of keys is `keys` by then.)
#define parameter(name)         (numbers->parameters[parameter_##name])
#define parameter_axis(name, k) (numbers->parameters[parameter_##name + (k)])
#define dimension               (numbers->dimension)
#define world_size(k)           (numbers->size[k])
#define start_density           (numbers->start_density)
#define larger(a, b)            ((a) > (b) ? (a) : (b))
#define smaller(a, b)           ((a) < (b) ? (a) : (b))
#define largest_pair(name)      largest_entry(numbers, pair_##name)

// The largest size of the entries of a pair parameter.
__attribute__((unused)) static double largest_entry(const model_numbers *numbers, int row)
{
    double largest = 0.0;
    for (int i = 0; i < numbers->species_count * numbers->species_count; i++) {
        double entry = fabs(numbers->pairs[row][i]);
        largest = entry > largest ? entry : largest;
    }
    return largest;
}

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

static double model_rest_density(const model_numbers *numbers)
{
    double density = 0.0;
#include "model_rows.h"
#undef POURS
#define POURS(list, value) density = (value);
#include MODEL_DEF
    (void)numbers;
    return density;
}

#define radius (numbers->radius)

static double model_stable_time(const model_numbers *numbers)
{
    double longest = INFINITY;
#include "model_rows.h"
#undef STABLE_TIME
#define STABLE_TIME(value) longest = (value);
#include MODEL_DEF
    (void)numbers;
    return longest;
}

static double model_top_speed(const model_numbers *numbers)
{
    double top = INFINITY;
#include "model_rows.h"
#undef TOP_SPEED
#define TOP_SPEED(value) top = (value);
#include MODEL_DEF
    (void)numbers;
    return top;
}

#define dt         (numbers->dt)
#define pair(name) (numbers->pairs[pair_##name][self * numbers->species_count + other])

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

static const char *model_check_parameter(const model_numbers *numbers, int *row)
{
#include "model_rows.h"
#undef PARAMETER_CHECK
#define PARAMETER_CHECK(name, condition, message)                                        \
    *row = parameter_row_##name;                                                         \
    if (!(condition)) {                                                                  \
        return message;                                                                  \
    }
#include MODEL_DEF
    (void)numbers;
    (void)row;
    return NULL;
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

#undef radius
#undef pair
#undef largest_pair

#define value_of(name)         (&values[KEY_INDEX(keys, name)])
#define item(name)             (value_of(name)->number[0])
#define item_low(name)         (value_of(name)->number[0])
#define item_high(name)        (value_of(name)->number[1])
#define item_axis(name, axis)  (value_of(name)->number[axis])
#define item_place(name, axis) (item_axis(name, axis) - numbers->size[axis] / 2.0)
#define unit_axis(x, y, z, k)  direction_unit((double[3]){x, y, z}, k)
#define side_axis(x, y, z, k)  direction_side((double[3]){x, y, z}, k)
#define item_squared(name)                                                               \
    (item_axis(name, 0) * item_axis(name, 0) + item_axis(name, 1) * item_axis(name, 1) + \
     item_axis(name, 2) * item_axis(name, 2))
#define item_has(name)                  (value_of(name)->text[0] != 0)
#define item_rows(name)                 (value_of(name)->row_count)
#define item_curve(name, t)             item_curve_at(value_of(name), t)
#define item_gradient(name, channel, t) item_gradient_at(value_of(name), channel, t)

static void model_list_columns(const model_numbers *numbers, int list,
                               const item_value *values, float *columns)
{
#include "model_rows.h"
#undef LIST_SAMPLES
#define LIST_SAMPLES(of, name, count, value, meaning)                                    \
    if (list == list_##of) {                                                             \
        typedef struct keys_##of keys;                                                   \
        int at = COLUMN_INDEX(struct columns_##of, name) + 0 * (int)sizeof(keys);        \
        for (int k = 0; k < (count); k++) {                                              \
            columns[at + k] = (float)(value);                                            \
        }                                                                                \
    }
#undef LIST_COLUMN
#define LIST_COLUMN(of, name, value, meaning)                                            \
    if (list == list_##of) {                                                             \
        typedef struct keys_##of keys;                                                   \
        int at = COLUMN_INDEX(struct columns_##of, name) + 0 * (int)sizeof(keys);        \
        columns[at] = (float)(value);                                                    \
    }
#include MODEL_DEF
    (void)numbers;
    (void)list;
    (void)values;
    (void)columns;
}

static const char *model_check_item(const model_numbers *numbers, int list,
                                    const item_value *values, int *key)
{
#include "model_rows.h"
#undef ITEM_CHECK
#define ITEM_CHECK(of, name, condition, message)                                         \
    if (list == list_##of) {                                                             \
        typedef struct keys_##of keys;                                                   \
        *key = KEY_INDEX(keys, name);                                                    \
        if (!(condition)) {                                                              \
            return message;                                                              \
        }                                                                                \
    }
#include MODEL_DEF
    (void)numbers;
    (void)list;
    (void)values;
    (void)key;
    return NULL;
}

static const char *model_need_of_item(const model_numbers *numbers, int list,
                                      const item_value *values, int key)
{
#include "model_rows.h"
#undef ITEM_NEEDS
#define ITEM_NEEDS(of, name, condition, what)                                            \
    if (list == list_##of) {                                                             \
        typedef struct keys_##of keys;                                                   \
        if (key == KEY_INDEX(keys, name) && !(condition)) {                              \
            return what;                                                                 \
        }                                                                                \
    }
#include MODEL_DEF
    (void)numbers;
    (void)list;
    (void)values;
    (void)key;
    return NULL;
}

#undef value_of
#undef item
#undef item_low
#undef item_high
#undef item_axis
#undef item_squared
#undef item_has
#undef item_rows
#undef item_curve
#undef item_gradient

#undef parameter
#undef parameter_axis
#undef dimension
#undef world_size
#undef start_density
#undef larger
#undef smaller
#undef dt

const model PASTE(model_, MODEL_NAME) = {
#include "model_rows.h"
#undef MODEL
#define MODEL(title, text) .name = #title, .meaning = text,
#undef MORTAL
#define MORTAL(field) .mortal = #field,
#undef EMITS
#define EMITS(list) .emits = #list,
#undef TALLY
#define TALLY(field, what) .tally = #field, .tally_meaning = what,
#undef POURS
#define POURS(list, density) .pours = #list,
#undef DRAINS
#define DRAINS(list) .drains = #list,
#include MODEL_DEF
    .parameters = parameter_rows,
    .parameter_count = ROWS(parameter_rows),
    .options = choice_option_rows,
    .option_count = ROWS(choice_option_rows),
    .pairs = pair_rows,
    .pair_count = ROWS(pair_rows),
    .constants = constant_rows,
    .constant_count = ROWS(constant_rows),
    .columns = column_rows,
    .column_count = ROWS(column_rows),
    .fields = field_rows,
    .field_count = ROWS(field_rows),
    .scratches = scratch_rows,
    .scratch_count = ROWS(scratch_rows),
    .passes = pass_rows,
    .pass_count = ROWS(pass_rows),
    .gathers = gather_rows,
    .gather_count = ROWS(gather_rows),
    .prepares = prepare_rows,
    .prepare_count = ROWS(prepare_rows),
    .updates = update_rows,
    .update_count = ROWS(update_rows),
    .sums = sum_rows,
    .sum_count = ROWS(sum_rows),
    .lists = list_rows,
    .list_count = ROWS(list_rows),
    .item_keys = item_key_rows,
    .item_key_count = ROWS(item_key_rows),
    .item_needs = item_need_rows,
    .item_need_count = ROWS(item_need_rows),
    .item_fields = item_field_rows,
    .item_field_count = ROWS(item_field_rows),
    .list_columns = list_column_rows,
    .list_column_count = ROWS(list_column_rows),
    .scene_default = model_scene_default,
    .radius = model_radius,
    .stable_time = model_stable_time,
    .rest_density = model_rest_density,
    .top_speed = model_top_speed,
    .constants_of = model_constants,
    .columns_of = model_columns,
    .list_columns_of = model_list_columns,
    .check_parameter = model_check_parameter,
    .check_item = model_check_item,
    .need_of_item = model_need_of_item,
    .check_pair = model_check_pair,
};

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
