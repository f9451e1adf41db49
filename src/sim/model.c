// SPDX-License-Identifier: MIT
// The rows of one model's .def as a table. Compiled once for each model; gives
// `const model model_NAME`.

#include "model_parts.h"

#include <stddef.h>

#define ROWS(array) ((int)(sizeof(array) / sizeof(array)[0]) - 1)

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
#undef SOLIDS
#define SOLIDS(list) .solids = #list, .solid_depth = MODEL_FUNCTION(solid_depth),
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
    .scene_default = MODEL_FUNCTION(scene_default),
    .radius = MODEL_FUNCTION(radius),
    .stable_time = MODEL_FUNCTION(stable_time),
    .rest_density = MODEL_FUNCTION(rest_density),
    .top_speed = MODEL_FUNCTION(top_speed),
    .constants_of = MODEL_FUNCTION(constants_of),
    .columns_of = MODEL_FUNCTION(columns_of),
    .list_columns_of = MODEL_FUNCTION(list_columns_of),
    .check_parameter = MODEL_FUNCTION(check_parameter),
    .check_item = MODEL_FUNCTION(check_item),
    .need_of_item = MODEL_FUNCTION(need_of_item),
    .check_pair = MODEL_FUNCTION(check_pair),
};

#include "model_asserts.h"
