// SPDX-License-Identifier: MIT
// What a fluid does where the answer is known: rest under gravity, viscosity, energy,
// drops. (The law itself: test_fluid.c. A dam that breaks: test_fluid_dam.c.)

#include "fluid_oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

// ---- At rest -------------------------------------------------------------------------

// Water 0.5 deep, once it has settled; what is measured is the mean of so many states,
// over several periods of the slowest sound in it.
#define LAYERS   4
#define STATES   16
#define SETTLING 160
#define GRAVITY  9.81

typedef struct layer {
    double particles; // in it, on average
    double weight;    // of what is above its middle, over area and rest density
    double virial;    // pressure that pairs make up, over the rest density
    double pressure;  // by the equation of state, of its particles on average
} layer;

typedef struct rest_case {
    const char *pressure;
    int dimension, particles;
    double width;
} rest_case;

// Wide enough for an interior, 2 smoothing radii from walls, floor and surface.
static const rest_case rest_cases[] = {
    {"tait", 2, 3125, 0.5},
    {"near_density", 2, 3125, 0.5},
    {"tait", 3, 5120, 0.4},
    {"near_density", 3, 5120, 0.4},
};

// Layers lie between 2 smoothing radii above the floor and below the surface.
static int layer_of(const fluid_oracle *f, uint64_t i, double low, double high)
{
    double y = f->state->place[i * (uint64_t)f->numbers.dimension + 1];
    double at = (y - low) / (high - low) * LAYERS;
    return at >= 0.0 && at < LAYERS ? (int)at : -1;
}

static double surface_of(const fluid_oracle *f)
{
    double sum = 0.0;
    uint64_t d = (uint64_t)f->numbers.dimension;
    for (uint64_t i = 0; i < f->state->count; i++) {
        sum += f->state->place[i * d + 1] / (double)f->state->count;
    }
    // The middle of the water is half as high as the surface.
    double floor = -f->state->scene->size[1] / 2.0;
    return floor + 2.0 * (sum - floor);
}

static void add_layers(const fluid_oracle *f, double area, layer layers[LAYERS])
{
    uint64_t d = (uint64_t)f->numbers.dimension;
    double low = -f->state->scene->size[1] / 2.0 + 2.0 * f->numbers.radius;
    double high = surface_of(f) - 2.0 * f->numbers.radius;
    double thick = (high - low) / LAYERS;
    double each = GRAVITY / (area * f->numbers.rest_density) / STATES;
    for (uint64_t i = 0; i < f->state->count; i++) {
        double y = f->state->place[i * d + 1];
        for (int k = 0; k < LAYERS; k++) {
            // A particle in the layer is above part of it.
            double under = (y - low) / thick - k;
            layers[k].weight += each * fmin(fmax(under, 0.0), 1.0);
        }
        // The pressure of its pairs is spread over as much as the kernel reaches.
        double reach = f->numbers.radius / 2.0;
        for (int k = 0; k < LAYERS; k++) {
            double bottom = fmax(low + k * thick, y - reach);
            double top = fmin(low + (k + 1) * thick, y + reach);
            layers[k].virial += fmax(top - bottom, 0.0) / (2.0 * reach) *
                                f->virial[i * d + 1] /
                                (thick * area * f->numbers.rest_density) / STATES;
        }
        int k = layer_of(f, i, low, high);
        if (k >= 0) {
            double squared = f->density[i] * f->density[i];
            layers[k].particles += 1.0 / STATES;
            layers[k].pressure +=
                (f->pressure[i] + f->near_pressure[i]) * squared / STATES;
        }
    }
}

// Those in the interior.
typedef struct block {
    double number;  // per area or volume, over the rest density
    double density; // by the sums, likewise
} block;

static block interior_of(const fluid_oracle *f)
{
    uint64_t d = (uint64_t)f->numbers.dimension;
    double edge = 2.0 * f->numbers.radius;
    double low = -f->state->scene->size[1] / 2.0 + edge;
    double high = surface_of(f) - edge, volume = high - low;
    for (uint64_t axis = 0; axis < d; axis += 2) {
        volume *= f->state->scene->size[axis] - 2.0 * edge;
    }
    double count = 0.0, density = 0.0;
    for (uint64_t i = 0; i < f->state->count; i++) {
        bool inside = layer_of(f, i, low, high) >= 0;
        for (uint64_t axis = 0; axis < d; axis += 2) {
            double wall = f->state->scene->size[axis] / 2.0;
            inside = inside && fabs(f->state->place[i * d + axis]) < wall - edge;
        }
        count += inside;
        density += inside ? f->density[i] : 0.0;
    }
    return (block){count / (volume * f->numbers.rest_density), density / count};
}

