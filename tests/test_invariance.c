// SPDX-License-Identifier: MIT
// No choice of a device changes the state: threads, instruction set, subnormals, search,
// cell size, work groups, slices, batches of steps. All reach one hash; and in 3-D all
// draw particles in one order.

#include "cpu/cpu_backend.h"
#include "support.h"

#include <string.h>

#define STEPS 20

// ---- Scenes --------------------------------------------------------------------------

// Crowded and lively; radii and matrix of every pair differ; seams and walls are crossed.
static const char *const scenes[] = {
    "{'particles': 1500, 'species': 3, 'seed': 21, 'start': {'speed': 0.5}, 'life': {"
    " 'force': 30, 'matrix': 'random', 'minimum_radius': 0.01, 'maximum_radius':"
    " [[0.05, 0.08, 0.06], [0.04, 0.07, 0.08], [0.08, 0.03, 0.05]]}}",
    "{'particles': 1200, 'species': 20, 'seed': 22, 'world': {'width': 3, 'edges':"
    " 'bounce'}, 'start': {'speed': 3}, 'life': {'force': 10, 'maximum_radius': 0.1}}",
    "{'particles': 1000, 'dimension': 3, 'species': 6, 'seed': 23, 'start': {'speed': 1},"
    " 'world': {'edges': 'open', 'border': 1.5}, 'life': {'maximum_radius': 0.2}}",
    "{'particles': 1100, 'dimension': 3, 'species': 64, 'seed': 24,"
    " 'life': {'force': 5, 'maximum_radius': 0.15}}",
    "{'model': 'boids', 'particles': 1500, 'species': 3, 'seed': 25, 'world': {'width': 1}, 'start': {'speed':"
    " 0.2}, 'boids': {'cohesion_radius': 0.06, 'flock': [[1, 0.3, 0], [0.7, 1, 0.1], [0, 0,"
    " 0]], 'flee': [[0, 0, 1], [0, 0.2, 0.5], [-1, -0.4, 0]], 'goal_weight': 1}}",
    "{'model': 'boids', 'particles': 1200, 'dimension': 3, 'species': 1, 'seed': 26,"
    " 'world': {'width': 1, 'height': 1, 'depth': 1, 'edges': 'bounce'}, 'boids': {'alignment_radius': 0.2, 'turn_rate': 9,"
    " 'cohesion_radius': 0.15, 'separation_radius': 0.1, 'noise': 0.2}}",
};

// Of fluids: both pressures, walls and what is solid.
static const char *const fluid_scenes[] = {
    "{'model': 'fluid', 'particles': 900, 'seed': 41, 'dt': 0.002, 'substeps': 1, 'start':"
    " {'speed': 2}, 'fluid': {'surface_tension': 20, 'drag': 2, 'colliders': [{'shape':"
    " 'sphere', 'radius': 0.2, 'position': [0.9, 0.2]}]}}",
    "{'model': 'fluid', 'particles': 900, 'dimension': 3, 'seed': 42, 'dt': 0.002,"
    " 'substeps': 1, 'start': {'speed': 2}, 'fluid': {'pressure': 'tait', 'viscosity':"
    " 0.01}}",
};

// Of emitters: all shapes, forces and colliders, children of deaths and of collisions, no
// room for all.
#define EMITTERS(z)                                                                      \
    "'emitters': [{'rate': 9000, 'lifetime': [0.05, 0.6], 'speed': [1, 6], 'spread':"    \
    " 0.5, 'shape': 'sphere', 'name': 'a', 'on_death': 'b', 'death_count': 2, 'drag':"   \
    " 0.5}, {'rate': 500, 'name': 'b', 'lifetime': [0.1, 0.3], 'inherit': 0.5,"          \
    " 'collision_radius': 0.05, 'on_collision': 'c', 'collision_count': 3}, {'rate':"    \
    " 700, 'name': 'c', 'shape': 'box', 'size': [9, 1" z "], 'lifetime': 0.2,"           \
    " 'bursts': [[0.05, 900], [0.2, 40, 0, 0.005]], 'path': [[0, 0, 0" z "], [1, 9, 4" z \
    "]]}]"
#define FORCES                                                                           \
    "'forces': [{'strength': 9, 'softening': 0}, {'kind': 'vortex', 'falloff':"          \
    " 'linear', 'radius': 4}, {'kind': 'turbulence', 'strength': 20, 'speed': 3}]"
