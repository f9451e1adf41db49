// SPDX-License-Identifier: MIT
// See emitter_oracle.h.

#include "emitter_oracle.h"

#include <math.h>
#include <string.h>

emitter_oracle emitter_oracle_of(const mote_scene *scene)
{
    int emitters = scene->lists[model_find_list(scene->model, "emitters")].count;
    uint32_t mask = 0;
    while ((int)mask < emitters - 1) {
        mask = mask << 1 | 1;
    }
    return (emitter_oracle){scene, scene->dimension, scene->dt, mask};
}

double oracle_item(const emitter_oracle *self, const char *list, int item,
                   const char *key, int k)
{
    const model *model = self->scene->model;
    int at = model_find_list(model, list);
    int index = model_find_key(model, at, key);
    assert_true(at >= 0 && index >= 0);
    return scene_item(self->scene, at, item)[index].number[k];
}

static int count_of(const emitter_oracle *self, const char *list)
{
    return self->scene->lists[model_find_list(self->scene->model, list)].count;
}

static double parameter(const emitter_oracle *self, const char *name, int k)
{
    return self->scene->parameters[model_find_parameter(self->scene->model, name) + k];
}

// A PLACE, from the middle of the world.
static void place_of(const emitter_oracle *self, const char *list, int item,
                     double place[3])
{
    for (int k = 0; k < 3; k++) {
        place[k] = oracle_item(self, list, item, "position", k);
        place[k] = k < self->dimension ? place[k] - self->scene->size[k] / 2.0 : 0.0;
    }
}

// A POINT as a direction; in 2-D an axis stands on the plane.
static void direction_of(const emitter_oracle *self, const char *list, int item,
                         const char *key, double unit[3])
{
    double v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = k < self->dimension ? oracle_item(self, list, item, key, k) : 0.0;
    }
    bool stands = self->dimension == 2 && strcmp(key, "axis") == 0;
    double length = length_of(v);
    for (int k = 0; k < 3; k++) {
        unit[k] = stands ? k == 2 : v[k] / length;
    }
}

