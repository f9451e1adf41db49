// SPDX-License-Identifier: MIT
// See boids_oracle.h.

#include "boids_oracle.h"

#include <math.h>

#define UNIT            131072.0 // 2^17
#define PART            1.5e-5
#define PART_OF_EDGE    3e-5
#define HALF_TURN       3.14159265358979323846
#define TOP_MARGIN      1.0001 // velocities are summed over a bit more than the top speed
#define PART_OF_OPPOSED 1e-3

// ---- The scene -----------------------------------------------------------------------

static double number(const flock *self, const char *name)
{
    return oracle_parameter(self->places->scene, name);
}

static double pair_of(const flock *self, const char *name, uint64_t i, uint64_t j)
{
    const oracle *o = self->places;
    return oracle_pair(o->scene, name, o->species[i], o->species[j]);
}

static bool anybody_flees(const flock *self)
{
    uint32_t species = (uint32_t)self->places->scene->species_count;
    for (uint32_t pair = 0; pair < species * species; pair++) {
        double flee =
            oracle_pair(self->places->scene, "flee", pair / species, pair % species);
        if (fabs(flee) > 0.0) {
            return true;
        }
    }
    return false;
}

// The farthest that somebody acts.
static double interaction_radius(const flock *self)
{
    double radius = number(self, "separation_radius");
    if (number(self, "alignment_weight") > 0.0) {
        radius = fmax(radius, number(self, "alignment_radius"));
    }
    if (number(self, "cohesion_weight") > 0.0) {
        radius = fmax(radius, number(self, "cohesion_radius"));
    }
    return anybody_flees(self) ? fmax(radius, number(self, "flee_radius")) : radius;
}

flock flock_of(const mote_scene *scene, mote_simulation *simulation)
{
    flock self = {oracle_of(scene, simulation), NULL};
    size_t count = self.places->count * (size_t)scene->dimension;
    uint32_t *bits = read_buffer(simulation, BUFFER_velocity);
    self.velocity = malloc((count + 1) * sizeof *self.velocity);
    for (size_t i = 0; i < count; i++) {
        self.velocity[i] = (double)float_from(bits[i]);
    }
    free(bits);
    self.places->radius = interaction_radius(&self);
    return self;
}

void flock_free(flock *self)
{
    oracle_destroy(self->places);
    free(self->velocity);
}

// ---- Vectors; of three components, the last 0 in 2-D ---------------------------------

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add(double a[3], const double b[3], double scale)
{
    for (int axis = 0; axis < 3; axis++) {
        a[axis] += b[axis] * scale;
    }
}

static void copy_velocity(const flock *self, uint64_t i, double v[3])
{
    uint64_t dimension = (uint64_t)self->places->dimension;
    v[0] = v[1] = v[2] = 0.0;
    for (uint64_t axis = 0; axis < dimension; axis++) {
        v[axis] = self->velocity[i * dimension + axis];
    }
}

// ---- Neighbours ----------------------------------------------------------------------

static void add_term(double sum[3], double bound[3], const double term[3], double part)
{
    for (int axis = 0; axis < 3; axis++) {
        sum[axis] += term[axis] * UNIT;
        bound[axis] += 0.5 + UNIT * part;
    }
}

static void add_doubt(double bound[3], double size)
{
    for (int axis = 0; axis < 3; axis++) {
        bound[axis] += size * UNIT;
    }
}

// Whether x < edge, which may be doubted.
static bool is_below(double x, double edge, bool *doubtful)
{
    *doubtful = *doubtful || fabs(x - edge) <= edge * PART_OF_EDGE;
    return x < edge;
}

static void sense_company(const flock *self, uint64_t i, uint64_t j,
                          const double offset[3], double distance, bool sees, bool doubts,
                          boid_sense *sense)
{
    boid_sums *sums = &sense->sums, *bounds = &sense->bounds;
    double company = pair_of(self, "flock", i, j);
    double radius = self->places->radius;
    double term[3] = {0};
    bool doubtful = doubts;
    bool follows = number(self, "alignment_weight") > 0.0 &&
                   is_below(distance, number(self, "alignment_radius"), &doubtful);
    double v[3];
    copy_velocity(self, j, v);
    add(term, v, company / (number(self, "maximum_speed") * TOP_MARGIN));
    if (doubtful) {
        bounds->followed += UNIT + 0.5;
        add_doubt(bounds->velocity, 1.0);
    }
    if (follows && sees) {
        sums->followed += company * UNIT;
        bounds->followed += 0.5;
        add_term(sums->velocity, bounds->velocity, term, 1e-6);
    }
    doubtful = doubts;
    bool gathers = number(self, "cohesion_weight") > 0.0 &&
                   is_below(distance, number(self, "cohesion_radius"), &doubtful);
    double place[3] = {0};
    add(place, offset, company / radius);
    if (doubtful) {
        bounds->gathered += UNIT + 0.5;
        add_doubt(bounds->middle, 1.0);
    }
    if (gathers && sees) {
        sums->gathered += company * UNIT;
        bounds->gathered += 0.5;
        add_term(sums->middle, bounds->middle, place, PART);
    }
}

