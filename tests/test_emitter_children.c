// SPDX-License-Identifier: MIT
// Particles of the emitter that give birth to others as they die or collide: how many,
// where, how fast, and that each has its own chance.

#include "emitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TIME_STEP (1.0 / 60.0)

// Rows of one emitter among all; the list's last has life -1.
static emitted_row *rows_of(mote_simulation *simulation, uint32_t mask, uint32_t emitter,
                            uint64_t *found)
{
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    *found = 0;
    for (uint64_t i = 0; i < count; i++) {
        if ((rows[i].number & mask) == emitter) {
            rows[(*found)++] = rows[i];
        }
    }
    return rows;
}

// ---- Deaths --------------------------------------------------------------------------

// Each dies somewhere else, and its children begin there: without speed they stay.
static void children_of_a_death_begin_where_it_was(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of(
            "{'model': 'emitter', 'dimension': %d, 'particles': 9000, 'emitter':"
            " {'gravity': [0, 0%s], 'emitters': [{'rate': 0, 'bursts': [[0, 1500]],"
            " 'shape': 'sphere', 'radius': 3, 'speed': [0, 2], 'lifetime': [0.02, 0.1],"
            " 'name': 'a', 'on_death': 'b', 'death_count': 3},"
            " {'name': 'b', 'rate': 0, 'speed': 0, 'lifetime': 100}]}}",
            dimension, dimension == 3 ? ", 0" : "");
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        uint64_t deaths = 0, children = 0;
        for (int turn = 0; turn < 10; turn++) {
            // The dead of the last step, in their order.
            uint64_t parents = 0, born = 0;
            emitted_row *parent = rows_of(simulation, 1, 0, &parents);
            step(simulation, 1);
            emitted_row *child = rows_of(simulation, 1, 1, &born);
            uint64_t at = children;
            for (uint64_t i = 0; i < parents; i++) {
                for (int k = 0; k < 3 && parent[i].life == 0.0; k++) {
                    assert_true(at < born);
                    for (int axis = 0; axis < 3; axis++) {
                        assert_near(child[at].place[axis], parent[i].place[axis], 1e-9);
                        assert_near(child[at].velocity[axis], 0.0, 0.0);
                    }
                    at++;
                }
                deaths += parent[i].life == 0.0;
            }
            assert_int_equal(at, born);
            children = born;
            free(parent);
            free(child);
        }
        assert_int_equal(deaths, 1500);
        assert_int_equal(children, 4500);
        assert_int_equal(population_wide(simulation, POPULATION_DIED), 1500);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void children_inherit_their_part_of_the_velocity(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'emitter': {'gravity': [0, 0, 0], 'emitters': ["
        "{'rate': 0, 'bursts': [[0, 1]], 'speed': 4, 'direction': [3, 4, 0], 'spread': 0,"
        " 'lifetime': 0.05, 'name': 'a', 'on_death': 'b', 'death_count': 1},"
        "{'name': 'b', 'rate': 0, 'speed': 1, 'direction': [0, 0, 1], 'spread': 0,"
        " 'inherit': -0.25, 'lifetime': 100}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 10);
    uint64_t count = 0;
    emitted_row *rows = rows_of(simulation, 1, 1, &count);
    assert_int_equal(count, 1);
    const double velocity[3] = {-0.6, -0.8, 1.0};
    for (int axis = 0; axis < 3; axis++) {
        assert_near(rows[0].velocity[axis], velocity[axis], 1e-5);
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Children of one parent are as different as those of an emitter: in direction, speed,
// place and lifetime.
static void siblings_are_not_alike(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'emitter': {'gravity': [0, 0, 0], 'emitters': ["
        "{'rate': 0, 'bursts': [[0, 3]], 'speed': 0, 'lifetime': 0.05, 'name': 'a',"
        " 'on_death': 'b', 'death_count': 4000},"
        "{'name': 'b', 'rate': 0, 'speed': [1, 3], 'spread': 0.5, 'lifetime': [1, 2]}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 8);
    uint64_t count = 0;
    emitted_row *rows = rows_of(simulation, 1, 1, &count);
    assert_int_equal(count, 12000);
    double speed = 0.0, life = 0.0, sum[3] = {0}, product = 0.0;
    for (uint64_t i = 0; i < count; i++) {
        double length = length_of(rows[i].velocity);
        speed += length / (double)count;
        life += rows[i].life / (double)count;
        product += (length - 2.0) * (rows[i].life - 1.5) / (double)count;
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += rows[i].velocity[axis] / length / (double)count;
        }
        // Nor is any like the one that another parent has in its place.
        if (i >= 4000) {
            assert_true(rows[i].velocity[0] != rows[i - 4000].velocity[0]);
        }
    }
    assert_near(speed, 2.0, 0.03);
    assert_near(life + 5 * TIME_STEP, 1.5, 0.03);
    assert_near(product, 0.0, 0.01);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(sum[axis], 0.0, 0.03);
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Collisions ----------------------------------------------------------------------

// A ball bounces between floor and ceiling: each hit has its children, none like those of
// another.
static void each_collision_of_a_particle_has_its_own_children(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'emitter': {'gravity': [0, 0, 0], 'emitters': ["
        "{'rate': 0, 'bursts': [[0, 1]], 'speed': 12, 'spread': 0, 'lifetime': 100,"
        " 'name': 'a', 'on_collision': 'b', 'collision_count': 2},"
        "{'name': 'b', 'rate': 0, 'speed': 1e-4, 'spread': 0.5, 'lifetime': 100}],"
        "'colliders': [{'position': [5, 4, 5], 'bounce': 1}, {'position': [5, 6, 5],"
        " 'normal': [0, -1, 0], 'bounce': 1}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    int hits = 0;
    double before = 12.0;
    for (int k = 0; k < 60; k++) {
        step(simulation, 1);
        double speed = emitted_first(simulation).velocity[1];
        hits += speed * before < 0.0;
        before = speed;
    }
    assert_in_range(hits, 5, 6);
    step(simulation, 1);
    uint64_t count = 0;
    emitted_row *rows = rows_of(simulation, 1, 1, &count);
    assert_int_equal(count, 2 * hits);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t j = 0; j < i; j++) {
            assert_true(rows[i].velocity[0] != rows[j].velocity[0]);
        }
        // It is where the ball came to rest of that step, next to a wall.
        assert_near(fabs(rows[i].place[1]), 0.9, 0.1001);
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// A collision that kills leaves those of the collision first, then those of the death.
static void a_deadly_collision_has_children_of_both_kinds(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'emitter': {'gravity': [0, 0, 0], 'emitters': ["
        "{'rate': 0, 'bursts': [[0, 5]], 'speed': 12, 'direction': [0, -1, 0], 'spread':"
        " 0.1, 'lifetime': 100, 'name': 'a', 'on_collision': 'b', 'collision_count': 2,"
        " 'on_death': 'c', 'death_count': 3},"
        "{'name': 'b', 'rate': 0, 'speed': 0, 'lifetime': 100},"
        "{'name': 'c', 'rate': 0, 'speed': 0, 'lifetime': 100}],"
        "'colliders': [{'position': [5, 4.5, 5], 'lifetime_loss': 1}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 20);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_int_equal(count, 25);
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].number & 3, i % 5 < 2 ? 1 : 2);
        assert_int_equal(rows[i].number >> 2, 5 + i);
        assert_near(rows[i].place[0], rows[i / 5 * 5].place[0], 0.0);
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Room ----------------------------------------------------------------------------

// A chain that would grow for ever fills the room and no more: births by the clock come
// first, those for whom there is no room are counted, numbers stay unique.
static void a_chain_reaction_fills_the_room_and_no_more(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'emitter', 'particles': 2500, 'emitter': {'emitters': ["
                 "{'rate': 601, 'lifetime': [0.05, 0.2], 'name': 'a', 'on_death': 'a',"
                 " 'death_count': 5}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int turn = 1; turn <= 60; turn++) {
        step(simulation, 1);
        uint64_t born = population_wide(simulation, POPULATION_BORN);
        uint64_t dropped = population_wide(simulation, POPULATION_DROPPED);
        uint64_t died = population_wide(simulation, POPULATION_DIED);
        uint64_t living = population_word(simulation, POPULATION_LIVING);
        assert_int_equal(population_wide(simulation, POPULATION_NEXT), born + dropped);
        assert_int_equal(living, born - died);
        // Whoever dies leaves five, in the next step.
        uint64_t wanted = (uint64_t)floor(601.0 * turn / 60.0) + 5 * died;
        uint64_t due = population_word(simulation, POPULATION_CHILDREN);
        assert_int_equal(born + dropped + due, wanted);
        assert_in_range(population_word(simulation, POPULATION_SCHEDULED), 10, 11);
        uint64_t count = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        assert_true(count <= 2500);
        for (uint64_t i = 1; i < count; i++) {
            assert_true(rows[i - 1].number < rows[i].number);
        }
        free(rows);
    }
    assert_true(population_wide(simulation, POPULATION_DROPPED) > 1000);
    assert_true(population_word(simulation, POPULATION_ROWS) == 2500);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Where the room ends among the children, the first are born: those of the first parents.
static void the_last_children_are_those_without_room(void **state)
{
    static const int rooms[2] = {1000, 137};
    uint32_t *flight[2];
    uint64_t count[2];
    for (int k = 0; k < 2; k++) {
        mote_scene *scene = scene_of(
            "{'model': 'emitter', 'particles': %d, 'emitter': {'emitters': ["
            "{'rate': 0, 'bursts': [[0, 50]], 'lifetime': 0.05, 'name': 'a', 'on_death':"
            " 'b', 'death_count': 7}, {'name': 'b', 'rate': 0, 'lifetime': 100}]}}",
            rooms[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 10);
        count[k] = population_word(simulation, POPULATION_ROWS);
        flight[k] = read_buffer(simulation, BUFFER_flight);
        assert_int_equal(population_wide(simulation, POPULATION_DROPPED),
                         k == 0 ? 0 : 350 - 137);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
    assert_int_equal(count[0], 350);
    assert_int_equal(count[1], 137);
    assert_memory_equal(flight[0], flight[1], count[1] * 16);
    free(flight[0]);
    free(flight[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(children_of_a_death_begin_where_it_was),
        ON_EACH_BACKEND(children_inherit_their_part_of_the_velocity),
        ON_EACH_BACKEND(siblings_are_not_alike),
        ON_EACH_BACKEND(each_collision_of_a_particle_has_its_own_children),
        ON_EACH_BACKEND(a_deadly_collision_has_children_of_both_kinds),
        ON_EACH_BACKEND(a_chain_reaction_fills_the_room_and_no_more),
        ON_EACH_BACKEND(the_last_children_are_those_without_room),
    };
    return cmocka_run_group_tests_name("emitter children", tests, NULL, NULL);
}
