// SPDX-License-Identifier: MIT
// The start patterns. To add one: add it to start_pattern in scene.h, its OPTION row in
// scene_keys.def, its function to the table at the end of this file, and what it fills to
// that of scene_start.c.

#include "start.h"
#include "start_place.h"

#include "exact.glsl"

#include <math.h>

// Points are drawn until they fall inside; the chance to need more draws than this is
// less than 10^-20.
#define DRAW_MAX 64

// What all particles of a pattern share.
typedef struct pattern {
    const mote_scene *scene;
    const start_random *random;
    double side;      // the world's shorter one, world units
    uint64_t grid[3]; // places of START_GRID along each axis
} pattern;

static double unit(uint32_t word)
{
    return (double)word / 4294967296.0;
}

static double signed_unit(uint32_t word)
{
    return (double)(int32_t)word / 2147483648.0;
}

double start_random_disc(const start_random *random, uint32_t id, uint32_t draw,
                         uint32_t purpose, double point[3])
{
    for (uint32_t attempt = 0; attempt < DRAW_MAX; attempt++) {
        philox_words words = start_random_words(random, id, draw, attempt, purpose);
        point[0] = signed_unit(words.a);
        point[1] = signed_unit(words.b);
        point[2] = random->dimension == 3 ? signed_unit(words.c) : 0.0;
        double squared = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
        if (squared <= 1.0 && squared > 1e-6) {
            return unit(words.d);
        }
    }
    point[0] = 1.0;
    point[1] = point[2] = 0.0;
    return 0.5;
}

static void normalize(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int axis = 0; axis < 3; axis++) {
        v[axis] /= length;
    }
}

void start_random_direction(const start_random *random, uint32_t id, double direction[3])
{
    start_random_disc(random, id, 0, RANDOM_DIRECTION, direction);
    normalize(direction);
}

// ---- Patterns about a centre: offsets from it, in shorter sides of the world --------

typedef void pattern_offset(const pattern *p, uint32_t id, uint32_t draw,
                            double offset[3]);

static void offset_disc(const pattern *p, uint32_t id, uint32_t draw, double offset[3])
{
    start_random_disc(p->random, id, draw, RANDOM_PLACE, offset);
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] *= p->scene->start.radius;
    }
}

static void offset_ring(const pattern *p, uint32_t id, uint32_t draw, double offset[3])
{
    const scene_start *start = &p->scene->start;
    double along = start_random_disc(p->random, id, draw, RANDOM_PLACE, offset);
    normalize(offset);
    double inner = start->radius - start->width / 2.0;
    double outer = start->radius + start->width / 2.0;
    inner = inner > 0.0 ? inner : 0.0;
    double radius = sqrt(inner * inner + along * (outer * outer - inner * inner));
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] *= radius;
    }
}

// Turns as the angle that the exact functions take.
static uint32_t angle_of(double turns)
{
    return start_place(turns, true);
}

static void offset_spiral(const pattern *p, uint32_t id, uint32_t draw, double offset[3])
{
    const scene_start *start = &p->scene->start;
    double along = start_random_disc(p->random, id, draw, RANDOM_PLACE, offset);
    double t = sqrt(along); // equally dense all along
    uint32_t angle = angle_of(start->angle + start->turns * t);
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] *= start->width / 2.0;
    }
    offset[0] += start->radius * t * (double)exact_cosine(angle);
    offset[1] += start->radius * t * (double)exact_sine(angle);
}

static void offset_line(const pattern *p, uint32_t id, uint32_t draw, double offset[3])
{
    const scene_start *start = &p->scene->start;
    philox_words words = start_random_words(p->random, id, draw, 0, RANDOM_PLACE);
    uint32_t angle = angle_of(start->angle);
    double cosine = (double)exact_cosine(angle), sine = (double)exact_sine(angle);
    double along = signed_unit(words.a) * start->radius;
    double across = signed_unit(words.b) * start->width / 2.0;
    offset[0] = cosine * along - sine * across;
    offset[1] = sine * along + cosine * across;
    offset[2] = signed_unit(words.c) * start->width / 2.0;
}

// Draws until the point is inside the world, where it has edges.
static void place_about_center(const pattern *p, pattern_offset *offset_of, uint32_t id,
                               uint32_t *place)
{
    const mote_scene *scene = p->scene;
    bool wraps = scene->edges == EDGES_WRAP;
    for (uint32_t draw = 0; draw < DRAW_MAX; draw++) {
        double offset[3];
        bool is_inside = true;
        offset_of(p, id, draw, offset);
        for (int axis = 0; axis < scene->dimension; axis++) {
            double fraction = offset[axis] * p->side / scene->size[axis];
            fraction += scene->start.center[axis];
            is_inside &= fraction >= 0.0 && fraction < 1.0;
            place[axis] = start_place(fraction, wraps);
        }
        if (wraps || is_inside) {
            return;
        }
    }
}

