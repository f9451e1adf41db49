// SPDX-License-Identifier: MIT
// The tables carry what later models need: the test model `ready` has two passes, a field
// that the second one gathers, sums of both shapes, and particles that die on the GPU.

#include "oracle.h"

#include <math.h>
#include <string.h>

static mote_scene *ready_scene(int dimension, double lifetime)
{
    return scene_of("{'model': 'ready', 'particles': 1500, 'dimension': %d, 'seed': 6,"
                    " 'start': {'speed': 0.2}, 'ready': {'radius': %g, 'lifetime': %g,"
                    " 'stiffness': 5}}",
                    dimension, dimension == 3 ? 0.12 : 0.05, lifetime);
}

static uint64_t living_of(mote_simulation *simulation)
{
    uint64_t living = 0;
    assert_ok(simulation_population(simulation, &living));
    return living;
}

// ---- Both backends -------------------------------------------------------------------

static void expect_equal(const test_backend *on, int dimension)
{
    mote_scene *scene = ready_scene(dimension, 2.0);
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_device_def scalar = mote_default_device_def();
    scalar.isa = "scalar";
    mote_simulation *b = simulation_on(on, scene, &scalar);
    expect_equal_runs(a, b, 40);
    assert_true(living_of(a) < 1500 && living_of(a) > 0);
    assert_int_equal(living_of(a), living_of(b));
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void two_passes_and_the_dying_are_equal_in_2d(void **state)
{
    expect_equal(*state, 2);
}

static void two_passes_and_the_dying_are_equal_in_3d(void **state)
{
    expect_equal(*state, 3);
}

// ---- The population ------------------------------------------------------------------

static void the_population_only_shrinks_and_ends(void **state)
{
    mote_scene *scene = ready_scene(2, 1.0);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint64_t before = living_of(simulation);
    assert_int_equal(before, 1500);
    bool has_shrunk = false;
    for (int turn = 0; turn < 60 && before > 0; turn++) {
        step(simulation, 1);
        uint64_t living = living_of(simulation);
        assert_true(living <= before);
        has_shrunk |= living < before && living > 0;
        before = living;
    }
    assert_true(has_shrunk);
    // Alone a particle lives 50 steps.
    assert_int_equal(before, 0);
    assert_true(hash_of(simulation) == 0);
    step(simulation, 3);
    assert_int_equal(living_of(simulation), 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Energy is not positive exactly for those who are gone in the next step.
static void who_has_no_energy_left_is_gone_and_nobody_else(void **state)
{
    mote_scene *scene = ready_scene(2, 2.0);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 25);
    uint64_t living = living_of(simulation);
    uint32_t *energy = buffer_of(simulation, "energy");
    uint32_t *identity = buffer_of(simulation, "identity");
    bool stays[1500] = {false};
    uint64_t staying = 0;
    for (uint64_t i = 0; i < living; i++) {
        if (float_from(energy[i]) > 0.0f) {
            stays[identity[2 * i]] = true;
            staying++;
        }
    }
    free(identity);
    step(simulation, 1);
    identity = buffer_of(simulation, "identity");
    assert_int_equal(living_of(simulation), staying);
    for (uint64_t i = 0; i < staying; i++) {
        assert_true(stays[identity[2 * i]]);
        stays[identity[2 * i]] = false;
    }
    free(identity);
    free(energy);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- The laws ------------------------------------------------------------------------

// Runs the step up to the end of the second pass's sums and checks density and thrust of
// some particles against brute force.
static void expect_laws(const test_backend *on, int dimension)
{
    mote_scene *scene = ready_scene(dimension, 2.0);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 10);
    const plan *plan = simulation->plan;
    for (int i = 0; i < plan->step_count - 1; i++) { // all but the last update
        assert_ok(simulation_run(simulation, &plan->step[i]));
    }
    oracle *state = oracle_of(scene, simulation);
    uint32_t *density = buffer_of(simulation, "scratch");
    uint32_t *thrust = buffer_of(simulation, "pushing_sums");
    double radius = oracle_parameter(scene, "radius");
    uint64_t d = (uint64_t)dimension;
    for (uint64_t i = 0; i < state->count; i += 11) {
        double crowd = 0.0, push[3] = {0.0}, neighbours = 0.0;
        for (uint64_t j = 0; j < state->count; j++) {
            double offset[3];
            double near = 1.0 - oracle_offset(state, i, j, offset) / radius;
            if (near <= 0.0) {
                continue;
            }
            neighbours += 1.0;
            crowd += near * near;
            double product =
                (double)float_from(density[i]) * (double)float_from(density[j]);
            for (uint64_t axis = 0; axis < d && j != i; axis++) {
                push[axis] -= near / fmax(product, 1.0) * offset[axis] /
                              ((1.0 - near) * radius) * PULL_UNIT;
            }
        }
        // Each term: half a unit of rounding, and 2e-5 of distance, root and reciprocal.
        double found = (double)float_from(density[i]);
        assert_true(fabs(found - crowd) < neighbours * (0.5 / 65536.0 + 4e-5));
        for (uint64_t axis = 0; axis < d; axis++) {
            double sum = (double)limbs_value(thrust + 2 * (i * d + axis));
            assert_true(fabs(sum - push[axis]) < neighbours * (0.5 + 4e-5 * PULL_UNIT));
        }
    }
    free(density);
    free(thrust);
    oracle_destroy(state);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void both_passes_follow_their_laws_in_2d(void **state)
{
    expect_laws(*state, 2);
}

static void both_passes_follow_their_laws_in_3d(void **state)
{
    expect_laws(*state, 3);
}

// The share of a pair is computed from both densities, in the same way from both sides.
static void a_gathered_field_keeps_momentum_exact(void **state)
{
    mote_scene *scene = ready_scene(3, 1e6);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int turn = 0; turn < 5; turn++) {
        step(simulation, 1);
        uint32_t *thrust = buffer_of(simulation, "pushing_sums");
        int64_t total[3] = {0}, strength = 0;
        for (uint64_t i = 0; i < 3 * living_of(simulation); i++) {
            total[i % 3] += limbs_value(thrust + 2 * i);
            strength += llabs(limbs_value(thrust + 2 * i));
        }
        free(thrust);
        assert_true(strength > 0);
        assert_true(total[0] == 0 && total[1] == 0 && total[2] == 0);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Particles that a GPU could not mark all neighbours of.
static uint64_t crowded_in(mote_simulation *simulation)
{
    uint32_t *marks = buffer_of(simulation, "neighbour_mark");
    uint64_t living = living_of(simulation), count = 0;
    for (uint64_t i = 0; i < living; i++) {
        count += marks[2 * i + 1] == 0;
    }
    free(marks);
    return count;
}

// In the middle of a disc somebody has many more neighbours than at its edge.
static void who_has_more_neighbours_than_marks_feels_all(void **state)
{
    const test_backend *on = *state;
    mote_scene *scene =
        scene_of("{'model': 'ready', 'particles': 1500, 'world': {'edges': 'bounce'},"
                 " 'start': {'pattern': 'disc', 'radius': 0.5},"
                 " 'ready': {'radius': 0.3, 'lifetime': 1e6}}");
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 2);
    if (mote_simulation_backend(simulation) == MOTE_BACKEND_GL) {
        uint64_t crowded = crowded_in(simulation);
        assert_true(crowded > 100 && crowded < 1400);
    }
    assert_true(hash_of(simulation) == hash_after(&test_cpu, scene, NULL, 2));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_field_of_vectors_travels_with_its_particle(void **state)
{
    mote_scene *scene = ready_scene(2, 1e6);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 3);
    uint32_t velocity_of[1500][2];
    uint32_t *identity = buffer_of(simulation, "identity");
    uint32_t *velocity = buffer_of(simulation, "velocity");
    for (uint64_t i = 0; i < 1500; i++) {
        memcpy(velocity_of[identity[2 * i]], velocity + 2 * i, 8);
    }
    free(identity);
    free(velocity);
    step(simulation, 1);
    identity = buffer_of(simulation, "identity");
    uint32_t *drift = buffer_of(simulation, "drift");
    for (uint64_t i = 0; i < 1500; i++) {
        assert_memory_equal(drift + 2 * i, velocity_of[identity[2 * i]], 8);
    }
    free(identity);
    free(drift);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// The expression of a constant makes a lone particle live 50 steps, and the law those in
// crowds as long.
static void a_choice_of_the_model_reaches_its_constants_and_its_law(void **state)
{
    mote_scene *scene = ready_scene(2, 2.0);
    assert_ok(mote_scene_set(scene, "ready.wear", "evenly"));
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 49);
    assert_int_equal(living_of(simulation), 1500);
    step(simulation, 3);
    assert_int_equal(living_of(simulation), 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void choices_of_a_device_do_not_change_it(void **state)
{
    const mote_device_def devices[] = {
        {.threads = 1},         {.threads = 3},     {.isa = "scalar"},
        {.cell_reach = 2},      {.cell_reach = 3},  {.slices = 3},
        {.slices = 17},         {.group_size = 32}, {.group_size = 256},
        {.clamp_limits = true},
    };
    mote_scene *scene = ready_scene(2, 1.0);
    uint64_t expected = hash_after(&test_cpu, scene, NULL, 20);
    for (size_t i = 0; i < COUNT_OF(devices); i++) {
        assert_true(hash_after(*state, scene, &devices[i], 20) == expected);
    }
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(two_passes_and_the_dying_are_equal_in_2d),
        ON_EACH_BACKEND(two_passes_and_the_dying_are_equal_in_3d),
        ON_EACH_BACKEND(the_population_only_shrinks_and_ends),
        ON_EACH_BACKEND(who_has_no_energy_left_is_gone_and_nobody_else),
        ON_EACH_BACKEND(both_passes_follow_their_laws_in_2d),
        ON_EACH_BACKEND(both_passes_follow_their_laws_in_3d),
        ON_EACH_BACKEND(a_gathered_field_keeps_momentum_exact),
        ON_EACH_BACKEND(who_has_more_neighbours_than_marks_feels_all),
        ON_EACH_BACKEND(a_field_of_vectors_travels_with_its_particle),
        ON_EACH_BACKEND(a_choice_of_the_model_reaches_its_constants_and_its_law),
        ON_EACH_BACKEND(choices_of_a_device_do_not_change_it),
    };
    return cmocka_run_group_tests_name("ready", tests, NULL, NULL);
}
