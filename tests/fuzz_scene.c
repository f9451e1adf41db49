// SPDX-License-Identifier: MIT
// A smoke of the scene reader: built-in scenes with random damage, and random keys set to
// random values. Nothing may crash, hang or leak; what is refused is refused with a
// reason, and what is taken is written and read back.

#include "support.h"

#include "core/clock.h"
#include "core/text.h"
#include "sim/plan.h"

#include "emission.glsl"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 65536

// Pieces that a damaged scene is likely to trip over.
static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "0",
    "1e308",
    "1e-308",
    "-0.0",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "1.5",
    "64",
    "\"chain\"",
    "\"snake\"",
    "\"random\"",
    "\"rule\": ",
    "\"scale\": ",
    "\"count\": ",
    "\"weight\": 0",
    "\"open\"",
    "\"csv\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\xc3\xa9",
    "\xff",
    "//",
    "[[[[[[[[[[",
    "{\"a\":{\"a\":",
    "\"species\": ",
    "\"matrix\": ",
    "\"dimension\": 3",
    "\"maximum_radius\": ",
    "\"seed\": \"99999999999999999999\"",
    "[[0, 1], [1, 2]]",
    "[[0, 1, 2], [1, 2, 3, 4]]",
    "[[1e9, 1e9, 0, 1e-6]]",
    "{}",
    "[{}, {}]",
    "[0, 0, 0]",
    "\"emitter\"",
    "\"points\"",
    "\"#ff000080\"",
    "[[0, \"#ffffff\"], [1, \"#00000000\"]]",
    "\"name\": \"a\"",
    "\"on_death\": \"a\"",
};

static const char *const keys[] = {
    "life.force",
    "life.matrix",
    "life.matrix[0][0]",
    "life.matrix[1]",
    "species",
    "species[0]",
    "species[63].count",
    "species[0].weight",
    "particles",
    "dimension",
    "seed",
    "world.width",
    "world.edges",
    "view.center[1]",
    "view.position[2]",
    "view.up",
    "view.field_of_view",
    "start.pattern",
    "start.center",
    "model",
    "life.minimum_radius[2][1]",
    "x[0][0]",
    "life",
    "..",
    "[0]",
    "view.background",
    "start.file",
    "emitter",
    "emitter.gravity",
    "emitter.prewarm",
    "emitter.emitters",
    "emitter.emitters[0]",
    "emitter.emitters[1].rate",
    "emitter.emitters[17].rate",
    "emitter.emitters[0].name",
    "emitter.emitters[0].shape",
    "emitter.emitters[0].file",
    "emitter.emitters[0].stop",
    "emitter.emitters[0].path",
    "emitter.emitters[0].path[0]",
    "emitter.emitters[0].path[1][0]",
    "emitter.emitters[0].path_period",
    "emitter.emitters[0].bursts",
    "emitter.emitters[0].bursts[0]",
    "emitter.emitters[0].bursts[0][3]",
    "emitter.emitters[0].direction",
    "emitter.emitters[0].speed[1]",
    "emitter.emitters[0].on_death",
    "emitter.emitters[0].death_count",
    "emitter.emitters[0].size_over_life",
    "emitter.emitters[0].size_over_life[0][1]",
    "emitter.emitters[0].color",
    "emitter.emitters[0].color[1][1]",
    "emitter.forces[0].kind",
    "emitter.colliders[0].normal",
};

static size_t damage(random_source *random, char *text, size_t size)
{
    size_t at = random_next(random) % (size + 1);
    const char *piece = pieces[random_next(random) % COUNT_OF(pieces)];
    size_t piece_size = strlen(piece);
    size_t cut = random_next(random) % 3 ? random_next(random) % 8
                                         : random_next(random) % (size + 1);
    cut = cut < size - at ? cut : size - at;
    switch (random_next(random) % 4) {
    case 0: // flip a byte
        if (at < size) {
            text[at] = (char)(random_next(random) % 256);
        }
        return size;
    case 1: // cut some out
        memmove(text + at, text + at + cut, size - at - cut);
        return size - cut;
    case 2: // repeat some
        if (size + cut < TEXT_MAX) {
            memmove(text + at + cut, text + at, size - at);
            size += cut;
        }
        return size;
    default: // put a piece in
        if (size + piece_size < TEXT_MAX) {
            memmove(text + at + piece_size, text + at, size - at);
            for (size_t i = 0; i < piece_size; i++) {
                text[at + i] = piece[i];
            }
            size += piece_size;
        }
        return size;
    }
}