// ---- Patterns that fill a box -------------------------------------------------------

// From a place in the box to one in the world. Along an axis on which the box is all of
// the world, they are the same.
static uint32_t place_in_box(const mote_scene *scene, int axis, uint32_t place)
{
    double size = scene->start.size[axis];
    if (size >= 1.0) {
        return place;
    }
    double fraction = scene->start.center[axis] - size / 2.0 + size * unit(place);
    return start_place(fraction, scene->edges == EDGES_WRAP);
}

static void place_uniform(const pattern *p, uint32_t id, uint32_t *place)
{
    philox_words words = start_random_words(p->random, id, 0, 0, RANDOM_PLACE);
    place[0] = place_in_box(p->scene, 0, words.a);
    place[1] = place_in_box(p->scene, 1, words.b);
    if (p->scene->dimension == 3) {
        place[2] = place_in_box(p->scene, 2, words.c);
    }
}

// Particles are spread evenly over the grid's places, of which there may be a few more.
static void place_grid(const pattern *p, uint32_t id, uint32_t *place)
{
    uint64_t total = p->grid[0] * p->grid[1] * p->grid[2];
    uint64_t count = p->scene->start.count;
    // id * total / count, without overflow
    uint64_t rest = id * (total / count) + id * (total % count) / count;
    for (int axis = 0; axis < p->scene->dimension; axis++) {
        uint64_t along = rest % p->grid[axis];
        rest /= p->grid[axis];
        uint32_t middle = (uint32_t)(((2 * along + 1) << 31) / p->grid[axis]);
        place[axis] = place_in_box(p->scene, axis, middle);
    }
}

// As many rows as keep the distance along all axes about equal.
static void find_grid(pattern *p)
{
    const mote_scene *scene = p->scene;
    double size[3]; // of the box
    for (int axis = 0; axis < 3; axis++) {
        size[axis] = scene->size[axis] * scene->start.size[axis];
    }
    uint64_t left = scene->start.count;
    p->grid[0] = p->grid[1] = p->grid[2] = 1;
    if (scene->dimension == 3) {
        double flat = size[0] * size[1];
        uint64_t layers = 1; // layers^3 * width * height / depth^2 >= count
        double depth = size[2];
        while ((double)layers * (double)layers * (double)layers * flat / (depth * depth) <
                   (double)left &&
               layers < left) {
            layers++;
        }
        p->grid[2] = layers;
        left = (left + layers - 1) / layers;
    }
    double columns = sqrt((double)left * size[0] / size[1]);
    columns = columns < (double)left ? columns : (double)left;
    p->grid[0] = columns > 1.0 ? (uint64_t)ceil(columns) : 1;
    p->grid[1] = (left + p->grid[0] - 1) / p->grid[0];
}

// ---- All of them --------------------------------------------------------------------

// How a pattern places: by itself or by offsets from the centre.
typedef struct pattern_row {
    void (*place)(const pattern *p, uint32_t id, uint32_t *place);
    pattern_offset *offset;
} pattern_row;

static const pattern_row pattern_rows[START_CSV] = {
    [START_UNIFORM] = {place_uniform, NULL}, [START_DISC] = {NULL, offset_disc},
    [START_RING] = {NULL, offset_ring},      [START_SPIRAL] = {NULL, offset_spiral},
    [START_LINE] = {NULL, offset_line},      [START_GRID] = {place_grid, NULL},
};

void start_pattern_fill(const mote_scene *scene, const start_random *random,
                        uint32_t *place)
{
    pattern p = {.scene = scene, .random = random, .side = scene->size[0]};
    for (int axis = 1; axis < scene->dimension; axis++) {
        p.side = scene->size[axis] < p.side ? scene->size[axis] : p.side;
    }
    find_grid(&p);
    const pattern_row *row = &pattern_rows[scene->start.pattern];
    for (uint64_t id = 0; id < scene->start.count; id++) {
        uint32_t *here = place + id * (uint64_t)scene->dimension;
        if (row->place) {
            row->place(&p, (uint32_t)id, here);
        } else {
            place_about_center(&p, row->offset, (uint32_t)id, here);
        }
    }
}
