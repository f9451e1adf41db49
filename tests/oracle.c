// SPDX-License-Identifier: MIT
// See oracle.h.

#include "oracle.h"

#include <math.h>
#include <string.h>

#define PART_OF_DISTANCE  1.3e-5
#define PART_OF_DIRECTION 5e-6
#define PART_OF_FLOATS    1e-6
#define PART_OUTSIDE      2e-5

// ---- The scene -----------------------------------------------------------------------

double oracle_pair(const mote_scene *scene, const char *name, uint32_t self,
                   uint32_t other)
{
    for (int row = 0; row < scene->model->pair_count; row++) {
        if (strcmp(scene->model->pairs[row].name, name) == 0) {
            return scene->pairs[row][self * (uint32_t)scene->species_count + other];
        }
    }
    fail_msg("model %s has no pair parameter %s", scene->model->name, name);
    return 0.0;
}

double oracle_parameter(const mote_scene *scene, const char *name)
{
    for (int row = 0; row < scene->model->parameter_count; row++) {
        if (strcmp(scene->model->parameters[row].name, name) == 0) {
            return scene->parameters[scene->model->parameters[row].first];
        }
    }
    fail_msg("model %s has no parameter %s", scene->model->name, name);
    return 0.0;
}

static double largest_radius(const mote_scene *scene)
{
    double radius = 0.0;
    uint32_t species = (uint32_t)scene->species_count;
    for (uint32_t pair = 0; pair < species * species; pair++) {
        radius = fmax(
            radius, oracle_pair(scene, "maximum_radius", pair / species, pair % species));
    }
    return radius;
}

// World units that the whole range of a coordinate spans. Walls stand at the quarter
// points of the middle half: exact.md 1 and glsl/lib/motion.glsl.
static double box_of(const mote_scene *scene, int axis)
{
    switch (scene->edges) {
    case EDGES_BOUNCE:
        return 4.0 * scene->size[axis];
    case EDGES_OPEN:
        return 4.0 * scene->size[axis] * scene->border;
    case EDGES_WRAP:
        break;
    }
    return scene->size[axis];
}

oracle *oracle_of(const mote_scene *scene, mote_simulation *simulation)
{
    oracle *self = calloc(1, sizeof *self);
    uint64_t living = 0;
    assert_ok(simulation_population(simulation, &living));
    size_t dimension = (size_t)scene->dimension;
    uint32_t *position = read_buffer(simulation, BUFFER_position);
    uint32_t *identity = read_buffer(simulation, BUFFER_identity);
    self->scene = scene;
    self->dimension = scene->dimension;
    self->count = living;
    self->place = malloc((living * dimension + 1) * sizeof *self->place);
    self->id = malloc((living + 1) * sizeof *self->id);
    self->species = malloc((living + 1) * sizeof *self->species);
    for (size_t i = 0; i < living; i++) {
        for (size_t axis = 0; axis < dimension; axis++) {
            double fraction = position[i * dimension + axis] / 4294967296.0 - 0.5;
            self->place[i * dimension + axis] = fraction * box_of(scene, (int)axis);
        }
        self->id[i] = identity[2 * i];
        self->species[i] = identity[2 * i + 1];
    }
    free(position);
    free(identity);
    return self;
}

void oracle_destroy(oracle *self)
{
    if (self) {
        free(self->place);
        free(self->id);
        free(self->species);
        free(self);
    }
}

// ---- Distances and the law -----------------------------------------------------------

double oracle_offset(const oracle *self, uint64_t i, uint64_t j, double offset[3])
{
    uint64_t dimension = (uint64_t)self->dimension;
    double squared = 0.0;
    offset[2] = 0.0;
    for (uint64_t axis = 0; axis < dimension; axis++) {
        double d = self->place[j * dimension + axis] - self->place[i * dimension + axis];
        if (self->scene->edges == EDGES_WRAP) {
            double side = self->scene->size[axis];
            d = d > side / 2.0 ? d - side : d < -side / 2.0 ? d + side : d;
        }
        offset[axis] = d;
        squared += d * d;
    }
    return sqrt(squared);
}

double oracle_curve(double distance, double minimum, double maximum, double attraction)
{
    if (distance < minimum) {
        return distance / minimum - 1.0;
    }
    double r = distance / maximum, b = minimum / maximum;
    return r < 1.0 ? attraction * (1.0 - fabs(2.0 * r - 1.0 - b) / (1.0 - b)) : 0.0;
}

// How much the curve changes if the distance grows by a part `e` of itself, over e.
static double steepness(double distance, double minimum, double maximum)
{
    double reach = distance * (1.0 + PART_OUTSIDE);
    double core = minimum > 0.0 && distance < minimum * (1.0 + PART_OUTSIDE)
                      ? distance / minimum
                      : 0.0;
    double tent = reach > minimum ? 2.0 * distance / (maximum - minimum) : 0.0;
    return fmax(core, tent);
}

static void add_pull(const oracle *self, uint64_t i, uint64_t j, oracle_pull *sum)
{
    double offset[3];
    double distance = oracle_offset(self, i, j, offset);
    if (distance > self->radius * (1.0 + PART_OUTSIDE) || distance <= 0.0) {
        return;
    }
    uint32_t own = self->species[i], other = self->species[j];
    double maximum = oracle_pair(self->scene, "maximum_radius", own, other);
    double minimum = oracle_pair(self->scene, "minimum_radius", own, other);
    if (distance > maximum * (1.0 + PART_OUTSIDE)) {
        return;
    }
    double f = oracle_curve(distance, minimum, maximum,
                            oracle_pair(self->scene, "matrix", own, other));
    for (int axis = 0; axis < self->dimension; axis++) {
        sum->pull[axis] += f * offset[axis] / distance * PULL_UNIT;
    }
    double curve = steepness(distance, minimum, maximum) * PART_OF_DISTANCE;
    sum->bound +=
        0.5 + PULL_UNIT * (fabs(f) * PART_OF_DIRECTION + curve + PART_OF_FLOATS);
    sum->neighbours += distance < maximum;
}

oracle_pull oracle_pull_of(const oracle *self, uint64_t i)
{
    oracle_pull sum = {0};
    for (uint64_t j = 0; j < self->count; j++) {
        if (j != i) {
            add_pull(self, i, j, &sum);
        }
    }
    return sum;
}

double oracle_check_pulls(const mote_scene *scene, mote_simulation *simulation,
                          uint64_t samples)
{
    oracle *self = oracle_of(scene, simulation);
    self->radius = largest_radius(scene);
    uint32_t *pull = buffer_of(simulation, "attraction_sums");
    size_t dimension = (size_t)scene->dimension;
    uint64_t stride = samples > 0 && self->count > samples ? self->count / samples : 1;
    double worst = 0.0;
    for (uint64_t i = 0; i < self->count; i += stride) {
        oracle_pull expected = oracle_pull_of(self, i);
        for (size_t axis = 0; axis < dimension; axis++) {
            double found = (double)limbs_value(pull + 2 * (i * dimension + axis));
            double error = fabs(found - expected.pull[axis]);
            if (error > expected.bound) {
                fail_msg(
                    "particle %llu, axis %zu: pull %.1f, expected %.1f +- %.1f of %llu "
                    "neighbours",
                    (unsigned long long)i, axis, found, expected.pull[axis],
                    expected.bound, (unsigned long long)expected.neighbours);
            }
            worst = fmax(worst, error / fmax(expected.bound, 1.0));
        }
    }
    free(pull);
    oracle_destroy(self);
    return worst;
}
