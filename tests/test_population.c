// SPDX-License-Identifier: MIT
// How many are born, live and die: by the clock, as far as there is room.

#include "support.h"

#include "population.glsl"

static void assert_population(mote_simulation *simulation, uint64_t living, uint64_t born,
                              uint64_t dropped)
{
    mote_population population = population_of(simulation);
    assert_int_equal(population.living, living);
    assert_int_equal(population.born, born);
    assert_int_equal(population.died, born - living);
    assert_int_equal(population.dropped, dropped);
}

// Nobody leaves or dies: 7.5 a second, in steps of 1/60 s, and 40 at 0.5 s.
static mote_simulation *simulation_of_immortals(const test_backend *on, unsigned capacity,
                                                const char *more)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'particles': %u, 'emitter': {'gravity': [0, 0, 0], %s "
        "'emitters': [{'rate': 7.5, 'speed': 0, 'lifetime': 1000, 'bursts': [[0.5, 40]]"
        "}]}}",
        capacity, more);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    mote_scene_destroy(scene);
    return simulation;
}

static uint64_t immortals_after(uint64_t steps)
{
    return steps / 8 + (steps > 30 ? 40 : 0);
}

static void births_follow_the_clock_as_far_as_there_is_room(void **state)
{
    static const unsigned capacities[] = {0, 1, 39, 44, 1000};
    for (size_t i = 0; i < COUNT_OF(capacities); i++) {
        mote_simulation *simulation = simulation_of_immortals(*state, capacities[i], "");
        for (uint64_t n = 0; n < 70; n++) {
            uint64_t wanted = immortals_after(n);
            uint64_t born = wanted < capacities[i] ? wanted : capacities[i];
            assert_population(simulation, born, born, wanted - born);
            step(simulation, 1);
        }
        mote_simulation_destroy(simulation);
    }
}

static void the_steps_before_the_first_count(void **state)
{
    mote_simulation *simulation = simulation_of_immortals(*state, 1000, "'prewarm': 1,");
    assert_int_equal(mote_simulation_step_count(simulation), 0);
    assert_population(simulation, immortals_after(60), immortals_after(60), 0);
    step(simulation, 4);
    assert_population(simulation, immortals_after(64), immortals_after(64), 0);
    mote_simulation_destroy(simulation);
}

static uint64_t count_alive(mote_simulation *simulation)
{
    uint32_t *population = buffer_of(simulation, "population");
    uint32_t *body = buffer_of(simulation, "body");
    uint64_t alive = 0;
    for (uint32_t i = 0; i < population[POPULATION_ROWS]; i++) {
        alive += body[4 * i + 3] != 0;
    }
    free(population);
    free(body);
    return alive;
}

static void the_living_are_those_whose_life_is_not_over(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'particles': 200, 'emitter': {'emitters': ["
                 "{'rate': 500, 'lifetime': [0.1, 0.5], 'name': 'a'},"
                 "{'rate': 30, 'lifetime': 0.2, 'on_death': 'a', 'death_count': 9}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint64_t died = 0;
    for (int n = 0; n < 120; n++) {
        step(simulation, 1);
        mote_population population = population_of(simulation);
        assert_int_equal(population.living, count_alive(simulation));
        assert_int_equal(population.died, population.born - population.living);
        assert_true(population.died >= died && population.living <= 200);
        died = population.died;
    }
    assert_true(died > 500 && population_of(simulation).dropped > 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void the_dead_whose_rows_are_recycled_are_counted(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'particles': 200, 'emitter': {'emitters': ["
                 "{'rate': 700, 'lifetime': [0.1, 0.5]}]}}");
    mote_device_def device = mote_default_device_def();
    device.search = "recycled";
    mote_simulation *simulation = simulation_on(*state, scene, &device);
    for (int n = 0; n < 60; n++) {
        step(simulation, 1);
        mote_population population = population_of(simulation);
        assert_int_equal(population.living, count_alive(simulation));
        assert_int_equal(population.died, population.born - population.living);
    }
    assert_true(population_of(simulation).died > 300);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void where_none_are_born_all_live(void **state)
{
    mote_scene *scene = scene_of("{'particles': 123}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 2);
    mote_population population = population_of(simulation);
    const mote_population expected = {.living = 123};
    assert_memory_equal(&population, &expected, sizeof expected);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void those_who_die_without_births_are_counted(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'ready', 'particles': 200, 'ready': {'lifetime': 1}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint64_t living;
    step(simulation, 50);
    assert_ok(simulation_population(simulation, &living));
    mote_population population = population_of(simulation);
    assert_int_equal(population.living, living);
    assert_true(living > 0 && living < 200);
    assert_int_equal(population.died, 200 - living);
    assert_int_equal(population.born + population.dropped, 0);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(births_follow_the_clock_as_far_as_there_is_room),
        ON_EACH_BACKEND(the_steps_before_the_first_count),
        ON_EACH_BACKEND(the_living_are_those_whose_life_is_not_over),
        ON_EACH_BACKEND(the_dead_whose_rows_are_recycled_are_counted),
        ON_EACH_BACKEND(where_none_are_born_all_live),
        ON_EACH_BACKEND(those_who_die_without_births_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
