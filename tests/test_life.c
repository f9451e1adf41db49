// SPDX-License-Identifier: MIT
// The law of Particle Life where the answer is known: by hand for two particles, by
// conservation for many, by the brute-force oracle for all others. (Built-in scenes:
// test_golden.c.)

#include "oracle.h"

#include <math.h>
#include <string.h>

// ---- Two particles -------------------------------------------------------------------

// Species 0 is pulled to species 1 with 0.8; species 1 is pushed from species 0 with 0.5.
#define MINIMUM 0.1
#define MAXIMUM 0.4

static mote_scene *scene_of_two(void)
{
    return scene_of(
        "{'particles': 2, 'dt': 0.02, 'species': [{'count': 1}, {'count': 1}],"
        " 'world': {'width': 2, 'height': 2},"
        " 'life': {'force': 3, 'friction': 0.04,"
        " 'matrix': [[0, 0.8], [-0.5, 0]],"
        " 'minimum_radius': %g, 'maximum_radius': %g}}",
        MINIMUM, MAXIMUM);
}

// Particle 0 of species 0 at the middle of the world, particle 1 of species 1 to its
// right.
static void place_two(mote_simulation *simulation, double distance)
{
    uint32_t half = UINT32_C(1) << 31;
    uint32_t units = (uint32_t)llround(distance / 2.0 * 4294967296.0);
    const uint32_t position[4] = {half, half, half + units, half};
    const uint32_t identity[4] = {0, 0, 1, 1};
    const uint32_t velocity[4] = {0, 0, 0, 0};
    write_buffer(simulation, BUFFER_position, position);
    write_buffer(simulation, BUFFER_identity, identity);
    write_buffer(simulation, BUFFER_velocity, velocity);
}

// Index of the particle with this id, which the grid may have moved.
static uint64_t index_of(mote_simulation *simulation, uint32_t id)
{
    uint32_t *identity = read_buffer(simulation, BUFFER_identity);
    uint64_t index = 0;
    while (identity[2 * index] != id) {
        index++;
    }
    free(identity);
    return index;
}

static int64_t pull_along_x(mote_simulation *simulation, uint32_t id)
{
    uint32_t *pull = buffer_of(simulation, "attraction_sums");
    int64_t value = limbs_value(pull + 4 * index_of(simulation, id));
    assert_int_equal(limbs_value(pull + 4 * index_of(simulation, id) + 2), 0);
    free(pull);
    return value;
}

typedef struct known_pull {
    double distance;
    double on_first, on_second; // along x, from -1 to 1
} known_pull;

// f = r / b - 1 within the minimum radius, a (1 - |2 r - 1 - b| / (1 - b)) from there on.
static const known_pull known_pulls[] = {
    {0.0, 0.0, 0.0},           // contact: no direction
    {1e-6, -0.99999, 0.99999}, // next to contact
    {MINIMUM / 2, -0.5, 0.5},  // halfway into the core
    {MINIMUM, 0.0, 0.0},       // the core ends
    {0.175, 0.4, 0.25},        // halfway up the tent
    {0.25, 0.8, 0.5},          // its top
    {0.325, 0.4, 0.25},        // halfway down
    {MAXIMUM, 0.0, 0.0},       // the tent ends
    {0.5, 0.0, 0.0},           // out of reach
};

