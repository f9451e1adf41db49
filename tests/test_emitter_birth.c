// SPDX-License-Identifier: MIT
// How the emitter's particles begin: where, in which direction, how fast, for how long.
// Each is drawn from a distribution that is known.

#include "emitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT     20000
#define TURN      6.283185307179586
#define TIME_STEP (1.0 / 60.0)

// ---- Uniform numbers -----------------------------------------------------------------

// Numbers that should be spread evenly from 0 to 1, counted by tenths.
typedef struct even {
    double count, sum, tenths[10];
} even;

static void even_add(even *self, double u)
{
    assert_true(u > -2e-5 && u < 1.0 + 2e-5);
    int tenth = (int)(u * 10.0);
    self->tenths[tenth < 0 ? 0 : tenth > 9 ? 9 : tenth]++;
    self->sum += u;
    self->count++;
}

// Five standard deviations, for tenths and for the mean.
static void even_check(const even *self)
{
    double n = self->count;
    assert_true(n > 0.0);
    assert_near(self->sum / n, 0.5, 5.0 * sqrt(1.0 / 12.0 / n));
    for (int i = 0; i < 10; i++) {
        assert_near(self->tenths[i] / n, 0.1, 5.0 * sqrt(0.09 / n));
    }
}

// ---- A crowd of the newly born -------------------------------------------------------

typedef struct crowd {
    mote_scene *scene;
    mote_simulation *simulation;
    emitted_row *rows;
    uint64_t count;
} crowd;

// COUNT particles after the step in which they are born, at its very beginning. Without
// speed they are where they were born.
static crowd crowd_of(const test_backend *on, int dimension, const char *emitter)
{
    crowd c = {.scene = scene_of("{'model': 'emitter', 'dimension': %d, 'particles': %d,"
                                 " 'seed': 12, 'emitter': {'gravity': [0, 0%s],"
                                 " 'emitters': [{%s 'rate': 0, 'bursts': [[0, %d]]}]}}",
                                 dimension, COUNT, dimension == 3 ? ", 0" : "", emitter,
                                 COUNT)};
    c.simulation = simulation_on(on, c.scene, NULL);
    step(c.simulation, 1);
    c.rows = emitted_rows(c.simulation, &c.count);
    assert_int_equal(c.count, COUNT);
    for (uint64_t i = 0; i < c.count; i++) {
        assert_int_equal(c.rows[i].number, i);
        assert_true(dimension == 3 ||
                    (c.rows[i].place[2] == 0.0 && c.rows[i].velocity[2] == 0.0));
    }
    return c;
}

static void crowd_free(crowd *c)
{
    free(c->rows);
    mote_simulation_destroy(c->simulation);
    mote_scene_destroy(c->scene);
}

// ---- Shapes --------------------------------------------------------------------------

static void all_of_a_point_are_born_there(void **state)
{
    crowd c = crowd_of(*state, 3, "'position': [6, 5, 3], 'speed': 0,");
    for (uint64_t i = 0; i < c.count; i++) {
        assert_near(c.rows[i].place[0], 1.0, 1e-7);
        assert_near(c.rows[i].place[1], 0.0, 1e-7);
        assert_near(c.rows[i].place[2], -2.0, 1e-7);
    }
    crowd_free(&c);
}

// By volume, or in 2-D by area, even between the inner surface and the outer.
static void check_ball(const test_backend *on, int dimension, double thickness)
{
    char emitter[160];
    snprintf(emitter, sizeof emitter,
             "'shape': 'sphere', 'radius': 2, 'thickness': %g, 'speed': 0,", thickness);
    crowd c = crowd_of(on, dimension, emitter);
    double inner = pow(1.0 - thickness, dimension);
    even volume = {0}, turn = {0}, height = {0};
    for (uint64_t i = 0; i < c.count; i++) {
        const double *p = c.rows[i].place;
        double r = length_of(p) / 2.0;
        if (thickness > 0.0) {
            even_add(&volume, (pow(r, dimension) - inner) / (1.0 - inner));
        } else {
            assert_near(r, 1.0, 2e-5);
        }
        even_add(&turn, atan2(p[1], p[0]) / TURN + 0.5);
        if (dimension == 3) {
            even_add(&height, p[2] / r / 4.0 + 0.5); // Archimedes
        }
    }
    if (thickness > 0.0) {
        even_check(&volume);
    }
    even_check(&turn);
    if (dimension == 3) {
        even_check(&height);
    }
    crowd_free(&c);
}

