// SPDX-License-Identifier: MIT
// The law of boids: against the oracle, and what must come of it: limits, sight, flight,
// walls, chance; motion that does not depend on dt; and that they flock.

#include "boids_oracle.h"

#include <math.h>
#include <string.h>

#define TURN 6.28318530717958647692

// ---- Flocks to look at ---------------------------------------------------------------

// Velocity and place of each boid by its id; the third component is 0 in 2-D.
typedef struct boid {
    double velocity[3], place[3];
} boid;

static boid *boids_of(const mote_scene *scene, mote_simulation *simulation)
{
    flock self = flock_of(scene, simulation);
    uint64_t dimension = (uint64_t)scene->dimension;
    boid *boids = calloc(self.places->count + 1, sizeof *boids);
    for (uint64_t i = 0; i < self.places->count; i++) {
        boid *b = &boids[self.places->id[i]];
        for (uint64_t axis = 0; axis < dimension; axis++) {
            b->velocity[axis] = self.velocity[i * dimension + axis];
            b->place[axis] = self.places->place[i * dimension + axis];
        }
    }
    flock_free(&self);
    return boids;
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double angle_between(const double a[3], const double b[3])
{
    const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                             a[0] * b[1] - a[1] * b[0]};
    return atan2(length_of(cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

// Puts boid `id` at a place from the middle of a world of side 1 that wraps, in 2-D.
static void place_boids(mote_simulation *simulation, uint64_t count, const boid *boids)
{
    uint32_t *position = malloc(count * 8), *velocity = malloc(count * 8);
    uint32_t *identity = malloc(count * 8);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t axis = 0; axis < 2; axis++) {
            position[2 * i + axis] =
                (uint32_t)(int64_t)llround((boids[i].place[axis] + 0.5) * 4294967296.0);
            velocity[2 * i + axis] = float_bits(boids[i].velocity[axis]);
        }
        identity[2 * i] = i;
        identity[2 * i + 1] = simulation->plan->species_count > 1 ? i : 0;
    }
    write_buffer(simulation, BUFFER_position, position);
    write_buffer(simulation, BUFFER_velocity, velocity);
    write_buffer(simulation, BUFFER_identity, identity);
    free(position);
    free(velocity);
    free(identity);
}

// A world whose sides are 1, as many places in these tests take for granted.
#define SIDES "'width': 1, 'height': 1, 'depth': 1"
#define WORLD "'world': {" SIDES "}"

// ---- Against the oracle --------------------------------------------------------------

// All that a scene may ask for, in worlds of all kinds.
static const char *const oracle_cases[] = {
    "'particles': 900, 'species': 6, " WORLD ", 'boids': {'noise': 0}",
    "'particles': 900, 'species': 6, " WORLD
    ", 'boids': {'field_of_view': 1, 'noise': 0}",
    "'particles': 700, 'world': {'width': 2, 'height': 0.6}, 'boids': {'noise': 0,"
    " 'field_of_view': 0.3, 'cohesion_radius': 0.2, 'alignment_radius': 0.07,"
    " 'goal': [0.9, -0.2], 'goal_weight': 3, 'turn_rate': 0.1}",
    "'particles': 700, 'species': 3, 'world': {" SIDES
    ", 'edges': 'bounce'}, 'boids': {'noise': 0,"
    " 'flock': [[1, 0, 0.3], [0.5, 1, 0.7], [0, 0, 0]], 'flee_radius': 0.2,"
    " 'flee': [[0, 1, 0.3], [-1, 0, 0], [-0.2, 0.4, 1]], 'wall_margin': 0.2}",
    "'particles': 600, 'species': 2, 'world': {" SIDES
    ", 'edges': 'open', 'border': 2}, 'boids':"
    " {'noise': 0, 'flee': [[0, 0], [-1, 0.5]], 'minimum_speed': 0, 'turn_rate': 30,"
    " 'separation_radius': 0.1}",
    "'particles': 900, 'dimension': 3, " WORLD
    ", 'boids': {'noise': 0, 'cohesion_radius': 0.2,"
    " 'alignment_radius': 0.15, 'separation_radius': 0.1, 'turn_rate': 8}",
    "'particles': 900, 'dimension': 3, 'species': 2, 'world': {" SIDES
    ", 'edges': 'open', 'border':"
    " 3}, 'boids': {'noise': 0, 'cohesion_radius': 0.1, 'alignment_radius': 0.25,"
    " 'flee': [[0, 1], [-0.7, 0]], 'flock': [[1, 0.2], [0, 0.9]], 'flee_radius': 0.3,"
    " 'goal': [0.1, 0.4, -0.3], 'goal_weight': 1, 'field_of_view': 0.6}",
    "'particles': 500, " WORLD
    ", 'boids': {'noise': 0, 'alignment_weight': 0, 'cohesion_weight': 0}",
};

static mote_scene *oracle_scene(size_t i)
{
    return scene_of("{'model': 'boids', 'seed': 3, 'start': {'speed': 0.15}, %s}",
                    oracle_cases[i]);
}

static void sums_match_the_oracle_in_any_world(void **state)
{
    const test_backend *on = *state;
    static const char *const searches[] = {"grid", "loop", "indexed"};
    for (size_t i = 0; i < COUNT_OF(oracle_cases); i++) {
        mote_scene *scene = oracle_scene(i);
        for (size_t s = 0; s < COUNT_OF(searches); s++) {
            // Every search and reach on the CPU; on GL in turn: a compiler runs each
            // time.
            if (on->kind == MOTE_BACKEND_GL && s != i % 3) {
                continue;
            }
            mote_device_def device = mote_default_device_def();
            device.search = searches[s];
            device.cell_reach = s == 1 ? 0 : 1 + (int)(i + s) % 3;
            mote_simulation *simulation = simulation_on(on, scene, &device);
            for (int turn = 0; turn < 2; turn++) {
                run_before(simulation, STAGE_update);
                boids_check_sums(scene, simulation, 200);
                run_stage(simulation, STAGE_update);
                step(simulation, 20);
            }
            mote_simulation_destroy(simulation);
        }
        mote_scene_destroy(scene);
    }
}

static void check_velocities(const mote_scene *scene, mote_simulation *simulation)
{
    run_before(simulation, STAGE_update);
    flock before = flock_of(scene, simulation);
    uint32_t *words = buffer_of(simulation, "flocking_sums");
    run_stage(simulation, STAGE_update);
    flock after = flock_of(scene, simulation);
    uint64_t dimension = (uint64_t)scene->dimension, known = 0;
    double top = oracle_parameter(scene, "maximum_speed");
    for (uint64_t i = 0; i < before.places->count; i++) {
        boid_sums sums = boid_sums_found(simulation, words, i);
        double next[3];
        bool is_known = boid_velocity_after(&before, i, &sums, next);
        known += is_known;
        // An edge that is passed turns a velocity: not the law's matter.
        bool is_inside = true;
        for (uint64_t axis = 0; axis < dimension; axis++) {
            double place = before.places->place[i * dimension + axis];
            is_inside &= scene->edges == EDGES_WRAP ||
                         fabs(place) < scene->size[axis] / 2.0 - top * scene->dt;
        }
        for (uint64_t axis = 0; axis < dimension && is_known && is_inside; axis++) {
            double found = after.velocity[i * dimension + axis];
            if (fabs(found - next[axis]) > 2e-5 * top) {
                fail_msg("particle %llu: velocity %g, expected %g", (unsigned long long)i,
                         found, next[axis]);
            }
        }
    }
    assert_true(known * 10 > before.places->count * 9);
    free(words);
    flock_free(&before);
    flock_free(&after);
}

static void steering_matches_the_oracle_in_any_world(void **state)
{
    for (size_t i = 0; i < COUNT_OF(oracle_cases); i++) {
        mote_scene *scene = oracle_scene(i);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        check_velocities(scene, simulation);
        step(simulation, 30);
        check_velocities(scene, simulation);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Limits --------------------------------------------------------------------------

static void expect_limits(const mote_scene *scene, const boid *before, const boid *after,
                          uint64_t count)
{
    double low = oracle_parameter(scene, "minimum_speed");
    double high = oracle_parameter(scene, "maximum_speed");
    double most = oracle_parameter(scene, "turn_rate") * scene->dt * TURN;
    for (uint64_t i = 0; i < count; i++) {
        double speed = length_of(after[i].velocity);
        assert_true(speed >= low * (1.0 - 1e-6) && speed <= high * (1.0 + 1e-6));
        double turned = angle_between(before[i].velocity, after[i].velocity);
        assert_true(turned <= most * (1.0 + 1e-4) + 1e-6);
    }
}

static void speed_and_turns_keep_their_limits_in_every_step(void **state)
{
    static const char *const cases[] = {
        "'boids': {'noise': 0, 'turn_rate': 0.2, 'separation_weight': 50}",
        "'boids': {'noise': 0, 'turn_rate': 5}, 'start': {'speed': 0.2}",
        "'dimension': 3, 'boids': {'noise': 0, 'turn_rate': 0.5, 'cohesion_weight': 90}",
        "'dimension': 3, 'boids': {'noise': 0, 'turn_rate': 10, 'goal_weight': 100}",
        "'boids': {'noise': 0, 'minimum_speed': 0.13, 'maximum_speed': 0.13}",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        mote_scene *scene = scene_of(
            "{'model': 'boids', 'particles': 800, 'seed': 5, " WORLD ", %s}", cases[i]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 1); // from rest: directions by chance
        boid *before = boids_of(scene, simulation);
        for (int turn = 0; turn < 30; turn++) {
            step(simulation, 1);
            boid *after = boids_of(scene, simulation);
            expect_limits(scene, before, after, 800);
            free(before);
            before = after;
        }
        free(before);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void nobody_starts_faster_than_the_maximum_speed(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of("{'model': 'boids', 'particles': 100, 'dimension':"
                                     " %d, 'start': {'speed': 7}}",
                                     dimension);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        boid *boids = boids_of(scene, simulation);
        for (int i = 0; i < 100; i++) {
            assert_true(fabs(length_of(boids[i].velocity) - 0.2) < 1e-7);
        }
        free(boids);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Sight ---------------------------------------------------------------------------

// Boid 1 at an angle (turns) from the heading of boid 0: the second is seen or not.
static void who_is_outside_the_field_of_view_is_not_seen(void **state)
{
    static const double views[] = {0.2, 0.5, 0.75, 1.0};
    for (size_t v = 0; v < COUNT_OF(views); v++) {
        mote_scene *scene = scene_of("{'model': 'boids', 'particles': 2, " WORLD ","
                                     " 'boids': {'field_of_view': %g}}",
                                     views[v]);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (int k = 0; k < 40; k++) {
            double heading = 0.013 + k * 0.17;
            double angle = (k + 0.5) / 40.0 - 0.5;
            double at = (heading + angle) * TURN;
            boid boids[2] = {
                {.velocity = {0.1 * cos(heading * TURN), 0.1 * sin(heading * TURN)}},
                {.velocity = {0.1, 0.0}, .place = {0.01 * cos(at), 0.01 * sin(at)}}};
            place_boids(simulation, 2, boids);
            run_before(simulation, STAGE_update);
            uint32_t *words = buffer_of(simulation, "flocking_sums");
            uint32_t *identity = read_buffer(simulation, BUFFER_identity);
            boid_sums sums = boid_sums_found(simulation, words, identity[0] ? 1 : 0);
            bool is_seen = fabs(angle) * 2.0 < views[v];
            assert_true((sums.followed > 0.0) == is_seen);
            assert_true((sums.gathered > 0.0) == is_seen);
            assert_true((fabs(sums.push[0]) + fabs(sums.push[1]) > 0.0) == is_seen);
            free(words);
            free(identity);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Those that are fled ------------------------------------------------------------

// The distance of a prey to a hunter behind it, after 2 s.
static double distance_after_a_chase(const test_backend *on, double flees, double hunts,
                                     double *first)
{
    mote_scene *scene = scene_of(
        "{'model': 'boids', 'species': [{'count': 1}, {'count': 1}], " WORLD ","
        " 'boids': {'noise': 0, 'field_of_view': 1, 'minimum_speed': 0.02, 'flock': 0,"
        " 'flee_radius': 0.3, 'flee': [[0, %g], [%g, 0]], 'maximum_speed': 0.1}}",
        flees, hunts);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    const boid boids[2] = {{.velocity = {0.0, 0.03}, .place = {0.05, 0.01}},
                           {.velocity = {0.03, 0.0}, .place = {-0.05, 0.0}}};
    place_boids(simulation, 2, boids);
    *first = hypot(0.1, 0.01);
    step(simulation, 100);
    flock self = flock_of(scene, simulation);
    double offset[3];
    double distance = oracle_offset(self.places, 0, 1, offset);
    flock_free(&self);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return distance;
}

static void prey_gets_away_and_hunters_get_near(void **state)
{
    need_backend(*state);
    double first;
    assert_true(distance_after_a_chase(*state, 1, 0, &first) > first + 0.03);
    assert_true(distance_after_a_chase(*state, 0, -1, &first) < first - 0.03);
    // Equally fast, the prey is not caught.
    assert_true(distance_after_a_chase(*state, 1, -1, &first) > first - 0.02);
}

static void prey_leaves_a_hole_around_a_hunter(void **state)
{
    double near[2];
    for (int flees = 0; flees <= 1; flees++) {
        mote_scene *scene = scene_of(
            "{'model': 'boids', 'seed': 4, " WORLD
            ", 'species': [{'count': 1500}, {'count': 1}],"
            " 'start': {'speed': 0.1}, 'boids': {'flee': [[0, %d], [0, 0]],"
            " 'flock': [[1, 0], [0, 0]], 'flee_radius': 0.1, 'field_of_view': 1}}",
            flees);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 150);
        flock self = flock_of(scene, simulation);
        uint64_t hunter = 0;
        while (self.places->species[hunter] != 1) {
            hunter++;
        }
        near[flees] = 0.0;
        for (uint64_t i = 0; i < self.places->count; i++) {
            double offset[3];
            near[flees] += oracle_offset(self.places, hunter, i, offset) < 0.05;
        }
        flock_free(&self);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
    print_message("nearer than half the flee radius: %g of those that do not flee, %g of "
                  "those that do\n",
                  near[0] - 1, near[1] - 1);
    assert_true(near[0] >= 6 && near[1] <= 2);
}

// ---- The goal and the walls ----------------------------------------------------------

static void a_goal_draws_by_the_shortest_way(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'boids', 'particles': 1, " WORLD ", 'boids': {'noise': 0,"
                 " 'goal': [-0.45, 0.1], 'goal_weight': 2}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    const boid start = {.velocity = {0.0, 0.15}, .place = {0.4, 0.1}};
    place_boids(simulation, 1, &start);
    step(simulation, 40);
    boid *boids = boids_of(scene, simulation);
    assert_true(boids[0].velocity[0] > 0.05);
    assert_true(boids[0].place[0] > 0.4 || boids[0].place[0] < -0.4);
    free(boids);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void soft_walls_keep_all_inside(void **state)
{
    static const char *const cases[] = {
        "'world': {'edges': 'open', 'width': 1.5, 'height': 1}",
        "'world': {" SIDES ", 'edges': 'open'}, 'dimension': 3",
        "'world': {" SIDES ", 'edges': 'bounce'}",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        mote_scene *scene = scene_of(
            "{'model': 'boids', 'particles': 1000, 'seed': 8, %s, 'start': {'pattern':"
            " 'disc', 'radius': 0.3, 'speed': 0.2}, 'boids': {'wall_margin': 0.15,"
            " 'wall_weight': 12}}",
            cases[i]);
        mote_device_def device = mote_default_device_def();
        device.search = "grid";
        device.threads = 1;
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        double farthest = -1.0;
        for (int turn = 0; turn < 100; turn++) {
            step(simulation, 10);
            boid *boids = boids_of(scene, simulation);
            for (int b = 0; b < 1000; b++) {
                for (int axis = 0; axis < scene->dimension; axis++) {
                    farthest = fmax(farthest,
                                    fabs(boids[b].place[axis]) - scene->size[axis] / 2.0);
                }
            }
            free(boids);
        }
        print_message("nearest to a wall: %g of a margin of 0.15\n", -farthest);
        assert_true(farthest < -0.01 && farthest > -0.15);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Chance --------------------------------------------------------------------------

// Boids that do not sense each other and go straight on but for chance.
#define LONE                                                                             \
    "'separation_weight': 0, 'alignment_weight': 0, 'cohesion_weight': 0,"               \
    " 'separation_radius': 0.001"

#define WANDERERS 8000

typedef struct wander {
    double mean, variance; // of the turn of a heading, in turns; in 3-D of its size
} wander;

static wander wander_between(const boid *before, const boid *after, int dimension)
{
    wander found = {0};
    for (int i = 0; i < WANDERERS; i++) {
        const double *a = before[i].velocity, *b = after[i].velocity;
        double angle = angle_between(a, b) / TURN;
        double sign = a[0] * b[1] - a[1] * b[0] < 0.0 ? -1.0 : 1.0;
        found.mean += sign * angle / WANDERERS;
        found.variance += angle * angle / WANDERERS / (dimension - 1);
    }
    return found;
}

static wander wander_after(const test_backend *on, int dimension, double dt, int steps)
{
    mote_scene *scene = scene_of(
        "{'model': 'boids', 'particles': %d, 'dimension': %d, 'dt': %g, 'seed': 6,"
        " 'start': {'speed': 0.1}, 'boids': {" LONE ", 'noise': 0.1}}",
        WANDERERS, dimension, dt);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    boid *before = boids_of(scene, simulation);
    step(simulation, (uint64_t)steps);
    boid *after = boids_of(scene, simulation);
    wander found = wander_between(before, after, dimension);
    free(before);
    free(after);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return found;
}

// The deviation of a heading grows as 0.1 turns times the root of the time, whatever dt.
static void noise_turns_headings_as_much_as_it_says(void **state)
{
    need_backend(*state);
    for (int dimension = 2; dimension <= 3; dimension++) {
        const struct {
            double dt;
            int steps;
        } cases[] = {{0.02, 1}, {0.02, 10}, {0.01, 20}, {0.002, 100}};
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            double time = cases[i].dt * cases[i].steps;
            wander found = wander_after(*state, dimension, cases[i].dt, cases[i].steps);
            double deviation = 0.1 * sqrt(time);
            // Five standard errors of a mean and of a variance.
            assert_true(fabs(found.mean) < deviation * 5.0 / sqrt(WANDERERS) * 1.5);
            assert_true(fabs(found.variance / (deviation * deviation) - 1.0) <
                        5.0 * sqrt(2.0 / WANDERERS));
        }
    }
}

static void noise_is_new_in_each_step_and_for_each_boid(void **state)
{
    mote_scene *scene =
        scene_of("{'model': 'boids', 'particles': %d, 'seed': 6, 'start': {'speed': 0.1},"
                 " 'boids': {" LONE ", 'noise': 0.1}}",
                 WANDERERS);
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    double last[WANDERERS] = {0};
    double product = 0.0, square = 0.0, neighbours = 0.0;
    boid *before = boids_of(scene, simulation);
    for (int turn = 0; turn < 10; turn++) {
        step(simulation, 1);
        boid *after = boids_of(scene, simulation);
        for (int i = 0; i < WANDERERS; i++) {
            const double *a = before[i].velocity, *b = after[i].velocity;
            double angle = asin((a[0] * b[1] - a[1] * b[0]) / 0.01);
            product += angle * last[i];
            square += angle * angle;
            last[i] = angle;
            neighbours += i > 0 ? angle * last[i - 1] : 0.0;
        }
        free(before);
        before = after;
    }
    free(before);
    // Five standard errors of a correlation that is 0.
    assert_true(fabs(product / square) < 5.0 / sqrt(10.0 * WANDERERS));
    assert_true(fabs(neighbours / square) < 5.0 / sqrt(10.0 * WANDERERS));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// From rest to the minimum speed, everywhere.
static void boids_at_rest_set_out_in_all_directions(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene =
            scene_of("{'model': 'boids', 'particles': %d, 'dimension': %d,"
                     " 'boids': {" LONE "}}",
                     WANDERERS, dimension);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 1);
        boid *boids = boids_of(scene, simulation);
        double mean[3] = {0}, square[3] = {0};
        for (int i = 0; i < WANDERERS; i++) {
            assert_true(fabs(length_of(boids[i].velocity) - 0.1) < 1e-7);
            for (int axis = 0; axis < 3; axis++) {
                double h = boids[i].velocity[axis] / 0.1;
                mean[axis] += h / WANDERERS;
                square[axis] += h * h / WANDERERS;
            }
        }
        for (int axis = 0; axis < dimension; axis++) {
            assert_true(fabs(mean[axis]) < 5.0 / sqrt(WANDERERS));
            assert_true(fabs(square[axis] - 1.0 / dimension) < 5.0 / sqrt(WANDERERS));
        }
        free(boids);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Time ----------------------------------------------------------------------------

// Boid 0 follows boid 1, which is faster, in the same direction.
static double speed_behind_a_leader(const test_backend *on, double dt)
{
    mote_scene *scene = scene_of(
        "{'model': 'boids', 'dt': %g, 'species': [{'count': 1}, {'count': 1}], 'boids':"
        " {'noise': 0, 'separation_weight': 0, 'cohesion_weight': 0, 'alignment_weight':"
        " 3, 'alignment_radius': 0.4, 'flock': [[0, 1], [0, 0]], 'minimum_speed': 0.01}}",
        dt);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    const boid start[2] = {{.velocity = {0.03, 0.04}},
                           {.velocity = {0.12, 0.16}, .place = {0.05, 0.02}}};
    place_boids(simulation, 2, start);
    step(simulation, (uint64_t)llround(0.64 / dt));
    boid *boids = boids_of(scene, simulation);
    double speed = length_of(boids[0].velocity);
    free(boids);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return speed;
}

// (The leader's velocity is summed in units of 2^-17 of the top speed.)
static void alignment_halves_a_difference_as_often_whatever_dt(void **state)
{
    need_backend(*state);
    double expected = 0.2 - 0.15 * exp2(-3.0 * 0.64);
    for (double dt = 0.32; dt > 0.004; dt /= 2.0) {
        assert_true(fabs(speed_behind_a_leader(*state, dt) - expected) < 3e-6);
    }
}

// Turns towards a goal behind it, at the full turn rate, and then flies there.
static boid boid_with_a_goal(const test_backend *on, const char *rest, double dt,
                             double time)
{
    mote_scene *scene = scene_of(
        "{'model': 'boids', 'particles': 1, 'dt': %g, 'boids': {'noise': 0, %s}}", dt,
        rest);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    const boid start = {.velocity = {0.1, 0.02}, .place = {0.1, 0.0}};
    place_boids(simulation, 1, &start);
    step(simulation, (uint64_t)llround(time / dt));
    boid *boids = boids_of(scene, simulation);
    boid found = boids[0];
    free(boids);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return found;
}

static void a_lone_boid_moves_alike_whatever_dt(void **state)
{
    need_backend(*state);
    // At the full turn rate, and speed rising by 0.2 a second: exact in dt.
    const char *turning = "'goal': [-0.3, 0], 'goal_weight': 50, 'turn_rate': 0.25";
    boid coarse = boid_with_a_goal(*state, turning, 0.02, 1.0);
    boid fine = boid_with_a_goal(*state, turning, 0.01, 1.0);
    assert_true(angle_between(coarse.velocity, fine.velocity) < 1e-5);
    assert_true(fabs(length_of(coarse.velocity) - length_of(fine.velocity)) < 1e-6);
    // A path along curves is off by what a step is long; half the step, half as much.
    const char *curved = "'goal': [-0.1, 0.2], 'goal_weight': 1, 'turn_rate': 1";
    boid path[3];
    for (int k = 0; k < 3; k++) {
        path[k] = boid_with_a_goal(*state, curved, 0.02 / (1 << k), 2.0);
    }
    double first =
        hypot(path[0].place[0] - path[1].place[0], path[0].place[1] - path[1].place[1]);
    double second =
        hypot(path[1].place[0] - path[2].place[0], path[1].place[1] - path[2].place[1]);
    print_message("half of 0.02 s: off by %g; half of that: by %g\n", first, second);
    assert_true(first < 0.2 * 0.02 && second < 0.6 * first);
}

// ---- Flocks --------------------------------------------------------------------------

// The length of the mean heading: 1 when all fly alike, next to 0 when each as it likes.
static double order_of(const mote_scene *scene, mote_simulation *simulation)
{
    boid *boids = boids_of(scene, simulation);
    double count = (double)mote_simulation_particle_count(simulation), mean[3] = {0};
    for (uint64_t i = 0; i < mote_simulation_particle_count(simulation); i++) {
        double speed = length_of(boids[i].velocity);
        for (int axis = 0; axis < 3; axis++) {
            mean[axis] += boids[i].velocity[axis] / speed / count;
        }
    }
    free(boids);
    return length_of(mean);
}

// Five times random headings, in a world of 10 perception radii.
typedef struct flock_case {
    int dimension;
    double alignment, dt, time; // 1/s, s, s
} flock_case;

static double mean_order(const test_backend *on, const flock_case *c)
{
    double sum = 0.0;
    for (int seed = 1; seed <= 5; seed++) {
        mote_scene *scene = scene_of(
            "{'model': 'boids', 'particles': 1000, 'dimension': %d, 'seed': %d, 'dt': %g,"
            " 'start': {'speed': 0.15}, 'boids': {'alignment_weight': %g,"
            " 'separation_radius': 0.04, 'alignment_radius': 0.1,"
            " 'cohesion_radius': 0.1}}",
            c->dimension, seed, c->dt, c->alignment);
        mote_device_def device = mote_default_device_def();
        device.search = "grid";
        device.threads = 1; // more only wait for each other
        mote_simulation *simulation = simulation_on(on, scene, &device);
        step(simulation, (uint64_t)llround(c->time / c->dt));
        sum += order_of(scene, simulation);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
    return sum / 5.0;
}

static void boids_flock_by_alignment_and_not_without(void **state)
{
    need_backend(*state);
    static const flock_case cases[] = {
        {2, 4.0, 0.02, 40.0}, {2, 4.0, 0.04, 40.0}, {3, 4.0, 0.04, 80.0},
        {2, 0.0, 0.04, 40.0}, {3, 0.0, 0.04, 40.0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const flock_case *c = &cases[i];
        double order = mean_order(*state, c);
        print_message("%d-D, alignment %g, %g s in steps of %g: order %.4f\n",
                      c->dimension, c->alignment, c->time, c->dt, order);
        assert_true(c->alignment > 0.0 ? order >= 0.95 : order < 0.3);
    }
}

// ---- What a scene may say ------------------------------------------------------------

static void expect_refusal(const char *rest, const char *complaint)
{
    char text[512];
    snprintf(text, sizeof text, "{\"model\": \"boids\", %s}", rest);
    mote_scene *scene = NULL;
    assert_int_equal(mote_scene_parse("flock.json", text, strlen(text), &scene),
                     MOTE_BAD_INPUT);
    if (!strstr(mote_last_error(), complaint)) {
        fail_msg("\"%s\" lacks \"%s\"", mote_last_error(), complaint);
    }
}

// The model's own defaults: one flock, and a world in which boids see others.
static void a_scene_that_says_nothing_is_a_flock(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of("{'model': 'boids', 'dimension': %d}", dimension);
        double reach = 0.03, ball = TURN / 2.0 * reach * reach;
        double world = scene->size[0] * scene->size[1];
        if (dimension == 3) {
            ball *= reach * 4.0 / 3.0;
            world *= scene->size[2];
        }
        double neighbours = (double)scene->particle_count * ball / world;
        assert_true(neighbours > 9.0 && neighbours < 20.0);
        assert_true(fabs(scene->size[0] / scene->size[1] - 16.0 / 9.0) < 1e-12);
        assert_int_equal(scene->species_count, 1);
        assert_int_equal(scene->view.color_by, COLOR_BY_SPEED);
        mote_scene_destroy(scene);
    }
    mote_scene *scene = scene_of("{'model': 'boids', 'species': 2}");
    assert_int_equal(scene->view.color_by, COLOR_BY_SPECIES);
    mote_scene_destroy(scene);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    expect_refusal("\n\"boids\": {\"minimum_speed\": 0.3}",
                   "flock.json:2: boids.minimum_speed: minimum_speed must not be more "
                   "than maximum_speed");
    expect_refusal("\"boids\": {\"goal\": [0.9, 0]}",
                   "boids.goal: must lie in the world");
    expect_refusal("\"boids\": {\"flock\": 2}", "boids.flock: expected");
    expect_refusal("\"boids\": {\"flee\": -2}", "boids.flee: expected");
    expect_refusal("\"boids\": {\"cohesion_radius\": 0.6}", "more than half of world");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_CPU(sums_match_the_oracle_in_any_world),
        ON_GL(sums_match_the_oracle_in_any_world),
        ON_CPU(steering_matches_the_oracle_in_any_world),
        ON_GL(steering_matches_the_oracle_in_any_world),
        ON_CPU(speed_and_turns_keep_their_limits_in_every_step),
        ON_GL(speed_and_turns_keep_their_limits_in_every_step),
        ON_CPU(nobody_starts_faster_than_the_maximum_speed),
        ON_EACH_BACKEND(who_is_outside_the_field_of_view_is_not_seen),
        ON_CPU(prey_gets_away_and_hunters_get_near),
        ON_CPU(prey_leaves_a_hole_around_a_hunter),
        ON_CPU(a_goal_draws_by_the_shortest_way),
        ON_CPU(soft_walls_keep_all_inside),
        ON_CPU(noise_turns_headings_as_much_as_it_says),
        ON_CPU(noise_is_new_in_each_step_and_for_each_boid),
        ON_CPU(boids_at_rest_set_out_in_all_directions),
        ON_GL(boids_at_rest_set_out_in_all_directions),
        ON_CPU(alignment_halves_a_difference_as_often_whatever_dt),
        ON_CPU(a_lone_boid_moves_alike_whatever_dt),
        ON_CPU(boids_flock_by_alignment_and_not_without),
        cmocka_unit_test(a_scene_that_says_nothing_is_a_flock),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("boids", tests, NULL, NULL);
}
