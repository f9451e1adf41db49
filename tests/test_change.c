// SPDX-License-Identifier: MIT
// Simulations that are changed while they go on: another law, other edges, touches,
// particles that are placed and erased. What comes out is the same on every backend, and
// what a simulation of its own from the same state comes to.

#include "support.h"

#include "core/lanes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static mote_scene *life_of(int particles, int dimension, const char *edges)
{
    return scene_of("{'particles': %d, 'dimension': %d, 'species': 3, 'seed': 5,"
                    " 'world': {'edges': '%s'}, 'start': {'speed': 0.2}}",
                    particles, dimension, edges);
}

static mote_scene *faucet_scene(void)
{
    return scene_of("{'model': 'fluid', 'particles': 3000, 'seed': 4, 'dt': 0.004,"
                    " 'world': {'width': 2, 'height': 1, 'edges': 'bounce'}, 'fluid': {"
                    "'smoothing_radius': 0.05, 'faucets': [{'position': [0.3, 0.7],"
                    " 'speed': 1.5, 'width': 0.2}]}}");
}

static mote_scene *smoke_scene(int dimension)
{
    return scene_of("{'model': 'emitter', 'particles': 4000, 'dimension': %d, 'seed': 9,"
                    " 'emitter': {'emitters': [{'rate': 3000, 'lifetime': [0.5, 1],"
                    " 'speed': [0.1, 0.4]}]}}",
                    dimension);
}

static void set(mote_scene *scene, const char *key, const char *value)
{
    assert_ok(mote_scene_set(scene, key, value));
}

static void change(mote_simulation *simulation, mote_scene *scene, const char *key,
                   const char *value)
{
    set(scene, key, value);
    assert_ok(mote_simulation_change(simulation, scene));
}

// ---- Another law ---------------------------------------------------------------------

static void a_change_to_the_same_changes_nothing(void **state)
{
    static const int counts[] = {900, 3000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        mote_scene *scene = life_of(counts[i], 2, "wrap");
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 5);
        assert_ok(mote_simulation_change(simulation, scene));
        assert_int_equal(mote_simulation_step_count(simulation), 5);
        step(simulation, 5);
        assert_true(hash_of(simulation) == hash_after(*state, scene, NULL, 10));
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// Each row is in place, with another grid, or with other programs.
static const struct {
    int particles, dimension;
    const char *key, *value;
} changes[] = {
    {3000, 2, "life.force", "3"},
    {3000, 2, "life.matrix[0][1]", "-0.75"},
    {3000, 2, "life.maximum_radius", "0.03"},
    {3000, 2, "life.maximum_radius",
     "[[0.03, 0.04, 0.03], [0.05, 0.03, 0.03], "
     "[0.02, 0.03, 0.03]]"},
    {3000, 3, "life.friction", "0.2"},
    {900, 2, "dt", "0.01"},
};

static void it_goes_on_as_one_of_its_own_from_the_same_state(void **state)
{
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        mote_scene *scene = life_of(changes[i].particles, changes[i].dimension, "wrap");
        mote_simulation *changed = simulation_on(*state, scene, NULL);
        step(changed, 6);
        uint64_t before = hash_of(changed);
        kept_state kept = keep_state(changed);
        change(changed, scene, changes[i].key, changes[i].value);
        assert_true(hash_of(changed) == before);
        mote_simulation *own = simulation_on(&test_cpu, scene, NULL);
        restore_state(own, &kept);
        step(changed, 6);
        step(own, 6);
        assert_true(hash_of(changed) == hash_of(own));
        assert_int_equal(mote_simulation_step_count(changed), 12);
        free_state(&kept);
        mote_simulation_destroy(own);
        mote_simulation_destroy(changed);
        mote_scene_destroy(scene);
    }
}

static void it_may_change_often_and_back(void **state)
{
    mote_scene *scene = life_of(3000, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int i = 0; i < 6; i++) {
        step(simulation, 2);
        change(simulation, scene, "life.maximum_radius", i % 2 ? "0.06" : "0.02");
        change(simulation, scene, "life.force", i % 3 ? "2" : "6");
    }
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    mote_scene *again = life_of(3000, 2, "wrap");
    simulation = simulation_on(&test_cpu, again, NULL);
    for (int i = 0; i < 6; i++) {
        step(simulation, 2);
        change(simulation, again, "life.maximum_radius", i % 2 ? "0.06" : "0.02");
        change(simulation, again, "life.force", i % 3 ? "2" : "6");
    }
    assert_true(hash_of(simulation) == hash);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(again);
    mote_scene_destroy(scene);
}

