// SPDX-License-Identifier: MIT
// Checks of a model that emits: paths and bursts row by row, and what all emitters
// together may ask for.

#include "emission.h"
#include "emitter_points.h"
#include "scene_parts.h"

#include "emission.glsl"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Births in one step at most: by the clock, and left by deaths and collisions. Their sum
// is a number of 32 bits.
#define BIRTHS_MAX   2.0e9
#define CHILDREN_MAX 2.0e9
// Steps that a scene may run before its first frame.
#define PREWARM_MAX 100000.0

// One emitter, as the checks see it.
typedef struct emitter_check {
    const scene_reader *reader;
    int item;
} emitter_check;

static const item_value *value_of(const emitter_check *c, const char *key)
{
    const mote_scene *scene = c->reader->scene;
    return scene_item_value(scene, scene->model->emits, c->item, key);
}

static double number_of(const emitter_check *c, const char *key)
{
    return value_of(c, key)->number[0];
}

static const char *path_of(const emitter_check *c, const char *key,
                           char path[KEY_PATH_SIZE])
{
    const mote_scene *scene = c->reader->scene;
    return scene_item_path(scene, scene->model->emits, c->item, key, path);
}

// ---- Each emitter --------------------------------------------------------------------

enum burst_field { BURST_TIME, BURST_COUNT, BURST_REPEATS, BURST_INTERVAL };

static mote_status check_bursts(const emitter_check *c)
{
    const item_value *bursts = value_of(c, "bursts");
    for (int i = 0; i < bursts->row_count; i++) {
        const double *row = bursts->rows + i * bursts->row_width;
        for (int field = BURST_COUNT; field <= BURST_REPEATS; field++) {
            if (floor(row[field]) < row[field]) {
                char path[KEY_PATH_SIZE], place[KEY_PATH_SIZE + 32];
                char number[NUMBER_TEXT_SIZE];
                snprintf(place, sizeof place, "%s[%d][%d]", path_of(c, "bursts", path), i,
                         field);
                return scene_refuse(c->reader, place, "expected a whole number, found %s",
                                    number_write(number, row[field]));
            }
        }
    }
    return MOTE_OK;
}

static mote_status check_path_times(const emitter_check *c, const item_value *path)
{
    for (int i = 1; i < path->row_count; i++) {
        double before = path->rows[(i - 1) * path->row_width];
        double time = path->rows[i * path->row_width];
        if (!(time > before)) {
            char key[KEY_PATH_SIZE], place[KEY_PATH_SIZE + 32];
            char number[NUMBER_TEXT_SIZE], found[NUMBER_TEXT_SIZE];
            snprintf(place, sizeof place, "%s[%d][0]", path_of(c, "path", key), i);
            return scene_refuse(c->reader, place,
                                "expected a time after %s s, that of the point before, "
                                "found %s",
                                number_write(number, before), number_write(found, time));
        }
    }
    return MOTE_OK;
}

// A path that begins anew needs the time to go back, or must have come back.
static mote_status check_period(const emitter_check *c, const item_value *path)
{
    double period = number_of(c, "path_period");
    const double *first = path->rows;
    const double *last = path->rows + (path->row_count - 1) * path->row_width;
    double span = last[0] - first[0];
    bool closes = emission_path_closes(span, period);
    bool is_back = true;
    for (int k = 1; k < path->row_width; k++) {
        is_back = is_back && !(first[k] < last[k]) && !(first[k] > last[k]);
    }
    if (!(period > 0.0) || (closes ? is_back : period > span)) {
        return MOTE_OK;
    }
    char key[KEY_PATH_SIZE], text[NUMBER_TEXT_SIZE], found[NUMBER_TEXT_SIZE];
    return scene_refuse(c->reader, path_of(c, "path_period", key),
                        "expected more than %s s, which the path takes from its first "
                        "point to its last, or 0, found %s%s",
                        number_write(text, span), number_write(found, period),
                        closes ? "; as long only where these are one place" : "");
}

static mote_status check_path(const emitter_check *c)
{
    const item_value *path = value_of(c, "path");
    char key[KEY_PATH_SIZE];
    if (path->row_count == 0) {
        return MOTE_OK;
    }
    if (path->row_count == 1) {
        return scene_refuse(c->reader, path_of(c, "path", key),
                            "expected two points or more, found 1; `position` is where "
                            "an emitter stays");
    }
    TRY(check_path_times(c, path));
    return check_period(c, path);
}

