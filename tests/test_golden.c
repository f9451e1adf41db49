// SPDX-License-Identifier: MIT
// The state of every built-in scene after 200 steps, as a hash kept in assets/golden.txt.
// A change of these is a change of what users see: it is made on purpose only, by
//
//     build/tests/test_golden --rewrite
//
// and its commit gives the reason.
//
// The states at first and after 200 steps are also held against brute force: who is whose
// neighbour, and the sums of Particle Life and boids. (Of emitters: test_emitter_*.c; of
// fluids: test_fluid.c; of faucets: test_faucet.c.)
//
// The hash is reached from the start by the best instruction set, with subnormals flushed
// and not. All other devices go the last steps from the same state: a wrong bit there
// changes the hash as well.

#include "boids_oracle.h"
#include "census.h"
#include "cpu/cpu_backend.h"
#include "core/file.h"
#include "oracle.h"

#include <stdio.h>
#include <string.h>

#define GOLDEN_FILE MOTE_SOURCE_DIR "/assets/golden.txt"
#define STEPS       200
#define LAST_STEPS  10
#define SCENE_MAX   64
#define NAME_SIZE   64

typedef struct golden_row {
    char name[NAME_SIZE];
    uint64_t hash;
} golden_row;

typedef struct golden_scene {
    const scene_file *file;
    mote_scene *scene;
    uint64_t hash;                // after STEPS
    kept_state first, late, last; // late: LAST_STEPS before the last
    double radius;
} golden_scene;

// ---- The file ------------------------------------------------------------------------

static int read_golden(golden_row rows[SCENE_MAX])
{
    char *text = NULL;
    size_t size = 0;
    assert_ok(file_read(GOLDEN_FILE, &text, &size));
    int count = 0;
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        if (line[0] != '#') {
            assert_true(count < SCENE_MAX);
            unsigned long long hash = 0;
            assert_int_equal(sscanf(line, "%63s %16llx", rows[count].name, &hash), 2);
            rows[count++].hash = hash;
        }
    }
    free(text);
    return count;
}

static void write_golden(golden_scene *scenes, int count)
{
    char text[SCENE_MAX * (NAME_SIZE + 20) + 256];
    size_t size = (size_t)snprintf(
        text, sizeof text,
        "# State hash of each built-in scene after %d steps. Written by\n"
        "# build/tests/test_golden --rewrite; say in the commit why it changed.\n",
        STEPS);
    for (int i = 0; i < count; i++) {
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%s %016llx\n",
                             scenes[i].file->name, (unsigned long long)scenes[i].hash);
    }
    assert_ok(file_write_whole(GOLDEN_FILE, text, size));
}

// ---- The scenes ----------------------------------------------------------------------

static int make_scenes(void **state)
{
    golden_scene *scenes = calloc(SCENE_MAX + 1, sizeof *scenes);
    for (int i = 0; scene_files[i].name; i++) {
        assert_true(i < SCENE_MAX);
        golden_scene *golden = &scenes[i];
        golden->file = &scene_files[i];
        assert_ok(scene_builtin(golden->file->name, &golden->scene));
        mote_simulation *simulation = simulation_on(&test_cpu, golden->scene, NULL);
        golden->radius = simulation->plan->radius;
        golden->first = keep_state(simulation);
        step(simulation, STEPS - LAST_STEPS);
        golden->late = keep_state(simulation);
        step(simulation, LAST_STEPS);
        golden->last = keep_state(simulation);
        golden->hash = hash_of(simulation);
        mote_simulation_destroy(simulation);
    }
    *state = scenes;
    return 0;
}

static int free_scenes(void **state)
{
    golden_scene *scenes = *state;
    for (golden_scene *golden = scenes; golden->scene; golden++) {
        mote_scene_destroy(golden->scene);
        free_state(&golden->first);
        free_state(&golden->late);
        free_state(&golden->last);
    }
    free(scenes);
    return 0;
}

// ---- Tests ---------------------------------------------------------------------------

static void every_scene_reaches_its_golden_hash(void **state)
{
    golden_row rows[SCENE_MAX];
    int count = read_golden(rows);
    int scene_count = 0;
    for (const golden_scene *golden = *state; golden->scene; golden++) {
        int row = 0;
        while (row < count && strcmp(rows[row].name, golden->file->name) != 0) {
            row++;
        }
        if (row == count || rows[row].hash != golden->hash) {
            fail_msg(
                "scene %s: hash %016llx, in assets/golden.txt %016llx; if it is meant "
                "to change: build/tests/test_golden --rewrite",
                golden->file->name, (unsigned long long)golden->hash,
                (unsigned long long)(row < count ? rows[row].hash : 0));
        }
        scene_count++;
    }
    assert_int_equal(count, scene_count);
}

static void all_golden_hashes_are_different(void **state)
{
    golden_scene *scenes = *state;
    for (golden_scene *a = scenes; a->scene; a++) {
        for (golden_scene *b = scenes; b < a; b++) {
            assert_true(a->hash != b->hash);
        }
    }
}

