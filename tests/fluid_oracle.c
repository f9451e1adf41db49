// SPDX-License-Identifier: MIT
// See fluid_oracle.h.

#include "fluid_oracle.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// ---- Numbers -------------------------------------------------------------------------

static int parameter_first(const mote_scene *scene, const char *name)
{
    for (int row = 0; row < scene->model->parameter_count; row++) {
        if (strcmp(scene->model->parameters[row].name, name) == 0) {
            return scene->model->parameters[row].first;
        }
    }
    fail_msg("no parameter %s", name);
    return 0;
}

static double parameter(const mote_scene *scene, const char *name)
{
    return scene->parameters[parameter_first(scene, name)];
}

// Particles per volume of the box that they fill at the start.
static double start_density(const mote_scene *scene)
{
    double volume = 1.0;
    for (int axis = 0; axis < scene->dimension; axis++) {
        volume *= scene->start.size[axis] * scene->size[axis];
    }
    return (double)mote_scene_particle_count(scene) / volume;
}

// Sums over a square or cubic lattice: (1 - r)^power, and r over the dimension times its
// slope.
static void lattice_sums(int dimension, double spacing, int power, double *sum,
                         double *push)
{
    int reach = (int)(1.0 / spacing) + 1;
    *sum = *push = 0.0;
    for (int x = -reach; x <= reach; x++) {
        for (int y = -reach; y <= reach; y++) {
            for (int z = -reach; z <= reach; z++) {
                double r = spacing * sqrt(x * x + y * y + z * z);
                if (r < 1.0 && (dimension == 3 || z == 0)) {
                    *sum += pow(1.0 - r, power);
                    *push += power * pow(1.0 - r, power - 1) * r / dimension;
                }
            }
        }
    }
}

fluid_numbers fluid_numbers_of(const mote_scene *scene, mote_simulation *simulation)
{
    fluid_numbers n = {.dimension = scene->dimension};
    double d = n.dimension;
    n.is_tait = parameter(scene, "pressure") > 0.0;
    n.rest_density = parameter(scene, "rest_density");
    if (n.rest_density == 0.0) {
        n.rest_density = start_density(scene);
    }
    n.spacing = pow(n.rest_density, -1.0 / d);
    n.radius = parameter(scene, "smoothing_radius");
    if (n.radius == 0.0) {
        n.radius = (n.dimension == 3 ? 2.03 : 2.5) * n.spacing;
    }
    n.stiffness = parameter(scene, "stiffness");
    n.near_stiffness = parameter(scene, "near_stiffness");
    n.viscosity = parameter(scene, "viscosity");
    n.tension = parameter(scene, "surface_tension");
    n.bounce = parameter(scene, "bounce");
    double fall = 0.0;
    for (int axis = 0; axis < n.dimension; axis++) {
        n.gravity[axis] = scene->parameters[parameter_first(scene, "gravity") + axis];
        fall += fabs(n.gravity[axis]) * scene->size[axis];
    }
    double sound = parameter(scene, "sound_speed");
    n.sound_squared = n.stiffness + n.near_stiffness;
    if (n.is_tait) {
        n.sound_squared = sound > 0.0 ? sound * sound : fmax(100.0 * fall, 1e-6);
    }
    n.unit = 4.0 * n.sound_squared / n.radius;
    n.dt = (double)float_from(simulation->plan->constants.time_step);
    double sum, push;
    lattice_sums(n.dimension, n.spacing / n.radius, 2, &sum, &push);
    n.density_factor = 1.0 / sum;
    n.push_factor = 1.0 / push / (n.dimension == 3 ? 1.04 : 0.98);
    lattice_sums(n.dimension, n.spacing / n.radius, 3, &sum, &push);
    n.near_factor = 1.0 / sum;
    n.near_push_factor = 1.0 / push;
    // The integral of (1 - r^2)^3 over the unit ball, and its second moment's over 2 d.
    double ball = d == 3 ? 64.0 * PI / 315.0 : PI / 4.0;
    double moment = d == 3 ? 1.0 / 22.0 : 1.0 / 20.0;
    n.viscosity_factor = n.viscosity / (moment * n.radius * n.radius) / ball /
                         (pow(n.radius, d) * n.rest_density);
    return n;
}

// ---- Half spaces ---------------------------------------------------------------------

// Integral of the kernel over the plane at x: over |t| < s of a line, or of discs.
static double plane_at(int dimension, int power, double x)
{
    const int parts = 400;
    double s = sqrt(fmax(1.0 - x * x, 0.0)), sum = 0.0;
    for (int i = 0; i < parts; i++) {
        double t = (i + 0.5) / parts * s;
        double w = pow(fmax(1.0 - sqrt(x * x + t * t), 0.0), power);
        sum += w * (dimension == 3 ? 2.0 * PI * t : 2.0) * s / parts;
    }
    // The integrals of (1 - r)^2 and (1 - r)^3 over the unit ball.
    double disc = power == 2 ? PI / 6.0 : PI / 10.0;
    double ball = power == 2 ? 2.0 * PI / 15.0 : PI / 15.0;
    return sum / (dimension == 3 ? ball : disc);
}

