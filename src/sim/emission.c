// SPDX-License-Identifier: MIT
// Births by the clock. Only + - * / and floor in double: the same bits everywhere.
//
// An emitter's i-th birth by rate comes i / rate seconds after its start, so the births
// up to time t are floor(rate t), and those of a step the difference of two such numbers:
// what is left of a birth is carried over by itself, for all time.

#include "emission.h"

#include "start_place.h"

#include "../core/status.h"

#include "emission.glsl"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Births in one step at most, by all emitters.
#define BIRTHS_MAX 2147483647.0

typedef struct burst {
    double time, count, repeats, interval;
} burst;

typedef struct waypoint {
    double time, offset[3];
} waypoint;

typedef struct scheduled_emitter {
    double rate, start, stop;
    double position[3]; // world units
    burst *bursts;
    int burst_count;
    waypoint *path;
    int path_count;
    double path_period; // s; 0: it ends
} scheduled_emitter;

struct emission {
    int dimension;
    double dt;
    double size[3], box[3]; // world units
    bool wraps;
    scheduled_emitter *emitters;
    int emitter_count;
    double drift_speeds[16]; // of the forces, whirls a second
    int force_count;
};

// ---- What the scene says -------------------------------------------------------------

static const item_value *value_of(const mote_scene *scene, const char *list, int item,
                                  const char *key)
{
    int at = model_find_list(scene->model, list);
    return scene_item(scene, at, item) + model_find_key(scene->model, at, key);
}

static double number_of(const mote_scene *scene, int e, const char *key)
{
    return value_of(scene, "emitters", e, key)->number[0];
}

static mote_status take_bursts(scheduled_emitter *emitter, const item_value *value)
{
    if (value->row_count == 0) {
        return MOTE_OK;
    }
    emitter->bursts = calloc((size_t)value->row_count, sizeof *emitter->bursts);
    if (!emitter->bursts) {
        return fail_memory(sizeof *emitter->bursts, "an emitter's bursts");
    }
    emitter->burst_count = value->row_count;
    for (int i = 0; i < value->row_count; i++) {
        const double *row = value->rows + (ptrdiff_t)i * value->row_width;
        emitter->bursts[i] = (burst){row[0], floor(row[1] + 0.5), row[2], row[3]};
    }
    return MOTE_OK;
}

static mote_status take_path(scheduled_emitter *emitter, const item_value *value)
{
    if (value->row_count == 0) {
        return MOTE_OK;
    }
    emitter->path = calloc((size_t)value->row_count, sizeof *emitter->path);
    if (!emitter->path) {
        return fail_memory(sizeof *emitter->path, "an emitter's path");
    }
    emitter->path_count = value->row_count;
    for (int i = 0; i < value->row_count; i++) {
        const double *row = value->rows + (ptrdiff_t)i * value->row_width;
        emitter->path[i] = (waypoint){row[0], {row[1], row[2], row[3]}};
    }
    return MOTE_OK;
}

static mote_status take_emitter(const mote_scene *scene, int e,
                                scheduled_emitter *emitter)
{
    emitter->rate = number_of(scene, e, "rate");
    emitter->start = number_of(scene, e, "start");
    emitter->stop = number_of(scene, e, "stop");
    emitter->path_period = number_of(scene, e, "path_period");
    memcpy(emitter->position, value_of(scene, "emitters", e, "position")->number,
           sizeof emitter->position);
    TRY(take_bursts(emitter, value_of(scene, "emitters", e, "bursts")));
    return take_path(emitter, value_of(scene, "emitters", e, "path"));
}

static mote_status fill(emission *self, const mote_scene *scene, const double box[3])
{
    self->dimension = scene->dimension;
    self->dt = scene->dt;
    memcpy(self->size, scene->size, sizeof self->size);
    memcpy(self->box, box, sizeof self->box);
    self->wraps = scene->edges == EDGES_WRAP;
    int count = scene->lists[model_find_list(scene->model, "emitters")].count;
    self->emitters = calloc((size_t)count + 1, sizeof *self->emitters);
    if (!self->emitters) {
        return fail_memory(sizeof *self->emitters * (size_t)count, "the emitters");
    }
    for (; self->emitter_count < count; self->emitter_count++) {
        int e = self->emitter_count;
        TRY(take_emitter(scene, e, &self->emitters[e]));
    }
    self->force_count = scene->lists[model_find_list(scene->model, "forces")].count;
    for (int f = 0; f < self->force_count; f++) {
        self->drift_speeds[f] = value_of(scene, "forces", f, "speed")->number[0];
    }
    return MOTE_OK;
}

