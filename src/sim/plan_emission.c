// SPDX-License-Identifier: MIT
// What a plan holds of a model that emits besides its lists: births by the clock, how
// births are numbered, points to be born at, and steps to be run before the first frame.

#include "plan_parts.h"

#include "../core/status.h"

#include <math.h>
#include <stdlib.h>

// Steps that a scene may run before its first frame.
#define PREWARM_MAX 100000.0
// Children that all particles at once may leave.
#define CHILDREN_MAX 2147483647.0

// A column of an item, by names.
static float column_of(const plan *p, const char *list, uint32_t item, const char *name)
{
    const plan_list *place = &p->lists[model_find_list(p->model, list)];
    for (int i = 0; i < p->model->list_column_count; i++) {
        const list_column_row *row = &p->model->list_columns[i];
        if (strcmp(row->list, list) == 0 && strcmp(row->name, name) == 0) {
            uint32_t at = place->first + (uint32_t)row->first * place->count + item;
            float value;
            memcpy(&value, &p->item_table[at], sizeof value);
            return value;
        }
    }
    return 0.0f;
}

static mote_status check_children(const plan *p, double most)
{
    double all = most * p->constants.particle_count;
    if (all > CHILDREN_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "emitter.emitters: if all %u particles died and collided at once, %g "
                    "would be born, more than %g; lower particles, death_count or "
                    "collision_count",
                    p->constants.particle_count, all, CHILDREN_MAX);
    }
    return MOTE_OK;
}

// A number's lowest bits are its emitter: as many as their indices need.
static uint32_t emitter_mask(uint32_t emitters)
{
    uint32_t mask = 0;
    while (mask + 1 < emitters) {
        mask = 2 * mask + 1;
    }
    return mask;
}

mote_status plan_set_emission(plan *p, const mote_scene *scene)
{
    uint32_t emitters = p->lists[model_find_list(p->model, p->model->emits)].count;
    double most = 0.0;
    p->constants.emitter_mask = emitter_mask(emitters);
    for (uint32_t e = 0; e < emitters; e++) {
        double by_death = (double)column_of(p, "emitters", e, "death_count");
        double by_hit = (double)column_of(p, "emitters", e, "collision_count");
        most = fmax(most, by_death + by_hit);
        p->streaks = p->streaks || column_of(p, "emitters", e, "streak") > 0.0f;
    }
    p->breeds = most > 0.0;
    TRY(check_children(p, most));
    if (p->breeds && p->search == SEARCH_RECYCLED) {
        return fail(MOTE_BAD_INPUT, "search recycled: it knows no on_death and "
                                    "on_collision; leave them out");
    }
    // One row a span of points for each emitter, then the points.
    p->point_count = emitters > 0 ? emitters : 1;
    p->points = calloc((size_t)p->point_count, 4 * sizeof *p->points);
    if (!p->points) {
        return fail_memory(4 * sizeof *p->points, "the points of emitters");
    }
    int prewarm = model_find_parameter(p->model, "prewarm");
    double steps = floor(scene->parameters[prewarm] / scene->dt + 0.5);
    if (steps > PREWARM_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "emitter.prewarm: %g s are %g steps of %g s, more than %g; lower it, "
                    "or raise dt",
                    scene->parameters[prewarm], steps, scene->dt, PREWARM_MAX);
    }
    p->prewarm_steps = (uint64_t)steps;
    return emission_create(scene, p->box, &p->emission);
}