#define COLLIDERS(z)                                                                     \
    "'colliders': [{'position': [5, 3.5" z "], 'normal': [0.1, 1" z "]}, {'shape':"      \
    " 'sphere', 'radius': 0.7, 'position': [6, 5" z "]}, {'shape': 'box', 'solid':"      \
    " 'outside', 'size': [8, 6" z "], 'lifetime_loss': 0.3}]"

static const char *const emitter_scenes[] = {
    "{'model': 'emitter', 'seed': 31, 'particles': 3100, 'emitter': {" EMITTERS(
        ", 3") "," FORCES "," COLLIDERS(", 4") "}}",
    "{'model': 'emitter', 'seed': 32, 'particles': 3100, 'dimension': 2, 'world':"
    " {'edges': 'wrap'}, 'emitter': {'wind': [1, 2]," EMITTERS("") "," FORCES
                                                                   "," COLLIDERS("") "}}",
    "{'model': 'emitter', 'seed': 33, 'particles': 2100, 'world': {'edges': 'bounce'},"
    " 'emitter': {" EMITTERS(", 3") "," FORCES "}}",
};

// Faucets pour more than there is room for, and drains make some.
static const char *const faucet_scenes[] = {
    "{'model': 'fluid', 'particles': 1100, 'seed': 41, 'world': {'height': 2}, 'start':"
    " {'count': 400}, 'fluid': {'faucets': [{'position': [1, 1.9], 'width': 0.3, 'speed':"
    " 5}, {'position': [1.7, 1], 'direction': [-2, 1], 'rate': 3000}], 'drains':"
    " [{'position': [0, 0], 'size': [2, 0.4]}]}}",
    "{'model': 'fluid', 'particles': 900, 'seed': 42, 'dimension': 3, 'fluid':"
    " {'faucets': [{'position': [1, 0.9, 0.25], 'width': 0.3, 'rate': 9000, 'speed': 3}],"
    " 'drains': [{'shape': 'sphere', 'position': [1, 0.5, 0.25], 'radius': 0.2}]}}",
};

// ---- Devices -------------------------------------------------------------------------

typedef struct variant {
    const char *name;
    mote_device_def device;
    int batch;    // steps asked for at once; 0: all
    bool flushes; // subnormals
} variant;

static const variant cpu_variants[] = {
    {.name = "1 thread", .device = {.threads = 1}},
    {.name = "2 threads", .device = {.threads = 2}},
    {.name = "3 threads", .device = {.threads = 3}},
    {.name = "7 threads", .device = {.threads = 7}},
    {.name = "scalar", .device = {.isa = "scalar"}},
    {.name = "sse2", .device = {.isa = "sse2"}},
    {.name = "avx2", .device = {.isa = "avx2"}},
    {.name = "avx512", .device = {.isa = "avx512"}},
    {.name = "scalar, flushing", .device = {.isa = "scalar"}, .flushes = true},
    {.name = "best, flushing", .flushes = true},
    {.name = "loop", .device = {.search = "loop"}},
    {.name = "loop, scalar, 3 threads",
     .device = {.search = "loop", .isa = "scalar", .threads = 3}},
    {.name = "grid, reach 1", .device = {.search = "grid", .cell_reach = 1}},
    {.name = "grid, reach 2", .device = {.search = "grid", .cell_reach = 2}},
    {.name = "grid, reach 3", .device = {.search = "grid", .cell_reach = 3}},
    {.name = "indexed", .device = {.search = "indexed", .cell_reach = 2}},
    {.name = "published", .device = {.search = "published"}},
    {.name = "1 slice", .device = {.slices = 1}},
    {.name = "3 slices", .device = {.slices = 3, .threads = 2}},
    {.name = "17 slices", .device = {.slices = 17}},
    {.name = "step by step", .batch = 1},
    {.name = "batches of 7", .batch = 7},
};