static void the_pull_of_two_particles_is_the_curve(void **state)
{
    mote_scene *scene = scene_of_two();
    static const char *const searches[] = {"loop", "grid"};
    for (size_t s = 0; s < 2; s++) {
        mote_device_def device = mote_default_device_def();
        device.search = searches[s];
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        for (size_t i = 0; i < COUNT_OF(known_pulls); i++) {
            const known_pull *known = &known_pulls[i];
            place_two(simulation, known->distance);
            run_before(simulation, STAGE_update);
            double first = (double)pull_along_x(simulation, 0) / PULL_UNIT;
            double second = (double)pull_along_x(simulation, 1) / PULL_UNIT;
            // Seen from species 1, the first particle is to the left.
            assert_true(fabs(first - known->on_first) < 6e-5);
            assert_true(fabs(second - known->on_second) < 6e-5);
        }
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
}

static void at_the_maximum_radius_and_beyond_there_is_no_pull_at_all(void **state)
{
    mote_scene *scene = scene_of_two();
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int units = 0; units < 2000; units++) {
        place_two(simulation, MAXIMUM + units * 1e-9);
        run_before(simulation, STAGE_update);
        assert_int_equal(pull_along_x(simulation, 0), 0);
        assert_int_equal(pull_along_x(simulation, 1), 0);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// v' = v 2^(-dt / half-life) + force R dt f, then x' = x + v' dt, in doubles.
static void one_step_of_two_particles_follows_the_formula(void **state)
{
    mote_scene *scene = scene_of_two();
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    place_two(simulation, 0.25);
    const uint32_t velocity[4] = {float_bits(0.5), float_bits(-0.25), 0, 0};
    write_buffer(simulation, BUFFER_velocity, velocity);
    step(simulation, 1);
    double keep = exp2(-0.02 / 0.04), kick = 3.0 * MAXIMUM * 0.02;
    const double expected[4] = {0.5 * keep + kick * 0.8, -0.25 * keep, kick * 0.5, 0.0};
    const double start[4] = {1.0, 1.0, 1.25, 1.0};
    uint32_t *found_velocity = read_buffer(simulation, BUFFER_velocity);
    uint32_t *found_position = read_buffer(simulation, BUFFER_position);
    for (uint32_t id = 0; id < 2; id++) {
        uint64_t i = index_of(simulation, id);
        for (uint64_t axis = 0; axis < 2; axis++) {
            double v = (double)float_from(found_velocity[2 * i + axis]);
            double x = found_position[2 * i + axis] / 4294967296.0 * 2.0;
            assert_true(fabs(v - expected[2 * id + axis]) < 3e-6);
            assert_true(fabs(x - start[2 * id + axis] - expected[2 * id + axis] * 0.02) <
                        1e-7);
        }
    }
    free(found_velocity);
    free(found_position);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void friction_halves_a_velocity_in_its_half_life(void **state)
{
    mote_scene *scene = scene_of("{'particles': 1, 'dt': 0.01, 'start': {'speed': 1},"
                                 " 'life': {'friction': 0.5}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint32_t *before = read_buffer(simulation, BUFFER_velocity);
    step(simulation, 50);
    uint32_t *after = read_buffer(simulation, BUFFER_velocity);
    for (int axis = 0; axis < 2; axis++) {
        double ratio = (double)float_from(after[axis]) / (double)float_from(before[axis]);
        assert_true(fabs(ratio - 0.5) < 50 * 1.2e-7);
    }
    free(before);
    free(after);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_resting_particle_alone_stays_at_rest(void **state)
{
    mote_scene *scene = scene_of("{'particles': 1}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint64_t before = hash_of(simulation);
    step(simulation, 10);
    assert_true(hash_of(simulation) == before);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// |v| < 2^-60 and -0 become +0, so that no device's way with them can be seen.
static void velocities_that_vanish_become_plus_zero(void **state)
{
    static const double tiny[] = {-0.0,  0.0,    1e-20,   -1e-20,
                                  1e-40, -1e-44, 8.6e-19, -1e-30};
    mote_scene *scene = scene_of("{'particles': 8, 'life': {'force': 0}}");
    static const char *const searches[] = {"loop", "grid"};
    for (size_t s = 0; s < 2; s++) {
        mote_device_def device = mote_default_device_def();
        device.search = searches[s];
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        uint32_t velocity[16];
        for (int i = 0; i < 16; i++) {
            velocity[i] = float_bits(tiny[i % 8]);
        }
        write_buffer(simulation, BUFFER_velocity, velocity);
        step(simulation, 1);
        uint32_t *found = read_buffer(simulation, BUFFER_velocity);
        for (int i = 0; i < 16; i++) {
            assert_int_equal(found[i], 0);
        }
        free(found);
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
}

// ---- Momentum ------------------------------------------------------------------------

static void expect_no_net_pull(mote_simulation *simulation)
{
    uint32_t *pull = buffer_of(simulation, "attraction_sums");
    uint64_t dimension = (uint64_t)simulation->plan->dimension;
    uint64_t count = mote_simulation_particle_count(simulation);
    int64_t total[3] = {0};
    int64_t strength = 0;
    for (uint64_t i = 0; i < count * dimension; i++) {
        total[i % dimension] += limbs_value(pull + 2 * i);
        strength += llabs(limbs_value(pull + 2 * i));
    }
    assert_true(strength > 0);
    for (int axis = 0; axis < 3; axis++) {
        assert_int_equal(total[axis], 0);
    }
    free(pull);
}

// A symmetric matrix and symmetric radii: what one feels of the other, the other feels of
// it, to the bit. So the integer pulls of all add up to 0, across the seam too.
static void a_symmetric_matrix_conserves_momentum_exactly(void **state)
{
    static const char *const worlds[] = {
        "'dimension': 2, 'world': {'edges': 'wrap'}, 'start': {'pattern': 'uniform'}",
        "'dimension': 2, 'world': {'edges': 'bounce'}, 'start': {'pattern': 'uniform'}",
        "'dimension': 2, 'start': {'pattern': 'grid'}, 'world': {'width': 1, 'height': 1}",
        "'dimension': 2, 'start': {'pattern': 'disc', 'center': [0, 0], 'radius': 0.1}",
        "'dimension': 3, 'start': {'pattern': 'uniform'}, 'world': {'depth': 0.5}",
    };
    for (size_t w = 0; w < COUNT_OF(worlds); w++) {
        mote_scene *scene =
            scene_of("{'particles': 1024, 'species': 3, 'seed': 5, %s,"
                     " 'life': {'matrix': 'symmetric', 'force': 20, 'maximum_radius':"
                     " [[0.1, 0.2, 0.15], [0.2, 0.12, 0.25], [0.15, 0.25, 0.08]]}}",
                     worlds[w]);
        mote_device_def device = mote_default_device_def();
        device.search = w % 2 ? "loop" : "grid";
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        for (int turn = 0; turn < 10; turn++) {
            step(simulation, 1);
            expect_no_net_pull(simulation);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// Exactly half the world apart there are two nearest images: neither may pull.
static void particles_half_a_world_apart_do_not_pull(void **state)
{
    mote_scene *scene = scene_of(
        "{'particles': 2, 'species': 1,"
        " 'life': {'matrix': 1, 'minimum_radius': 0.4999, 'maximum_radius': 0.5}}");
    static const char *const searches[] = {"loop", "grid"};
    for (size_t s = 0; s < 2; s++) {
        mote_device_def device = mote_default_device_def();
        device.search = searches[s];
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        const uint32_t position[4] = {5, 7, UINT32_C(0x80000005), 7};
        write_buffer(simulation, BUFFER_position, position);
        run_before(simulation, STAGE_update);
        uint32_t *pull = buffer_of(simulation, "attraction_sums");
        for (int i = 0; i < 4; i++) {
            assert_int_equal(limbs_value(pull + 2 * i), 0);
        }
        free(pull);
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
}

// ---- Against the oracle --------------------------------------------------------------

typedef struct domain_case {
    const char *members; // of the scene, in JSON
    double radius;
} domain_case;

// Among them: fewer cells than a neighbourhood has, radii of half the domain and of more
// than a walled world, flat and long worlds.
static const domain_case domain_cases[] = {
    {"'particles': 3000", 0.05},
    {"'particles': 2000, 'world': {'edges': 'bounce'}", 0.07},
    {"'particles': 2000, 'world': {'edges': 'open', 'border': 2}", 0.07},
    {"'particles': 300", 0.49},
    {"'particles': 400", 0.45},
    {"'particles': 500", 0.33},
    {"'particles': 600", 0.24},
    {"'particles': 700", 0.19},
    {"'particles': 500", 0.5},
    {"'particles': 500, 'world': {'width': 3, 'height': 1}", 0.5},
    {"'particles': 500, 'world': {'edges': 'bounce'}", 0.4},
    {"'particles': 300, 'world': {'edges': 'bounce'}", 2.5},
    {"'particles': 2000, 'dimension': 3", 0.12},
    {"'particles': 900, 'dimension': 3, 'world': {'depth': 0.3}", 0.15},
    {"'particles': 900, 'dimension': 3, 'world': {'edges': 'bounce'}", 0.3},
    {"'particles': 2000, 'world': {'width': 20, 'height': 0.5}", 0.11},
};

static void check_domain(const test_backend *on, const domain_case *c, int reach,
                         const char *search)
{
    double r = c->radius;
    mote_scene *scene = scene_of(
        "{%s, 'species': 2, 'seed': 11, 'start': {'speed': 0.1},"
        " 'life': {'matrix': [[0.3, -0.9], [0.7, 1]],"
        " 'minimum_radius': [[%g, %g], [%g, 0]], 'maximum_radius': [[%g, %g], [%g, %g]]}}",
        c->members, r * 0.3, r * 0.1, r * 0.2, r, r * 0.8, r * 0.5, r * 0.9);
    mote_device_def device = mote_default_device_def();
    device.search = search;
    device.cell_reach = reach;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    step(simulation, 3);
    run_before(simulation, STAGE_update);
    oracle_check_pulls(scene, simulation, 300);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void pulls_match_the_oracle_in_any_domain(void **state)
{
    const test_backend *on = *state;
    for (size_t i = 0; i < COUNT_OF(domain_cases); i++) {
        // Every reach on the CPU; on GL one after the other, since a compiler runs each
        // time.
        for (int reach = 1; reach <= 3; reach++) {
            if (on->kind == MOTE_BACKEND_CPU || reach == 1 + (int)i % 3) {
                check_domain(on, &domain_cases[i], reach, "grid");
            }
        }
        check_domain(on, &domain_cases[i], 1, "loop");
        check_domain(on, &domain_cases[i], 1 + (int)(i + 1) % 3, "indexed");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(the_pull_of_two_particles_is_the_curve),
        ON_EACH_BACKEND(at_the_maximum_radius_and_beyond_there_is_no_pull_at_all),
        ON_EACH_BACKEND(one_step_of_two_particles_follows_the_formula),
        ON_EACH_BACKEND(friction_halves_a_velocity_in_its_half_life),
        ON_EACH_BACKEND(a_resting_particle_alone_stays_at_rest),
        ON_EACH_BACKEND(velocities_that_vanish_become_plus_zero),
        ON_EACH_BACKEND(a_symmetric_matrix_conserves_momentum_exactly),
        ON_EACH_BACKEND(particles_half_a_world_apart_do_not_pull),
        ON_EACH_BACKEND(pulls_match_the_oracle_in_any_domain),
    };
    return cmocka_run_group_tests_name("life", tests, NULL, NULL);
}
