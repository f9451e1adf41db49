// SPDX-License-Identifier: MIT
// What a plan holds of a scene with faucets and drains: births by the clock, and where
// particles die.

#include "plan_parts.h"
#include "scene_parts.h"
#include "start_place.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "drain.glsl"

#include <assert.h>
#include <stdlib.h>

static const item_value *value_of(const mote_scene *scene, int drain, const char *key)
{
    return scene_item_value(scene, scene->model->drains, drain, key);
}

static bool is_ball(const mote_scene *scene, int drain)
{
    const model *model = scene->model;
    const model_option_row *option = NULL;
    int shape = (int)value_of(scene, drain, "shape")->number[0];
    do {
        option = model_next_option(model, (model_choice){model->drains, "shape"}, option);
    } while (option && option->value != shape);
    return option && strcmp(option->word, "sphere") == 0;
}

// Half a side as units of coordinate; all of the box at most.
static uint32_t half_side(double side, double box)
{
    double units = floor(side / 2.0 / box * 4294967296.0 + 0.5);
    return units < 2147483647.0 ? (uint32_t)units : 2147483647u;
}

static void fill_drain(const plan *p, const mote_scene *scene, int drain, uint32_t *words)
{
    double radius = value_of(scene, drain, "radius")->number[0];
    const double *size = value_of(scene, drain, "size")->number;
    const double *position = value_of(scene, drain, "position")->number;
    words[3] = is_ball(scene, drain) ? start_real(radius * radius) : 0;
    for (int axis = 0; axis < p->dimension; axis++) {
        double from_middle = position[axis] - p->size[axis] / 2.0;
        words[axis] = start_coordinate(0.5 + from_middle / p->box[axis]);
        words[4 + axis] = half_side(size[axis], p->box[axis]);
    }
}

static mote_status set_drains(plan *p, const mote_scene *scene)
{
    uint32_t count = scene_drain_count(scene);
    if (count == 0) {
        return MOTE_OK;
    }
    assert(count <= DRAIN_MOST && "DRAINS: a LIST of 16 items");
    p->drain_table = calloc((size_t)count * DRAIN_ROWS, 4 * sizeof *p->drain_table);
    if (!p->drain_table) {
        return fail_memory(count * sizeof(uint32_t), "the drains");
    }
    p->drain_count = count;
    for (uint32_t k = 0; k < count; k++) {
        fill_drain(p, scene, (int)k, p->drain_table + (size_t)k * 4 * DRAIN_ROWS);
    }
    return MOTE_OK;
}

mote_status plan_set_pouring(plan *p, const mote_scene *scene,
                             const model_numbers *numbers)
{
    TRY(set_drains(p, scene));
    return scene_pours(scene) ? pouring_create(scene, numbers, p->box, &p->pouring)
                              : MOTE_OK;
}
