// SPDX-License-Identifier: MIT
// The law of the fluid against brute force in double precision, and where its answer is
// known exactly. (What a fluid then does: test_fluid_physics.c.)

#include "fluid_oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Against the oracle --------------------------------------------------------------

// How far sums may be off: roots and reciprocals by 1.3e-5, which Tait's seventh power
// makes 1e-4; in 2-D the part of the ball that a wall hides, by 0.0023.
typedef struct law_case {
    const char *members; // of the scene, in JSON
    const char *fluid;   // of its block
    double slack;        // over the bound far from walls
} law_case;

#define WALLS_2D 120.0

static const law_case law_cases[] = {
    {"'particles': 500, 'world': {'edges': 'wrap'}", "", 1.0},
    {"'particles': 500, 'world': {'edges': 'wrap'}", "'surface_tension': 90", 1.0},
    {"'particles': 500, 'world': {'edges': 'wrap'}", "'pressure': 'tait'", 1.0},
    {"'particles': 400, 'world': {'edges': 'wrap'}, 'dimension': 3", "", 1.0},
    {"'particles': 400, 'world': {'edges': 'wrap'}, 'dimension': 3",
     "'pressure': 'tait', 'surface_tension': 300", 1.0},
    {"'particles': 400, 'world': {'edges': 'open'}, 'dimension': 3",
     "'pressure': 'tait', 'viscosity': 0.1", 1.0},
    {"'particles': 300", "'smoothing_radius': 0.2, 'rest_density': 500", WALLS_2D},
    {"'particles': 300", "'pressure': 'tait'", WALLS_2D},
    {"'particles': 300, 'dimension': 3", "'surface_tension': 50", 3.0},
    {"'particles': 300, 'dimension': 3", "'pressure': 'tait'", 3.0},
};

static mote_scene *law_scene(const law_case *c)
{
    return scene_of("{'model': 'fluid', 'seed': 7, 'dt': 0.001, 'substeps': 1, %s,"
                    " 'start': {'speed': 0.5}, 'fluid': {%s}}",
                    c->members, c->fluid);
}

static void run_all_but_last(mote_simulation *simulation)
{
    const plan *plan = simulation->plan;
    for (int i = 0; i < plan->step_count - 1; i++) {
        assert_ok(simulation_run(simulation, &plan->step[i]));
    }
}

static void expect_near(const char *what, uint64_t i, double found, double expected,
                        double bound)
{
    if (!(fabs(found - expected) <= bound)) {
        fail_msg("%s of particle %llu: %.9g, expected %.9g +- %.2g", what,
                 (unsigned long long)i, found, expected, bound);
    }
}

static void expect_densities(const fluid_oracle *f, const uint32_t *sums)
{
    for (uint64_t i = 0; i < f->state->count; i++) {
        double bound = f->neighbours[i] * (0.5 + 3e-5 * DENSITY_UNIT);
        expect_near("density", i, (double)limbs_value(sums + 4 * i),
                    f->raw_density[i] * DENSITY_UNIT, bound);
        expect_near("near-density", i, (double)limbs_value(sums + 4 * i + 2),
                    f->raw_near[i] * DENSITY_UNIT, bound);
    }
}

static void expect_accelerations(const fluid_oracle *f, const uint32_t *sums,
                                 double slack)
{
    uint64_t d = (uint64_t)f->numbers.dimension;
    double per_unit = PUSH_UNIT / f->numbers.unit;
    for (uint64_t i = 0; i < f->state->count; i++) {
        double bound = f->neighbours[i] * (0.5 + 4e-5 * PUSH_UNIT * slack) +
                       3e-4 * f->push_size[i] * per_unit * slack;
        for (uint64_t axis = 0; axis < d; axis++) {
            expect_near("acceleration", i, (double)limbs_value(sums + 2 * (i * d + axis)),
                        f->push[i * d + axis] * per_unit, bound);
        }
    }
}

