// SPDX-License-Identifier: MIT
// A smoke of the scene reader: built-in scenes with random damage, and random keys set to
// random values. Nothing may crash, hang or leak; what is refused is refused with a
// reason, and what is taken is written and read back.

#include "support.h"

#include "core/clock.h"
#include "sim/scene.h"

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

// What was read must be written, read back and started.
static void use(const mote_scene *scene)
{
    char *text;
    mote_scene *copy;
    assert_ok(mote_scene_write(scene, &text));
    assert_ok(mote_scene_parse(scene->file, text, strlen(text), &copy));
    free(text);
    if (copy->particle_count <= 20000) {
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
    assert_ok(scene_builtin(file->name, &scene));
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