// ---- Another world -------------------------------------------------------------------

// By id: the part of the world along an axis.
static double *parts_of(mote_simulation *simulation)
{
    const plan *p = simulation->plan;
    uint32_t *position = buffer_of(simulation, "position");
    uint32_t *identity = buffer_of(simulation, "identity");
    double *parts = calloc((size_t)p->start_count * 2, sizeof *parts);
    assert_non_null(parts);
    for (uint64_t i = 0; i < p->start_count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            parts[(size_t)identity[2 * i] * 2 + (size_t)axis] =
                plan_world(p, axis, position[2 * i + (uint64_t)axis]) / p->size[axis];
        }
    }
    free(position);
    free(identity);
    return parts;
}

static void particles_stay_at_their_part_of_the_world(void **state)
{
    static const char *const rows[][2] = {
        {"world.edges", "bounce"}, {"world.edges", "open"}, {"world.edges", "wrap"},
        {"world.width", "3"},      {"world.edges", "open"}, {"world.border", "2.5"},
        {"world.edges", "bounce"}, {"world.edges", "wrap"},
    };
    mote_scene *scene = life_of(3000, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 3);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double *before = parts_of(simulation);
        change(simulation, scene, rows[i][0], rows[i][1]);
        double *after = parts_of(simulation);
        for (size_t k = 0; k < 6000; k++) {
            assert_true(fabs(after[k] - before[k]) < 1e-8);
        }
        free(before);
        free(after);
    }
    step(simulation, 3);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static uint64_t hash_through_edges(const test_backend *on)
{
    static const char *const edges[] = {"open", "wrap", "bounce", "wrap"};
    mote_scene *scene = life_of(3000, 2, "bounce");
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        step(simulation, 4);
        change(simulation, scene, "world.edges", edges[i]);
    }
    step(simulation, 4);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return hash;
}

static void edges_change_alike_everywhere(void **state)
{
    assert_true(hash_through_edges(*state) == hash_through_edges(&test_cpu));
}

// ---- Births --------------------------------------------------------------------------

static void expect_other_ids(mote_simulation *simulation)
{
    uint64_t count = population_of(simulation).living;
    uint32_t *identity = buffer_of(simulation, "identity");
    uint64_t most = simulation_next_id(simulation);
    uint8_t *seen = calloc((size_t)most + 1, 1);
    assert_non_null(seen);
    for (uint64_t i = 0; i < count; i++) {
        assert_true(identity[2 * i] < most);
        assert_int_equal(seen[identity[2 * i]]++, 0);
    }
    free(seen);
    free(identity);
}

static uint64_t hash_of_faucet(const test_backend *on)
{
    mote_scene *scene = faucet_scene();
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 60);
    uint64_t born = population_of(simulation).born;
    change(simulation, scene, "fluid.faucets[0].speed", "3");
    step(simulation, 20);
    assert_true(population_of(simulation).born > born);
    change(simulation, scene, "substeps", "3");
    step(simulation, 10);
    change(simulation, scene, "fluid.viscosity", "0.4");
    step(simulation, 10);
    assert_int_equal(mote_simulation_step_count(simulation), 100);
    expect_other_ids(simulation);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return hash;
}

static void faucets_pour_on(void **state)
{
    assert_true(hash_of_faucet(*state) == hash_of_faucet(&test_cpu));
}

static uint64_t hash_of_smoke(const test_backend *on, int dimension)
{
    mote_scene *scene = smoke_scene(dimension);
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    step(simulation, 20);
    uint64_t born = population_of(simulation).born;
    change(simulation, scene, "emitter.emitters[0].rate", "6000");
    step(simulation, 20);
    assert_in_range(population_of(simulation).born - born, 1900, 2100);
    change(simulation, scene, "world.edges", "bounce");
    step(simulation, 20);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    return hash;
}

static void emitters_emit_on(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        assert_true(hash_of_smoke(*state, dimension) ==
                    hash_of_smoke(&test_cpu, dimension));
    }
}