static void both_passes_sum_what_brute_force_does(void **state)
{
    for (size_t k = 0; k < COUNT_OF(law_cases); k++) {
        mote_scene *scene = law_scene(&law_cases[k]);
        mote_device_def device = mote_default_device_def();
        device.search = k % 3 == 2 ? "loop" : "grid";
        device.cell_reach = 1 + (int)(k % 3);
        mote_simulation *simulation = simulation_on(*state, scene, &device);
        step(simulation, 12);
        run_all_but_last(simulation);
        fluid_oracle *f = fluid_oracle_of(scene, simulation);
        uint32_t *density = buffer_of(simulation, "density_sums");
        uint32_t *acceleration = buffer_of(simulation, "force_sums");
        expect_densities(f, density);
        expect_accelerations(f, acceleration, law_cases[k].slack);
        free(density);
        free(acceleration);
        fluid_oracle_destroy(f);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// The velocity after a step along one axis, before it meets an edge: by the oracle's own
// terms, walls included.
static double pushed(const fluid_oracle *f, uint64_t i, uint64_t axis)
{
    const fluid_numbers *n = &f->numbers;
    uint64_t at = i * (uint64_t)n->dimension + axis;
    double wall = fluid_oracle_wall_push(f, i, (int)axis);
    return f->velocity[at] + n->dt * (f->push[at] + wall + n->gravity[axis]);
}

static void expect_update(const fluid_oracle *f, const uint32_t *velocity, double slack)
{
    const fluid_numbers *n = &f->numbers;
    uint64_t d = (uint64_t)n->dimension;
    double top = n->radius / n->dt;
    for (uint64_t i = 0; i < f->state->count; i++) {
        double v[3] = {0}, squared = 0.0, wall = 0.0;
        for (uint64_t axis = 0; axis < d; axis++) {
            v[axis] = pushed(f, i, axis);
            squared += v[axis] * v[axis];
            wall += fabs(fluid_oracle_wall_push(f, i, (int)axis));
        }
        double cut = fmin(1.0, top / sqrt(squared));
        double bound =
            1e-5 * (1.0 + sqrt(squared)) + n->dt * slack *
                                               (f->neighbours[i] * 4e-5 * n->unit +
                                                3e-4 * f->push_size[i] + 3e-4 * wall);
        for (uint64_t axis = 0; axis < d; axis++) {
            double found = (double)float_from(velocity[i * d + axis]);
            double expected = v[axis] * cut;
            double next = f->state->place[i * d + axis] + expected * n->dt;
            double beyond = fabs(next) - f->state->scene->size[axis] / 2.0;
            if (f->state->scene->edges == EDGES_BOUNCE && beyond > 0.0) {
                expected *= -n->bounce;
            }
            if (f->state->scene->edges != EDGES_BOUNCE || fabs(beyond) > bound * n->dt) {
                expect_near("velocity", i, found, expected, bound);
            }
        }
    }
}

static void velocities_follow_from_pairs_walls_gravity_cap_and_bounce(void **state)
{
    for (size_t k = 0; k < COUNT_OF(law_cases); k++) {
        mote_scene *scene = law_scene(&law_cases[k]);
        if (k % 2 == 1) {
            assert_ok(mote_scene_set(scene, "start.speed", "25")); // some are capped
        }
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 3);
        run_all_but_last(simulation);
        fluid_oracle *f = fluid_oracle_of(scene, simulation);
        const plan *plan = simulation->plan;
        assert_ok(simulation_run(simulation, &plan->step[plan->step_count - 1]));
        uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
        expect_update(f, velocity, law_cases[k].slack);
        free(velocity);
        fluid_oracle_destroy(f);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Walls ---------------------------------------------------------------------------

// The part of the ball that walls leave of a lone particle, from the density that it has.
static double open_beside(mote_simulation *simulation, const fluid_numbers *n, double x)
{
    uint32_t position[3];
    for (int axis = 0; axis < n->dimension; axis++) {
        position[axis] = UINT32_C(1) << 31;
    }
    // The world is the middle fourth of the box.
    double distance = x * n->radius / (4.0 * 10.0);
    position[0] = (uint32_t)llround((0.375 + distance) * 4294967296.0);
    write_buffer(simulation, BUFFER_position, position);
    const plan *plan = simulation->plan;
    int updates = 0;
    for (int i = 0; updates == 0; i++) {
        assert_ok(simulation_run(simulation, &plan->step[i]));
        updates += plan->step[i].stage == STAGE_update;
    }
    uint32_t *scratch =
        buffer_of(simulation, "scratch"); // push, near_push, near_density, volume
    double volume = (double)float_from(scratch[3]);
    free(scratch);
    return n->density_factor * volume;
}

static void walls_hide_what_the_kernels_integral_says(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = scene_of(
            "{'model': 'fluid', 'particles': 1, 'dimension': %d, 'world': {'width': 10,"
            " 'height': 10, 'depth': 10}, 'fluid': {'rest_density': %g}}",
            dimension, dimension == 3 ? 1.0e3 : 1.0e2);
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        fluid_oracle *f = fluid_oracle_of(scene, simulation);
        double share = f->numbers.wall_share[0];
        double within = dimension == 3 ? 3e-5 : 0.0023;
        for (int k = 0; k <= 100; k++) {
            double x = k / 100.0, e = 0.004;
            half_space known = fluid_half_space_at(dimension, 2, x);
            double part = (1.0 - open_beside(simulation, &f->numbers, x)) / share;
            assert_true(fabs(part - known.part) < within);
            double low = open_beside(simulation, &f->numbers, fmax(x - e, 0.0));
            double high = open_beside(simulation, &f->numbers, x + e);
            double slope = (high - low) / (x + e - fmax(x - e, 0.0)) / share;
            // Over so many steps, the mean of A.
            double mean =
                (fluid_half_space_at(dimension, 2, fmax(x - e, 0.0)).part -
                 (x + e < 1.0 ? fluid_half_space_at(dimension, 2, x + e).part : 0.0)) /
                (x + e - fmax(x - e, 0.0));
            assert_true(fabs(slope - mean) < within + 2e-3);
        }
        fluid_oracle_destroy(f);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Known exactly -------------------------------------------------------------------

// v grows by g dt, then x by v dt, in each sub-step: each rounds once.
static void a_lone_particle_falls_by_the_formula(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'particles': 1, 'dt': 0.01, 'substeps': 4, 'world': {'width':"
        " 8, 'height': 8}, 'start': {'center': [0.5, 0.75], 'size': [0.1, 0.1]},"
        " 'fluid': {'rest_density': 1000, 'gravity': [0.5, -9.81]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 60);
    const double g[2] = {0.5, -9.81}, start[2] = {4.0, 6.0};
    uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
    uint32_t *position = read_buffer(simulation, BUFFER_position);
    const double n = 240, dt = 0.0025;
    for (int axis = 0; axis < 2; axis++) {
        double v = (double)float_from(velocity[axis]);
        double x = (position[axis] / 4294967296.0 - 0.375) * 32.0;
        double v_known = n * g[axis] * dt;
        double x_known = start[axis] + g[axis] * dt * dt * n * (n + 1) / 2;
        double v_bound = n * fabs(v_known) * 0x1p-24 + fabs(v_known) * 0x1p-23;
        assert_true(fabs(v - v_known) <= v_bound);
        // A move rounds its product, and to a unit of coordinates.
        double bound = n * (dt * v_bound + fabs(v_known) * dt * 0x1p-22 + 32.0 * 0x1p-32);
        assert_true(fabs(x - x_known) <= bound);
    }
    free(velocity);
    free(position);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void expect_no_net_push(mote_simulation *simulation, uint64_t dimension)
{
    uint32_t *sums = buffer_of(simulation, "force_sums");
    uint64_t count = mote_simulation_particle_count(simulation);
    int64_t total[3] = {0}, strength = 0;
    for (uint64_t k = 0; k < count * dimension; k++) {
        total[k % dimension] += limbs_value(sums + 2 * k);
        strength += llabs(limbs_value(sums + 2 * k));
    }
    free(sums);
    assert_true(strength > 0);
    assert_true(total[0] == 0 && total[1] == 0 && total[2] == 0);
}

static void pairs_conserve_momentum_exactly(void **state)
{
    static const char *const pressures[] = {"near_density", "tait"};
    for (int k = 0; k < 4; k++) {
        int dimension = 2 + k % 2;
        mote_scene *scene = scene_of(
            "{'model': 'fluid', 'dimension': %d, 'particles': 700, 'seed': 3, 'dt': 0.002,"
            " 'substeps': 1, 'world': {'edges': 'wrap'}, 'start': {'pattern': 'uniform',"
            " 'speed': 2, 'size': [0.5, 1%s]}, 'fluid': {'pressure': '%s', 'viscosity':"
            " 0.02, 'surface_tension': 40, 'gravity': [0, 0%s]}}",
            dimension, dimension == 3 ? ", 1" : "", pressures[k / 2],
            dimension == 3 ? ", 0" : "");
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (int turn = 0; turn < 10; turn++) {
            step(simulation, 1);
            expect_no_net_push(simulation, (uint64_t)dimension);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void who_is_too_fast_is_cut_and_counted(void **state)
{
    mote_scene *scene = scene_of(
        "{'model': 'fluid', 'particles': 100, 'dt': 0.01, 'substeps': 1, 'world':"
        " {'edges': 'wrap'}, 'start': {'speed': 1000}, 'fluid': {'gravity': [0, 0]}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int turn = 1; turn <= 2; turn++) {
        step(simulation, 1);
        uint32_t *capped = buffer_of(simulation, "capped");
        uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
        double top = simulation->plan->radius / 0.01;
        uint64_t cut = 0, sum = 0, told;
        const char *what;
        for (uint64_t i = 0; i < 100; i++) {
            double x = (double)float_from(velocity[2 * i]);
            double y = (double)float_from(velocity[2 * i + 1]);
            assert_true(hypot(x, y) <= top * (1.0 + 1e-5));
            double times = (double)float_from(capped[i]);
            assert_true(times >= 1.0 && times <= turn); // all were cut in the first step
            cut += times == turn;
            sum += (uint64_t)times;
        }
        assert_true(cut > 0);
        assert_ok(mote_simulation_tally(simulation, &told, &what));
        assert_int_equal(told, sum);
        assert_non_null(strstr(what, "smoothing radius"));
        free(capped);
        free(velocity);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Far beyond what is stable -------------------------------------------------------

static void expect_sane(mote_simulation *simulation, int dimension)
{
    uint64_t count = mote_simulation_particle_count(simulation);
    uint32_t *velocity = read_buffer(simulation, BUFFER_velocity);
    uint32_t *position = read_buffer(simulation, BUFFER_position);
    const constants *k = &simulation->plan->constants;
    for (uint64_t i = 0; i < count * (uint64_t)dimension; i++) {
        assert_true(isfinite(float_from(velocity[i])));
        assert_true(position[i] - k->edge_low <= k->edge_span);
    }
    free(velocity);
    free(position);
}

static void ten_times_too_long_steps_end_within_the_world(void **state)
{
    static const char *const pressures[] = {"near_density", "tait"};
    for (int k = 0; k < 4; k++) {
        int dimension = 2 + k % 2;
        mote_scene *scene = scene_of(
            "{'model': 'fluid', 'dimension': %d, 'particles': 120, 'dt': 0.001, 'substeps':"
            " 1, 'fluid': {'pressure': '%s', 'surface_tension': 20, 'colliders': [{'shape':"
            " 'sphere', 'radius': 0.1}]}}",
            dimension, pressures[k / 2]);
        mote_simulation *plain = simulation_on(*state, scene, NULL);
        char dt[40];
        snprintf(dt, sizeof dt, "%.17g", 10.0 * mote_simulation_stable_time(plain));
        mote_simulation_destroy(plain);
        assert_ok(mote_scene_set(scene, "dt", dt));
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        for (int turn = 0; turn < 10; turn++) {
            step(simulation, 1000);
            expect_sane(simulation, dimension);
        }
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(both_passes_sum_what_brute_force_does),
        ON_EACH_BACKEND(velocities_follow_from_pairs_walls_gravity_cap_and_bounce),
        ON_EACH_BACKEND(walls_hide_what_the_kernels_integral_says),
        ON_EACH_BACKEND(a_lone_particle_falls_by_the_formula),
        ON_EACH_BACKEND(pairs_conserve_momentum_exactly),
        ON_EACH_BACKEND(who_is_too_fast_is_cut_and_counted),
        ON_CPU(ten_times_too_long_steps_end_within_the_world),
    };
    return cmocka_run_group_tests_name("fluid", tests, NULL, NULL);
}
