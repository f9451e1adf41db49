// SPDX-License-Identifier: MIT
// What a plan holds of a model that emits besides its lists: births by the clock, how
// births are numbered, points to be born at, and steps to be run before the first frame.

#include "emitter_points.h"
#include "item_value.h"
#include "plan_parts.h"

#include "../core/status.h"

#include <math.h>
#include <stdlib.h>

// A number's lowest bits are its emitter: as many as their indices need.
static uint32_t emitter_mask(uint32_t emitters)
{
    uint32_t mask = 0;
    while (mask + 1 < emitters) {
        mask = 2 * mask + 1;
    }
    return mask;
}

static double number_of(const mote_scene *scene, uint32_t e, const char *key)
{
    return scene_item_value(scene, scene->model->emits, (int)e, key)->number[0];
}

static bool has_children(const mote_scene *scene, uint32_t e)
{
    bool by_death = number_of(scene, e, "on_death") >= 0.0;
    bool by_hit = number_of(scene, e, "on_collision") >= 0.0;
    return (by_death && number_of(scene, e, "death_count") > 0.0) ||
           (by_hit && number_of(scene, e, "collision_count") > 0.0);
}

// How far what is drawn of a particle reaches at most: a tail ends within a quarter of
// the box (emitter_units).
static double reach_of(const plan *p, const mote_scene *scene, uint32_t e)
{
    const char *list = scene->model->emits;
    double radius = scene_item_value(scene, list, (int)e, "particle_radius")->number[1];
    const item_value *size = scene_item_value(scene, list, (int)e, "size_over_life");
    double largest = 0.0, tail = 0.0;
    for (int k = 0; k < 16; k++) {
        largest = fmax(largest, item_curve_at(size, k / 15.0));
    }
    for (int axis = 0; axis < p->dimension; axis++) {
        tail = fmax(tail, p->box[axis] / 4.0);
    }
    return radius * largest + (number_of(scene, e, "streak") > 0.0 ? tail : 0.0);
}

// Makes the table longer.
static mote_status add_words(plan *p, uint64_t count)
{
    uint64_t all = p->item_word_count + count;
    uint32_t *table = NULL;
    if (all <= INT32_MAX) {
        table = realloc(p->item_table, (size_t)all * sizeof *table);
    }
    if (!table) {
        return fail_memory((size_t)all * sizeof *table, "the points of emitters");
    }
    memset(table + p->item_word_count, 0, (size_t)count * sizeof *table);
    p->item_table = table;
    p->item_word_count = (uint32_t)all;
    return MOTE_OK;
}

static mote_status add_points(plan *p, uint32_t emitters, uint32_t e,
                              const emitter_points *points)
{
    if (points->count == 0) {
        return MOTE_OK;
    }
    if (p->first_point == 0) {
        p->first_point = p->item_word_count;
        TRY(add_words(p, 2 * (uint64_t)emitters));
    }
    uint32_t first = p->item_word_count;
    TRY(add_words(p, 3 * (uint64_t)points->count));
    memcpy(p->item_table + first, points->words,
           3 * (size_t)points->count * sizeof *points->words);
    p->item_table[p->first_point + 2 * e] = first;
    p->item_table[p->first_point + 2 * e + 1] = points->count;
    return MOTE_OK;
}

static mote_status set_points(plan *p, const mote_scene *scene, uint32_t emitters)
{
    for (uint32_t e = 0; e < emitters; e++) {
        emitter_points points;
        TRY(emitter_points_read(scene, (int)e, &points));
        mote_status status = add_points(p, emitters, e, &points);
        free(points.words);
        TRY(status);
    }
    return MOTE_OK;
}

mote_status plan_set_emission(plan *p, const mote_scene *scene)
{
    uint32_t emitters = p->lists[model_find_list(p->model, p->model->emits)].count;
    p->constants.emitter_mask = emitter_mask(emitters);
    p->reach = 0.0;
    for (uint32_t e = 0; e < emitters; e++) {
        p->breeds = p->breeds || has_children(scene, e);
        p->streaks = p->streaks || number_of(scene, e, "streak") > 0.0;
        p->reach = fmax(p->reach, reach_of(p, scene, e));
        p->brightest = fmax(p->brightest, number_of(scene, e, "brightness"));
    }
    p->brightest = fmin(p->brightest, 16.0); // what a sprite_look can hold
    if (p->breeds && p->search == SEARCH_RECYCLED) {
        return fail(MOTE_BAD_INPUT, "search recycled: it knows no on_death and "
                                    "on_collision; leave them out");
    }
    TRY(set_points(p, scene, emitters));
    int prewarm = model_find_parameter(p->model, "prewarm");
    double steps = floor(scene->parameters[prewarm] / scene->dt + 0.5);
    p->prewarm_steps = (uint64_t)steps;
    return emission_create(scene, p->box, &p->emission);
}