// ---- What must be the same -----------------------------------------------------------

static void what_a_simulation_keeps_is_refused(void **state)
{
    static const struct {
        const char *key, *value, *words;
    } rows[] = {
        {"seed", "6", "its seed"},
        {"particles", "2999", "its particles"},
        {"dimension", "3", "its dimensions"},
        {"species", "4", "its species"},
        {"model", "boids", "its model"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        mote_scene *scene = life_of(3000, 2, "wrap");
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 2);
        uint64_t hash = hash_of(simulation);
        set(scene, rows[i].key, rows[i].value);
        expect_error(mote_simulation_change(simulation, scene), MOTE_BAD_INPUT,
                     rows[i].words);
        assert_true(hash_of(simulation) == hash);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

// ---- Touches -------------------------------------------------------------------------

static mote_touch pull_at(double x, double y, double radius, double pull)
{
    return (mote_touch){.position = {x, y, 0.4}, .radius = radius, .pull = pull};
}

// One particle at rest: its speed after a step is pull dt q (1 - q^2), as a law without
// friction leaves it.
static void a_touch_pulls_by_its_formula(void **state)
{
    mote_scene *scene = scene_of(
        "{'particles': 1, 'species': 1, 'seed': 3, 'dt': 0.01, 'start': {'pattern': 'disc',"
        " 'radius': 1e-6}, 'life': {'friction': 1e6}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    double q = 0.5, pull = 3.0, radius = 0.2;
    mote_touch touch =
        pull_at(scene->size[0] / 2 + q * radius, scene->size[1] / 2, radius, pull);
    assert_ok(mote_simulation_touch(simulation, &touch));
    step(simulation, 1);
    uint32_t *velocity = buffer_of(simulation, "velocity");
    double expected = pull * 0.01 * q * (1.0 - q * q);
    assert_true(fabs((double)float_from(velocity[0]) - expected) < 1e-6 * expected);
    assert_true(fabs((double)float_from(velocity[1])) < 1e-4);
    free(velocity);
    assert_ok(mote_simulation_touch(simulation, NULL));
    uint64_t hash;
    step(simulation, 1);
    velocity = buffer_of(simulation, "velocity");
    assert_true(fabs((double)float_from(velocity[0]) - expected) < 1e-6 * expected);
    free(velocity);
    assert_ok(mote_simulation_hash(simulation, &hash));
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void a_touch_drags_along_and_fades_to_its_border(void **state)
{
    mote_scene *scene = scene_of("{'particles': 2000, 'species': 1, 'seed': 3,"
                                 " 'dt': 0.01, 'life': {'friction': 1e6, 'force': 0}}");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_touch touch = {
        .position = {0.05, 0.5}, .radius = 0.3, .drag = 20.0, .velocity = {0.5, -0.25}};
    uint32_t *position = buffer_of(simulation, "position");
    uint32_t *identity = buffer_of(simulation, "identity");
    double *part = calloc(2000, sizeof *part);
    for (size_t i = 0; i < 2000; i++) {
        double squared = 0.0;
        for (int axis = 0; axis < 2; axis++) {
            double size = scene->size[axis];
            double away =
                plan_world(simulation->plan, axis, position[2 * i + (size_t)axis]) -
                touch.position[axis];
            away -= size * floor(away / size + 0.5);
            squared += away * away;
        }
        part[identity[2 * i]] = fmax(1.0 - squared / (0.3 * 0.3), 0.0);
    }
    free(position);
    free(identity);
    assert_ok(mote_simulation_touch(simulation, &touch));
    step(simulation, 1);
    identity = buffer_of(simulation, "identity");
    uint32_t *velocity = buffer_of(simulation, "velocity");
    int reached = 0;
    for (size_t i = 0; i < 2000; i++) {
        double expected = 0.2 * part[identity[2 * i]];
        reached += expected > 0.0;
        assert_true(fabs((double)float_from(velocity[2 * i]) - 0.5 * expected) < 1e-6);
        assert_true(fabs((double)float_from(velocity[2 * i + 1]) + 0.25 * expected) <
                    1e-6);
    }
    assert_in_range(reached, 200, 1800);
    free(identity);
    free(velocity);
    free(part);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static mote_scene *touched_scene(size_t i)
{
    switch (i) {
    case 0:
        return life_of(3000, 2, "wrap");
    case 1:
        return life_of(800, 3, "bounce");
    case 2:
        return faucet_scene();
    case 3:
        return smoke_scene(2);
    default:
        return smoke_scene(3);
    }
}

#define TOUCHED_SCENES 5

static uint64_t hash_touched(const test_backend *on, const mote_scene *scene,
                             const mote_device_def *device)
{
    mote_simulation *simulation = simulation_on(on, scene, device);
    for (int i = 0; i < 8; i++) {
        double side = scene->size[1];
        mote_touch touch =
            pull_at(0.2 * side * i, 0.5 * side, 0.3 * side, i % 2 ? 6.0 : -4.0);
        touch.position[2] = scene->size[2] / 2;
        touch.drag = i % 3;
        touch.velocity[0] = 1.5;
        step(simulation, 3);
        assert_ok(mote_simulation_touch(simulation, i == 5 ? NULL : &touch));
    }
    step(simulation, 5);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    return hash;
}

static void touches_are_alike_everywhere(void **state)
{
    for (size_t i = 0; i < TOUCHED_SCENES; i++) {
        mote_scene *scene = touched_scene(i);
        uint64_t hash = hash_touched(*state, scene, NULL);
        assert_true(hash == hash_touched(&test_cpu, scene, NULL));
        assert_true(hash != hash_after(&test_cpu, scene, NULL, 29));
        mote_scene_destroy(scene);
    }
}

static void wrong_touches_are_refused(void **state)
{
    mote_scene *scene = life_of(900, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_touch wrong[] = {pull_at(0, 0, 0, 1), pull_at(0, 0, NAN, 1),
                          pull_at(INFINITY, 0, 1, 1), pull_at(0, 0, 1, NAN)};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        expect_error(mote_simulation_touch(simulation, &wrong[i]), MOTE_BAD_INPUT,
                     "a touch: expected a radius");
    }
    wrong[0] = pull_at(0, 0, 1, 1);
    wrong[0].drag = -1;
    expect_error(mote_simulation_touch(simulation, &wrong[0]), MOTE_BAD_INPUT, "drag");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// ---- Placing and erasing -------------------------------------------------------------

static const double middle[3] = {0.5, 0.5, 0.4};

static uint64_t count_within(mote_simulation *simulation, double radius)
{
    const plan *p = simulation->plan;
    uint64_t count = population_of(simulation).living, within = 0;
    uint32_t *position = buffer_of(simulation, "position");
    for (uint64_t i = 0; i < count; i++) {
        double squared = 0.0;
        assert_true(p->dimension <= 3);
        for (int axis = 0; axis < p->dimension && axis < 3; axis++) {
            uint32_t at = position[i * (uint64_t)p->dimension + (uint64_t)axis];
            double away = plan_world(p, axis, at) - middle[axis];
            squared += away * away;
        }
        within += squared <= radius * radius;
    }
    free(position);
    return within;
}

static void particles_are_placed_and_erased(void **state)
{
    for (int dimension = 2; dimension <= 3; dimension++) {
        mote_scene *scene = life_of(dimension == 2 ? 900 : 3000, dimension, "bounce");
        uint64_t count = scene->particle_count;
        mote_simulation *simulation = simulation_on(*state, scene, NULL);
        step(simulation, 3);
        uint64_t before = count_within(simulation, 0.1), erased;
        assert_ok(mote_simulation_place(simulation, middle, 0.1, 1, 500));
        assert_int_equal(population_of(simulation).living, count + 500);
        assert_int_equal(count_within(simulation, 0.1), before + 500);
        expect_other_ids(simulation);
        step(simulation, 1);
        uint64_t there = count_within(simulation, 0.2);
        assert_ok(mote_simulation_erase(simulation, middle, 0.2, &erased));
        assert_int_equal(erased, there);
        assert_int_equal(count_within(simulation, 0.2), 0);
        mote_population p = population_of(simulation);
        assert_int_equal(p.living, count + 500 - erased);
        assert_int_equal(p.died, erased);
        step(simulation, 3);
        mote_simulation_destroy(simulation);
        mote_scene_destroy(scene);
    }
}

static void placed_outside_of_the_world_none_is(void **state)
{
    mote_scene *scene = life_of(900, 2, "bounce");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    const double far[3] = {-5.0, 0.5}, corner[3] = {0.0, 0.0};
    assert_ok(mote_simulation_place(simulation, far, 0.1, 0, 50));
    assert_int_equal(population_of(simulation).living, 900);
    assert_ok(mote_simulation_place(simulation, corner, 0.1, 0, 50));
    assert_int_equal(population_of(simulation).living, 950);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static uint64_t hash_edited(const test_backend *on, mote_scene *scene)
{
    mote_simulation *simulation = simulation_on(on, scene, NULL);
    const double there[3] = {0.8, 0.3, 0.5};
    for (int i = 0; i < 4; i++) {
        step(simulation, 4);
        assert_ok(mote_simulation_place(simulation, middle, 0.15, 0, 700));
        step(simulation, 2);
        assert_ok(mote_simulation_erase(simulation, there, 0.2, NULL));
        assert_ok(mote_simulation_change(simulation, scene));
    }
    step(simulation, 30);
    expect_other_ids(simulation);
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    return hash;
}

static void edits_are_alike_everywhere(void **state)
{
    for (size_t i = 0; i < 3; i++) {
        mote_scene *scene = touched_scene(i);
        assert_true(hash_edited(*state, scene) == hash_edited(&test_cpu, scene));
        mote_scene_destroy(scene);
    }
}

static void wrong_edits_are_refused(void **state)
{
    mote_scene *scene = life_of(900, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    expect_error(mote_simulation_place(simulation, middle, 0.1, 3, 5), MOTE_BAD_INPUT,
                 "species: expected 0 to 2, found 3");
    expect_error(mote_simulation_place(simulation, middle, NAN, 0, 5), MOTE_BAD_INPUT,
                 "a ball of particles");
    expect_error(mote_simulation_erase(simulation, middle, -1, NULL), MOTE_BAD_INPUT,
                 "a ball of particles");
    mote_simulation_destroy(simulation);
    mote_device_def device = mote_default_device_def();
    device.search = "loop";
    simulation = simulation_on(*state, scene, &device);
    expect_error(mote_simulation_place(simulation, middle, 0.1, 0, 5), MOTE_BAD_INPUT,
                 "needs search grid");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
    scene = smoke_scene(2);
    simulation = simulation_on(*state, scene, NULL);
    expect_error(mote_simulation_erase(simulation, middle, 1, NULL), MOTE_BAD_INPUT,
                 "are born from its emitters");
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Room that is there from the start changes nothing but how soon it is used up.
static void room_changes_nothing(void **state)
{
    mote_scene *scene = life_of(900, 2, "wrap");
    mote_device_def device = mote_default_device_def();
    device.room = 5000;
    assert_true(hash_after(*state, scene, &device, 10) ==
                hash_after(*state, scene, NULL, 10));
    mote_scene_destroy(scene);
}

// ---- A GPU that fails ----------------------------------------------------------------

static uint64_t hash_of_busy(mote_simulation *simulation, mote_scene *scene)
{
    for (int i = 0; i < 6; i++) {
        mote_touch touch = pull_at(0.1 * i, 0.5, 0.3, 5.0);
        step(simulation, 3);
        assert_ok(mote_simulation_touch(simulation, i == 4 ? NULL : &touch));
        if (i == 2) {
            change(simulation, scene, "life.force", "2");
        }
    }
    step(simulation, 4);
    return hash_of(simulation);
}

static void a_gpu_that_fails_loses_no_edit(void **state)
{
    (void)state;
    static const uint64_t lost[] = {2, 7, 10, 14, 20};
    if (!gl_is_available()) {
        skip();
    }
    mote_scene *scene = life_of(3000, 2, "wrap");
    set(scene, "life.force", "5");
    mote_simulation *whole = simulation_on(&test_cpu, scene, NULL);
    uint64_t hash = hash_of_busy(whole, scene);
    mote_simulation_destroy(whole);
    for (size_t i = 0; i < COUNT_OF(lost); i++) {
        set(scene, "life.force", "5");
        mote_device_def device = mote_default_device_def();
        device.takes_software_gl = true;
        device.checkpoint_steps = 2;
        device.lost_stage = "pair";
        device.lost_step = lost[i];
        mote_simulation *simulation;
        assert_ok(mote_simulation_create(scene, &device, &simulation));
        assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_GL);
        assert_true(hash_of_busy(simulation, scene) == hash);
        assert_int_equal(mote_simulation_backend(simulation), MOTE_BACKEND_CPU);
        mote_simulation_destroy(simulation);
    }
    mote_scene_destroy(scene);
}

// ---- Renderers and statistics --------------------------------------------------------

static mote_frame frame_of(mote_renderer *renderer)
{
    mote_frame frame;
    assert_ok(mote_renderer_draw(renderer));
    assert_ok(mote_renderer_take(renderer, true, &frame));
    return frame;
}

static void a_renderer_goes_on_with_the_new_look(void **state)
{
    static const char *const rows[][2] = {
        {"life.force", "2"},       {"life.maximum_radius", "0.06"},
        {"world.edges", "bounce"}, {"view.background", "#203040"},
        {"world.width", "2"},      {"species[0].color", "#ffffff"},
    };
    mote_scene *scene = life_of(3000, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    mote_view_def view = mote_default_view_def(scene);
    view.width = 160;
    view.height = 90;
    mote_renderer *renderer;
    assert_ok(mote_renderer_create(simulation, &view, &renderer));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        step(simulation, 2);
        assert_ok(mote_renderer_draw(renderer)); // under way
        change(simulation, scene, rows[i][0], rows[i][1]);
        mote_renderer *own;
        mote_frame old;
        assert_ok(mote_renderer_take(renderer, true, &old));
        assert_non_null(old.pixels);
        free(old.pixels);
        assert_ok(mote_renderer_create(simulation, &view, &own));
        mote_frame a = frame_of(renderer), b = frame_of(own);
        assert_memory_equal(a.pixels, b.pixels, 160 * 90 * 3);
        free(a.pixels);
        free(b.pixels);
        mote_renderer_destroy(own);
    }
    assert_ok(mote_simulation_place(simulation, middle, 0.1, 0, 9000));
    mote_frame frame = frame_of(renderer);
    free(frame.pixels);
    mote_renderer_destroy(renderer);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

static void statistics_on_their_way_arrive(void **state)
{
    mote_scene *scene = life_of(3000, 2, "wrap");
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    for (int i = 0; i < 5; i++) {
        step(simulation, 1);
        assert_ok(mote_simulation_statistics_begin(simulation));
        change(simulation, scene, "life.maximum_radius", i % 2 ? "0.06" : "0.02");
        assert_ok(mote_simulation_place(simulation, middle, 0.1, 0, 1000));
    }
    for (uint64_t i = 0; i < 5; i++) {
        mote_statistics statistics;
        bool is_there;
        assert_ok(
            mote_simulation_statistics_take(simulation, true, &statistics, &is_there));
        assert_true(is_there);
        assert_int_equal(statistics.step, i + 1);
        assert_int_equal(statistics.living, 3000 + 1000 * i);
    }
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH_BACKEND(a_change_to_the_same_changes_nothing),
        ON_EACH_BACKEND(it_goes_on_as_one_of_its_own_from_the_same_state),
        ON_EACH_BACKEND(it_may_change_often_and_back),
        ON_EACH_BACKEND(particles_stay_at_their_part_of_the_world),
        ON_GL(edges_change_alike_everywhere),
        ON_GL(faucets_pour_on),
        ON_GL(emitters_emit_on),
        ON_EACH_BACKEND(what_a_simulation_keeps_is_refused),
        ON_EACH_BACKEND(a_touch_pulls_by_its_formula),
        ON_EACH_BACKEND(a_touch_drags_along_and_fades_to_its_border),
        ON_GL(touches_are_alike_everywhere),
        ON_CPU(wrong_touches_are_refused),
        ON_EACH_BACKEND(particles_are_placed_and_erased),
        ON_EACH_BACKEND(placed_outside_of_the_world_none_is),
        ON_GL(edits_are_alike_everywhere),
        ON_CPU(wrong_edits_are_refused),
        ON_EACH_BACKEND(room_changes_nothing),
        cmocka_unit_test(a_gpu_that_fails_loses_no_edit),
        ON_EACH_BACKEND(a_renderer_goes_on_with_the_new_look),
        ON_EACH_BACKEND(statistics_on_their_way_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