static void cross(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

// ---- Flight --------------------------------------------------------------------------

enum { ATTRACTOR, VORTEX };
enum { NO_FALLOFF, LINEAR, SQUARE };

static void add_force(const emitter_oracle *self, int f, double scale,
                      const double place[3], double pull[3])
{
    double middle[3] = {0}, axis[3] = {0}, along[3];
    place_of(self, "forces", f, middle);
    for (int k = 0; k < 3; k++) {
        along[k] = middle[k] - place[k];
    }
    if (oracle_item(self, "forces", f, "kind", 0) == VORTEX) {
        const double from_middle[3] = {-along[0], -along[1], -along[2]};
        direction_of(self, "forces", f, "axis", axis);
        cross(axis, from_middle, along);
    }
    double distance = length_of(along), length = distance;
    double radius = oracle_item(self, "forces", f, "radius", 0);
    double part = 1.0;
    if (oracle_item(self, "forces", f, "falloff", 0) == LINEAR) {
        part = fmax(1.0 - distance / radius, 0.0);
    } else if (oracle_item(self, "forces", f, "falloff", 0) == SQUARE) {
        length = hypot(distance, oracle_item(self, "forces", f, "softening", 0));
        part = pow(radius / length, 2.0);
    }
    double strength = oracle_item(self, "forces", f, "strength", 0) * scale;
    for (int k = 0; k < 3 && length > 0.0; k++) {
        pull[k] += along[k] / length * part * strength;
    }
}

emitted_row oracle_fly(const emitter_oracle *self, const emitted_row *before, double time)
{
    int e = (int)(before->number & self->mask);
    double pull[3] = {0}, halfway[3] = {0};
    for (int k = 0; k < self->dimension; k++) {
        pull[k] = parameter(self, "gravity", k) *
                  oracle_item(self, "emitters", e, "gravity_scale", 0);
        halfway[k] = before->place[k] + before->velocity[k] * time / 2.0;
    }
    halfway[2] = self->dimension == 3 ? halfway[2] : 0.0;
    for (int f = 0; f < count_of(self, "forces"); f++) {
        add_force(self, f, oracle_item(self, "emitters", e, "force_scale", 0), halfway,
                  pull);
    }
    double drag = oracle_item(self, "emitters", e, "drag", 0);
    double push = drag > 0.0 ? -expm1(-drag * time) / drag : time;
    emitted_row after = *before;
    for (int k = 0; k < self->dimension; k++) {
        double wind = parameter(self, "wind", k), v = before->velocity[k];
        after.velocity[k] = wind + (v - wind) * exp(-drag * time) + pull[k] * push;
        after.place[k] += (v + after.velocity[k]) / 2.0 * time;
    }
    after.life -= time;
    return after;
}

// ---- Collisions ----------------------------------------------------------------------

enum { PLANE, SPHERE, BOX };

typedef struct contact {
    double normal[3], depth;
    double doubt; // how near another side of a box is
} contact;

// Which side of a box is nearest from within, or farthest past.
static void touch_box(const emitter_oracle *self, int c, const double from_middle[3],
                      contact *found)
{
    double most = -INFINITY, second = -INFINITY;
    for (int k = 0; k < self->dimension; k++) {
        double half = oracle_item(self, "colliders", c, "size", k) / 2.0;
        double over = fabs(from_middle[k]) - half;
        second = over > most ? most : fmax(second, over);
        if (over > most) {
            most = over;
            memset(found->normal, 0, sizeof found->normal);
            found->normal[k] = from_middle[k] < 0.0 ? -1.0 : 1.0;
        }
    }
    found->depth = -most;
    found->doubt = most - second;
}

static contact touch(const emitter_oracle *self, int c, const double place[3])
{
    contact found = {.doubt = INFINITY};
    double middle[3] = {0}, from_middle[3] = {0};
    place_of(self, "colliders", c, middle);
    for (int k = 0; k < 3; k++) {
        from_middle[k] = place[k] - middle[k];
    }
    int shape = (int)oracle_item(self, "colliders", c, "shape", 0);
    if (shape == PLANE) {
        direction_of(self, "colliders", c, "normal", found.normal);
        found.depth = -dot_of(from_middle, found.normal);
        return found;
    }
    if (shape == BOX) {
        touch_box(self, c, from_middle, &found);
    } else {
        double distance = length_of(from_middle);
        found.depth = oracle_item(self, "colliders", c, "radius", 0) - distance;
        for (int k = 0; k < 3; k++) {
            found.normal[k] = distance > 0.0 ? from_middle[k] / distance : 0.0;
        }
    }
    if (oracle_item(self, "colliders", c, "solid", 0) != 0.0) { // its outside
        found.depth = -found.depth;
        for (int k = 0; k < 3; k++) {
            found.normal[k] = -found.normal[k];
        }
    }
    return found;
}

// Whether the particle came to the surface within this step with the speed u it has now
// across it, of which it gained g: the part s of the step since then.
static double part_since_impact(double per_time, double u, double g)
{
    // g s^2 / 2 - u s + depth / dt = 0
    if (fabs(g) < 1e-9 * u) {
        return fmin(per_time / u, 1.0);
    }
    double root = u * u - 2.0 * g * per_time;
    double s = root > 0.0 ? (u - sqrt(root)) / g : 1.0;
    return s > 0.0 && s < 1.0 ? s : 1.0;
}

static void bounce(const emitter_oracle *self, int c, const double change[3],
                   oracle_step *step)
{
    emitted_row *row = &step->row;
    int e = (int)(row->number & self->mask);
    contact found = touch(self, c, row->place);
    found.depth += oracle_item(self, "emitters", e, "collision_radius", 0);
    step->is_close_call |= fabs(found.depth) < 2e-5;
    if (found.depth <= 0.0) {
        return;
    }
    step->is_close_call |= found.doubt < 2e-5;
    double u = -dot_of(row->velocity, found.normal);
    double g = -dot_of(change, found.normal), height = 0.0, out;
    step->is_close_call |= fabs(u) < 1e-4;
    if (u > 0.0) {
        double s = part_since_impact(found.depth / self->dt, u, g);
        double leaving =
            fmax(u - g * s, 0.0) * oracle_item(self, "colliders", c, "bounce", 0);
        height = (leaving - g * s / 2.0) * s * self->dt;
        out = leaving - g * s;
        if (height <= 0.0) {
            height = 0.0;
            out = fmax(out, 0.0);
        }
        bool collides = u > fmax(4.0 * g, 1e-6);
        step->is_close_call |= fabs(u - 4.0 * g) < 1e-4;
        double kept = 1.0 - oracle_item(self, "colliders", c, "friction", 0);
        kept = collides ? kept : pow(kept, 10.0 * self->dt);
        for (int k = 0; k < 3; k++) {
            double along = row->velocity[k] + u * found.normal[k];
            row->velocity[k] = along * kept + out * found.normal[k];
        }
        if (collides) {
            row->life *= 1.0 - oracle_item(self, "colliders", c, "lifetime_loss", 0);
            step->collides = true;
        }
        // The law finds s by two turns of an iteration.
        double doubt = collides ? 0.02 * fabs(g) : fabs(g);
        step->velocity_bound += doubt + 1e-4;
        step->place_bound += doubt * self->dt + 1e-5;
    }
    for (int k = 0; k < 3; k++) {
        row->place[k] += (found.depth + height) * found.normal[k];
    }
}

oracle_step oracle_advance(const emitter_oracle *self, const emitted_row *before)
{
    oracle_step step = {.row = oracle_fly(self, before, self->dt),
                        .place_bound = 5e-6,
                        .velocity_bound = 1e-5};
    double change[3];
    for (int k = 0; k < 3; k++) {
        change[k] = step.row.velocity[k] - before->velocity[k];
    }
    for (int c = 0; c < count_of(self, "colliders"); c++) {
        bounce(self, c, change, &step);
    }
    step.row.life = fmax(step.row.life, 0.0);
    return step;
}

// ---- Children ------------------------------------------------------------------------

static int linked(const emitter_oracle *self, int e, const char *key)
{
    return (int)oracle_item(self, "emitters", e, key, 0);
}

static uint32_t by_collision(const emitter_oracle *self, int e, bool collided)
{
    bool gives = collided && linked(self, e, "on_collision") >= 0;
    return gives ? (uint32_t)oracle_item(self, "emitters", e, "collision_count", 0) : 0;
}

uint32_t oracle_children(const emitter_oracle *self, const emitted_row *after,
                         bool collided)
{
    int e = (int)(after->number & self->mask);
    bool gives = after->life <= 0.0 && linked(self, e, "on_death") >= 0;
    return by_collision(self, e, collided) +
           (gives ? (uint32_t)oracle_item(self, "emitters", e, "death_count", 0) : 0);
}

int oracle_emitter_of_child(const emitter_oracle *self, const emitted_row *parent,
                            bool collided, uint32_t index)
{
    int e = (int)(parent->number & self->mask);
    bool is_of_hit = index < by_collision(self, e, collided);
    return linked(self, e, is_of_hit ? "on_collision" : "on_death");
}

// ---- Births --------------------------------------------------------------------------

static bool is_within(double value, double low, double high, double bound)
{
    return value >= low - bound && value <= high + bound;
}

// Knows the shapes point, sphere and box, and emitters whose particles fly freely, with a
// speed along their direction: then both can be told from what has become of them.
bool oracle_could_be_born(const emitter_oracle *self, int e, const emitted_row *row,
                          double age, const double from[3], const double velocity[3])
{
    enum { POINT_SHAPE, SPHERE_SHAPE, BOX_SHAPE };
    assert_int_equal(count_of(self, "forces"), 0);
    double drag = oracle_item(self, "emitters", e, "drag", 0);
    assert_true(drag == 0.0);
    double place[3] = {0}, speed[3] = {0};
    for (int k = 0; k < self->dimension; k++) {
        double pull = parameter(self, "gravity", k) *
                      oracle_item(self, "emitters", e, "gravity_scale", 0);
        speed[k] = row->velocity[k] - pull * age;
        place[k] = row->place[k] - from[k] - (speed[k] + row->velocity[k]) / 2.0 * age;
        speed[k] -= velocity[k] * oracle_item(self, "emitters", e, "inherit", 0);
    }
    bool fits = true;
    int shape = (int)oracle_item(self, "emitters", e, "shape", 0);
    double radius = oracle_item(self, "emitters", e, "radius", 0);
    for (int k = 0; k < self->dimension && shape != SPHERE_SHAPE; k++) {
        double size = oracle_item(self, "emitters", e, "size", k);
        double half = shape == BOX_SHAPE ? size / 2.0 : 0.0;
        fits = fits && fabs(place[k]) < half + 2e-5;
    }
    fits = fits && (shape != SPHERE_SHAPE || length_of(place) < radius + 2e-5);
    double ahead[3], length = length_of(speed);
    direction_of(self, "emitters", e, "direction", ahead);
    double spread = oracle_item(self, "emitters", e, "spread", 0) * 6.283185307179586;
    fits = fits && is_within(length, oracle_item(self, "emitters", e, "speed", 0),
                             oracle_item(self, "emitters", e, "speed", 1), 1e-4);
    fits = fits && dot_of(speed, ahead) > length * cos(spread) - 1e-4;
    return fits &&
           is_within(row->life, oracle_item(self, "emitters", e, "lifetime", 0) - age,
                     oracle_item(self, "emitters", e, "lifetime", 1) - age, 1e-5);
}
