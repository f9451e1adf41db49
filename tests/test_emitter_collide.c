// SPDX-License-Identifier: MIT
// What the emitter's particles do at planes, spheres and boxes, where the answer is
// known.

#include "emitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TIME_STEP (1.0 / 60.0)

static mote_simulation *balls_on(const test_backend *on, mote_scene *scene,
                                 const emitted_row *balls, uint64_t count)
{
    mote_simulation *simulation = still_on(on, scene);
    emitted_put(simulation, balls, count);
    return simulation;
}

static void destroy(mote_simulation *simulation, mote_scene *scene)
{
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static mote_scene *scene_with(int dimension, uint64_t count, double gravity,
                              const char *emitter, const char *colliders)
{
    char more[600], text[32];
    snprintf(more, sizeof more, "'colliders': [%s],", colliders);
    mote_scene *scene = scene_of_still(dimension, count, emitter, more);
    snprintf(text, sizeof text, "%.17g", gravity);
    assert_ok(mote_scene_set(scene, "emitter.gravity[1]", text));
    return scene;
}

static emitted_row ball(double x, double y, double z)
{
    return (emitted_row){.place = {x, y, z}, .life = 1e5};
}

// ---- Planes --------------------------------------------------------------------------

typedef struct bounce_case {
    double bounce, body_radius, height, dt;
} bounce_case;

// The highest point after each bounce; the floor is 2 below the middle.
static void check_bounces(const test_backend *on, const bounce_case *c)
{
    char emitter[64], floor[160], dt[32];
    snprintf(emitter, sizeof emitter, "'collision_radius': %g,", c->body_radius);
    snprintf(floor, sizeof floor, "{'position': [5, 3, 5], 'bounce': %g, 'friction': 0}",
             c->bounce);
    snprintf(dt, sizeof dt, "%.17g", c->dt);
    mote_scene *scene = scene_with(3, 1, -10.0, emitter, floor);
    assert_ok(mote_scene_set(scene, "dt", dt));
    emitted_row start = ball(0.0, -2.0 + c->body_radius + c->height, 0.0);
    mote_simulation *simulation = balls_on(on, scene, &start, 1);
    double expected = c->height, highest = 0.0;
    int bounces = 0;
    bool rises = false;
    for (int k = 0; bounces < 5; k++) {
        assert_true(k < 100000);
        step(simulation, 1);
        emitted_row now = emitted_first(simulation);
        double height = now.place[1] + 2.0 - c->body_radius;
        assert_true(height > -1e-6); // never seen inside
        if (now.velocity[1] > 0.0) {
            rises = true;
        }
        highest = rises ? fmax(highest, height) : 0.0;
        if (rises && now.velocity[1] < 0.0) {
            // The top stands between two steps: at most g dt^2 / 8 above.
            expected *= c->bounce * c->bounce;
            double missed = 10.0 * c->dt * c->dt / 8.0;
            assert_near(highest, expected, 0.01 * expected + missed);
            rises = false;
            highest = 0.0;
            bounces++;
        }
    }
    destroy(simulation, scene);
}

static void a_ball_bounces_to_bounce_squared_of_its_height(void **state)
{
    static const bounce_case cases[] = {
        {1.0, 0.0, 1.0, 1.0 / 60.0},  {0.8, 0.0, 1.0, 1.0 / 60.0},
        {0.7, 0.25, 3.0, 1.0 / 60.0}, {0.9, 0.0, 2.0, 1.0 / 240.0},
        {1.0, 0.1, 2.0, 1.0 / 30.0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        check_bounces(*state, &cases[i]);
    }
}

// Many balls that lose nothing, for 20 s: they neither gain nor lose.
static void balls_that_lose_nothing_keep_their_energy(void **state)
{
    enum { BALLS = 200, GRAVITY = 10 };
    mote_scene *scene = scene_with(3, BALLS, -GRAVITY, "",
                                   "{'position': [5, 3, 5], 'bounce': 1, 'friction': 0}");
    emitted_row balls[BALLS];
    double before = 0.0;
    for (int i = 0; i < BALLS; i++) {
        balls[i] = ball(0.0, -2.0 + 0.5 + 0.01 * i, 0.0);
        before += GRAVITY * (balls[i].place[1] + 2.0);
    }
    mote_simulation *simulation = balls_on(*state, scene, balls, BALLS);
    step(simulation, 1200);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    double after = 0.0;
    for (int i = 0; i < BALLS; i++) {
        after += GRAVITY * (rows[i].place[1] + 2.0) +
                 rows[i].velocity[1] * rows[i].velocity[1] / 2.0;
    }
    print_message("energy after 20 s of bouncing: %.4f of what it was\n", after / before);
    assert_near(after / before, 1.0, 0.02);
    free(rows);
    destroy(simulation, scene);
}

// A tilted plane mirrors what comes: without gravity exactly.
static void a_tilted_plane_turns_the_speed_across_it(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        char plane[200];
        snprintf(plane, sizeof plane,
                 "{'normal': [3, 4%s], 'bounce': 0.5, 'friction': 0.25}",
                 dimension == 3 ? ", 0" : "");
        mote_scene *scene = scene_with(dimension, 1, 0.0, "", plane);
        emitted_row start = ball(0.0, 0.0, 0.0);
        // Across: -3.2 along (0.6, 0.8); along (0.8, -0.6): 2.4. It arrives after a half.
        double across = -3.2, along = 2.4;
        for (int axis = 0; axis < 2; axis++) {
            double normal = axis == 0 ? 0.6 : 0.8, side = axis == 0 ? 0.8 : -0.6;
            start.velocity[axis] = across * normal + along * side;
            start.place[axis] = -across * TIME_STEP / 2.0 * normal;
        }
        mote_simulation *simulation = balls_on(*state, scene, &start, 1);
        step(simulation, 1);
        emitted_row end = emitted_first(simulation);
        double place_across = 0.6 * end.place[0] + 0.8 * end.place[1];
        double speed_across = 0.6 * end.velocity[0] + 0.8 * end.velocity[1];
        double speed_along = 0.8 * end.velocity[0] - 0.6 * end.velocity[1];
        assert_near(speed_across, 1.6, 1e-5);
        assert_near(speed_along, 1.8, 1e-5);
        assert_near(place_across, 1.6 * TIME_STEP / 2.0, 1e-6);
        destroy(simulation, scene);
    }
}

// A ball comes to rest, and then is not hit again: no loss of life, no children, not a
// bit of speed.
static void what_rests_does_not_collide(void **state)
{
    mote_scene *scene =
        scene_with(3, 1, -9.81, "'on_collision': 'x', 'name': 'x', 'collision_count': 0,",
                   "{'position': [5, 4, 5], 'bounce': 0.5, 'lifetime_loss': 0.125}");
    emitted_row start = ball(0.0, 0.0, 0.0);
    start.life = 1000.0;
    mote_simulation *simulation = balls_on(*state, scene, &start, 1);
    step(simulation, 240);
    emitted_row rests = emitted_first(simulation);
    assert_near(rests.place[1], -1.0, 1e-6);
    assert_near(rests.velocity[1], 0.0, 1e-6);
    // Falls of 4.4, 2.2 and 1.1 world units/s, the last after a fall of 7 steps; 0.55 is
    // what 4 steps of gravity give.
    int hits = 0;
    for (double left = 1000.0; left > rests.life + 5.0; left *= 0.875) {
        hits++;
    }
    assert_in_range(hits, 3, 4);
    step(simulation, 240);
    emitted_row later = emitted_first(simulation);
    assert_near(later.life, rests.life - 4.0, 0.1);
    assert_near(later.place[1], -1.0, 1e-6);
    destroy(simulation, scene);
}

// Likewise where a force presses it on, not gravity.
static void what_a_force_presses_on_does_not_collide(void **state)
{
    char more[] = "'forces': [{'strength': 10, 'falloff': 'none'}], 'colliders':"
                  " [{'shape': 'sphere', 'radius': 1, 'bounce': 0.3, 'lifetime_loss':"
                  " 0.5}],";
    mote_scene *scene = scene_of_still(3, 1, "", more);
    emitted_row start = ball(0.6, 0.8, 0.0);
    mote_simulation *simulation = balls_on(*state, scene, &start, 1);
    step(simulation, 120);
    emitted_row now = emitted_first(simulation);
    assert_near(length_of(now.place), 1.0, 1e-4);
    assert_near(now.life, 1e5, 3.0);
    destroy(simulation, scene);
}

static void a_collision_takes_its_part_of_the_life(void **state)
{
    static const double losses[] = {0.0, 0.25, 1.0};
    for (size_t i = 0; i < COUNT_OF(losses); i++) {
        char floor[120];
        snprintf(floor, sizeof floor, "{'lifetime_loss': %g}", losses[i]);
        mote_scene *scene = scene_with(3, 1, 0.0, "", floor);
        emitted_row start = ball(0.0, 0.05, 0.0);
        start.velocity[1] = -6.0;
        start.life = 8.0;
        mote_simulation *simulation = balls_on(*state, scene, &start, 1);
        step(simulation, 1);
        double left = (8.0 - TIME_STEP) * (1.0 - losses[i]);
        assert_near(emitted_first(simulation).life, left, 1e-5);
        assert_int_equal(population_word(simulation, POPULATION_LIVING), left > 0.0);
        destroy(simulation, scene);
    }
}

// A collision takes its part of the speed along the plane; what slides loses as much in a
// tenth of a second, whatever the time step.
static void friction_takes_its_part_at_a_hit_and_while_sliding(void **state)
{
    static const double time_steps[] = {1.0 / 60.0, 1.0 / 200.0};
    for (size_t i = 0; i < COUNT_OF(time_steps); i++) {
        char dt[32];
        snprintf(dt, sizeof dt, "%.17g", time_steps[i]);
        mote_scene *scene = scene_with(3, 2, -10.0, "", "{'bounce': 0, 'friction': 0.2}");
        assert_ok(mote_scene_set(scene, "dt", dt));
        emitted_row balls[2] = {ball(0.0, 0.0, 0.0), ball(0.0, 0.02, 1.0)};
        balls[0].velocity[0] = 2.0;
        balls[1].velocity[0] = 2.0;
        balls[1].velocity[1] = -10.0;
        mote_simulation *simulation = balls_on(*state, scene, balls, 2);
        uint64_t count = 0;
        step(simulation, 1);
        emitted_row *rows = emitted_rows(simulation, &count);
        assert_near(rows[1].velocity[0], 2.0 * 0.8, 1e-6);
        free(rows);
        step(simulation, (uint64_t)(0.5 / time_steps[i] + 0.5) - 1);
        rows = emitted_rows(simulation, &count);
        assert_near(rows[0].velocity[0], 2.0 * pow(0.8, 5.0), 1e-4);
        assert_near(rows[0].place[1], 0.0, 1e-6);
        free(rows);
        destroy(simulation, scene);
    }
}

// ---- Spheres and boxes ---------------------------------------------------------------

static void a_sphere_throws_back_what_comes_towards_its_middle(void **state)
{
    for (int inside = 0; inside <= 1; inside++) {
        char sphere[160];
        snprintf(sphere, sizeof sphere,
                 "{'shape': 'sphere', 'radius': 2, 'bounce': 1, 'friction': 0,"
                 " 'solid': '%s'}",
                 inside ? "outside" : "inside");
        mote_scene *scene = scene_with(3, 1, 0.0, "'collision_radius': 0.1,", sphere);
        double way = inside ? 1.0 : -1.0, surface = inside ? 1.9 : 2.1;
        const double towards[3] = {2 / 3., -2 / 3., 1 / 3.};
        emitted_row start = ball(0.0, 0.0, 0.0);
        for (int axis = 0; axis < 3; axis++) {
            start.place[axis] = (surface - way * 0.04) * towards[axis];
            start.velocity[axis] = way * 6.0 * towards[axis];
        }
        mote_simulation *simulation = balls_on(*state, scene, &start, 1);
        step(simulation, 1);
        emitted_row end = emitted_first(simulation);
        for (int axis = 0; axis < 3; axis++) {
            // 0.1 of way: 0.04 to the surface, 0.06 back.
            double place = (surface - way * 0.06) * towards[axis];
            assert_near(end.place[axis], place, 2e-5);
            assert_near(end.velocity[axis], -start.velocity[axis], 1e-4);
        }
        destroy(simulation, scene);
    }
}

// A gas in a closed shape, for a long time: nobody is ever outside, not even in a corner,
// and the speeds are what they were.
static void check_gas(const test_backend *on, int dimension, const char *shape)
{
    enum { BALLS = 500 };
    char collider[200];
    bool is_box = strcmp(shape, "box") == 0;
    snprintf(collider, sizeof collider,
             "{'shape': '%s', '%s': %s, 'solid': 'outside', 'bounce': 1, 'friction': 0}",
             shape, is_box ? "size" : "radius",
             !is_box          ? "1"
             : dimension == 3 ? "[2, 1, 3]"
                              : "[2, 1]");
    mote_scene *scene = scene_with(dimension, BALLS, 0.0, "", collider);
    emitted_row balls[BALLS];
    random_source random = random_from(8);
    for (int i = 0; i < BALLS; i++) {
        balls[i] = ball(0.0, 0.0, 0.0);
        for (int axis = 0; axis < dimension; axis++) {
            balls[i].velocity[axis] = 10.0 * random_unit(&random) - 5.0;
        }
    }
    mote_simulation *simulation = balls_on(on, scene, balls, BALLS);
    const double half[3] = {1.0, 0.5, 1.5};
    for (int turn = 0; turn < 120; turn++) {
        step(simulation, 2);
        uint64_t count = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        assert_int_equal(count, BALLS);
        for (int i = 0; i < BALLS; i++) {
            for (int axis = 0; axis < dimension && strcmp(shape, "box") == 0; axis++) {
                assert_true(fabs(rows[i].place[axis]) < half[axis] + 1e-5);
            }
            assert_true(strcmp(shape, "box") == 0 ||
                        length_of(rows[i].place) < 1.0 + 1e-4);
            double speed = length_of(balls[i].velocity);
            assert_near(length_of(rows[i].velocity), speed, 2e-3 * speed);
        }
        free(rows);
    }
    destroy(simulation, scene);
}

static void nobody_leaves_a_closed_shape(void **state)
{
    check_gas(*state, 2, "box");
    check_gas(*state, 3, "box");
    check_gas(*state, 2, "sphere");
    check_gas(*state, 3, "sphere");
}

static void a_box_throws_back_from_each_of_its_sides(void **state)
{
    mote_scene *scene = scene_with(
        3, 6, 0.0, "", "{'shape': 'box', 'size': [1, 2, 3], 'bounce': 1, 'friction': 0}");
    emitted_row balls[6];
    for (int i = 0; i < 6; i++) {
        double way = i % 2 ? 1.0 : -1.0, half = i < 2 ? 0.5 : i < 4 ? 1.0 : 1.5;
        balls[i] = ball(0.1, 0.1, 0.1);
        balls[i].place[i / 2] = way * (half + 0.04);
        balls[i].velocity[i / 2] = -way * 6.0;
        balls[i].number = (uint32_t)i;
    }
    mote_simulation *simulation = balls_on(*state, scene, balls, 6);
    step(simulation, 1);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    for (int i = 0; i < 6; i++) {
        double way = i % 2 ? 1.0 : -1.0, half = i < 2 ? 0.5 : i < 4 ? 1.0 : 1.5;
        assert_near(rows[i].place[i / 2], way * (half + 0.06), 1e-5);
        assert_near(rows[i].velocity[i / 2], way * 6.0, 1e-4);
    }
    free(rows);
    destroy(simulation, scene);
}

// What is put inside comes out at once, on the side it is nearest to.
static void who_is_inside_comes_out(void **state)
{
    mote_scene *scene =
        scene_with(3, 3, 0.0, "",
                   "{'shape': 'box', 'size': [4, 2, 2]}, {'position': [5, 1, 5]},"
                   " {'shape': 'sphere', 'position': [5, 8, 5]}");
    emitted_row balls[3] = {ball(0.0, 0.9, 0.1), ball(0.0, -4.5, 0.0),
                            ball(0.6, 3.0, 0.0)};
    mote_simulation *simulation = balls_on(*state, scene, balls, 3);
    step(simulation, 1);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_near(rows[0].place[1], 1.0, 1e-5);
    assert_near(rows[1].place[1], -4.0, 1e-5);
    assert_near(rows[2].place[0], 1.0, 1e-4);
    for (int i = 0; i < 3; i++) {
        assert_near(length_of(rows[i].velocity), 0.0, 1e-6);
        assert_near(rows[i].life, 1e5, 1.0);
    }
    free(rows);
    destroy(simulation, scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(a_ball_bounces_to_bounce_squared_of_its_height),
        ON_EACH_BACKEND(balls_that_lose_nothing_keep_their_energy),
        ON_EACH_BACKEND(a_tilted_plane_turns_the_speed_across_it),
        ON_EACH_BACKEND(what_rests_does_not_collide),
        ON_EACH_BACKEND(what_a_force_presses_on_does_not_collide),
        ON_EACH_BACKEND(a_collision_takes_its_part_of_the_life),
        ON_EACH_BACKEND(friction_takes_its_part_at_a_hit_and_while_sliding),
        ON_EACH_BACKEND(a_sphere_throws_back_what_comes_towards_its_middle),
        ON_EACH_BACKEND(nobody_leaves_a_closed_shape),
        ON_EACH_BACKEND(a_box_throws_back_from_each_of_its_sides),
        ON_EACH_BACKEND(who_is_inside_comes_out),
    };
    return cmocka_run_group_tests_name("emitter collide", tests, NULL, NULL);
}