static const variant gl_variants[] = {
    {.name = "as it comes"},
    {.name = "groups of 32", .device = {.group_size = 32}},
    {.name = "groups of 64", .device = {.group_size = 64}},
    {.name = "groups of 128", .device = {.group_size = 128}},
    {.name = "groups of 256", .device = {.group_size = 256}},
    {.name = "groups of 512", .device = {.group_size = 512}},
    {.name = "loop", .device = {.search = "loop"}},
    {.name = "loop, groups of 32", .device = {.search = "loop", .group_size = 32}},
    {.name = "grid, reach 1", .device = {.search = "grid", .cell_reach = 1}},
    {.name = "grid, reach 2", .device = {.search = "grid", .cell_reach = 2}},
    {.name = "grid, reach 3", .device = {.search = "grid", .cell_reach = 3}},
    {.name = "indexed", .device = {.search = "indexed", .cell_reach = 3}},
    {.name = "published", .device = {.search = "published"}},
    {.name = "1 slice", .device = {.slices = 1}},
    {.name = "3 slices", .device = {.slices = 3}},
    {.name = "17 slices", .device = {.slices = 17}},
    {.name = "17 slices, loop", .device = {.slices = 17, .search = "loop"}},
    {.name = "clamped limits", .device = {.clamp_limits = true}},
    {.name = "step by step", .batch = 1},
};

// Of emitters' stages each work group takes a chunk of rows, however large it is.
static const variant emitter_gl_variants[] = {
    {.name = "as it comes"},
    {.name = "groups of 1", .device = {.group_size = 1}},
    {.name = "groups of 2", .device = {.group_size = 2}},
    {.name = "groups of 16", .device = {.group_size = 16}},
    {.name = "groups of 32", .device = {.group_size = 32}},
    {.name = "groups of 64", .device = {.group_size = 64}},
    {.name = "groups of 128", .device = {.group_size = 128}},
    {.name = "groups of 512", .device = {.group_size = 512}},
    {.name = "groups of 1024", .device = {.group_size = 1024}},
    {.name = "1 slice", .device = {.slices = 1}},
    {.name = "3 slices", .device = {.slices = 3}},
    {.name = "17 slices", .device = {.slices = 17}},
    {.name = "clamped limits", .device = {.clamp_limits = true}},
    {.name = "step by step", .batch = 1},
};

static uint64_t hash_with(const test_backend *on, const mote_scene *scene,
                          const variant *v)
{
    mote_simulation *simulation = simulation_on(on, scene, &v->device);
    bool flushes = v->flushes && flush_subnormals(true);
    int batch = v->batch > 0 ? v->batch : STEPS;
    for (int done = 0; done < STEPS; done += batch) {
        step(simulation, (uint64_t)(STEPS - done < batch ? STEPS - done : batch));
    }
    if (flushes) {
        flush_subnormals(false);
    }
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    return hash;
}

// Of models that emit nobody is searched for; where particles die only a grid will do.
static bool may_search(const mote_scene *scene, const char *search)
{
    bool is_grid = strcmp(search, "grid") == 0;
    return !scene->model->emits && (is_grid || !scene_is_mortal(scene));
}

static void expect_one_hash(const test_backend *on, const mote_scene *scene,
                            const variant *variants, size_t count)
{
    uint64_t expected = hash_after(&test_cpu, scene, NULL, STEPS);
    assert_true(expected != hash_after(&test_cpu, scene, NULL, 0));
    for (size_t i = 0; i < count; i++) {
        const variant *v = &variants[i];
        if (v->device.isa && !cpu_has_isa(v->device.isa)) {
            print_message("this processor has no %s\n", v->device.isa);
            continue;
        }
        if (v->device.search && !may_search(scene, v->device.search)) {
            continue;
        }
        uint64_t hash = hash_with(on, scene, v);
        if (hash != expected) {
            fail_msg("%s: hash %016llx, expected %016llx", v->name,
                     (unsigned long long)hash, (unsigned long long)expected);
        }
    }
}

static void expect_one_hash_on(const test_backend *on, size_t scene_index)
{
    need_backend(on);
    mote_scene *scene = scene_of("%s", scenes[scene_index]);
    bool is_gl = on->kind == MOTE_BACKEND_GL;
    expect_one_hash(on, scene, is_gl ? gl_variants : cpu_variants,
                    is_gl ? COUNT_OF(gl_variants) : COUNT_OF(cpu_variants));
    mote_scene_destroy(scene);
}

static void no_choice_changes_a_wrapped_world(void **state)
{
    expect_one_hash_on(*state, 0);
}

static void no_choice_changes_a_walled_world(void **state)
{
    expect_one_hash_on(*state, 1);
}

static void no_choice_changes_an_open_world_in_3d(void **state)
{
    expect_one_hash_on(*state, 2);
}

static void no_choice_changes_a_world_of_64_species(void **state)
{
    expect_one_hash_on(*state, 3);
}

