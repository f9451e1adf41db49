// SPDX-License-Identifier: MIT
// Faucets and drains: how many are born, when, where and with which ids, as far as there
// is room; who dies in a drain; what scenes may say of them.

#include "support.h"

#include "population.glsl"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Births by the clock -------------------------------------------------------------

// Nobody dies: 7 in 8 steps, and 10 a step from 1/10 s to 2/10 s.
static mote_scene *scene_of_immortals(unsigned particles, unsigned first)
{
    return scene_of(
        "{'model': 'ready', 'particles': %u, 'dt': 0.0125, 'substeps': 1,"
        " 'start': {'count': %u}, 'ready': {'lifetime': 1e9, 'faucets': ["
        " {'rate': 70, 'speed': 0.1}, {'rate': 800, 'start': 0.1, 'stop': 0.2,"
        " 'position': [0.2, 0.5]}]}}",
        particles, first);
}

static uint64_t due_after(uint64_t steps)
{
    uint64_t open = steps < 8 ? 0 : steps < 16 ? steps - 8 : 8;
    return steps * 7 / 8 + 10 * open;
}

static void births_follow_the_clock_as_far_as_there_is_room(void **state)
{
    static const unsigned cases[][2] = {{0, 0}, {1, 0}, {50, 0}, {95, 13}, {1000, 300}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t most = cases[i][0], first = cases[i][1];
        mote_scene *scene = scene_of_immortals(cases[i][0], cases[i][1]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (uint64_t n = 0; n < 24; n++) {
            uint64_t due = due_after(n), born = due < most - first ? due : most - first;
            mote_population population = population_of(simulation);
            assert_int_equal(population.living, first + born);
            assert_int_equal(population.born, born);
            assert_int_equal(population.died, 0);
            assert_int_equal(population.dropped, due - born);
            step(simulation, 1);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void sub_steps_are_the_steps_of_that_clock(void **state)
{
    mote_scene *scene = scene_of_immortals(1000, 0);
    assert_ok(mote_scene_set(scene, "dt", "0.05"));
    assert_ok(mote_scene_set(scene, "substeps", "4"));
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (uint64_t n = 0; n < 6; n++) {
        assert_int_equal(population_of(simulation).born, due_after(4 * n));
        step(simulation, 1);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// The ids of the living, sorted.
static uint32_t *ids_of(mote_simulation *simulation, uint64_t living)
{
    uint32_t *identity = buffer_of(simulation, "identity");
    uint32_t *ids = malloc(living * 4 + 4);
    for (uint64_t i = 0; i < living; i++) {
        ids[i] = identity[2 * i];
    }
    free(identity);
    qsort(ids, living, sizeof *ids, by_value);
    return ids;
}

static void ids_go_on_from_the_start_without_gaps_while_there_is_room(void **state)
{
    mote_scene *scene = scene_of_immortals(1000, 300);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 20);
    uint64_t living = population_of(simulation).living;
    assert_int_equal(living, 300 + due_after(20));
    uint32_t *ids = ids_of(simulation, living);
    for (uint64_t i = 0; i < living; i++) {
        assert_int_equal(ids[i], i);
    }
    free(ids);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void ids_are_never_given_twice(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'ready', 'particles': 150, 'start': {'count': 20}, 'ready':"
                 " {'lifetime': 0.2, 'faucets': [{'rate': 3000}, {'rate': 700}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint32_t highest = 19;
    for (int n = 0; n < 60; n++) {
        step(simulation, 1);
        mote_population population = population_of(simulation);
        uint32_t *ids = ids_of(simulation, population.living);
        for (uint64_t i = 1; i < population.living; i++) {
            assert_true(ids[i] > ids[i - 1]);
        }
        if (population.living > 0 && ids[population.living - 1] > highest) {
            highest = ids[population.living - 1];
        }
        assert_true(highest < 20 + population.born + population.dropped);
        assert_int_equal(population.died, 20 + population.born - population.living);
        free(ids);
    }
    mote_population population = population_of(simulation);
    assert_true(population.died > 100 && population.dropped > 100 && highest > 1000);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void when_ids_are_used_up_the_run_ends_with_a_message(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'ready', 'particles': 10, 'dt': 1, 'substeps': 1, 'ready':"
                 " {'faucets': [{'rate': 1e9, 'speed': 1e9}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 4);
    expect_error(mote_simulation_step(simulation, 1), MOTE_BAD_INPUT,
                 "5000000000 particles have had an id");
    assert_int_equal(mote_simulation_step_count(simulation), 4);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Where they are born -------------------------------------------------------------

// What has just been born, in world units; returns how many.
static uint64_t newborn_of(mote_simulation *simulation, double (*place)[3],
                           double (*velocity)[3])
{
    const plan *plan = simulation->plan;
    uint64_t dimension = (uint64_t)plan->dimension;
    uint32_t *population = buffer_of(simulation, "population");
    uint32_t *position = buffer_of(simulation, "position");
    uint32_t *velocities = buffer_of(simulation, "velocity");
    uint64_t births = population[POPULATION_BIRTHS];
    uint64_t first = population[POPULATION_ROWS] - births;
    for (uint64_t j = 0; j < births; j++) {
        for (uint64_t axis = 0; axis < dimension; axis++) {
            uint64_t at = (first + j) * dimension + axis;
            place[j][axis] = plan_world(plan, (int)axis, position[at]);
            velocity[j][axis] = (double)float_from(velocities[at]);
        }
    }
    free(population);
    free(position);
    free(velocities);
    return births;
}

#define NEWBORN_MAX 20000

// One long sub-step, so that the jet is long: 0.2 world units.
static void expect_jet(const test_backend *on, int dimension, const char *mouth)
{
    static double place[NEWBORN_MAX][3], velocity[NEWBORN_MAX][3];
    const double direction[3] = {0.6, -0.8, 0.0}, side[3] = {0.8, 0.6, 0.0};
    bool is_flat = dimension == 2;
    mote_scene *scene = scene_of(
        "{'model': 'ready', 'particles': %d, 'dimension': %d, 'dt': 0.1, 'substeps': 1,"
        " 'ready': {'faucets': [{'position': [0.4, 0.5%s], 'direction': [3, -4%s],"
        " 'width': 0.25, 'speed': 2%s}]}}",
        is_flat ? 2000 : 30000, dimension, is_flat ? "" : ", 0.5", is_flat ? "" : ", 0",
        mouth);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 1);
    uint64_t births = newborn_of(simulation, place, velocity);
    // As dense as the start would be: `particles` in the world, of volume 1.
    double opening = is_flat ? 0.25 : 0.25 * 0.25 * (*mouth ? 1.0 : 0.78539816);
    double density = is_flat ? 2000.0 : 30000.0;
    assert_true(fabs((double)births - opening * 0.2 * density) < 1.0);
    double spacing = is_flat ? sqrt(1.0 / density) : cbrt(1.0 / density);
    double nearest = 1.0, longest = 0.0, widest = 0.0;
    for (uint64_t i = 0; i < births; i++) {
        double along = 0.0, across = 0.0, squared = 0.0;
        for (int axis = 0; axis < dimension; axis++) {
            double offset = place[i][axis] - (axis == 0 ? 0.4 : 0.5);
            along += offset * direction[axis];
            across += offset * side[axis];
            squared += offset * offset;
            assert_true(fabs(velocity[i][axis] - 2.0 * direction[axis]) < 1e-6);
        }
        double radius = *mouth ? fabs(across) : sqrt(squared - along * along);
        assert_true(along > -0.1 * spacing && along < 0.2 + 0.1 * spacing);
        assert_true(radius < 0.125 + 0.1 * spacing);
        longest = fmax(longest, along);
        widest = fmax(widest, radius);
        for (uint64_t j = 0; j < i; j++) {
            double apart = 0.0;
            for (int axis = 0; axis < dimension; axis++) {
                apart += pow(place[i][axis] - place[j][axis], 2.0);
            }
            nearest = fmin(nearest, sqrt(apart));
        }
    }
    // A lattice: no two are much nearer than those of a square one.
    assert_true(nearest > 0.85 * spacing);
    assert_true(longest > 0.2 - spacing && widest > 0.125 - spacing);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_jet_is_a_lattice_as_wide_as_its_mouth(void **state)
{
    expect_jet(*state, 2, "");
    expect_jet(*state, 3, "");
    expect_jet(*state, 3, ", 'mouth': 'square'");
}

// In several steps as in one.
static void steps_do_not_show_in_a_jet(void **state)
{
    static double whole[NEWBORN_MAX][3], part[NEWBORN_MAX][3], velocity[NEWBORN_MAX][3];
    mote_scene *scene = scene_of(
        "{'model': 'ready', 'particles': 3000, 'dt': 0.1, 'substeps': 1, 'ready':"
        " {'radius': 1e-4, 'faucets': [{'width': 0.3, 'speed': 2}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 1);
    uint64_t births = newborn_of(simulation, whole, velocity);
    mote_simulation_destroy(simulation);
    assert_ok(mote_scene_set(scene, "dt", "0.0125"));
    simulation = simulation_on(*state, scene, NULL);
    for (uint64_t n = 0, id = 0; n < 8; n++) {
        step(simulation, 1);
        uint64_t now = newborn_of(simulation, part, velocity);
        for (uint64_t j = 0; j < now; j++, id++) {
            double y = part[j][1] - 2.0 * 0.0125 * (double)(7 - n);
            assert_true(fabs(part[j][0] - whole[id][0]) < 1e-6);
            assert_true(fabs(y - whole[id][1]) < 1e-6);
        }
        assert_true(id <= births && (n < 7 || id == births));
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void nobody_is_born_outside_of_edges(void **state)
{
    static double place[NEWBORN_MAX][3], velocity[NEWBORN_MAX][3];
    mote_scene *scene = scene_of(
        "{'model': 'ready', 'particles': 5000, 'dt': 0.1, 'substeps': 1, 'world': {'edges':"
        " 'bounce'}, 'ready': {'faucets': [{'position': [0.95, 0.5], 'direction': [1, 0],"
        " 'speed': 3, 'width': 0.5, 'jitter': 0.5}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 1);
    uint64_t births = newborn_of(simulation, place, velocity), at_edge = 0;
    for (uint64_t i = 0; i < births; i++) {
        assert_true(place[i][0] <= 1.0 && place[i][1] >= 0.2 && place[i][1] <= 0.8);
        at_edge += place[i][0] > 1.0 - 1e-6;
    }
    assert_true(births > 700 && at_edge > births / 2 && at_edge < births);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void fields_begin_as_the_model_says(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'ready', 'particles': 300, 'species': 4, 'start': {'count':"
                 " 200}, 'ready': {'lifetime': 0.3, 'faucets': [{'rate': 2000, 'species':"
                 " 3}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint64_t seen = 0;
    for (int n = 0; n < 40; n++) {
        step(simulation, 1);
        uint32_t *population = buffer_of(simulation, "population");
        uint32_t *energy = buffer_of(simulation, "energy");
        uint32_t *drift = buffer_of(simulation, "drift");
        uint32_t *identity = buffer_of(simulation, "identity");
        uint64_t rows = population[POPULATION_ROWS];
        for (uint64_t i = rows - population[POPULATION_BIRTHS]; i < rows; i++, seen++) {
            assert_true(energy[i] == float_bits(1.0));
            assert_true(drift[2 * i] == 0 && drift[2 * i + 1] == 0);
            assert_int_equal(identity[2 * i + 1], 3);
        }
        free(population);
        free(energy);
        free(drift);
        free(identity);
    }
    assert_true(seen > 300);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Drains --------------------------------------------------------------------------

// Nobody moves: who is inside goes in the first step, and nobody else.
static void expect_drained(const test_backend *on, int dimension, const char *edges)
{
    const char *z = dimension == 3 ? ", 0.5" : "", *last = dimension == 3 ? ", 2" : "";
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'particles': 4000, 'dimension': %d, 'world': {'width': 1,"
        " 'height': 1, 'depth': 1, 'edges': '%s'}, 'start': {'pattern': 'uniform', 'size':"
        " [1, 1%s], 'center': [0.5, 0.5%s]}, 'fluid': {'gravity': [0, 0%s], 'stiffness':"
        " 0, 'near_stiffness': 0, 'viscosity': 0, 'drains': [{'position': [1, 0.9%s],"
        " 'size': [0.2, 0.4%s]}, {'shape': 'sphere', 'position': [0.3, 0.4%s], 'radius':"
        " 0.2}]}}",
        dimension, edges, dimension == 3 ? ", 1" : "", z, dimension == 3 ? ", 0" : "", z,
        last, z);
    bool wraps = strcmp(edges, "wrap") == 0;
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    uint32_t *position = buffer_of(simulation, "position");
    bool stays[4000];
    uint64_t staying = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        double p[3] = {0.0, 0.0, 0.5};
        for (int axis = 0; axis < dimension; axis++) {
            uint64_t at = i * (uint64_t)dimension + (uint64_t)axis;
            p[axis] = plan_world(simulation->plan, axis, position[at]);
        }
        bool is_left = wraps && p[0] <= 0.1;
        bool is_low = wraps && p[1] <= 0.1;
        bool is_in_box = (p[0] >= 0.9 || is_left) && (p[1] >= 0.7 || is_low);
        double squared =
            pow(p[0] - 0.3, 2.0) + pow(p[1] - 0.4, 2.0) + pow(p[2] - 0.5, 2.0);
        stays[i] = !is_in_box && squared > 0.04;
        staying += stays[i];
    }
    free(position);
    step(simulation, 1);
    mote_population population = population_of(simulation);
    assert_int_equal(population.living, staying);
    assert_int_equal(population.died, 4000 - staying);
    assert_true(staying > 3000 && staying < 3950);
    uint32_t *ids = ids_of(simulation, staying);
    for (uint64_t i = 0; i < staying; i++) {
        assert_true(stays[ids[i]]);
    }
    free(ids);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void who_is_in_a_drain_dies_and_nobody_else(void **state)
{
    expect_drained(*state, 2, "bounce");
    expect_drained(*state, 2, "wrap");
    expect_drained(*state, 3, "open");
    expect_drained(*state, 3, "wrap");
}

// ---- Both backends -------------------------------------------------------------------

static void expect_equal(const test_backend *on, const char *text)
{
    mote_scene *scene = scene_of("%s", text);
    mote_device_def scalar = mote_default_device_def();
    scalar.isa = "scalar";
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_simulation *b = simulation_on(on, scene, &scalar);
    expect_equal_runs(a, b, 30);
    mote_population population = population_of(a);
    assert_true(population.born > 0 && population.died > 0 && population.dropped > 0);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void all_stages_are_equal_in_2d(void **state)
{
    expect_equal(*state,
                 "{'model': 'fluid', 'particles': 700, 'start': {'count': 300}, 'fluid':"
                 " {'faucets': [{'position': [0.4, 0.9], 'width': 0.3, 'speed': 3},"
                 " {'position': [1, 0.5], 'direction': [-1, 0.3], 'rate': 4000}],"
                 " 'drains': [{'position': [0.4, 0], 'size': [0.3, 0.2]}]}}");
}

static void all_stages_are_equal_in_3d(void **state)
{
    expect_equal(*state,
                 "{'model': 'ready', 'particles': 90, 'dimension': 3, 'seed': 4, 'ready':"
                 " {'radius': 0.1, 'lifetime': 0.3, 'faucets': [{'rate': 3000}],"
                 " 'drains': [{'shape': 'sphere', 'position': [0.5, 0.4, 0.5]}]}}");
}

// ---- What is not paid for ------------------------------------------------------------

static void without_faucets_and_drains_a_fluid_knows_nothing_of_them(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'fluid', 'particles': 2000}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    const plan *plan = simulation->plan;
    assert_false(plan->mortal);
    for (int i = 0; i < plan->step_count; i++) {
        int stage = plan->step[i].stage;
        assert_true(stage != STAGE_bury && stage != STAGE_open_faucets &&
                    stage != STAGE_pour);
        for (int k = 0; k < plan->step[i].access_count; k++) {
            assert_true(plan->step[i].access[k].buffer != BUFFER_population);
        }
    }
    assert_true(plan->lengths[BUFFER_pouring] == 0 && plan->lengths[BUFFER_mouth] == 0 &&
                plan->lengths[BUFFER_drain] == 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- What scenes say -----------------------------------------------------------------

static void a_faucet_alone_begins_with_nobody(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'fluid', 'particles': 640, 'fluid':"
                                 " {'faucets': [{'position': [1, 0.9]}]}}");
    mote_simulation *simulation = simulation_on(&test_cpu, scene, NULL);
    assert_int_equal(population_of(simulation).living, 0);
    // 640 in the start's box, of 0.8 x 0.8: 1000 in an area of 1.
    step(simulation, 240);
    assert_int_equal(population_of(simulation).born, 100);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_start_keeps_its_density_whatever_is_to_come(void **state)
{
    (void)state;
    const char *rest = "'start': {'count': 500}, 'fluid': {'faucets': [{}]}";
    mote_scene *few = scene_of("{'model': 'fluid', 'particles': 600, %s}", rest);
    mote_scene *many = scene_of("{'model': 'fluid', 'particles': 9000, %s}", rest);
    mote_scene *alone = scene_of("{'model': 'fluid', 'particles': 500}");
    const double *pairs[MODEL_PAIR_MAX];
    double density = scene_numbers(alone, pairs).start_density;
    assert_true(fabs(scene_numbers(few, pairs).start_density - density) < 1e-9);
    assert_true(fabs(scene_numbers(many, pairs).start_density - density) < 1e-9);
    mote_scene_destroy(few);
    mote_scene_destroy(many);
    mote_scene_destroy(alone);
}

static void a_scene_that_is_written_reads_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{'model': 'fluid', 'particles': 700, 'fluid': {'faucets': [{'speed': 3}]}}",
        "{'model': 'fluid', 'particles': 700, 'start': {'count': 30}, 'fluid': {'faucets':"
        " [{'width': 0.3, 'mouth': 'square'}], 'drains': [{'shape': 'sphere'}]},"
        " 'dimension': 3}",
        "{'model': 'fluid', 'particles': 700, 'fluid': {'drains': [{}]}}",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        mote_scene *scene = scene_of("%s", texts[i]), *again = NULL;
        char *text = NULL;
        assert_ok(mote_scene_write(scene, &text));
        assert_ok(mote_scene_parse("again", text, strlen(text), &again));
        assert_int_equal(again->start.count, scene->start.count);
        assert_int_equal(strstr(text, "\"count\": ") != NULL, i < 2);
        assert_true(hash_after(&test_cpu, scene, NULL, 3) ==
                    hash_after(&test_cpu, again, NULL, 3));
        free(text);
        mote_scene_destroy(scene);
        mote_scene_destroy(again);
    }
}

static void what_cannot_be_is_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{'model': 'life', 'start': {'count': 5}}",
         "start.count: does nothing in model"},
        {"{'model': 'fluid', 'start': {'count': 5}}",
         "start.count: expected 12000, all of the scene's particles, found 5"},
        {"{'model': 'fluid', 'particles': 9, 'start': {'count': 10}, 'fluid': {'faucets':"
         " [{}]}}",
         "start.count: expected at most 9"},
        {"{'model': 'fluid', 'start': {'center': [0.5, 0.5]}, 'fluid': {'faucets':"
         " [{}]}}",
         "start.count: all 12000 particles are there at first"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'direction': [0, 0]}]}}",
         "fluid.faucets[0].direction: expected a direction"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'start': 2, 'stop': 1}]}}",
         "fluid.faucets[0].stop: expected a time after"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'mouth': 'square'}]}}",
         "fluid.faucets[0].mouth: does nothing without dimension 3"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'position': [1, 1.2]}]}}",
         "fluid.faucets[0].position: the mouth reaches from 1.2 to 1.2 along world.height"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{}, {'width': 3}]}}",
         "fluid.faucets[1].position: the mouth reaches from -0.5 to 2.5 along world.width"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'species': 6}]}}",
         "fluid.faucets[0].species: expected a species from 0 to 5, found 6"},
        {"{'model': 'fluid', 'particles': 0, 'fluid': {'faucets': [{}]}}",
         "fluid.faucets[0].rate: "},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'rate': 1e9, 'speed': 1e-6}]}}",
         "fluid.faucets[0].width: "},
        {"{'model': 'fluid', 'fluid': {'drains': [{'radius': 1}]}}",
         "fluid.drains[0].radius: does nothing without shape sphere"},
        {"{'model': 'fluid', 'fluid': {'drains': [{'shape': 'plane'}]}}",
         "fluid.drains[0].shape: expected one of box, sphere"},
        {"{'model': 'fluid', 'fluid': {'faucets': [{'sped': 1}]}}",
         "did you mean \"speed\"?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[512];
        mote_scene *scene = NULL;
        snprintf(text, sizeof text, "%s", cases[i].text);
        requote(text);
        if (mote_scene_parse("case", text, strlen(text), &scene) != MOTE_BAD_INPUT ||
            !strstr(mote_last_error(), cases[i].message)) {
            fail_msg("%s: %s", cases[i].text, scene ? "taken" : mote_last_error());
        }
    }
}