static void sense_push(const flock *self, uint64_t i, uint64_t j, const double offset[3],
                       double distance, bool sees, bool doubts, boid_sense *sense)
{
    double separation = number(self, "separation_weight");
    double flee = number(self, "flee_weight");
    double all = separation + flee;
    double near = fmax(0.0, 1.0 - distance / number(self, "separation_radius"));
    double close = fmax(0.0, 1.0 - distance / number(self, "flee_radius"));
    double away = near * separation + close * flee * pair_of(self, "flee", i, j);
    double term[3] = {0};
    if (distance > 0.0 && all > 0.0) {
        add(term, offset, -away / all / distance);
    }
    if (doubts) {
        add_doubt(sense->bounds.push, 1.0);
    }
    if (sees) {
        add_term(sense->sums.push, sense->bounds.push, term, PART);
    }
}

boid_sense boid_sense_of(const flock *self, uint64_t i)
{
    const oracle *o = self->places;
    boid_sense sense = {0};
    double heading[3];
    copy_velocity(self, i, heading);
    double speed = sqrt(dot(heading, heading));
    double view = number(self, "field_of_view");
    for (uint64_t j = 0; j < o->count; j++) {
        double offset[3];
        double distance = oracle_offset(o, i, j, offset);
        if (j == i || distance > o->radius * (1.0 + PART_OF_EDGE)) {
            continue;
        }
        double cosine =
            distance > 0.0 && speed > 0.0 ? dot(heading, offset) / distance / speed : 0.0;
        double least = cos(view * HALF_TURN);
        bool sees = view >= 1.0 || cosine >= least;
        bool doubts = view < 1.0 && fabs(cosine - least) < PART_OF_EDGE;
        sense_push(self, i, j, offset, distance, sees, doubts, &sense);
        sense_company(self, i, j, offset, distance, sees, doubts, &sense);
        sense.neighbours += sees;
    }
    return sense;
}

// ---- What the simulation has summed --------------------------------------------------

boid_sums boid_sums_found(mote_simulation *simulation, const uint32_t *words, uint64_t i)
{
    uint64_t dimension = (uint64_t)simulation->plan->dimension;
    const uint32_t *at = words + 2 * i * (3 * dimension + 2);
    boid_sums sums = {0};
    double *members[] = {sums.push, sums.velocity, &sums.followed, sums.middle,
                         &sums.gathered};
    for (size_t member = 0; member < COUNT_OF(members); member++) {
        uint64_t components =
            members[member] == &sums.followed || members[member] == &sums.gathered
                ? 1
                : dimension;
        for (uint64_t k = 0; k < components; k++, at += 2) {
            members[member][k] = (double)limbs_value(at);
        }
    }
    return sums;
}

static double check(const char *name, uint64_t i, double found, double expected,
                    double bound)
{
    double error = fabs(found - expected);
    if (error > bound + 0.01) {
        fail_msg("particle %llu: %s %.1f, expected %.1f +- %.1f", (unsigned long long)i,
                 name, found, expected, bound);
    }
    return error / fmax(bound, 1.0);
}

static double check_boid(const boid_sums *found, const boid_sense *sense, uint64_t i)
{
    const boid_sums *expected = &sense->sums, *bounds = &sense->bounds;
    double worst =
        check("followed", i, found->followed, expected->followed, bounds->followed);
    worst = fmax(worst, check("gathered", i, found->gathered, expected->gathered,
                              bounds->gathered));
    for (int axis = 0; axis < 3; axis++) {
        worst = fmax(worst, check("push", i, found->push[axis], expected->push[axis],
                                  bounds->push[axis]));
        worst = fmax(worst, check("velocity", i, found->velocity[axis],
                                  expected->velocity[axis], bounds->velocity[axis]));
        worst = fmax(worst, check("middle", i, found->middle[axis],
                                  expected->middle[axis], bounds->middle[axis]));
    }
    return worst;
}