static void no_choice_changes_a_fluid(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    bool is_gl = on->kind == MOTE_BACKEND_GL;
    for (size_t i = 0; i < COUNT_OF(fluid_scenes); i++) {
        mote_scene *scene = scene_of("%s", fluid_scenes[i]);
        expect_one_hash(on, scene, is_gl ? gl_variants : cpu_variants,
                        is_gl ? COUNT_OF(gl_variants) : COUNT_OF(cpu_variants));
        mote_scene_destroy(scene);
    }
}

static void no_choice_changes_a_flock(void **state)
{
    expect_one_hash_on(*state, 4);
}

static void no_choice_changes_a_flock_in_3d(void **state)
{
    expect_one_hash_on(*state, 5);
}

static void no_choice_changes_what_is_emitted(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    for (size_t i = 0; i < COUNT_OF(emitter_scenes); i++) {
        mote_scene *scene = scene_of("%s", emitter_scenes[i]);
        if (on->kind == MOTE_BACKEND_CPU) {
            expect_one_hash(on, scene, cpu_variants, COUNT_OF(cpu_variants));
        }
        // On GL each variant with one of the scenes, since a compiler runs each time.
        for (size_t k = i;
             k < COUNT_OF(emitter_gl_variants) && on->kind == MOTE_BACKEND_GL;
             k += COUNT_OF(emitter_scenes)) {
            expect_one_hash(on, scene, &emitter_gl_variants[k], 1);
        }
        mote_scene_destroy(scene);
    }
}

static void no_choice_changes_what_faucets_pour(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    for (size_t i = 0; i < COUNT_OF(faucet_scenes); i++) {
        mote_scene *scene = scene_of("%s", faucet_scenes[i]);
        bool is_gl = on->kind == MOTE_BACKEND_GL;
        const variant *variants = is_gl ? gl_variants : cpu_variants;
        size_t count = is_gl ? COUNT_OF(gl_variants) : COUNT_OF(cpu_variants);
        for (size_t k = is_gl ? i : 0; k < count;
             k += is_gl ? COUNT_OF(faucet_scenes) : 1) {
            expect_one_hash(on, scene, &variants[k], 1);
        }
        mote_scene_destroy(scene);
    }
}

// ---- Input that devices treat differently --------------------------------------------

// Coincident particles, neighbours one unit of coordinates apart, and velocities that are
// -0, subnormal, or vanish when squared.
static kept_state awkward_state(uint64_t count)
{
    static const double velocities[] = {0.0,    -0.0,   1e-20, -1e-20, 1e-40,
                                        -1e-40, 1e-44,  8e-19, 9e-19,  -8.7e-19,
                                        1e-30,  -1e-10, 0.25,  -0.25,  1e-3};
    kept_state state = {.position = malloc(count * 8),
                        .velocity = malloc(count * 8),
                        .identity = malloc(count * 8)};
    random_source random = random_from(9);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t cluster = (uint32_t)(i / 8) * UINT32_C(2654435769);
        for (uint64_t axis = 0; axis < 2; axis++) {
            uint32_t near = (uint32_t)(random_next(&random) >> 62);
            uint64_t pick = random_next(&random) % COUNT_OF(velocities);
            state.position[2 * i + axis] = cluster * (uint32_t)(axis * 77 + 1) + near;
            state.velocity[2 * i + axis] = float_bits(velocities[pick]);
        }
        state.identity[2 * i] = (uint32_t)i;
        state.identity[2 * i + 1] = (uint32_t)(i % 3);
    }
    return state;
}

static uint64_t hash_from(const test_backend *on, const mote_scene *scene,
                          const kept_state *start, const variant *v)
{
    mote_simulation *simulation = simulation_on(on, scene, &v->device);
    restore_state(simulation, start);
    bool flushes = v->flushes && flush_subnormals(true);
    step(simulation, 20);
    if (flushes) {
        flush_subnormals(false);
    }
    uint64_t hash = hash_of(simulation);
    mote_simulation_destroy(simulation);
    return hash;
}