half_space fluid_half_space_at(int dimension, int power, double x)
{
    const int parts = 200;
    half_space found = {.plane = plane_at(dimension, power, x)};
    for (int i = 0; i < parts; i++) {
        double at = x + (i + 0.5) / parts * (1.0 - x);
        found.part += plane_at(dimension, power, at) * (1.0 - x) / parts;
    }
    return found;
}

// ---- Sums ----------------------------------------------------------------------------

// The parts behind a plane at x = 0, 1/parts, ... 1.
#define PART_STEPS 512

static const double *parts_of(int dimension, int power)
{
    static double table[2][2][PART_STEPS + 2];
    double *parts = table[dimension - 2][power - 2];
    for (int k = 0; k <= PART_STEPS && parts[0] == 0.0; k++) {
        int from_far = PART_STEPS - k; // parts[0] last
        double x = from_far / (double)PART_STEPS, middle = x + 0.5 / PART_STEPS;
        double slice = x < 1.0 ? plane_at(dimension, power, middle) / PART_STEPS : 0.0;
        parts[from_far] = slice + (x < 1.0 ? parts[from_far + 1] : 0.0);
    }
    return parts;
}

static double part_behind(int dimension, int power, double x)
{
    const double *parts = parts_of(dimension, power);
    double at = fmin(fmax(x, 0.0), 1.0) * PART_STEPS;
    int k = (int)at;
    return parts[k] + (at - k) * (parts[k + 1] - parts[k]);
}

// What a wall half a distance of particles away hides of a lattice's sum, over what it
// hides of the integral.
static double wall_share(int dimension, double spacing, int power)
{
    int reach = (int)(1.0 / spacing) + 1;
    double all, push, behind = 0.0;
    lattice_sums(dimension, spacing, power, &all, &push);
    for (int x = -reach; x < 0; x++) {
        for (int y = -reach; y <= reach; y++) {
            for (int z = -reach; z <= reach; z++) {
                double r = spacing * sqrt(x * x + y * y + z * z);
                behind +=
                    r < 1.0 && (dimension == 3 || z == 0) ? pow(1.0 - r, power) : 0.0;
            }
        }
    }
    return behind / all / part_behind(dimension, power, spacing / 2.0);
}

// The part of the ball that the world's edges leave, as the law has it: a product.
static double open_part(const fluid_oracle *self, uint64_t i, int power)
{
    const oracle *state = self->state;
    double open = 1.0;
    for (int axis = 0; axis < state->dimension && state->scene->edges == EDGES_BOUNCE;
         axis++) {
        double place = state->place[i * (uint64_t)state->dimension + (uint64_t)axis];
        double x = (state->scene->size[axis] / 2.0 - fabs(place)) / self->numbers.radius;
        if (x < 1.0) {
            open *= 1.0 - part_behind(state->dimension, power, x) *
                              self->numbers.wall_share[power - 2];
        }
    }
    return open;
}

static void add_densities(fluid_oracle *self, uint64_t i)
{
    const fluid_numbers *n = &self->numbers;
    for (uint64_t j = 0; j < self->state->count; j++) {
        double offset[3];
        double near = 1.0 - oracle_offset(self->state, i, j, offset) / n->radius;
        if (near > 0.0) {
            self->raw_density[i] += near * near;
            self->raw_near[i] += near * near * near;
            self->neighbours[i] += 1.0;
        }
    }
    self->open[i] = open_part(self, i, 2);
    self->near_open[i] = open_part(self, i, 3);
    self->density[i] = self->raw_density[i] * n->density_factor / self->open[i];
    if (n->is_tait) {
        double excess = pow(fmin(self->density[i], 16.0), 7.0) - 1.0;
        self->pressure[i] = fmax(excess, 0.0) * n->sound_squared / 7.0;
        self->pressure[i] /= self->density[i] * self->density[i];
    } else {
        double near = self->raw_near[i] * n->near_factor / self->near_open[i];
        self->pressure[i] = (self->density[i] - 1.0) * n->stiffness - n->near_stiffness;
        self->near_pressure[i] = near * n->near_stiffness;
    }
}

static double cohesion(double r)
{
    double near = r < 1.0 ? 1.0 - r : 0.0;
    return 64.0 * pow(near * r, 3.0);
}

static double limited(const fluid_numbers *n, double a)
{
    return fmax(fmin(a, n->unit), -n->unit);
}