static void balls_are_filled_evenly(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        check_ball(*state, dimension, 1.0);
        check_ball(*state, dimension, 0.3);
        check_ball(*state, dimension, 0.0);
    }
}

static void boxes_and_lines_are_filled_evenly(void **state)
{
    const double size[3] = {1.0, 2.0, 3.0};
    for (int dimension = 2; dimension <= 3; dimension++) {
        for (int is_line = 0; is_line <= 1; is_line++) {
            char emitter[160];
            snprintf(emitter, sizeof emitter,
                     "'shape': '%s', 'size': [1, 2%s],"
                     " 'speed': 0,",
                     is_line ? "line" : "box", dimension == 3 ? ", 3" : "");
            crowd c = crowd_of(*state, dimension, emitter);
            even along[3] = {{0}};
            double product = 0.0;
            for (uint64_t i = 0; i < c.count; i++) {
                const double *p = c.rows[i].place;
                for (int axis = 0; axis < dimension; axis++) {
                    double u = p[axis] / size[axis] + 0.5;
                    even_add(&along[axis], u);
                    assert_true(!is_line || fabs(u - p[0] - 0.5) < 1e-6);
                }
                product += p[0] * p[1] / (double)c.count;
            }
            for (int axis = 0; axis < dimension; axis++) {
                even_check(&along[axis]);
            }
            assert_near(product, is_line ? 2.0 / 12.0 : 0.0, 0.01);
            crowd_free(&c);
        }
    }
}

static void rings_lie_about_their_axis(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        char emitter[160];
        snprintf(emitter, sizeof emitter,
                 "'shape': 'ring', 'radius': 2, 'thickness': 0.25, 'axis': [2, 1%s],"
                 " 'speed': 0,",
                 dimension == 3 ? ", -2" : "");
        crowd c = crowd_of(*state, dimension, emitter);
        const double flat[3] = {0.0, 0.0, 1.0}, tilted[3] = {2 / 3., 1 / 3., -2 / 3.};
        const double *axis = dimension == 3 ? tilted : flat;
        // Two directions at right angles to the axis.
        const double u[2][3] = {{1, 0, 0}, {1 / 3., 2 / 3., 2 / 3.}};
        const double v[2][3] = {{0, 1, 0}, {2 / 3., -2 / 3., 1 / 3.}};
        even turn = {0}, across = {0};
        for (uint64_t i = 0; i < c.count; i++) {
            const double *p = c.rows[i].place;
            assert_near(dot_of(p, axis), 0.0, 1e-5);
            even_add(&across, (length_of(p) - 1.75) / 0.5);
            double a = atan2(dot_of(p, v[dimension - 2]), dot_of(p, u[dimension - 2]));
            even_add(&turn, a / TURN + 0.5);
        }
        even_check(&turn);
        even_check(&across);
        crowd_free(&c);
    }
}

