// SPDX-License-Identifier: MIT
// How the emitter's particles fly, where the answer is known: by closed forms, and by
// what a field has to be like.

#include "emitted.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void set(mote_scene *scene, const char *key, const char *value)
{
    assert_ok(mote_scene_set(scene, key, value));
}

static emitted_row row_at(double x, double y, double z)
{
    return (emitted_row){.place = {x, y, z}, .life = 1e5};
}

// Particles at rest in a cube of 2 * half about the middle.
static emitted_row *rest_in_cube(uint64_t count, double half, int dimension)
{
    random_source random = random_from(3);
    emitted_row *rows = calloc(count, sizeof *rows);
    for (uint64_t i = 0; i < count; i++) {
        rows[i] = row_at(0.0, 0.0, 0.0);
        rows[i].number = (uint32_t)i;
        for (int axis = 0; axis < dimension; axis++) {
            rows[i].place[axis] = half * (2.0 * random_unit(&random) - 1.0);
        }
    }
    return rows;
}

// ---- Free flight ---------------------------------------------------------------------

#define TIME_STEP (1.0 / 60.0)

static void a_throw_is_a_parabola(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of_still(dimension, 64, "", "");
        set(scene, "emitter.gravity[0]", "1.5");
        set(scene, "emitter.gravity[1]", "-9.81");
        set(scene, "emitter.emitters[0].gravity_scale", "0.5");
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row *thrown = rest_in_cube(64, 1.0, dimension);
        random_source random = random_from(4);
        for (int i = 0; i < 64 * 3; i++) {
            bool is_flat = dimension == 2 && i % 3 == 2;
            double speed = is_flat ? 0.0 : 8.0 * random_unit(&random) - 4.0;
            thrown[i / 3].velocity[i % 3] = speed;
        }
        emitted_put(simulation, thrown, 64);
        const double pull[3] = {0.75, -4.905, 0.0};
        step(simulation, 90);
        uint64_t count = 0;
        emitted_row *rows = emitted_rows(simulation, &count);
        double t = 90 * TIME_STEP;
        for (uint64_t i = 0; i < 64; i++) {
            for (int axis = 0; axis < 3; axis++) {
                double v = thrown[i].velocity[axis];
                double along = v * t + pull[axis] * t * t / 2.0;
                // Each step rounds a velocity of up to 8: 90 times 2.4e-7.
                assert_near(rows[i].velocity[axis], v + pull[axis] * t, 3e-5);
                assert_near(rows[i].place[axis], thrown[i].place[axis] + along, 3e-5);
            }
            assert_near(rows[i].life, 1e5 - t, 0.5); // floats of 1e5 s
        }
        free(rows);
        free(thrown);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

typedef struct drag_case {
    double drag, dt;
    int steps;
} drag_case;

// What drag does in a time must not depend on the time step.
static const drag_case drag_cases[] = {
    {0.5, 1.0 / 60.0, 120}, {0.5, 0.1, 20},  {20.0, 1.0 / 60.0, 12},
    {20.0, 0.1, 2},         {1e-3, 0.1, 50}, {300.0, 1.0 / 60.0, 30},
};

static void drag_decays_towards_the_wind_whatever_the_step(void **state)
{
    for (size_t i = 0; i < COUNT_OF(drag_cases); i++) {
        const drag_case *c = &drag_cases[i];
        char emitter[64], dt[32];
        snprintf(emitter, sizeof emitter, "'drag': %g,", c->drag);
        snprintf(dt, sizeof dt, "%.17g", c->dt);
        mote_scene *scene = scene_of_still(3, 1, emitter, "'wind': [2, -1, 0.5],");
        set(scene, "dt", dt);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row row = row_at(0.0, 0.0, 0.0);
        row.velocity[0] = -3.0;
        row.velocity[2] = 4.0;
        emitted_put(simulation, &row, 1);
        step(simulation, (uint64_t)c->steps);
        const double wind[3] = {2.0, -1.0, 0.5};
        double left = exp(-c->drag * c->dt * c->steps);
        emitted_row found = emitted_first(simulation);
        for (int axis = 0; axis < 3; axis++) {
            double expected = wind[axis] + (row.velocity[axis] - wind[axis]) * left;
            assert_near(found.velocity[axis], expected, 2.4e-7 * c->steps + 1e-6);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// v = g / drag (1 - e^(-drag t))
static void a_fall_against_drag_reaches_its_last_speed(void **state)
{
    for (size_t i = 0; i < COUNT_OF(drag_cases); i++) {
        const drag_case *c = &drag_cases[i];
        char emitter[64], dt[32];
        snprintf(emitter, sizeof emitter, "'drag': %g,", c->drag);
        snprintf(dt, sizeof dt, "%.17g", c->dt);
        mote_scene *scene = scene_of_still(3, 1, emitter, "");
        set(scene, "emitter.gravity[1]", "-9.81");
        set(scene, "world.height", "1000");
        set(scene, "dt", dt);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row row = row_at(0.0, 4.0, 0.0);
        emitted_put(simulation, &row, 1);
        step(simulation, (uint64_t)c->steps);
        double decay = c->drag * c->dt * c->steps;
        double expected = -9.81 / c->drag * -expm1(-decay);
        assert_near(emitted_first(simulation).velocity[1], expected,
                    2e-5 * fabs(expected));
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Forces --------------------------------------------------------------------------

typedef struct force_case {
    const char *kind, *falloff;
    double strength;
} force_case;

static const force_case force_cases[] = {
    {"attractor", "none", 3.0},   {"attractor", "linear", 3.0},
    {"attractor", "square", 3.0}, {"attractor", "square", -3.0},
    {"vortex", "none", 2.0},      {"vortex", "linear", -2.0},
    {"vortex", "square", 2.0},
};

#define FORCE_RADIUS 1.5
#define SOFTENING    0.25

// The acceleration that such a force gives at a place, from its meaning in emitter.def;
// `axis`: of length 1.
static void expect_force(const force_case *c, const double from_middle[3],
                         const double axis[3], double pull[3])
{
    double along[3] = {-from_middle[0], -from_middle[1], -from_middle[2]};
    if (strcmp(c->kind, "vortex") == 0) {
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            along[k] = axis[l] * from_middle[m] - axis[m] * from_middle[l];
        }
    }
    double distance = length_of(along), strength = c->strength;
    double divisor = distance;
    if (strcmp(c->falloff, "linear") == 0) {
        strength *= fmax(1.0 - distance / FORCE_RADIUS, 0.0);
    } else if (strcmp(c->falloff, "square") == 0) {
        double soft = distance * distance + SOFTENING * SOFTENING;
        strength *= FORCE_RADIUS * FORCE_RADIUS / soft;
        divisor = sqrt(soft);
    }
    for (int k = 0; k < 3; k++) {
        pull[k] = along[k] / divisor * strength;
    }
}

static void check_force(const test_backend *on, const force_case *c, int dimension)
{
    const char *z = dimension == 3 ? ", 1" : "";
    char more[512], axis[64] = "", radius[64] = "", softening[64] = "";
    if (strcmp(c->kind, "vortex") == 0) {
        snprintf(axis, sizeof axis, ", 'axis': [1, 2%s]", dimension == 3 ? ", -2" : "");
    }
    if (strcmp(c->falloff, "none") != 0) {
        snprintf(radius, sizeof radius, ", 'radius': %g", FORCE_RADIUS);
    }
    if (strcmp(c->falloff, "square") == 0) {
        snprintf(softening, sizeof softening, ", 'softening': %g", SOFTENING);
    }
    snprintf(more, sizeof more,
             "'forces': [{'kind': '%s', 'falloff': '%s', 'strength': %g, 'position':"
             " [5.5, 4%s]%s%s%s}],",
             c->kind, c->falloff, c->strength, z, axis, radius, softening);
    mote_scene *scene = scene_of_still(dimension, 200, "'force_scale': 2,", more);
    mote_simulation *simulation = still_on(on, scene);
    emitted_row *rest = rest_in_cube(200, 2.0, dimension);
    emitted_put(simulation, rest, 200);
    step(simulation, 1);
    uint64_t count = 0;
    emitted_row *rows = emitted_rows(simulation, &count);
    const double middle[3] = {0.5, -1.0, dimension == 3 ? -4.0 : 0.0};
    // In 2-D the axis stands on the plane.
    const double flat[3] = {0.0, 0.0, 1.0}, tilted[3] = {1 / 3., 2 / 3., -2 / 3.};
    for (uint64_t i = 0; i < count; i++) {
        double from_middle[3], pull[3];
        for (int axis = 0; axis < 3; axis++) {
            from_middle[axis] = rest[i].place[axis] - middle[axis];
        }
        expect_force(c, from_middle, dimension == 3 ? tilted : flat, pull);
        for (int axis = 0; axis < 3; axis++) {
            double expected = 2.0 * pull[axis] * TIME_STEP;
            // Three reciprocal roots, of 5e-6 each.
            assert_near(rows[i].velocity[axis], expected, 2e-5 * length_of(pull) / 30.0);
            assert_near(rows[i].place[axis] - rest[i].place[axis],
                        expected * TIME_STEP / 2.0, 2e-7);
        }
    }
    free(rest);
    free(rows);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void attractors_and_vortices_pull_as_their_falloff_says(void **state)
{
    for (size_t i = 0; i < COUNT_OF(force_cases); i++) {
        check_force(*state, &force_cases[i], 2 + (int)i % 2);
    }
}

// The energy of an orbit swings a little in each turn, and does not drift: here at 0.5 to
// 1 world units from the middle, about 100 steps a turn.
static void an_orbit_keeps_its_energy(void **state)
{
    mote_scene *scene = scene_of_still(
        3, 1, "", "'forces': [{'strength': 20, 'radius': 1, 'softening': 0}],");
    mote_simulation *simulation = still_on(*state, scene);
    emitted_row row = row_at(1.0, 0.0, 0.0);
    row.velocity[1] = sqrt(20.0 / 1.5);
    emitted_put(simulation, &row, 1);
    double first = 0.5 * 20.0 / 1.5 - 20.0, nearest = 1.0;
    for (int turn = 0; turn < 80; turn++) {
        step(simulation, 10);
        emitted_row now = emitted_first(simulation);
        double r = length_of(now.place);
        double energy = 0.5 * dot_of(now.velocity, now.velocity) - 20.0 / r;
        assert_near(energy, first, 0.01 * fabs(first));
        nearest = fmin(nearest, r);
    }
    assert_near(nearest, 0.5, 0.02);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Turbulence ----------------------------------------------------------------------

#define STIR_SCALE 0.25

static mote_scene *stirred_scene(int dimension, uint64_t count, double speed)
{
    char more[160];
    snprintf(more, sizeof more,
             "'forces': [{'kind': 'turbulence', 'strength': 60, 'scale': %g,"
             " 'speed': %g}],",
             STIR_SCALE, speed);
    return scene_of_still(dimension, count, "", more);
}

// The field at the places of these particles, which rest: velocity after a step, with a
// strength of 1 / dt.
static emitted_row *field_at(mote_simulation *simulation, const emitted_row *rest)
{
    uint64_t count = 0;
    emitted_put(simulation, rest, mote_simulation_particle_count(simulation));
    step(simulation, 1);
    return emitted_rows(simulation, &count);
}

static void turbulence_is_of_strength_1_in_all_directions(void **state)
{
    const uint64_t count = 60000;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = stirred_scene(dimension, count, 1000.0);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row *rest = rest_in_cube(count, 5.0, dimension);
        // At several moments, since the two noises move.
        for (int turn = 0; turn < 3; turn++) {
            emitted_row *field = field_at(simulation, rest);
            double square[3] = {0}, sum[3] = {0};
            for (uint64_t i = 0; i < count; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    double v = field[i].velocity[axis];
                    sum[axis] += v / (double)count;
                    square[axis] += v * v / (double)count;
                }
            }
            double root = sqrt(square[0] + square[1] + square[2]);
            print_message("%d-D: root of the mean square %.4f\n", dimension, root);
            assert_near(root, 1.0, 0.02);
            for (int axis = 0; axis < dimension; axis++) {
                assert_near(square[axis], 1.0 / dimension, 0.03);
                assert_near(sum[axis], 0.0, 0.02);
            }
            free(field);
        }
        free(rest);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// Differences of the field over a small way to both sides of many places: what comes out
// of each is next to nothing beside how the field changes.
static void turbulence_has_no_sources(void **state)
{
    const double reach = STIR_SCALE / 64.0;
    for (int dimension = 2; dimension <= 3; dimension++) {
        const uint64_t groups = 2000, members = 6;
        mote_scene *scene = stirred_scene(dimension, groups * members, 0.0);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row *places = rest_in_cube(groups * members, 2.0, dimension);
        for (uint64_t g = 0; g < groups; g++) {
            emitted_row *group = &places[g * members];
            double middle[3];
            memcpy(middle, group->place, sizeof middle);
            for (uint64_t m = 0; m < members; m++) {
                memcpy(group[m].place, middle, sizeof middle);
                if ((int)(m / 2) < dimension) {
                    group[m].place[m / 2] += m % 2 ? reach : -reach;
                }
            }
        }
        emitted_row *field = field_at(simulation, places);
        double out = 0.0, change = 0.0;
        for (uint64_t g = 0; g < groups; g++) {
            const emitted_row *group = &field[g * members];
            double divergence = 0.0;
            for (int axis = 0; axis < dimension; axis++) {
                for (int k = 0; k < dimension; k++) {
                    double d =
                        group[2 * axis + 1].velocity[k] - group[2 * axis].velocity[k];
                    change += d * d;
                    divergence += k == axis ? d : 0.0;
                }
            }
            out += divergence * divergence;
        }
        print_message("%d-D: divergence %.5f of the gradient\n", dimension,
                      sqrt(out / change));
        assert_true(change > 0.0 && sqrt(out / change) < 0.01);
        free(places);
        free(field);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// Along a line through many cells of the noise nothing jumps.
static void turbulence_is_continuous(void **state)
{
    const uint64_t count = 20000;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = stirred_scene(dimension, count, 0.0);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row *line = rest_in_cube(count, 0.0, dimension);
        for (uint64_t i = 0; i < count; i++) {
            double along = 4.0 * (double)i / (double)count - 2.0;
            line[i].place[0] = along;
            line[i].place[1] = 0.37 * along;
            line[i].place[2] = dimension == 3 ? -0.61 * along : 0.0;
        }
        emitted_row *field = field_at(simulation, line);
        double way = 4.0 / (double)count / STIR_SCALE, largest = 0.0;
        for (uint64_t i = 0; i + 1 < count; i++) {
            for (int axis = 0; axis < dimension; axis++) {
                double jump = field[i + 1].velocity[axis] - field[i].velocity[axis];
                largest = fmax(largest, fabs(jump));
            }
        }
        // No gradient of it is steeper than 60 a whirl.
        assert_true(largest > 0.0 && largest < 60.0 * way);
        free(line);
        free(field);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void turbulence_changes_with_its_speed(void **state)
{
    for (int changes = 0; changes <= 1; changes++) {
        mote_scene *scene = stirred_scene(3, 100, changes ? 0.5 : 0.0);
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row *rest = rest_in_cube(100, 2.0, 3);
        emitted_row *before = field_at(simulation, rest);
        emitted_row *after = field_at(simulation, rest);
        double change = 0.0;
        for (int i = 0; i < 100; i++) {
            for (int axis = 0; axis < 3; axis++) {
                double d = after[i].velocity[axis] - before[i].velocity[axis];
                change = fmax(change, fabs(d));
            }
        }
        // In a step its noises move by 1 / 120 of a whirl.
        assert_true(changes ? change > 1e-3 && change < 0.5 : change == 0.0);
        free(rest);
        free(before);
        free(after);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Edges ---------------------------------------------------------------------------

typedef struct edge_case {
    const char *edges;
    double place, velocity; // after the step
    bool lives;
} edge_case;

static void edges_join_or_turn_or_end_a_flight(void **state)
{
    // From 4.95 with 6 a second: 5.05 where nothing is in the way.
    static const edge_case cases[] = {
        {"wrap", -4.95, 6.0, true},
        {"bounce", 4.95, -6.0, true},
        {"open", 5.05, 6.0, true}, // as far as the border
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const edge_case *c = &cases[i];
        mote_scene *scene = scene_of_still(3, 1, "", "");
        set(scene, "world.edges", c->edges);
        mote_simulation *simulation = still_on(*state, scene);
        for (int axis = 0; axis < 3; axis++) {
            emitted_row row = row_at(0.0, 0.0, 0.0);
            row.place[axis] = 4.95;
            row.velocity[axis] = 6.0;
            emitted_put(simulation, &row, 1);
            step(simulation, 1);
            emitted_row found = emitted_first(simulation);
            assert_near(found.place[axis], c->place, 1e-6);
            assert_near(found.velocity[axis], c->velocity, 1e-6);
            assert_true(found.life > 0.0);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void at_the_border_of_an_open_world_a_life_ends(void **state)
{
    mote_scene *scene = scene_of_still(2, 2, "", "");
    set(scene, "world.border", "1.5"); // 7.5 from the middle
    mote_simulation *simulation = still_on(*state, scene);
    emitted_row rows[2] = {row_at(0.0, -7.45, 0.0), row_at(7.45, 0.0, 0.0)};
    rows[0].velocity[1] = -6.0;
    rows[0].number = 3;
    rows[1].velocity[0] = 1.0;
    rows[1].number = 7;
    emitted_put(simulation, rows, 2);
    step(simulation, 1);
    assert_int_equal(population_word(simulation, POPULATION_LIVING), 1);
    assert_int_equal(population_wide(simulation, POPULATION_DIED), 1);
    emitted_row dead = emitted_first(simulation);
    assert_true(dead.life == 0.0);
    assert_near(dead.place[1], -7.5, 1e-6);
    step(simulation, 1);
    assert_int_equal(emitted_first(simulation).number, 7);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- The ends of the range -----------------------------------------------------------

// At the middle of forces that grow without bound, with all that a scene may ask for:
// places and velocities stay numbers, and the same on all devices.
static void nothing_becomes_infinite(void **state)
{
    static const char *const forces[] = {
        "{'strength': 1e9, 'softening': 0, 'radius': 1e9}",
        "{'strength': -1e9, 'softening': 0, 'radius': 1e-9}",
        "{'strength': 1e9, 'falloff': 'none'}",
        "{'kind': 'vortex', 'strength': 1e9, 'falloff': 'linear'}",
        "{'kind': 'turbulence', 'strength': 1e9, 'scale': 1e-9, 'speed': 1e6}",
        "{'position': [1e12, -1e12, 1e12], 'strength': 1e9, 'radius': 1e9}",
    };
    for (size_t f = 0; f < COUNT_OF(forces); f++) {
        char more[400];
        snprintf(more, sizeof more,
                 "'forces': [%s], 'colliders': [{'shape': 'sphere', 'bounce': 1},"
                 " {'shape': 'box', 'solid': 'outside', 'bounce': 1}],",
                 forces[f]);
        mote_scene *scene = scene_of_still(
            3, 4, "'force_scale': 1000, 'drag': 1, 'inherit': 1000,", more);
        set(scene, "world.edges", "wrap");
        set(scene, "dt", "1000");
        mote_simulation *simulation = still_on(*state, scene);
        emitted_row rows[4] = {row_at(0.0, 0.0, 0.0), row_at(1e-8, 0.0, 0.0),
                               row_at(0.3, 0.2, 0.1), row_at(-4.9, 4.9, -4.9)};
        emitted_put(simulation, rows, 4);
        step(simulation, 20);
        uint64_t count = 0;
        emitted_row *found = emitted_rows(simulation, &count);
        for (int i = 0; i < 4; i++) {
            assert_true(length_of(found[i].velocity) < 2e9);
        }
        free(found);
        uint64_t hash = hash_of(simulation);
        mote_simulation_destroy(simulation);
        simulation = still_on(&test_cpu, scene);
        emitted_put(simulation, rows, 4);
        step(simulation, 20);
        assert_true(hash_of(simulation) == hash);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(a_throw_is_a_parabola),
        ON_EACH_BACKEND(drag_decays_towards_the_wind_whatever_the_step),
        ON_EACH_BACKEND(a_fall_against_drag_reaches_its_last_speed),
        ON_EACH_BACKEND(attractors_and_vortices_pull_as_their_falloff_says),
        ON_EACH_BACKEND(an_orbit_keeps_its_energy),
        ON_EACH_BACKEND(turbulence_is_of_strength_1_in_all_directions),
        ON_EACH_BACKEND(turbulence_has_no_sources),
        ON_EACH_BACKEND(turbulence_is_continuous),
        ON_EACH_BACKEND(turbulence_changes_with_its_speed),
        ON_EACH_BACKEND(edges_join_or_turn_or_end_a_flight),
        ON_EACH_BACKEND(at_the_border_of_an_open_world_a_life_ends),
        ON_EACH_BACKEND(nothing_becomes_infinite),
    };
    return cmocka_run_group_tests_name("emitter flight", tests, NULL, NULL);
}
