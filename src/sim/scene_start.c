// SPDX-License-Identifier: MIT
// The start pattern as a shape: that its box stays in the world, and how much it fills.

#include "scene_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

// So far out is rounding: 0.9 + 0.2 / 2 need not be 1.
#define SLACK 1e-9

static bool is_box(const mote_scene *scene)
{
    return scene->start.pattern == START_UNIFORM || scene->start.pattern == START_GRID;
}

mote_status scene_check_start(const scene_reader *reader)
{
    static const char *const sides[] = {"width", "height", "depth"};
    const mote_scene *scene = reader->scene;
    if (!is_box(scene) || scene->edges == EDGES_WRAP) {
        return MOTE_OK;
    }
    assert(scene->dimension <= 3);
    for (int axis = 0; axis < scene->dimension; axis++) {
        double size = scene->start.size[axis], center = scene->start.center[axis];
        double low = center - size / 2.0, high = center + size / 2.0;
        if (size < 1.0 && (low < -SLACK || high > 1.0 + SLACK)) {
            char path[KEY_PATH_SIZE];
            snprintf(path, sizeof path, "start.size[%d]", axis);
            return scene_refuse(reader, path,
                                "the box of the start reaches from %.6g to %.6g of "
                                "world.%s: only where edges wrap may it stick out of the "
                                "world; try a smaller box, start.center[%d] from %.6g to "
                                "%.6g, or world.edges \"wrap\"",
                                low, high, sides[axis], axis, size / 2.0,
                                1.0 - size / 2.0);
        }
    }
    return MOTE_OK;
}

// ---- The volume ----------------------------------------------------------------------

// Of a disc, in 3-D of a ball.
static double ball(int dimension, double radius)
{
    double disc = PI * radius * radius;
    return dimension == 3 ? disc * radius * 4.0 / 3.0 : disc;
}

static double least_of(double a, double b)
{
    return a < b ? a : b;
}

// What a shape about the centre fills, where the world's shorter side is 1.
typedef double shape_volume(int dimension, const scene_start *start);

static double volume_of_disc(int dimension, const scene_start *start)
{
    return ball(dimension, start->radius);
}

static double volume_of_ring(int dimension, const scene_start *start)
{
    double inner = start->radius - start->width / 2.0;
    double hole = ball(dimension, inner > 0.0 ? inner : 0.0);
    return ball(dimension, start->radius + start->width / 2.0) - hole;
}

// Of the curve at `radius` t and `turns` t turns, t from 0 to 1, by Simpson's rule.
static double spiral_length(double radius, double turns)
{
    enum { PARTS = 256 };
    double slope = 2.0 * PI * turns, sum = 0.0;
    for (int i = 0; i <= PARTS; i++) {
        double around = slope * i / PARTS;
        double weight = i % PARTS == 0 ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        sum += weight * sqrt(1.0 + around * around);
    }
    return radius * sum / (3.0 * PARTS);
}

// An arm with round ends; turns that overlap fill no more than the disc that they are in.
static double volume_of_spiral(int dimension, const scene_start *start)
{
    double half = start->width / 2.0;
    double section = dimension == 3 ? PI * half * half : start->width;
    double arm = spiral_length(start->radius, start->turns) * section;
    return least_of(arm + ball(dimension, half), ball(dimension, start->radius + half));
}

static double volume_of_line(int dimension, const scene_start *start)
{
    double flat = 2.0 * start->radius * start->width;
    return dimension == 3 ? flat * start->width : flat;
}

// NULL: a pattern that fills a box.
static shape_volume *const shape_volumes[START_CSV] = {
    [START_UNIFORM] = NULL,
    [START_GRID] = NULL,
    [START_DISC] = volume_of_disc,
    [START_RING] = volume_of_ring,
    [START_SPIRAL] = volume_of_spiral,
    [START_LINE] = volume_of_line,
};

double scene_start_volume(const mote_scene *scene)
{
    const scene_start *start = &scene->start;
    double world = 1.0, box = 1.0, cube = 1.0;
    for (int axis = 0; axis < scene->dimension; axis++) {
        world *= scene->size[axis];
        box *= scene->size[axis] * start->size[axis];
        cube *= scene_shorter_side(scene);
    }
    if (start->pattern == START_CSV) {
        return world;
    }
    shape_volume *volume_of = shape_volumes[start->pattern];
    return volume_of ? least_of(volume_of(scene->dimension, start) * cube, world) : box;
}

uint64_t scene_start_crowd(const mote_scene *scene)
{
    return scene->start.count > 0 ? scene->start.count : scene->particle_count;
}

double scene_start_spacing(const mote_scene *scene)
{
    uint64_t crowd = scene_start_crowd(scene);
    double count = crowd > 0 ? (double)crowd : 1.0;
    double each = scene_start_volume(scene) / count;
    return scene->dimension == 3 ? cbrt(each) : sqrt(each);
}