double boids_check_sums(const mote_scene *scene, mote_simulation *simulation,
                        uint64_t samples)
{
    flock self = flock_of(scene, simulation);
    uint32_t *words = buffer_of(simulation, "flocking_sums");
    uint64_t count = self.places->count;
    uint64_t stride = samples > 0 && count > samples ? count / samples : 1;
    double worst = 0.0;
    for (uint64_t i = 0; i < count; i += stride) {
        boid_sense sense = boid_sense_of(&self, i);
        boid_sums found = boid_sums_found(simulation, words, i);
        worst = fmax(worst, check_boid(&found, &sense, i));
    }
    free(words);
    flock_free(&self);
    return worst;
}

// ---- Steering ------------------------------------------------------------------------

static void add_goal(const flock *self, uint64_t i, double gain, double wish[3])
{
    const oracle *o = self->places;
    const mote_scene *scene = o->scene;
    int first = model_find_parameter(scene->model, "goal");
    double way[3] = {0};
    for (int axis = 0; axis < o->dimension; axis++) {
        way[axis] = scene->parameters[first + axis] -
                    o->place[i * (uint64_t)o->dimension + (uint64_t)axis];
        if (scene->edges == EDGES_WRAP) {
            way[axis] -= scene->size[axis] * round(way[axis] / scene->size[axis]);
        }
    }
    add(wish, way,
        number(self, "goal_weight") * gain / sqrt(dot(way, way) + o->radius * o->radius));
}

static void add_walls(const flock *self, uint64_t i, double gain, double wish[3])
{
    const oracle *o = self->places;
    double margin = number(self, "wall_margin");
    if (o->scene->edges == EDGES_WRAP || margin <= 0.0) {
        return;
    }
    for (int axis = 0; axis < o->dimension; axis++) {
        double place = o->place[i * (uint64_t)o->dimension + (uint64_t)axis];
        double half = o->scene->size[axis] / 2.0;
        double low = fmax(0.0, margin - (half + place));
        double high = fmax(0.0, margin - (half - place));
        wish[axis] += number(self, "wall_weight") * gain * (low - high) / margin;
    }
}

// The heading turned towards a wish by `most` radians at most; false where that is a
// matter of a hair.
static bool turn(const double heading[3], const double wish[3], double most,
                 double turned[3])
{
    double size = sqrt(dot(wish, wish));
    double cosine = fmax(-1.0, fmin(1.0, dot(heading, wish) / size));
    double angle = acos(cosine);
    for (int axis = 0; axis < 3; axis++) {
        turned[axis] = wish[axis] / size;
    }
    if (angle <= most || most >= HALF_TURN) {
        return true;
    }
    double side[3] = {turned[0], turned[1], turned[2]};
    add(side, heading, -cosine);
    double width = sqrt(dot(side, side));
    if (width < PART_OF_OPPOSED) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        turned[axis] = heading[axis] * cos(most) + side[axis] / width * sin(most);
    }
    return true;
}

bool boid_velocity_after(const flock *self, uint64_t i, const boid_sums *sums,
                         double next[3])
{
    double v[3], wish[3], heading[3];
    copy_velocity(self, i, v);
    double dt = self->places->scene->dt;
    double top = number(self, "maximum_speed");
    double gain = top * dt; // times a weight
    double speed = sqrt(dot(v, v));
    if (speed < 1e-12) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        heading[axis] = v[axis] / speed;
        wish[axis] = v[axis];
    }
    add(wish, sums->push,
        (number(self, "separation_weight") + number(self, "flee_weight")) * gain / UNIT);
    if (sums->followed > 0.0) {
        double part = 1.0 - exp2(-number(self, "alignment_weight") * dt);
        add(wish, sums->velocity, part * top * TOP_MARGIN / sums->followed);
        add(wish, v, -part);
    }
    if (sums->gathered > 0.0) {
        double radii = self->places->radius / number(self, "cohesion_radius");
        add(wish, sums->middle,
            number(self, "cohesion_weight") * gain * radii / sums->gathered);
    }
    add_goal(self, i, gain, wish);
    add_walls(self, i, gain, wish);
    double most = number(self, "turn_rate") * dt * 2.0 * HALF_TURN;
    if (!turn(heading, wish, most, next)) {
        return false;
    }
    double wished = sqrt(dot(wish, wish));
    double kept = fmin(top, fmax(number(self, "minimum_speed"), wished));
    for (int axis = 0; axis < 3; axis++) {
        next[axis] *= kept;
    }
    return wished > top * 1e-4;
}
