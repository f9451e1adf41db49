// SPDX-License-Identifier: MIT
// Who of the emitter's particles is born when, in which order, and what becomes of those
// for whom there is no room.

#include "emitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TIME_STEP (1.0 / 60.0)

typedef struct census {
    uint64_t rows, living, born, died, dropped;
} census;

static census census_of(mote_simulation *simulation)
{
    return (census){.rows = population_word(simulation, POPULATION_ROWS),
                    .living = population_word(simulation, POPULATION_LIVING),
                    .born = population_wide(simulation, POPULATION_BORN),
                    .died = population_wide(simulation, POPULATION_DIED),
                    .dropped = population_wide(simulation, POPULATION_DROPPED)};
}

// What holds always: who was born lives or died.
static census check_census(mote_simulation *simulation)
{
    census c = census_of(simulation);
    assert_int_equal(c.living, c.born - c.died);
    assert_true(c.living <= c.rows);
    assert_true(c.rows <= mote_simulation_particle_count(simulation));
    uint32_t *draw_size = read_buffer(simulation, BUFFER_draw_size);
    assert_int_equal(draw_size[0], 4);
    assert_int_equal(draw_size[1], c.living);
    free(draw_size);
    uint64_t count = 0, living = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_int_equal(count, c.rows);
    for (uint64_t i = 0; i < count; i++) {
        living += rows[i].life > 0.0;
    }
    assert_int_equal(living, c.living);
    free(rows);
    return c;
}

// ---- Rates ---------------------------------------------------------------------------