static void other_searches_are_refused(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'fluid', 'fluid': {'drains': [{}]}}");
    mote_device_def device = mote_default_device_def();
    device.backend = MOTE_BACKEND_CPU;
    device.search = "indexed";
    mote_simulation *simulation = NULL;
    expect_error(mote_simulation_create(scene, &device, &simulation), MOTE_BAD_INPUT,
                 "can die here, which needs search grid");
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(births_follow_the_clock_as_far_as_there_is_room),
        ON_EACH_BACKEND(sub_steps_are_the_steps_of_that_clock),
        ON_EACH_BACKEND(ids_go_on_from_the_start_without_gaps_while_there_is_room),
        ON_EACH_BACKEND(ids_are_never_given_twice),
        ON_EACH_BACKEND(when_ids_are_used_up_the_run_ends_with_a_message),
        ON_EACH_BACKEND(a_jet_is_a_lattice_as_wide_as_its_mouth),
        ON_EACH_BACKEND(steps_do_not_show_in_a_jet),
        ON_EACH_BACKEND(nobody_is_born_outside_of_edges),
        ON_EACH_BACKEND(fields_begin_as_the_model_says),
        ON_EACH_BACKEND(who_is_in_a_drain_dies_and_nobody_else),
        ON_EACH_BACKEND(all_stages_are_equal_in_2d),
        ON_EACH_BACKEND(all_stages_are_equal_in_3d),
        cmocka_unit_test(without_faucets_and_drains_a_fluid_knows_nothing_of_them),
        cmocka_unit_test(a_faucet_alone_begins_with_nobody),
        cmocka_unit_test(a_start_keeps_its_density_whatever_is_to_come),
        cmocka_unit_test(a_scene_that_is_written_reads_the_same),
        cmocka_unit_test(what_cannot_be_is_refused_with_a_reason),
        cmocka_unit_test(other_searches_are_refused),
    };
    return cmocka_run_group_tests_name("faucet", tests, NULL, NULL);
}
