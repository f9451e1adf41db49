// SPDX-License-Identifier: MIT
// What model.c and model_expressions.c share of one model's .def.

#ifndef MOTE_SIM_MODEL_PARTS_H
#define MOTE_SIM_MODEL_PARTS_H

#include "../core/paste.h"
#include "model.h"
#include "model_lists.h"

#include <stddef.h>

// Where the number of a parameter stands, so that `parameter(force)` is an element of an
// array. A point has three.
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

// What `model` points to: model_NAME_radius(...) and others, of model_expressions.c. Each
// is declared as its pointer says.
#define MODEL_FUNCTION(name) PASTE3(model_, MODEL_NAME, _##name)

#define DECLARE(name) __typeof__(*((model *)NULL)->name) MODEL_FUNCTION(name);
DECLARE(scene_default)
DECLARE(radius)
DECLARE(stable_time)
DECLARE(rest_density)
DECLARE(top_speed)
DECLARE(constants_of)
DECLARE(columns_of)
DECLARE(list_columns_of)
DECLARE(check_parameter)
DECLARE(check_item)
DECLARE(need_of_item)
DECLARE(check_pair)
DECLARE(solid_depth)
#undef DECLARE

#endif
