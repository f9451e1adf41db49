// SPDX-License-Identifier: MIT
// Who is inside of a collider at the start, by the law's own text (model_solids.c).

#include "stuck.h"

#include "plan_parts.h"

#include "../core/log.h"
#include "../core/status.h"

#include <inttypes.h>
#include <stdlib.h>

// Part of the world's shorter side: so deep is rounding, and comes out by itself.
#define SLACK 1e-5

// The solids of a scene, as its law has them.
typedef struct solids {
    const mote_scene *scene;
    const mote_device_def *listener;
    plan *plan; // of which there are the items alone
    int list;   // of the model
    uint32_t count;
} solids;

// `place`: world units from the world's middle.
static bool is_inside(const solids *self, uint32_t item, const double place[3])
{
    const plan *plan = self->plan;
    const mote_scene *scene = self->scene;
    float at[3] = {(float)place[0], (float)place[1], (float)place[2]};
    double side = scene->size[0];
    for (int axis = 1; axis < scene->dimension; axis++) {
        side = scene->size[axis] < side ? scene->size[axis] : side;
    }
    float depth = plan->model->solid_depth((const float *)plan->item_table, plan->lists,
                                           item, scene->dimension, at);
    return (double)depth > SLACK * side;
}

// ---- The start -----------------------------------------------------------------------

static uint64_t count_inside(const solids *self, uint32_t item, const start_state *start)
{
    const mote_scene *scene = self->scene;
    uint64_t dimension = (uint64_t)scene->dimension, count = 0;
    for (uint64_t i = 0; i < scene->start.count; i++) {
        double place[3] = {0};
        for (uint64_t axis = 0; axis < dimension; axis++) {
            double part = (double)start->place[i * dimension + axis] / 4294967296.0;
            place[axis] = (part - 0.5) * scene->size[axis];
        }
        count += is_inside(self, item, place);
    }
    return count;
}

// What moves a pattern.
static const char *start_keys(const mote_scene *scene)
{
    switch (scene->start.pattern) {
    case START_CSV:
        return "start.file";
    case START_UNIFORM:
    case START_GRID:
        return "start.center or start.size";
    default:
        return "start.center or start.radius";
    }
}

static mote_status tell_of_start(const solids *self)
{
    const mote_scene *scene = self->scene;
    const model *model = scene->model;
    start_state start;
    TRY(start_fill(scene, &start));
    for (uint32_t item = 0; item < self->count; item++) {
        uint64_t inside = count_inside(self, item, &start);
        if (inside > 0) {
            log_line(self->listener,
                     "%s.%s[%" PRIu32 "]: %" PRIu64 " of the %" PRIu64
                     " particles start inside of it; move it, or change %s",
                     model->name, model->solids, item, inside, scene->start.count,
                     start_keys(scene));
        }
    }
    start_free(&start);
    return MOTE_OK;
}

// ---- Faucets -------------------------------------------------------------------------

static void tell_of_faucet(const solids *self, int faucet)
{
    const mote_scene *scene = self->scene;
    const model *model = scene->model;
    const double *position =
        scene_item_value(scene, model->pours, faucet, "position")->number;
    double place[3] = {0};
    for (int axis = 0; axis < scene->dimension; axis++) {
        place[axis] = position[axis] - scene->size[axis] / 2.0;
    }
    for (uint32_t item = 0; item < self->count; item++) {
        if (is_inside(self, item, place)) {
            log_line(self->listener,
                     "%s.%s[%d].position lies inside of %s[%" PRIu32
                     "]: what it pours is stuck; move one of them",
                     model->name, model->pours, faucet, model->solids, item);
        }
    }
}

static void tell_of_faucets(const solids *self)
{
    const mote_scene *scene = self->scene;
    int list =
        scene_pours(scene) ? model_find_list(scene->model, scene->model->pours) : -1;
    for (int i = 0; list >= 0 && i < scene->lists[list].count; i++) {
        tell_of_faucet(self, i);
    }
}

// ---- Both ----------------------------------------------------------------------------

static mote_status tell(solids *self)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(self->scene, pairs);
    TRY(plan_set_items(self->plan, self->scene, &numbers));
    TRY(tell_of_start(self));
    tell_of_faucets(self);
    return MOTE_OK;
}

mote_status stuck_tell(const mote_scene *scene, const mote_device_def *listener)
{
    const model *model = scene->model;
    solids self = {.scene = scene, .listener = listener};
    self.list = model->solids ? model_find_list(model, model->solids) : -1;
    self.count = self.list < 0 ? 0 : (uint32_t)scene->lists[self.list].count;
    if (self.count == 0 || !listener->log) {
        return MOTE_OK;
    }
    self.plan = calloc(1, sizeof *self.plan);
    if (!self.plan) {
        return fail_memory(sizeof *self.plan, "the colliders");
    }
    self.plan->model = model;
    mote_status status = tell(&self);
    plan_destroy(self.plan);
    return status;
}
