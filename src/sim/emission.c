// SPDX-License-Identifier: MIT
// Births by the clock. Only + - * / and floor in double: the same bits everywhere.
//
// An emitter's i-th birth by rate comes i / rate seconds after its start, so the births
// up to time t are floor(rate t), and those of a step the difference of two such numbers:
// what is left of a birth is carried over by itself, for all time. Bursts likewise: those
// of a step are the difference of how many came before its end and before its beginning.
//
// A step has the births by rate that come after its beginning, up to its end, and the
// bursts from its beginning on, before its end: so a burst at 0 is in the first step.
//
// The numbers of a scene are decimal, which doubles only come near: 60 a second in steps
// of 1/60 s must be one in each, and a burst at 0.3 s in steps of 0.1 s must not be late.
// So what is no farther from the border of a step than rounding could take it counts as
// on it.

#include "emission.h"

#include "start_place.h"

#include "../core/status.h"

#include "emission.glsl"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// More than the sum of all roundings from a scene's numbers to a count, of which each is
// up to 2^-53 of t.
#define ROUNDING (1.0 / 562949953421312.0)

// Units of coordinate that an emitter moves in a step at most, along an axis, and its
// greatest speed in world units/s: far from where ints and floats end.
#define SHIFT_MAX 1073741824.0
#define SPEED_MAX 1.0e9

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

#define FORCE_MAX ((int)(4 * (EMISSION_BATCHES - EMISSION_DRIFT)))

struct emission {
    int dimension;
    bool wraps;
    double dt;
    double size[3], box[3]; // world units
    scheduled_emitter *emitters;
    int emitter_count;
    double drift_speeds[FORCE_MAX]; // whirls a second
    int force_count;
};

// ---- What the scene says -------------------------------------------------------------

static const item_value *value_of(const mote_scene *scene, int e, const char *key)
{
    return scene_item_value(scene, scene->model->emits, e, key);
}

static double number_of(const mote_scene *scene, int e, const char *key)
{
    return value_of(scene, e, key)->number[0];
}

static mote_status take_bursts(scheduled_emitter *emitter, const item_value *value)
{
    if (value->row_count == 0) {
        return MOTE_OK;
    }
    size_t count = (size_t)value->row_count;
    emitter->bursts = calloc(count, sizeof *emitter->bursts);
    if (!emitter->bursts) {
        return fail_memory(count * sizeof *emitter->bursts, "an emitter's bursts");
    }
    emitter->burst_count = value->row_count;
    for (int i = 0; i < value->row_count; i++) {
        const double *row = value->rows + (ptrdiff_t)i * value->row_width;
        emitter->bursts[i] = (burst){row[0], row[1], row[2], row[3]};
    }
    return MOTE_OK;
}

static mote_status take_path(scheduled_emitter *emitter, const item_value *value)
{
    if (value->row_count == 0) {
        return MOTE_OK;
    }
    size_t count = (size_t)value->row_count;
    emitter->path = calloc(count, sizeof *emitter->path);
    if (!emitter->path) {
        return fail_memory(count * sizeof *emitter->path, "an emitter's path");
    }
    for (int i = 0; i < value->row_count; i++) {
        const double *row = value->rows + (ptrdiff_t)i * value->row_width;
        emitter->path[i] = (waypoint){row[0], {row[1], row[2], row[3]}};
    }
    double span = emitter->path[value->row_count - 1].time - emitter->path[0].time;
    bool is_twice = emission_path_closes(span, emitter->path_period);
    emitter->path_count = value->row_count - is_twice;
    return MOTE_OK;
}

static mote_status take_emitter(const mote_scene *scene, int e,
                                scheduled_emitter *emitter)
{
    emitter->rate = number_of(scene, e, "rate");
    emitter->start = number_of(scene, e, "start");
    emitter->stop = number_of(scene, e, "stop");
    emitter->path_period = number_of(scene, e, "path_period");
    memcpy(emitter->position, value_of(scene, e, "position")->number,
           sizeof emitter->position);
    TRY(take_bursts(emitter, value_of(scene, e, "bursts")));
    return take_path(emitter, value_of(scene, e, "path"));
}