static mote_status check_points(const emitter_check *c)
{
    const mote_scene *scene = c->reader->scene;
    emitter_points points;
    TRY(emitter_points_read(scene, c->item, &points));
    free(points.words);
    return MOTE_OK;
}

// ---- All emitters --------------------------------------------------------------------

// In a step, by the clock.
typedef struct emission_demand {
    double births;
    int batches;
} emission_demand;

static double births_by_bursts(const emitter_check *c)
{
    const item_value *bursts = value_of(c, "bursts");
    double births = 0.0;
    for (int i = 0; i < bursts->row_count; i++) {
        const double *row = bursts->rows + i * bursts->row_width;
        double times = floor(c->reader->scene->dt / row[BURST_INTERVAL]) + 1.0;
        bool is_limited = row[BURST_REPEATS] > 0.0 && row[BURST_REPEATS] < times;
        births += row[BURST_COUNT] * (is_limited ? row[BURST_REPEATS] : times);
    }
    return births;
}

static mote_status check_births(const emitter_check *c, emission_demand *all)
{
    char path[KEY_PATH_SIZE], dt[NUMBER_TEXT_SIZE];
    double rate = number_of(c, "rate");
    double by_rate = rate > 0.0 ? rate * c->reader->scene->dt + 1.0 : 0.0;
    double by_bursts = births_by_bursts(c);
    all->births += by_rate + by_bursts;
    all->batches += value_of(c, "bursts")->row_count + (rate > 0.0);
    if (all->births > BIRTHS_MAX) {
        path_of(c, by_rate > by_bursts ? "rate" : "bursts", path);
        return scene_refuse(c->reader, path,
                            "with it up to %g births fall into a step of %s s, more than "
                            "%g; lower it, or dt",
                            all->births, number_write(dt, c->reader->scene->dt),
                            BIRTHS_MAX);
    }
    if (all->batches > (int)EMISSION_BATCH_MOST) {
        return scene_refuse(c->reader, path_of(c, "bursts", path),
                            "with them all emitters have %d bursts and rates, more than "
                            "%d; repeats of a burst count as one",
                            all->batches, (int)EMISSION_BATCH_MOST);
    }
    return MOTE_OK;
}

static mote_status check_children(const emitter_check *c)
{
    double by_death = number_of(c, "on_death") < 0.0 ? 0.0 : number_of(c, "death_count");
    double by_hit =
        number_of(c, "on_collision") < 0.0 ? 0.0 : number_of(c, "collision_count");
    double most = by_death + by_hit;
    double particles = (double)c->reader->scene->particle_count;
    if (most * particles <= CHILDREN_MAX) {
        return MOTE_OK;
    }
    char path[KEY_PATH_SIZE], count[NUMBER_TEXT_SIZE];
    path_of(c, by_death > by_hit ? "death_count" : "collision_count", path);
    return scene_refuse(c->reader, path,
                        "if all %s particles died and collided in one step, %g would be "
                        "born, more than %g; lower it, or particles",
                        number_write(count, particles), most * particles, CHILDREN_MAX);
}

static mote_status check_prewarm(const scene_reader *reader)
{
    const mote_scene *scene = reader->scene;
    double prewarm = scene->parameters[model_find_parameter(scene->model, "prewarm")];
    double steps = prewarm / scene->dt;
    if (steps <= PREWARM_MAX) {
        return MOTE_OK;
    }
    char path[KEY_PATH_SIZE], time[NUMBER_TEXT_SIZE], dt[NUMBER_TEXT_SIZE];
    snprintf(path, sizeof path, "%s.prewarm", scene->model->name);
    return scene_refuse(reader, path,
                        "%s s are %.0f steps of %s s, more than %g; lower it, or raise "
                        "dt",
                        number_write(time, prewarm), steps, number_write(dt, scene->dt),
                        PREWARM_MAX);
}

mote_status scene_check_emission(const scene_reader *reader)
{
    const mote_scene *scene = reader->scene;
    if (!scene->model->emits) {
        return MOTE_OK;
    }
    emission_demand all = {0};
    int list = model_find_list(scene->model, scene->model->emits);
    for (emitter_check c = {reader, 0}; c.item < scene->lists[list].count; c.item++) {
        TRY(check_bursts(&c));
        TRY(check_path(&c));
        TRY(check_births(&c, &all));
        TRY(check_children(&c));
        TRY(check_points(&c));
    }
    return check_prewarm(reader);
}