static void flushing_subnormals_reaches_the_golden_hashes(void **state)
{
    if (!flush_subnormals(true)) {
        print_message("this processor cannot\n");
        skip();
    }
    flush_subnormals(false);
    for (const golden_scene *golden = *state; golden->scene; golden++) {
        mote_simulation *simulation = simulation_on(&test_cpu, golden->scene, NULL);
        flush_subnormals(true);
        step(simulation, STEPS);
        flush_subnormals(false);
        uint64_t hash = hash_of(simulation);
        mote_simulation_destroy(simulation);
        assert_true(hash == golden->hash);
    }
}

static void expect_last_steps(const test_backend *on, const golden_scene *golden,
                              const mote_device_def *device)
{
    mote_simulation *simulation = simulation_on(on, golden->scene, device);
    restore_state(simulation, &golden->late);
    step(simulation, LAST_STEPS);
    uint64_t hash = hash_of(simulation);
    if (hash != golden->hash) {
        fail_msg("scene %s on %s: hash %016llx, expected %016llx", golden->file->name,
                 mote_simulation_device_name(simulation), (unsigned long long)hash,
                 (unsigned long long)golden->hash);
    }
    mote_simulation_destroy(simulation);
}

static void every_instruction_set_reaches_the_golden_hashes(void **state)
{
    for (int i = 0; cpu_isa_name(i); i++) {
        if (!cpu_has_isa(cpu_isa_name(i))) {
            print_message("this processor has no %s\n", cpu_isa_name(i));
            continue;
        }
        mote_device_def device = mote_default_device_def();
        device.isa = cpu_isa_name(i);
        for (const golden_scene *golden = *state; golden->scene; golden++) {
            expect_last_steps(&test_cpu, golden, &device);
        }
    }
}

static void gl_reaches_the_golden_hashes(void **state)
{
    need_backend(&test_gl);
    for (const golden_scene *golden = *state; golden->scene; golden++) {
        expect_last_steps(&test_gl, golden, NULL);
    }
}

// All 200 steps, of the scenes with the fewest particles, one of pairs and one that
// emits: llvmpipe is slow.
static void gl_reaches_golden_hashes_from_the_start(void **state)
{
    for (int emits = 0; emits <= 1; emits++) {
        const golden_scene *fewest = NULL;
        for (const golden_scene *golden = *state; golden->scene; golden++) {
            bool is_kind = (golden->scene->model->emits != NULL) == emits;
            if (is_kind && (!fewest || mote_scene_particle_count(golden->scene) <
                                           mote_scene_particle_count(fewest->scene))) {
                fewest = golden;
            }
        }
        if (fewest) {
            assert_true(hash_after(&test_gl, fewest->scene, NULL, STEPS) == fewest->hash);
        }
    }
}

// ---- Brute force ---------------------------------------------------------------------

static double check_sums(const test_backend *on, const golden_scene *golden,
                         const kept_state *from)
{
    mote_simulation *simulation = simulation_on(on, golden->scene, NULL);
    restore_state(simulation, from);
    run_before(simulation, STAGE_update);
    bool is_life = strcmp(golden->scene->model->name, "life") == 0;
    double worst = is_life ? oracle_check_pulls(golden->scene, simulation, 200)
                           : boids_check_sums(golden->scene, simulation, 200);
    mote_simulation_destroy(simulation);
    return worst;
}

static void expect_brute_force(const test_backend *on, const golden_scene *scenes)
{
    need_backend(on);
    for (const golden_scene *golden = scenes; golden->scene; golden++) {
        if (strcmp(golden->scene->model->name, "life") != 0) {
            continue; // emitters have no neighbours; others have tests of their own
        }
        mote_scene *census = census_scene_like(golden->scene, golden->radius);
        census_check(on, census, golden->first.position, NULL, 1);
        census_check(on, census, golden->last.position, NULL, 2);
        mote_scene_destroy(census);
        if (strcmp(golden->scene->model->name, "fluid") == 0) {
            continue; // its own tests hold its law to brute force
        }
        print_message("%s: worst error of a sum %.2f and %.2f of its bound\n",
                      golden->file->name, check_sums(on, golden, &golden->first),
                      check_sums(on, golden, &golden->last));
    }
}

static void neighbours_and_sums_match_brute_force_on_cpu(void **state)
{
    expect_brute_force(&test_cpu, *state);
}

static void neighbours_and_sums_match_brute_force_on_gl(void **state)
{
    expect_brute_force(&test_gl, *state);
}

static int rewrite(void)
{
    void *state = NULL;
    make_scenes(&state);
    golden_scene *scenes = state;
    int count = 0;
    while (scenes[count].scene) {
        count++;
    }
    write_golden(scenes, count);
    free_scenes(&state);
    return 0;
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && strcmp(arguments[1], "--rewrite") == 0) {
        return rewrite();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_reaches_its_golden_hash),
        cmocka_unit_test(all_golden_hashes_are_different),
        cmocka_unit_test(flushing_subnormals_reaches_the_golden_hashes),
        cmocka_unit_test(every_instruction_set_reaches_the_golden_hashes),
        cmocka_unit_test(gl_reaches_the_golden_hashes),
        cmocka_unit_test(gl_reaches_golden_hashes_from_the_start),
        cmocka_unit_test(neighbours_and_sums_match_brute_force_on_cpu),
        cmocka_unit_test(neighbours_and_sums_match_brute_force_on_gl),
    };
    return cmocka_run_group_tests_name("golden", tests, make_scenes, free_scenes);
}