static void add_push(fluid_oracle *self, uint64_t i, uint64_t j)
{
    const fluid_numbers *n = &self->numbers;
    double offset[3];
    double distance = oracle_offset(self->state, i, j, offset);
    double r = distance / n->radius;
    if (i == j || r >= 1.0) {
        return;
    }
    uint64_t d = (uint64_t)n->dimension;
    double far = (self->pressure[i] / self->open[i] + self->pressure[j] / self->open[j]) *
                 2.0 * (1.0 - r) * n->push_factor / n->radius;
    double near = (self->near_pressure[i] / self->near_open[i] +
                   self->near_pressure[j] / self->near_open[j]) *
                  3.0 * (1.0 - r) * (1.0 - r) * n->near_push_factor / n->radius;
    double pull = n->tension > 0.0 ? n->tension * cohesion(r) : 0.0;
    double bell = 1.0 - r * r;
    double drag = n->viscosity_factor * bell * bell * bell;
    double away = distance > 0.0 ? (far + near - pull) / distance : 0.0;
    self->push_size[i] += fabs(far) + fabs(near) + fabs(pull);
    for (uint64_t axis = 0; axis < d; axis++) {
        double difference = self->velocity[j * d + axis] - self->velocity[i * d + axis];
        double term = drag * difference - away * offset[axis];
        self->push[i * d + axis] += limited(n, term);
        self->push_size[i] += fabs(drag * difference);
        self->virial[i * d + axis] += away * offset[axis] * offset[axis] / 2.0;
    }
}

static double *numbers_for(const oracle *state, uint64_t each)
{
    double *values = calloc(state->count * each + 1, sizeof *values);
    assert_non_null(values);
    return values;
}

fluid_oracle *fluid_oracle_of(const mote_scene *scene, mote_simulation *simulation)
{
    fluid_oracle *self = calloc(1, sizeof *self);
    self->numbers = fluid_numbers_of(scene, simulation);
    self->state = oracle_of(scene, simulation);
    for (int power = 2; power <= 3; power++) {
        self->numbers.wall_share[power - 2] = wall_share(
            scene->dimension, self->numbers.spacing / self->numbers.radius, power);
    }
    uint64_t d = (uint64_t)scene->dimension, count = self->state->count;
    double **arrays[] = {&self->density,       &self->pressure, &self->raw_density,
                         &self->near_pressure, &self->raw_near, &self->push_size,
                         &self->neighbours,    &self->open,     &self->near_open};
    for (size_t k = 0; k < COUNT_OF(arrays); k++) {
        *arrays[k] = numbers_for(self->state, 1);
    }
    self->velocity = numbers_for(self->state, d);
    self->push = numbers_for(self->state, d);
    self->virial = numbers_for(self->state, d);
    uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
    for (uint64_t k = 0; k < count * d; k++) {
        self->velocity[k] = (double)float_from(velocity[k]);
    }
    free(velocity);
    for (uint64_t i = 0; i < count; i++) {
        add_densities(self, i);
    }
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t j = 0; j < count; j++) {
            add_push(self, i, j);
        }
    }
    return self;
}

void fluid_oracle_destroy(fluid_oracle *self)
{
    oracle_destroy(self->state);
    double *arrays[] = {self->velocity,      self->density,  self->pressure,
                        self->near_pressure, self->raw_near, self->raw_density,
                        self->push,          self->virial,   self->push_size,
                        self->neighbours,    self->open,     self->near_open};
    for (size_t k = 0; k < COUNT_OF(arrays); k++) {
        free(arrays[k]);
    }
    free(self);
}

static double plane_behind(int dimension, int power, double x)
{
    return x < 1.0 ? plane_at(dimension, power, fmax(x, 0.0)) : 0.0;
}

double fluid_oracle_wall_push(const fluid_oracle *self, uint64_t i, int axis)
{
    const oracle *state = self->state;
    const fluid_numbers *n = &self->numbers;
    if (state->scene->edges != EDGES_BOUNCE) {
        return 0.0;
    }
    double place = state->place[i * (uint64_t)state->dimension + (uint64_t)axis];
    double x = (state->scene->size[axis] / 2.0 - fabs(place)) / n->radius;
    double push = 0.0;
    for (int power = 2; power <= 3; power++) {
        bool is_near = power == 3;
        double share = n->wall_share[power - 2];
        double left = 1.0 - share * part_behind(state->dimension, power, x);
        double slope = share * plane_behind(state->dimension, power, x) / left;
        double density = is_near ? self->raw_near[i] * n->near_factor / self->near_open[i]
                                 : self->density[i];
        double s = is_near ? self->near_pressure[i] : self->pressure[i];
        double scale = is_near ? n->near_push_factor / n->near_factor
                               : n->push_factor / n->density_factor;
        push += scale * s * density * slope / n->radius;
    }
    return place > 0.0 ? -push : push;
}