static void expect_rest(const rest_case *c)
{
    const char *z = c->dimension == 3 ? ", 1" : "";
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'dimension': %d, 'particles': %d, 'dt': 0.01, 'world':"
        " {'width': %g, 'height': 1, 'depth': %g}, 'start': {'center': [0.5, 0.25%s],"
        " 'size': [1, 0.5%s]}, 'fluid': {'pressure': '%s', 'viscosity': 0.08,"
        " 'sound_speed': 22}}",
        c->dimension, c->particles, c->width, c->width, c->dimension == 3 ? ", 0.5" : "",
        z, c->pressure);
    double area = c->dimension == 3 ? c->width * c->width : c->width;
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    step(simulation, SETTLING);
    layer layers[LAYERS] = {0};
    block interior = {0};
    for (int k = 0; k < STATES; k++) {
        step(simulation, 3);
        fluid_oracle *f = fluid_oracle_of(scene, simulation);
        add_layers(f, area, layers);
        block now = interior_of(f);
        interior.number += now.number / STATES;
        interior.density += now.density / STATES;
        fluid_oracle_destroy(f);
    }
    bool is_tait = strcmp(c->pressure, "tait") == 0;
    print_message("%s, %d-D:\n", c->pressure, c->dimension);
    for (int k = LAYERS - 1; k >= 0; k--) {
        const layer *l = &layers[k];
        double virial = l->virial / l->weight - 1.0;
        double equation = l->pressure / l->particles / l->weight - 1.0;
        print_message("  weight %.3f: pairs %+.1f %%, equation %+.1f %%\n", l->weight,
                      100.0 * virial, 100.0 * equation);
    }
    for (int k = LAYERS - 1; k >= 0; k--) {
        const layer *l = &layers[k];
        double virial = l->virial / l->weight - 1.0;
        double equation = l->pressure / l->particles / l->weight - 1.0;
        assert_true(fabs(virial) < 0.05);
        assert_true(fabs(equation) < 0.05);
    }
    if (is_tait) { // the other is soft: the deeper, the denser
        print_message("  density in the interior %.4f, by number %.4f\n",
                      interior.density, interior.number);
        assert_true(fabs(interior.density - 1.0) < 0.03);
        assert_true(fabs(interior.number - 1.0) < 0.03);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void at_rest_the_pressure_is_the_weight_of_what_is_above(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rest_cases); k++) {
        expect_rest(&rest_cases[k]);
    }
}

// ---- Viscosity -----------------------------------------------------------------------

// Amplitude of v_x = sin(2 pi y / L) in a state.
static double shear_of(const mote_scene *scene, mote_simulation *simulation)
{
    uint64_t d = (uint64_t)scene->dimension, count = mote_scene_particle_count(scene);
    uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
    uint32_t *position = read_buffer(simulation, BUFFER_position);
    double sum = 0.0;
    for (uint64_t i = 0; i < count; i++) {
        double y = position[i * d + 1] / 4294967296.0;
        sum += (double)float_from(velocity[i * d]) * sin(2.0 * PI * y);
    }
    free(velocity);
    free(position);
    return 2.0 * sum / (double)count;
}