static mote_status check(const emission *self)
{
    double births = 0.0;
    int batches = 0;
    for (int e = 0; e < self->emitter_count; e++) {
        const scheduled_emitter *emitter = &self->emitters[e];
        births += emitter->rate * self->dt + 1.0;
        batches += 1 + emitter->burst_count;
        for (int i = 0; i < emitter->burst_count; i++) {
            double times = floor(self->dt / emitter->bursts[i].interval) + 1.0;
            births += emitter->bursts[i].count * times;
        }
    }
    if (births > BIRTHS_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "emitter.emitters: up to %g births in a step of %g s, more than %g; "
                    "lower rates and bursts, or dt",
                    births, self->dt, BIRTHS_MAX);
    }
    if (batches > (int)EMISSION_BATCH_MOST) {
        return fail(MOTE_BAD_INPUT,
                    "emitter.emitters: %d emitters and bursts, more than %d; repeats of "
                    "a burst count as one",
                    batches, (int)EMISSION_BATCH_MOST);
    }
    return MOTE_OK;
}

mote_status emission_create(const mote_scene *scene, const double box[3],
                            emission **result)
{
    *result = NULL;
    emission *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "the schedule of births");
    }
    mote_status status = fill(self, scene, box);
    status = status == MOTE_OK ? check(self) : status;
    if (status != MOTE_OK) {
        emission_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void emission_destroy(emission *self)
{
    if (self) {
        for (int e = 0; e < self->emitter_count; e++) {
            free(self->emitters[e].bursts);
            free(self->emitters[e].path);
        }
        free(self->emitters);
        free(self);
    }
}

// ---- Where emitters are --------------------------------------------------------------

// The k-th point of a path, in its order for ever where it begins anew; else its ends
// stay.
static waypoint waypoint_of(const scheduled_emitter *emitter, int k)
{
    int count = emitter->path_count;
    if (emitter->path_period > 0.0) {
        int turn = k < 0 ? -1 : k / count;
        waypoint point = emitter->path[k - turn * count];
        point.time += turn * emitter->path_period;
        return point;
    }
    k = k < 0 ? 0 : k >= count ? count - 1 : k;
    return emitter->path[k];
}

// The slope at b between its neighbours; 0 where time stands still.
static double slope_at(const waypoint *a, const waypoint *c, int axis)
{
    double time = c->time - a->time;
    return time > 0.0 ? (c->offset[axis] - a->offset[axis]) / time : 0.0;
}

// Catmull and Rom's spline through the points, over uneven times: a cubic (Hermite) whose
// slope at each point is that between its neighbours.
static void follow_path(const scheduled_emitter *emitter, double t, double place[3])
{
    if (emitter->path_count == 0) {
        return;
    }
    double first = emitter->path[0].time;
    if (emitter->path_period > 0.0) {
        t = t - floor((t - first) / emitter->path_period) * emitter->path_period;
    }
    int k = 0;
    while (k < emitter->path_count && waypoint_of(emitter, k + 1).time <= t &&
           k + 1 < emitter->path_count) {
        k++;
    }
    waypoint a = waypoint_of(emitter, k - 1), b = waypoint_of(emitter, k);
    waypoint c = waypoint_of(emitter, k + 1), d = waypoint_of(emitter, k + 2);
    double span = c.time - b.time;
    double u = span > 0.0 ? (t - b.time) / span : 0.0;
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    double v = 1.0 - u;
    for (int axis = 0; axis < 3; axis++) {
        double from = slope_at(&a, &c, axis) * span, to = slope_at(&b, &d, axis) * span;
        double along = b.offset[axis] * (1.0 + 2.0 * u) * v * v +
                       c.offset[axis] * (3.0 - 2.0 * u) * u * u;
        place[axis] += along + from * u * v * v - to * u * u * v;
    }
}

static void place_emitter(const scheduled_emitter *emitter, double t, double place[3])
{
    memcpy(place, emitter->position, 3 * sizeof *place);
    follow_path(emitter, t, place);
}

// Where edges join, places repeat. Else they are at most a quarter of the box, which is
// half a world past an edge, from the middle, which is the world's: so no move from one
// to another is half a box.
static uint32_t coordinate_of(const emission *self, int axis, double world)
{
    double fraction = (world - self->size[axis] / 2.0) / self->box[axis];
    if (self->wraps) {
        fraction -= floor(fraction + 0.5);
    } else {
        fraction = fraction < -0.249 ? -0.249 : fraction > 0.249 ? 0.249 : fraction;
    }
    return (uint32_t)(int64_t)floor((fraction + 0.5) * 4294967296.0 + 0.5);
}

// The shortest way from one coordinate to another, as float bits; as an int it is exact.
static uint32_t shift_of(uint32_t from, uint32_t to)
{
    double units = (double)(int32_t)(to - from);
    return start_real(units < 2147483520.0 ? units : 2147483520.0);
}

// ---- Batches -------------------------------------------------------------------------

typedef struct batch {
    double count;
    double first_time, time_step; // parts of the step
} batch;

uint64_t emission_births_by_rate(double rate, double start, double stop, double t)
{
    double end = stop > 0.0 && t > stop ? stop : t;
    return end > start ? (uint64_t)floor((end - start) * rate) : 0;
}

static batch batch_of_rate(const emission *self, const scheduled_emitter *emitter,
                           uint64_t step)
{
    double from = (double)step * self->dt, to = (double)(step + 1) * self->dt;
    double rate = emitter->rate;
    uint64_t before = emission_births_by_rate(rate, emitter->start, emitter->stop, from);
    uint64_t after = emission_births_by_rate(rate, emitter->start, emitter->stop, to);
    batch b = {.count = (double)(after - before)};
    if (b.count > 0.0) {
        double first = emitter->start + (double)(before + 1) / rate;
        b.first_time = (first - from) / self->dt;
        b.time_step = 1.0 / (rate * self->dt);
    }
    return b;
}

// Bursts that repeat within a step are spread over it as one.
static batch batch_of_burst(const emission *self, const burst *burst, uint64_t step)
{
    double from = (double)step * self->dt, to = (double)(step + 1) * self->dt;
    double turn = ceil((from - burst->time) / burst->interval);
    turn = turn > 0.0 ? turn : 0.0;
    // A quotient may be rounded either way.
    while (turn > 0.0 && burst->time + (turn - 1.0) * burst->interval >= from) {
        turn -= 1.0;
    }
    while (burst->time + turn * burst->interval < from) {
        turn += 1.0;
    }
    batch b = {0};
    double first = burst->time + turn * burst->interval;
    bool is_over = burst->repeats > 0.0 && turn >= burst->repeats;
    if (is_over || first >= to) {
        return b;
    }
    double times = ceil((to - first) / burst->interval);
    if (burst->repeats > 0.0 && turn + times > burst->repeats) {
        times = burst->repeats - turn;
    }
    b.count = burst->count * times;
    b.first_time = (first - from) / self->dt;
    if (times > 1.0 && b.count > 0.0) {
        b.time_step = burst->interval / self->dt / burst->count;
    }
    return b;
}

typedef struct batch_writer {
    const emission *emission;
    uint64_t step;
    uint32_t (*rows)[4];
    uint32_t count;  // batches
    uint32_t births; // of them all
} batch_writer;

static void write_batch(batch_writer *writer, int e, const batch *b)
{
    const emission *self = writer->emission;
    if (!(b->count > 0.0)) {
        return;
    }
    double from[3], to[3];
    place_emitter(&self->emitters[e], (double)writer->step * self->dt, from);
    place_emitter(&self->emitters[e], (double)(writer->step + 1) * self->dt, to);
    uint32_t(*row)[4] =
        writer->rows + EMISSION_BATCHES + (size_t)writer->count * EMISSION_BATCH_ROWS;
    memset(row, 0, EMISSION_BATCH_ROWS * sizeof *row);
    row[0][0] = (uint32_t)e;
    row[0][1] = (uint32_t)b->count;
    row[0][2] = writer->births;
    for (int axis = 0; axis < self->dimension; axis++) {
        uint32_t begin = coordinate_of(self, axis, from[axis]);
        uint32_t end = coordinate_of(self, axis, to[axis]);
        row[1][axis] = begin;
        row[2][axis] = shift_of(begin, end);
        row[3][axis] = start_real((to[axis] - from[axis]) / self->dt);
    }
    row[1][3] = start_real(b->first_time);
    row[2][3] = start_real(b->time_step);
    writer->count++;
    writer->births += row[0][1];
}

uint64_t emission_fill(const emission *self, uint64_t step, uint32_t (*rows)[4])
{
    batch_writer writer = {.emission = self, .step = step, .rows = rows};
    memset(rows, 0, EMISSION_BATCHES * sizeof *rows);
    for (int e = 0; e < self->emitter_count; e++) {
        const scheduled_emitter *emitter = &self->emitters[e];
        batch by_rate = batch_of_rate(self, emitter, step);
        write_batch(&writer, e, &by_rate);
        for (int i = 0; i < emitter->burst_count; i++) {
            batch by_burst = batch_of_burst(self, &emitter->bursts[i], step);
            write_batch(&writer, e, &by_burst);
        }
    }
    rows[0][0] = writer.count;
    rows[0][1] = writer.births;
    for (int f = 0; f < self->force_count; f++) {
        double drift = (double)step * self->dt * self->drift_speeds[f];
        drift -= floor(drift / 65536.0) * 65536.0; // the noise repeats by then
        rows[EMISSION_DRIFT + (unsigned)f / 4][f % 4] = start_real(drift);
    }
    uint64_t used = EMISSION_BATCHES + (uint64_t)writer.count * EMISSION_BATCH_ROWS;
    return used * sizeof *rows;
}