// Without a force, velocities only fade; with it, they meet large ones.
static void expect_one_hash_from_awkward_states(const test_backend *on, int force)
{
    mote_scene *scene =
        scene_of("{'particles': 1200, 'species': 3, 'life': {'force': %d, 'matrix':"
                 " [[0, 1e-9, 0.5], [0, 0, -1], [1, 0, 0]],"
                 " 'minimum_radius': 0, 'maximum_radius': 0.05}}",
                 force);
    kept_state start = awkward_state(1200);
    const variant plain = {.name = "plain"};
    uint64_t expected = hash_from(&test_cpu, scene, &start, &plain);
    bool is_gl = on->kind == MOTE_BACKEND_GL;
    const variant *variants = is_gl ? gl_variants : cpu_variants;
    size_t count = is_gl ? COUNT_OF(gl_variants) : COUNT_OF(cpu_variants);
    for (size_t i = 0; i < count; i++) {
        if (!variants[i].device.isa || cpu_has_isa(variants[i].device.isa)) {
            assert_true(hash_from(on, scene, &start, &variants[i]) == expected);
        }
    }
    free_state(&start);
    mote_scene_destroy(scene);
}

static void zeros_subnormals_and_coincident_particles_change_nothing(void **state)
{
    need_backend(*state);
    expect_one_hash_from_awkward_states(*state, 0);
    expect_one_hash_from_awkward_states(*state, 1);
}

// ---- The order in which particles are drawn ------------------------------------------

static uint32_t *drawn_with(const test_backend *on, const mote_scene *scene,
                            const variant *v, const char *sort, uint64_t *words)
{
    mote_device_def device = v->device;
    device.sort = sort;
    mote_simulation *simulation = simulation_on(on, scene, &device);
    bool flushes = v->flushes && flush_subnormals(true);
    assert_ok(simulation_list_sprites(simulation));
    assert_ok(simulation_sort_sprites(simulation));
    if (flushes) {
        flush_subnormals(false);
    }
    uint32_t *drawn = read_buffer(simulation, BUFFER_sprite);
    *words = word_count(simulation, BUFFER_sprite);
    mote_simulation_destroy(simulation);
    return drawn;
}

// On a regular grid whole layers are equally deep.
static void no_choice_changes_the_order_of_drawing(void **state)
{
    const test_backend *on = *state;
    need_backend(on);
    mote_scene *scene = scene_of("{'particles': 9000, 'dimension': 3,"
                                 " 'start': {'pattern': 'grid'}}");
    const variant plain = {.name = "plain"};
    uint64_t words;
    uint32_t *expected = drawn_with(&test_cpu, scene, &plain, NULL, &words);
    bool is_gl = on->kind == MOTE_BACKEND_GL;
    const variant *variants = is_gl ? gl_variants : cpu_variants;
    size_t count = is_gl ? COUNT_OF(gl_variants) : COUNT_OF(cpu_variants);
    for (size_t i = 0; i < 2 * count; i++) {
        const variant *v = &variants[i / 2];
        if (!v->device.isa || cpu_has_isa(v->device.isa)) {
            uint32_t *drawn = drawn_with(on, scene, v, sort_names[i % 2], &words);
            assert_memory_equal(drawn, expected, words * 4);
            free(drawn);
        }
    }
    free(expected);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_CPU(no_choice_changes_a_wrapped_world),
        ON_GL(no_choice_changes_a_wrapped_world),
        ON_CPU(no_choice_changes_a_walled_world),
        ON_GL(no_choice_changes_a_walled_world),
        ON_CPU(no_choice_changes_an_open_world_in_3d),
        ON_GL(no_choice_changes_an_open_world_in_3d),
        ON_CPU(no_choice_changes_a_world_of_64_species),
        ON_GL(no_choice_changes_a_world_of_64_species),
        ON_CPU(no_choice_changes_a_fluid),
        ON_GL(no_choice_changes_a_fluid),
        ON_CPU(no_choice_changes_a_flock),
        ON_GL(no_choice_changes_a_flock),
        ON_CPU(no_choice_changes_a_flock_in_3d),
        ON_GL(no_choice_changes_a_flock_in_3d),
        ON_CPU(no_choice_changes_what_is_emitted),
        ON_GL(no_choice_changes_what_is_emitted),
        ON_CPU(no_choice_changes_what_faucets_pour),
        ON_GL(no_choice_changes_what_faucets_pour),
        ON_CPU(zeros_subnormals_and_coincident_particles_change_nothing),
        ON_GL(zeros_subnormals_and_coincident_particles_change_nothing),
        ON_CPU(no_choice_changes_the_order_of_drawing),
        ON_GL(no_choice_changes_the_order_of_drawing),
    };
    return cmocka_run_group_tests_name("invariance", tests, NULL, NULL);
}