static void expect_shear_to_decay(int dimension, int particles, const char *pressure)
{
    const double viscosity = 0.02, speed = 0.1;
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'dimension': %d, 'particles': %d, 'dt': 0.02, 'world': {'width':"
        " 1, 'height': 1, 'depth': 1, 'edges': 'wrap'}, 'start': {'center': [0.5, 0.5%s],"
        " 'size': [1, 1%s]}, 'fluid': {'pressure': '%s', 'viscosity': %g, 'sound_speed': 2,"
        " 'stiffness': 4, 'near_stiffness': 0.4, 'gravity': [0, 0%s]}}",
        dimension, particles, dimension == 3 ? ", 0.5" : "", dimension == 3 ? ", 1" : "",
        pressure, viscosity, dimension == 3 ? ", 0" : "");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    uint64_t d = (uint64_t)dimension, count = (uint64_t)particles;
    uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
    uint32_t *position = read_buffer(simulation, BUFFER_position);
    for (uint64_t i = 0; i < count; i++) {
        double y = position[i * d + 1] / 4294967296.0;
        velocity[i * d] = float_bits(speed * sin(2.0 * PI * y));
    }
    write_buffer(simulation, BUFFER_velocity, velocity);
    free(velocity);
    free(position);
    // The particles leave their lattice first.
    step(simulation, 20);
    double before = shear_of(scene, simulation);
    step(simulation, 50);
    double rate = log(before / shear_of(scene, simulation)) / (50 * 0.02);
    double known = viscosity * 4.0 * PI * PI;
    print_message("%s, %d-D: a shear wave decays at %.4f/s, known %.4f/s: %+.1f %%\n",
                  pressure, dimension, rate, known, 100.0 * (rate / known - 1.0));
    assert_true(fabs(rate / known - 1.0) < 0.1);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_shear_wave_decays_by_the_kinematic_viscosity(void **state)
{
    (void)state;
    expect_shear_to_decay(2, 900, "tait");
    expect_shear_to_decay(3, 2744, "tait");
}

// ---- Energy --------------------------------------------------------------------------

// Of motion and of compression: what the law's pushes are the derivatives of.
static double energy_of(const fluid_oracle *f)
{
    const fluid_numbers *n = &f->numbers;
    double far = n->push_factor / n->density_factor;
    double near = n->near_push_factor / n->near_factor, energy = 0.0;
    for (uint64_t i = 0; i < f->state->count * (uint64_t)n->dimension; i++) {
        energy += f->velocity[i] * f->velocity[i] / 2.0;
    }
    for (uint64_t i = 0; i < f->state->count; i++) {
        double density = f->density[i];
        if (n->is_tait && density > 1.0) {
            energy += far * n->sound_squared / 7.0 *
                      (pow(density, 6.0) / 6.0 + 1.0 / density - 7.0 / 6.0);
        }
        if (!n->is_tait) {
            double s = f->pressure[i], t = f->near_pressure[i];
            energy += far * s * s / (2.0 * n->stiffness);
            energy += near * t * t / (2.0 * n->near_stiffness);
        }
    }
    return energy;
}

static void expect_energy_not_to_grow(int dimension, const char *pressure,
                                      const char *edges)
{
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'dimension': %d, 'particles': %d, 'dt': 0.01, 'seed': 4,"
        " 'world': {'width': 1, 'height': 1, 'depth': 1, 'edges': '%s'}, 'start': {'speed':"
        " 1, 'center': [0.4, 0.5%s], 'size': [0.7, 0.8%s]}, 'fluid': {'pressure': '%s',"
        " 'viscosity': 0, 'bounce': 1, 'sound_speed': 6.6, 'gravity': [0, 0%s]}}",
        dimension, dimension == 3 ? 500 : 400, edges, dimension == 3 ? ", 0.5" : "",
        dimension == 3 ? ", 0.8" : "", pressure, dimension == 3 ? ", 0" : "");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    double first = 0.0, most = 0.0, last = 0.0;
    for (int k = 0; k <= 15; k++) {
        fluid_oracle *f = fluid_oracle_of(scene, simulation);
        last = energy_of(f);
        first = k == 0 ? last : first;
        most = fmax(most, last);
        fluid_oracle_destroy(f);
        step(simulation, 10);
    }
    print_message("%s, %d-D, %s: of the energy at most %+.2f %%, after 1.5 s %+.2f %%\n",
                  pressure, dimension, edges, 100.0 * (most / first - 1.0),
                  100.0 * (last / first - 1.0));
    assert_true(most < first * 1.05);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void energy_does_not_grow(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        expect_energy_not_to_grow(2 + k % 2, k / 2 % 2 ? "tait" : "near_density",
                                  k / 4 ? "bounce" : "wrap");
    }
}

// ---- Drops ---------------------------------------------------------------------------

// Of its extents along x and y, as second moments.
static double aspect_of(const mote_scene *scene, mote_simulation *simulation)
{
    oracle *o = oracle_of(scene, simulation);
    double mean[2] = {0}, moment[2] = {0};
    uint64_t d = (uint64_t)o->dimension;
    for (int axis = 0; axis < 2; axis++) {
        for (uint64_t i = 0; i < o->count; i++) {
            mean[axis] += o->place[i * d + (uint64_t)axis] / (double)o->count;
        }
        for (uint64_t i = 0; i < o->count; i++) {
            double x = o->place[i * d + (uint64_t)axis] - mean[axis];
            moment[axis] += x * x / (double)o->count;
        }
    }
    oracle_destroy(o);
    return sqrt(moment[0] / moment[1]);
}

// A slab twice as long as wide.
static void a_drop_swings_about_the_round(void **state)
{
    (void)state;
    mote_scene *scene = NULL;
    assert_ok(scene_builtin("drop", &scene));
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    double first = aspect_of(scene, simulation), least = first, most = 0.0;
    for (int k = 0; k < 7; k++) {
        step(simulation, 50);
        double aspect = aspect_of(scene, simulation);
        least = fmin(least, aspect);
        most = fmax(most, least < 1.0 ? aspect : 0.0);
        print_message("a drop %.3f times as long as wide\n", aspect);
    }
    print_message("from %.2f to %.2f to %.2f\n", first, least, most);
    // It swings through the round, and back through it.
    assert_true(first > 2.0 && least < 0.6 && most > 1.5);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_the_pressure_is_the_weight_of_what_is_above),
        cmocka_unit_test(a_shear_wave_decays_by_the_kinematic_viscosity),
        cmocka_unit_test(energy_does_not_grow),
        cmocka_unit_test(a_drop_swings_about_the_round),
    };
    return cmocka_run_group_tests_name("fluid_physics", tests, NULL, NULL);
}