// A scene with every kind of key that emitters have.
static const scene_file emitter_file = {
    "emitter",
    "{\"model\": \"emitter\", \"particles\": 1000, \"dt\": 0.02, \"emitter\": {\n"
    " \"prewarm\": 1, \"gravity\": [0, -9.81, 0], \"emitters\": [\n"
    "  {\"name\": \"a\", \"rate\": 500, \"start\": 1, \"stop\": 2, \"shape\": \"ring\",\n"
    "   \"path\": [[0, 1, 2, 3], [1, 2, 3, 4], [2.5, 1, 1, 1]], \"path_period\": 4,\n"
    "   \"bursts\": [[0, 10], [1, 20, 0, 0.5], [2, 5, 7, 0.001]], \"on_death\": \"b\",\n"
    "   \"death_count\": 3},\n"
    "  {\"name\": \"b\", \"speed\": [1, 2], \"direction\": [0, 1, 0],\n"
    "   \"size_over_life\": [0, 1, 0], \"color\": [[0, \"#ffffff\"], [1, \"#ff000000\"]]}],\n"
    " \"forces\": [{\"kind\": \"turbulence\", \"speed\": 2},\n"
    "  {\"kind\": \"vortex\", \"axis\": [1, 0, 0]}],\n"
    " \"colliders\": [{\"normal\": [1, 1, 0], \"bounce\": 0.5}]}}"};

// Of each step, as much as there is room for, in finite numbers.
static void check_emission(const plan *p, uint64_t step)
{
    static uint32_t rows[EMISSION_ROWS][4];
    uint64_t size = emission_fill(p->emission, step, rows);
    assert_true(size <= sizeof rows);
    assert_true(rows[0][0] <= EMISSION_BATCH_MOST && rows[0][1] <= 2100000000u);
    uint32_t births = 0;
    for (uint32_t k = 0; k < rows[0][0]; k++) {
        uint32_t(*batch)[4] = &rows[EMISSION_BATCHES + k * EMISSION_BATCH_ROWS];
        assert_int_equal(batch[0][2], births);
        births += batch[0][1];
        for (int row = 1; row < 4; row++) {
            for (int word = row == 1 ? 3 : 0; word < 4; word++) {
                assert_true(fabs((double)float_from(batch[row][word])) <= 1.1e9);
            }
        }
    }
    assert_int_equal(rows[0][1], births);
}

static void use_emitters(const mote_scene *scene)
{
    plan *p;
    mote_device_def device = mote_default_device_def();
    assert_ok(plan_create(scene, &device, &p));
    for (uint32_t i = 0; i < p->item_word_count; i++) {
        assert_true(is_finite((double)float_from(p->item_table[i])));
    }
    static const uint64_t steps[] = {0, 1, 49, 50, 51, 1000, 1000000007};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        check_emission(p, steps[i]);
    }
    plan_destroy(p);
}

// What was read must be written, read back and started.
static void use(const mote_scene *scene)
{
    char *text;
    mote_scene *copy;
    assert_ok(mote_scene_write(scene, &text));
    assert_ok(mote_scene_parse(scene->file, text, strlen(text), &copy));
    free(text);
    if (copy->model->emits) {
        use_emitters(copy);
    } else if (copy->particle_count <= 20000) {
        start_state start;
        assert_ok(start_fill(copy, &start));
        start_free(&start);
    }
    mote_scene_destroy(copy);
}

static void check(mote_status status, const mote_scene *scene)
{
    if (status == MOTE_OK) {
        use(scene);
    } else {
        assert_int_equal(status, MOTE_BAD_INPUT);
        assert_true(mote_last_error()[0] != '\0');
    }
}

static void fuzz_text(random_source *random, const scene_file *file)
{
    static char text[TEXT_MAX];
    size_t size = strlen(file->text);
    memcpy(text, file->text, size);
    uint64_t damages = 1 + random_next(random) % 3;
    for (uint64_t i = 0; i < damages; i++) {
        size = damage(random, text, size);
    }
    // A copy of exactly this size, so that a read past its end is seen.
    char *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, text, size);
    mote_scene *scene;
    mote_status status = mote_scene_parse("fuzz.json", exact, size, &scene);
    check(status, scene);
    mote_scene_destroy(scene);
    free(exact);
}

static void fuzz_set(random_source *random, const scene_file *file)
{
    mote_scene *scene;
    assert_ok(mote_scene_parse(file->name, file->text, strlen(file->text), &scene));
    for (int i = 0; i < 4; i++) {
        const char *key = keys[random_next(random) % COUNT_OF(keys)];
        const char *value = pieces[random_next(random) % COUNT_OF(pieces)];
        check(mote_scene_set(scene, key, value), scene);
    }
    mote_scene_destroy(scene);
}

static void damaged_scenes_never_crash_the_reader(void **state)
{
    (void)state;
    const char *seconds = getenv("MOTE_FUZZ_SECONDS");
    double limit = clock_seconds() + (seconds ? atof(seconds) : 3.0);
    random_source random = random_from(1);
    size_t count = 1; // there is at least the built-in scene
    while (scene_files[count].name) {
        count++;
    }
    assert_true(count > 0);
    for (int i = 0; i < 200 || clock_seconds() < limit; i++) {
        const scene_file *file = &scene_files[random_next(&random) % count];
        file = random_next(&random) % 3 ? file : &emitter_file;
        if (random_next(&random) % 8 == 0) {
            fuzz_set(&random, file);
        } else {
            fuzz_text(&random, file);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_scenes_never_crash_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