static mote_status fill(emission *self, const mote_scene *scene, const double box[3])
{
    self->dimension = scene->dimension;
    self->dt = scene->dt;
    memcpy(self->size, scene->size, sizeof self->size);
    memcpy(self->box, box, sizeof self->box);
    self->wraps = scene->edges == EDGES_WRAP;
    int count = scene->lists[model_find_list(scene->model, scene->model->emits)].count;
    size_t size = ((size_t)count + 1) * sizeof *self->emitters;
    self->emitters = calloc(1, size);
    if (!self->emitters) {
        return fail_memory(size, "the emitters");
    }
    for (; self->emitter_count < count; self->emitter_count++) {
        int e = self->emitter_count;
        TRY(take_emitter(scene, e, &self->emitters[e]));
    }
    self->force_count = scene->lists[model_find_list(scene->model, "forces")].count;
    assert(self->force_count <= FORCE_MAX && "emission.glsl: a drift for each force");
    for (int f = 0; f < self->force_count; f++) {
        self->drift_speeds[f] = scene_item_value(scene, "forces", f, "speed")->number[0];
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

bool emission_path_closes(double span, double period)
{
    return span > 0.0 && fabs(span - period) <= span * ROUNDING;
}

// The k-th point of a path: for ever where it begins anew, else its ends stay.
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

// The slope at a point between its neighbours a and c.
static double slope_at(const waypoint *a, const waypoint *c, int axis)
{
    double time = c->time - a->time;
    return time > 0.0 ? (c->offset[axis] - a->offset[axis]) / time : 0.0;
}

// The last point that is not after t, or the first.
static int find_waypoint(const scheduled_emitter *emitter, double t)
{
    int k = 0;
    while (k + 1 < emitter->path_count && emitter->path[k + 1].time <= t) {
        k++;
    }
    return k;
}

// Catmull and Rom's spline through the points, over uneven times: a cubic (Hermite) whose
// slope at each point is that between its neighbours.
static void follow_path(const scheduled_emitter *emitter, double t, double place[3])
{
    if (emitter->path_count == 0) {
        return;
    }
    double first = emitter->path[0].time, period = emitter->path_period;
    t = period > 0.0 ? t - floor((t - first) / period) * period : t;
    int k = find_waypoint(emitter, t);
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

static double clamped(double value, double most)
{
    return value < -most ? -most : value > most ? most : value;
}

// Where an emitter is, in boxes from the box's low edge: its middle is the world's. Where
// nothing wraps, emitters stay in it.
static void place_emitter(const emission *self, int e, double t, double boxes[3])
{
    const scheduled_emitter *emitter = &self->emitters[e];
    memcpy(boxes, emitter->position, 3 * sizeof *boxes);
    follow_path(emitter, t, boxes);
    for (int axis = 0; axis < self->dimension; axis++) {
        double along = (boxes[axis] - self->size[axis] / 2.0) / self->box[axis];
        boxes[axis] = 0.5 + (self->wraps ? along : clamped(along, 0.499));
    }
}

// ---- Batches -------------------------------------------------------------------------

typedef struct batch {
    double count;
    double first_time, time_step; // parts of the step
} batch;

// When in a step something comes, as a part of the step.
static double part_of_step(const emission *self, double time, double from)
{
    double part = (time - from) / self->dt;
    return part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
}

uint64_t emission_births_by_rate(double rate, double start, double stop, double t)
{
    double end = stop > 0.0 && t > stop ? stop : t;
    return end > start ? (uint64_t)floor((end + end * ROUNDING - start) * rate) : 0;
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
        b.first_time = part_of_step(self, first, from);
        b.time_step = 1.0 / (rate * self->dt);
    }
    return b;
}

// How many of a burst's repeats come before time t.
static double repeats_before(const burst *burst, double t)
{
    double count = ceil((t - t * ROUNDING - burst->time) / burst->interval);
    count = count > 0.0 ? count : 0.0;
    bool is_over = burst->repeats > 0.0 && count > burst->repeats;
    return is_over ? burst->repeats : count;
}

// Repeats within a step are spread over it as one.
static batch batch_of_burst(const emission *self, const burst *burst, uint64_t step)
{
    double from = (double)step * self->dt, to = (double)(step + 1) * self->dt;
    double before = repeats_before(burst, from);
    double repeats = repeats_before(burst, to) - before;
    batch b = {.count = burst->count * repeats};
    if (b.count > 0.0) {
        double first = burst->time + before * burst->interval;
        b.first_time = part_of_step(self, first, from);
        b.time_step = repeats > 1.0 ? burst->interval / self->dt / burst->count : 0.0;
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
    place_emitter(self, e, (double)writer->step * self->dt, from);
    place_emitter(self, e, (double)(writer->step + 1) * self->dt, to);
    uint32_t(*row)[4] =
        writer->rows + EMISSION_BATCHES + (size_t)writer->count * EMISSION_BATCH_ROWS;
    memset(row, 0, EMISSION_BATCH_ROWS * sizeof *row);
    row[0][0] = (uint32_t)e;
    row[0][1] = (uint32_t)b->count;
    row[0][2] = writer->births;
    for (int axis = 0; axis < self->dimension; axis++) {
        double move = to[axis] - from[axis];
        double speed = move * self->box[axis] / self->dt;
        row[1][axis] = start_coordinate(from[axis]);
        row[2][axis] = start_real(clamped(move * 4294967296.0, SHIFT_MAX));
        row[3][axis] = start_real(clamped(speed, SPEED_MAX));
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
