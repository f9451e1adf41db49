// SPDX-License-Identifier: MIT
// The expressions of one model's .def as functions, that `model` points to. Compiled once
// for each model, with what law.h expects: an expression may use the functions of a law.

#define LANES     1
#define DIMENSION 2

#include "model_parts.h"

#include "direction.h"
#include "item_value.h"
#include "scene_keys.h"

#include "law.h"

#include <math.h>

// The rows of the parameters.
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

bool MODEL_FUNCTION(scene_default)(const struct mote_scene *scene, int key, int axis,
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

double MODEL_FUNCTION(radius)(const model_numbers *numbers)
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

double MODEL_FUNCTION(rest_density)(const model_numbers *numbers)
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

double MODEL_FUNCTION(stable_time)(const model_numbers *numbers)
{
    double longest = INFINITY;
#include "model_rows.h"
#undef STABLE_TIME
#define STABLE_TIME(value) longest = (value);
#include MODEL_DEF
    (void)numbers;
    return longest;
}

double MODEL_FUNCTION(top_speed)(const model_numbers *numbers)
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

void MODEL_FUNCTION(constants_of)(const model_numbers *numbers, float *constants)
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

void MODEL_FUNCTION(columns_of)(const model_numbers *numbers, int self, int other,
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

const char *MODEL_FUNCTION(check_parameter)(const model_numbers *numbers, int *row)
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

const char *MODEL_FUNCTION(check_pair)(const model_numbers *numbers, int self, int other)
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

void MODEL_FUNCTION(list_columns_of)(const model_numbers *numbers, int list,
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

const char *MODEL_FUNCTION(check_item)(const model_numbers *numbers, int list,
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

const char *MODEL_FUNCTION(need_of_item)(const model_numbers *numbers, int list,
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