static void births_by_rate_are_the_rate_exactly(void **state)
{
    static const double rates[] = {0.7, 59.0, 60.0, 333.3, 5000.0};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        mote_scene *scene =
            scene_of("{'model': 'emitter', 'particles': 50000, 'emitter': {'emitters': ["
                     "{'rate': %.17g, 'lifetime': [0.1, 0.5]}]}}",
                     rates[i]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (int turn = 1; turn <= 30; turn++) {
            step(simulation, 7);
            double t = 7 * turn * (1.0 / 60.0);
            census c = check_census(simulation);
            assert_int_equal(c.born, (uint64_t)floor(t * rates[i]));
            assert_int_equal(c.dropped, 0);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void a_rate_begins_and_ends_at_its_times(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'dt': 0.01, 'emitter': {'emitters': ["
                 "{'rate': 250, 'start': 0.333, 'stop': 0.777, 'lifetime': 50}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 33);
    assert_int_equal(check_census(simulation).born, 0);
    step(simulation, 7);
    assert_int_equal(check_census(simulation).born, 16); // floor(250 * 0.067)
    step(simulation, 60);
    assert_int_equal(check_census(simulation).born, 111); // 250 * 0.444
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Each birth comes at its own time within a step: flying off at one speed, all stand at
// even distances, across steps as within.
static void births_of_a_step_are_spread_over_it(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'world': {'border': 2}, 'emitter': {'gravity': [0, 0, 0],"
        " 'emitters': [{'rate': 707, 'speed': 6, 'direction': [1, 0, 0], 'spread': 0,"
        " 'lifetime': 50}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 60);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_int_equal(count, 707);
    for (uint64_t i = 0; i < count; i++) {
        double age = 1.0 - (double)(i + 1) / 707.0;
        assert_near(rows[i].place[0], 6.0 * age, 2e-5);
        assert_near(rows[i].life, 50.0 - age, 2e-4);
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Bursts --------------------------------------------------------------------------

static void bursts_come_at_their_times(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'dt': 0.01, 'emitter': {'emitters': [{'rate': 0,"
                 " 'lifetime': 50, 'bursts': [[0.005, 3], [0.1, 20, 3, 0.05],"
                 " [0.3, 1, 0, 0.002]]}]}}");
    // After so many steps.
    static const int expected[][2] = {{1, 3},   {10, 3},  {11, 23}, {15, 23}, {16, 43},
                                      {21, 63}, {30, 63}, {31, 68}, {32, 73}, {50, 163}};
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    int done = 0;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        step(simulation, (uint64_t)(expected[i][0] - done));
        done = expected[i][0];
        assert_int_equal(check_census(simulation).born, expected[i][1]);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_burst_without_room_kills_nobody(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'particles': 50, 'emitter': {'emitters': [{'rate': 0,"
        " 'lifetime': 50, 'bursts': [[0, 30], [0.1, 100]]}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 20);
    census c = check_census(simulation);
    assert_int_equal(c.living, 50);
    assert_int_equal(c.died, 0);
    assert_int_equal(c.dropped, 80);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    for (uint64_t i = 0; i < 50; i++) {
        assert_int_equal(rows[i].number, i);
    }
    free(rows);
    // Numbers of those who were dropped are used up.
    assert_int_equal(population_wide(simulation, POPULATION_NEXT), 130);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Capacity ------------------------------------------------------------------------

// With less room, some are not born; those who are, are the same, bit for bit.
static void who_else_is_born_does_not_depend_on_the_room(void **state)
{
    static const int rooms[2] = {5000, 700};
    uint32_t *body[2], *flight[2];
    uint64_t count[2];
    for (int k = 0; k < 2; k++) {
        mote_scene *scene =
            scene_of("{'model': 'emitter', 'particles': %d, 'emitter': {'emitters': ["
                     "{'rate': 900, 'lifetime': [0.5, 3], 'shape': 'sphere'},"
                     "{'rate': 450, 'lifetime': [0.2, 1], 'bursts': [[0.3, 400]]},"
                     "{'rate': 77, 'lifetime': 2}],"
                     " 'forces': [{'kind': 'turbulence'}]}}",
                     rooms[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 150);
        census c = check_census(simulation);
        assert_true(k == 0 ? c.dropped == 0 : c.dropped > 500);
        count[k] = c.rows;
        body[k] = read_buffer(simulation, BUFFER_body);
        flight[k] = read_buffer(simulation, BUFFER_flight);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
    uint64_t at = 0;
    for (uint64_t i = 0; i < count[1]; i++) {
        while (at < count[0] && flight[0][4 * at + 3] != flight[1][4 * i + 3]) {
            at++; // in the same order
        }
        assert_true(at < count[0]);
        assert_memory_equal(body[0] + 4 * at, body[1] + 4 * i, 16);
        assert_memory_equal(flight[0] + 4 * at, flight[1] + 4 * i, 16);
    }
    for (int k = 0; k < 2; k++) {
        free(body[k]);
        free(flight[k]);
    }
}

// ---- Order ---------------------------------------------------------------------------

// Of three emitters two bits are the emitter; the rest counts births, of all emitters.
static void rows_stand_in_order_of_birth(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'particles': 3000, 'emitter': {'emitters': ["
                 "{'rate': 3000, 'lifetime': [0.05, 1], 'name': 'a', 'on_death': 'b',"
                 " 'death_count': 2}, {'rate': 100, 'lifetime': [0.1, 0.3], 'name': 'b'},"
                 "{'rate': 500, 'lifetime': 0.5, 'on_death': 'a', 'death_count': 1}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int turn = 0; turn < 60; turn++) {
        step(simulation, 2);
        check_census(simulation);
        uint64_t count = 0, children = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        for (uint64_t i = 1; i < count; i++) {
            assert_true(rows[i - 1].number >> 2 < rows[i].number >> 2);
            assert_true((rows[i].number & 3) < 3);
            children += (rows[i].number & 3) == 1;
        }
        assert_true(turn < 30 || children > 100);
        free(rows);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void all_may_die_at_once(void **state)
{
    static const int counts[] = {1, 64, 1024, 1025, 3000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        mote_scene *scene =
            scene_of("{'model': 'emitter', 'particles': 4000, 'emitter': {'emitters': ["
                     "{'rate': 0, 'bursts': [[0, %d], [0.5, 7]], 'lifetime': 0.25}]}}",
                     counts[i]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 14);
        assert_int_equal(check_census(simulation).living, counts[i]);
        step(simulation, 2);
        census c = check_census(simulation);
        assert_int_equal(c.living, 0);
        assert_int_equal(c.died, counts[i]);
        step(simulation, 1);
        assert_int_equal(census_of(simulation).rows, 0);
        step(simulation, 15);
        c = check_census(simulation);
        assert_int_equal(c.living, 7);
        assert_int_equal(emitted_first(simulation).number, counts[i]);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// Numbers go on past 2^32, and a particle's own chance with them: its lifetime, which its
// size tells, stays what it was.
static void numbers_go_on_past_32_bits(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'particles': 4000, 'emitter': {'emitters': ["
        "{'rate': 3000, 'lifetime': [1, 3], 'particle_radius': 1, 'size_over_life':"
        " [0, 1]}, {'rate': 10, 'lifetime': 1}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    uint32_t *population = read_buffer(simulation, BUFFER_population);
    population[POPULATION_NEXT] = UINT32_C(0) - 2 * 700; // the 700th is 2^32
    population[POPULATION_NEXT + 1] = 6;
    write_buffer(simulation, BUFFER_population, population);
    free(population);
    for (int turn = 1; turn <= 3; turn++) {
        step(simulation, 10);
        assert_ok(simulation_list_sprites(simulation));
        uint64_t count = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        uint32_t *sprite = read_buffer(simulation, BUFFER_sprite);
        int low = 0, high = 0;
        for (uint64_t i = 0; i < count; i++) {
            if ((rows[i].number & 1) == 0) {
                // The i-th birth of the first emitter, but for those of the second.
                double radius = (double)float_from(sprite[4 * i + 3]);
                double age = radius / (1.0 - radius) * rows[i].life;
                assert_true(age > -1e-4 && age < turn * 10 * TIME_STEP + 1e-4);
                low += rows[i].number > 0x80000000u;
                high += rows[i].number < 0x80000000u;
            }
        }
        assert_true(low > 450 && (turn < 2 || high > 250));
        free(rows);
        free(sprite);
    }
    assert_int_equal(population_word(simulation, POPULATION_NEXT + 1), 7);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Before the first frame ----------------------------------------------------------

static void prewarming_is_running_the_steps(void **state)
{
    static const char body[] =
        "'emitters': [{'rate': 700, 'lifetime': [0.2, 0.9], 'bursts': [[0.4, 90]],"
        " 'path': [[0, 0, 0, 0], [2, 3, 1, 0]], 'name': 'a', 'on_death': 'b'},"
        " {'name': 'b', 'lifetime': 0.2}], 'forces': [{'kind': 'turbulence'}]";
    mote_scene *cold = scene_of("{'model': 'emitter', 'emitter': {%s}}", body);
    mote_scene *warm =
        scene_of("{'model': 'emitter', 'emitter': {'prewarm': 1, %s}}", body);
    mote_simulation *simulation = simulation_on(*state, warm, NULL);
    assert_int_equal(mote_simulation_step_count(simulation), 0);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, cold, NULL, 60));
    step(simulation, 15);
    assert_true(hash_of(simulation) == hash_after(&test_cpu, cold, NULL, 75));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(cold);
    mote_scene_destroy(warm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(births_by_rate_are_the_rate_exactly),
        ON_EACH_BACKEND(a_rate_begins_and_ends_at_its_times),
        ON_EACH_BACKEND(births_of_a_step_are_spread_over_it),
        ON_EACH_BACKEND(bursts_come_at_their_times),
        ON_EACH_BACKEND(a_burst_without_room_kills_nobody),
        ON_EACH_BACKEND(who_else_is_born_does_not_depend_on_the_room),
        ON_EACH_BACKEND(rows_stand_in_order_of_birth),
        ON_EACH_BACKEND(all_may_die_at_once),
        ON_EACH_BACKEND(numbers_go_on_past_32_bits),
        ON_EACH_BACKEND(prewarming_is_running_the_steps),
    };
    return cmocka_run_group_tests_name("emitter population", tests, NULL, NULL);
}