// A box as large as a world whose edges join fills it, and so does one much larger.
static void a_box_may_be_as_large_as_a_world_whose_edges_join(void **state)
{
    static const double sides[] = {10.0, 70.0};
    for (size_t k = 0; k < COUNT_OF(sides); k++) {
        mote_scene *scene = scene_of(
            "{'model': 'emitter', 'particles': %d, 'world': {'edges': 'wrap'}, 'emitter':"
            " {'gravity': [0, 0, 0], 'emitters': [{'rate': 0, 'bursts': [[0, %d]],"
            " 'position': [9, 2, 5], 'shape': 'box', 'size': [%g, %g, 1], 'speed':"
            " 0}]}}",
            COUNT, COUNT, sides[k], sides[k]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 1);
        uint64_t count = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        even along[2] = {{0}};
        for (uint64_t i = 0; i < count; i++) {
            even_add(&along[0], rows[i].place[0] / 10.0 + 0.5);
            even_add(&along[1], rows[i].place[1] / 10.0 + 0.5);
            assert_true(fabs(rows[i].place[2]) < 0.500001);
        }
        even_check(&along[0]);
        even_check(&along[1]);
        free(rows);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Velocities ----------------------------------------------------------------------

// Even over the cap of a sphere: the cosine is; in 2-D the angle is.
static void check_cone(const test_backend *on, int dimension, double spread)
{
    char emitter[200];
    snprintf(emitter, sizeof emitter,
             "'direction': [20, 10%s], 'spread': %g, 'speed': [2, 6],",
             dimension == 3 ? ", -20" : "", spread);
    crowd c = crowd_of(on, dimension, emitter);
    double root = dimension == 3 ? 3.0 : sqrt(5.0);
    const double ahead[3] = {2 / root, 1 / root, dimension == 3 ? -2 / root : 0.0};
    const double u[3] = {1 / 3., 2 / 3., 2 / 3.}, v[3] = {2 / 3., -2 / 3., 1 / 3.};
    const double side[3] = {-1 / root, 2 / root, 0.0};
    even fall = {0}, turn = {0}, speed = {0};
    for (uint64_t i = 0; i < c.count; i++) {
        const double *w = c.rows[i].velocity;
        double length = length_of(w), cosine = dot_of(w, ahead) / length;
        even_add(&speed, (length - 2.0) / 4.0);
        if (spread == 0.0) {
            assert_near(cosine, 1.0, 1e-5);
        } else if (dimension == 3) {
            even_add(&fall, (1.0 - cosine) / (1.0 - cos(spread * TURN)));
            even_add(&turn, atan2(dot_of(w, v), dot_of(w, u)) / TURN + 0.5);
        } else {
            double angle = atan2(dot_of(w, side), dot_of(w, ahead)) / TURN;
            even_add(&fall, angle / spread / 2.0 + 0.5);
        }
    }
    even_check(&speed);
    if (spread > 0.0) {
        even_check(&fall);
    }
    if (spread > 0.0 && dimension == 3) {
        even_check(&turn);
    }
    crowd_free(&c);
}

static void directions_fill_their_cone_evenly(void **state)
{
    static const double spreads[] = {0.0, 0.04, 0.25, 0.5};
    for (size_t i = 0; i < COUNT_OF(spreads); i++) {
        check_cone(*state, 3, spreads[i]);
        check_cone(*state, 2, spreads[i]);
    }
}

static void speeds_outward_and_about_the_axis_are_along_them(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        char emitter[240];
        snprintf(emitter, sizeof emitter,
                 "'shape': 'sphere', 'radius': 1e-3, 'speed': 0, 'outward_speed': [1, 3],"
                 " 'swirl_speed': [-4, -2], 'axis': [0, 3%s],",
                 dimension == 3 ? ", 0" : "");
        crowd c = crowd_of(*state, dimension, emitter);
        even outward = {0}, swirl = {0};
        for (uint64_t i = 0; i < c.count; i++) {
            // It is born within 1e-3, and flies for a step.
            const double *w = c.rows[i].velocity;
            double out[3], around[3] = {0};
            for (int axis = 0; axis < 3; axis++) {
                out[axis] = c.rows[i].place[axis] - w[axis] * TIME_STEP;
            }
            double length = length_of(out);
            if (length < 5e-4) {
                continue; // too near for its direction to be seen
            }
            for (int axis = 0; axis < 3; axis++) {
                out[axis] /= length;
            }
            if (dimension == 3) { // (0, 1, 0) x out
                around[0] = out[2];
                around[2] = -out[0];
            } else {
                around[0] = -out[1];
                around[1] = out[0];
            }
            double size = length_of(around);
            double about = dot_of(w, around) / size / size;
            assert_near(length_of(w), hypot(dot_of(w, out), about * size),
                        3e-3 * length_of(w));
            even_add(&outward, (dot_of(w, out) - 1.0) / 2.0 * 0.998 + 1e-3);
            if (size > 0.2) {
                even_add(&swirl, (about + 4.0) / 2.0 * 0.99 + 5e-3);
            }
        }
        even_check(&outward);
        even_check(&swirl);
        crowd_free(&c);
    }
}

static void lifetimes_are_even_between_their_ends(void **state)
{
    crowd c = crowd_of(*state, 3, "'lifetime': [2, 5],");
    even lifetime = {0};
    for (uint64_t i = 0; i < c.count; i++) {
        even_add(&lifetime, (c.rows[i].life + TIME_STEP - 2.0) / 3.0);
    }
    even_check(&lifetime);
    crowd_free(&c);
}

// ---- Emitters that move --------------------------------------------------------------

// Along a line at even speed, births stand where the emitter was at their own time.
static void what_is_born_on_the_way_stands_along_it(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'particles': 1000, 'emitter': {'gravity': [0, 0, 0],"
        " 'emitters': [{'rate': 300, 'speed': 0, 'lifetime': 100, 'inherit': 0.5,"
        " 'path': [[0, -4, 0, 1], [1, -2, 1, 1], [2, 0, 2, 1], [3, 2, 3, 1]]}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 100); // the first and the last stretch are curved in time
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    double end = 100 * TIME_STEP;
    int seen = 0;
    for (uint64_t i = 0; i < count; i++) {
        double born = (double)(i + 1) / 300.0;
        if (born < 1.0 + TIME_STEP) {
            continue;
        }
        seen++;
        double t = born - 1.0, age = end - born;
        const double velocity[3] = {2.0, 1.0, 0.0};
        const double start[3] = {-2.0, 1.0, 1.0};
        for (int axis = 0; axis < 3; axis++) {
            double v = 0.5 * velocity[axis];
            assert_near(rows[i].velocity[axis], v, 1e-5);
            assert_near(rows[i].place[axis], start[axis] + velocity[axis] * t + v * age,
                        2e-5);
        }
    }
    assert_int_equal(seen, 196);
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// The path goes through its points, at their times, also when it begins anew, and across
// the seam of a world whose edges join.
static void a_path_goes_through_its_points(void **state)
{
    static const double points[4][4] = {
        {0.25, 1, 0, 0}, {0.5, 2, 2, 1}, {1.0, 4, -1, 6}, {1.5, -3, 0, -2}};
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'dt': 0.0125, 'world': {'edges': 'wrap'}, 'emitter':"
        " {'gravity': [0, 0, 0], 'emitters': [{'rate': 0, 'speed': 0, 'lifetime': 100,"
        " 'bursts': [[0.25, 1], [0.5, 1], [1, 1], [1.5, 1], [2.25, 1], [3, 1]],"
        " 'path': [[0.25, 1, 0, 0], [0.5, 2, 2, 1], [1, 4, -1, 6], [1.5, -3, 0, -2]],"
        " 'path_period': 2}]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 260);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    assert_int_equal(count, 6);
    static const int expected[] = {0, 1, 2, 3, 0, 2};
    for (int i = 0; i < 6; i++) {
        for (int axis = 0; axis < 3; axis++) {
            double place = points[expected[i]][1 + axis];
            place -= place > 5.0 ? 10.0 : 0.0;
            assert_near(rows[i].place[axis], place, 1e-6);
        }
    }
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(all_of_a_point_are_born_there),
        ON_EACH_BACKEND(balls_are_filled_evenly),
        ON_EACH_BACKEND(boxes_and_lines_are_filled_evenly),
        ON_EACH_BACKEND(rings_lie_about_their_axis),
        ON_EACH_BACKEND(a_box_may_be_as_large_as_a_world_whose_edges_join),
        ON_EACH_BACKEND(directions_fill_their_cone_evenly),
        ON_EACH_BACKEND(speeds_outward_and_about_the_axis_are_along_them),
        ON_EACH_BACKEND(lifetimes_are_even_between_their_ends),
        ON_EACH_BACKEND(what_is_born_on_the_way_stands_along_it),
        ON_EACH_BACKEND(a_path_goes_through_its_points),
    };
    return cmocka_run_group_tests_name("emitter birth", tests, NULL, NULL);
}
