// SPDX-License-Identifier: MIT
// Lists in a model's block, on the emitter: reading, every error message, setting one
// key, writing what reads back the same, and the table of floats that a law reads.

#include "support.h"

#include "sim/item_value.h"
#include "sim/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Errors: what the reader says, word for word -------------------------------------

typedef struct wrong_item {
    const char *text, *message; // with ' for "
} wrong_item;

// The emitter's block; in all of them the world is 3-D.
static const wrong_item wrong_blocks[] = {
    {"'gravity': -9.81",
     "s.json:1: emitter.gravity: expected an array of 3 numbers, found "
     "-9.81"},
    {"'gravity': [0, -1e9, 0]", "s.json:1: emitter.gravity[1]: expected a number from "
                                "-1000000 to 1000000, found -1000000000"},
    {"'emiters': []", "s.json:1: emitter.emiters: unknown key; did you mean 'emitters'?"},
    {"'rate': 5",
     "s.json:1: emitter.rate: unknown key; did you mean 'emitter.emitters[0].rate'?"},
    {"'emitters': {}",
     "s.json:1: emitter.emitters: expected an array of 1 to 16 objects, "
     "one for each emitter, found an object"},
    {"'emitters': []",
     "s.json:1: emitter.emitters: expected an array of 1 to 16 objects, "
     "one for each emitter, found an array of 0"},
    {"'forces': [{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]",
     "s.json:1: emitter.forces: expected an array of 0 to 16 objects, one for each force, "
     "found an array of 17"},
    {"'emitters': [{}, \n 5]",
     "s.json:2: emitter.emitters[1]: expected an object, found 5"},
    {"'emitters': [{\n'ratte': 5}]",
     "s.json:2: emitter.emitters[0].ratte: unknown key; did you mean 'rate'?"},
    {"'emitters': [{'strength': 5}]",
     "s.json:1: emitter.emitters[0].strength: unknown key; did you mean "
     "'emitter.forces[0].strength'?"},
    {"'emitters': [{}, {\n\n'rate': -1}]",
     "s.json:3: emitter.emitters[1].rate: expected a number from 0 to 1000000000, found -1"},
    {"'emitters': [{'speed': 'fast'}]",
     "s.json:1: emitter.emitters[0].speed: expected a number or [low, high], found 'fast'"},
    {"'emitters': [{'speed': [1, 2, 3]}]",
     "s.json:1: emitter.emitters[0].speed: expected a number or [low, high], found an "
     "array of 3"},
    {"'emitters': [{'speed': [1,\n'x']}]",
     "s.json:2: emitter.emitters[0].speed[1]: expected a number from -1000000 to 1000000, "
     "found 'x'"},
    {"'emitters': [{'lifetime': 0}]",
     "s.json:1: emitter.emitters[0].lifetime: expected a number from 1e-06 to 1000000, "
     "found 0"},
    {"'emitters': [{'speed': [3, 2.5]}]",
     "s.json:1: emitter.emitters[0].speed: expected [low, high], found [3, 2.5]: low is "
     "more than high"},
    {"'emitters': [{'position': [1, 2]}]",
     "s.json:1: emitter.emitters[0].position: expected an array of 3 numbers, found an "
     "array of 2"},
    {"'emitters': [{'shape': 'ballon'}]",
     "s.json:1: emitter.emitters[0].shape: expected one of point, sphere, box, ring, line, "
     "points, found 'ballon'"},
    {"'emitters': [{'shape': 'shpere'}]",
     "s.json:1: emitter.emitters[0].shape: expected one of point, sphere, box, ring, line, "
     "points, found 'shpere'; did you mean 'sphere'?"},
    {"'emitters': [{'shape': 1}]",
     "s.json:1: emitter.emitters[0].shape: expected one of point, sphere, box, ring, line, "
     "points, found 1"},
    {"'emitters': [{'name': 1}]",
     "s.json:1: emitter.emitters[0].name: expected a text in quotes, found 1"},
    {"'emitters': [{'name': 'a'}, {\n'name': 'a'}]",
     "s.json:2: emitter.emitters[1].name: 'a' is the name of emitter 0 already"},
    {"'emitters': [{'on_death': 'spark'}]",
     "s.json:1: emitter.emitters[0].on_death: found 'spark', but no emitter has a name"},
    {"'emitters': [{'on_death': 'spark'}, {'name': 'sparks'}, {'name': 'smoke'}]",
     "s.json:1: emitter.emitters[0].on_death: expected the name of one of the emitters: "
     "'sparks', 'smoke'; found 'spark'; did you mean 'sparks'?"},
    {"'emitters': [{'size_over_life': 'big'}]",
     "s.json:1: emitter.emitters[0].size_over_life: expected a number from 0 to 1000000, "
     "found 'big'"},
    {"'emitters': [{'size_over_life': []}]",
     "s.json:1: emitter.emitters[0].size_over_life: expected 1 to 64 of them, found an "
     "array of 0"},
    {"'emitters': [{'size_over_life': [1, [0, 1]]}]",
     "s.json:1: emitter.emitters[0].size_over_life[1]: expected a number from 0 to "
     "1000000, found an array of 2"},
    {"'emitters': [{'size_over_life': [[0, 1], 2]}]",
     "s.json:1: emitter.emitters[0].size_over_life[1]: expected [part of the life, "
     "number], found 2"},
    {"'emitters': [{'size_over_life': [[0.5, 1], [0.25, 2]]}]",
     "s.json:1: emitter.emitters[0].size_over_life[1][0]: expected a number from 0.5 to 1, "
     "found 0.25"},
    {"'emitters': [{'color': 'red'}]",
     "s.json:1: emitter.emitters[0].color: expected a colour '#rrggbb' or '#rrggbbaa', "
     "found 'red'"},
    {"'emitters': [{'color': ['#ffffff', '#fff']}]",
     "s.json:1: emitter.emitters[0].color[1]: expected a colour '#rrggbb' or '#rrggbbaa', "
     "found '#fff'"},
    {"'emitters': [{'color': [[0, '#ffffff'], [1]]}]",
     "s.json:1: emitter.emitters[0].color[1]: expected [part of the life, colour], found "
     "an array of 1"},
    {"'emitters': [{'bursts': 5}]",
     "s.json:1: emitter.emitters[0].bursts: expected an array of at most 64 rows [time, "
     "count, repeats, interval], found 5"},
    {"'emitters': [{'bursts': [5]}]",
     "s.json:1: emitter.emitters[0].bursts[0]: expected [time, count, repeats, interval] "
     "or the first 2 of them, found 5"},
    {"'emitters': [{'bursts': [[0, 1],\n [0, 1, 2, 3, 4]]}]",
     "s.json:2: emitter.emitters[0].bursts[1]: expected [time, count, repeats, interval] "
     "or the first 2 of them, found an array of 5"},
    {"'emitters': [{'bursts': [[0, -1]]}]",
     "s.json:1: emitter.emitters[0].bursts[0][1]: expected a number from 0 to 1000000000, "
     "found -1"},
    {"'emitters': [{'path': [[0, 1, 2]]}]",
     "s.json:1: emitter.emitters[0].path[0]: expected [time, x, y, z], found an array of 3"},
    {"'emitters': [{'direction': [0, 0, 0]}]",
     "s.json:1: emitter.emitters[0].direction: expected a direction, found one of length 0"},
    {"'emitters': [{}, {\n'axis': [0, 1e-200, 0]}]",
     "s.json:2: emitter.emitters[1].axis: expected a direction, found one of length 0"},
    {"'forces': [{'axis': [0, 0, 0]}]",
     "s.json:1: emitter.forces[0].axis: expected a direction, found one of length 0"},
    {"'colliders': [{},\n{'normal': [0, 0, 0]}]",
     "s.json:2: emitter.colliders[1].normal: expected a direction, found one of length 0"},
    {"'emitters': [{'start': 2,\n'stop': 1.5}]",
     "s.json:2: emitter.emitters[0].stop: expected a time after `start`, or 0: never"},
    {"'emitters': [{'death_count': 1.5}]",
     "s.json:1: emitter.emitters[0].death_count: expected a whole number from 0 to 4096, "
     "found 1.5"},
    {"'emitters': [{'collision_count': 1.5}]",
     "s.json:1: emitter.emitters[0].collision_count: expected a whole number from 0 to 4096, "
     "found 1.5"},
    {"'emitters': [{},\n{'file': 'a.csv'}]",
     "s.json:2: emitter.emitters[1].file: does nothing without shape points; leave it out"},
    {"'emitters': [{'shape': 'ring', 'size': [1, 1, 1]}]",
     "s.json:1: emitter.emitters[0].size: does nothing without shape box or line; leave it "
     "out"},
    {"'emitters': [{'shape': 'sphere', 'swirl_speed': 0, 'axis': [0, 1, 0]}]",
     "s.json:1: emitter.emitters[0].axis: does nothing without shape ring or swirl_speed; "
     "leave it out"},
    {"'emitters': [{\n'path_period': 0}]",
     "s.json:2: emitter.emitters[0].path_period: does nothing without path; leave it out"},
    {"'emitters': [{'name': 'a', 'death_count': 3}]",
     "s.json:1: emitter.emitters[0].death_count: does nothing without on_death; leave it "
     "out"},
    {"'emitters': [{'name': 'a', 'on_death': 'a', 'collision_count': 3}]",
     "s.json:1: emitter.emitters[0].collision_count: does nothing without on_collision; "
     "leave it out"},
    {"'forces': [{'axis': [0, 1, 0]}]",
     "s.json:1: emitter.forces[0].axis: does nothing without kind vortex; leave it out"},
    {"'forces': [{'kind': 'vortex', 'scale': 2}]",
     "s.json:1: emitter.forces[0].scale: does nothing without kind turbulence; leave it "
     "out"},
    {"'forces': [{'kind': 'turbulence', 'falloff': 'none'}]",
     "s.json:1: emitter.forces[0].falloff: does nothing without kind attractor or vortex; "
     "leave it out"},
    {"'forces': [{'falloff': 'linear', 'softening': 1}]",
     "s.json:1: emitter.forces[0].softening: does nothing without kind attractor or vortex "
     "and falloff square; leave it out"},
    {"'colliders': [{'radius': 1}]",
     "s.json:1: emitter.colliders[0].radius: does nothing without shape sphere; leave it "
     "out"},
    {"'colliders': [{'shape': 'sphere', 'normal': [0, 1, 0]}]",
     "s.json:1: emitter.colliders[0].normal: does nothing without shape plane; leave it out"},
    {"'emitters': [{'shape': 'points'}]",
     "s.json:1: emitter.emitters[0].file: shape points takes its points from a file: name a "
     "CSV table of x, y (, z)"},
    {"'emitters': [{'bursts': [[0, 1],\n[0, 2.5]]}]",
     "s.json:2: emitter.emitters[0].bursts[1][1]: expected a whole number, found 2.5"},
    {"'emitters': [{'bursts': [[0, 1, 0.5]]}]",
     "s.json:1: emitter.emitters[0].bursts[0][2]: expected a whole number, found 0.5"},
    {"'emitters': [{}, {'path': [\n[0, 1, 2, 3]]}]",
     "s.json:1: emitter.emitters[1].path: expected two points or more, found 1; `position` "
     "is where an emitter stays"},
    {"'emitters': [{'path': [[0, 1, 2, 3],\n [1, 1, 2, 3],\n [1, 2, 3, 4]]}]",
     "s.json:3: emitter.emitters[0].path[2][0]: expected a time after 1 s, that of the point "
     "before, found 1"},
    {"'emitters': [{'path': [[0.5, 1, 2, 3], [1, 2, 3, 4]],\n'path_period': 0.25}]",
     "s.json:2: emitter.emitters[0].path_period: expected more than 0.5 s, which the path "
     "takes from its first point to its last, or 0, found 0.25"},
    {"'emitters': [{'path': [[0, 1, 2, 3], [1, 1, 2, 4]], 'path_period': 1}]",
     "s.json:1: emitter.emitters[0].path_period: expected more than 1 s, which the path takes "
     "from its first point to its last, or 0, found 1; as long only where these are one "
     "place"},
    {"'emitters': [{},\n{'rate': 1e9}], 'prewarm': 0}, 'dt': 3, 'world': {",
     "s.json:2: emitter.emitters[1].rate: with it up to 3e+09 births fall into a step of 3 s, "
     "more than 2e+09; lower it, or dt"},
    {"'emitters': [{'bursts': [[0, 1e9], [1, 1e9, 0, 1], [3, 1]]}]",
     "s.json:1: emitter.emitters[0].bursts: with it up to 2e+09 births fall into a step of "
     "0.016666666666666666 s, more than 2e+09; lower it, or dt"},
    {"'emitters': [{},\n{'name': 'a', 'on_death': 'a', 'death_count': 4096}]}, "
     "'particles': 500000, 'world': {",
     "s.json:2: emitter.emitters[1].death_count: if all 500000 particles died and collided "
     "in one step, 2.048e+09 would be born, more than 2e+09; lower it, or particles"},
    {"'emitters': [{'name': 'a',\n'on_collision': 'a'}]}, "
     "'particles': 4294967295, 'world': {",
     "s.json:1: emitter.emitters[0].collision_count: if all 4294967295 particles died and "
     "collided in one step, 3.43597e+10 would be born, more than 2e+09; lower it, or "
     "particles"},
    {"\n'prewarm': 2000",
     "s.json:2: emitter.prewarm: 2000 s are 120000 steps of 0.016666666666666666 s, more "
     "than 100000; lower it, or raise dt"},
};

static const wrong_item wrong_scenes[] = {
    {"{'model': 'emitter',\n'species': 3}",
     "s.json:2: species: model emitter has none: all its particles come from "
     "emitter.emitters; leave species out"},
    {"{'model': 'emitter',\n\n'start': {'pattern': 'disc'}}",
     "s.json:3: start: model emitter has none: all its particles come from "
     "emitter.emitters; leave start out"},
    {"{'model': 'emitter',\n'view': {'blend': 'add',\n'color_by': 'speed'}}",
     "s.json:3: view.color_by: does nothing in model emitter: `color` of an emitter says it; "
     "leave it out"},
    {"{'model': 'emitter', 'view': {'radius': 1}}",
     "s.json:1: view.radius: does nothing in model emitter: `particle_radius` of an emitter "
     "says it; leave it out"},
    {"{'model': 'emitter', 'life': {}}",
     "s.json:1: life: the model here is 'emitter'; write 'model': 'life', or leave life "
     "out"},
    {"{\n'emitter': {}}", "s.json:2: emitter: the model here is 'life'; write 'model': "
                          "'emitter', or leave emitter out"},
    {"{'model': 'emitter', 'pattern': 'disc'}",
     "s.json:1: pattern: unknown key; expected one of $schema, name, description, model, "
     "dimension, seed, dt, particles, world, view, emitter"},
    {"{'emitters': [{}]}",
     "s.json:1: emitters: unknown key; expected one of $schema, name, "
     "description, model, dimension, seed, dt, substeps, particles, species, "
     "world, start, view, life"},
    {"{'model': 'emitter', 'dimension': 2, 'emitter': {'emitters': [{'path': [[0]]}]}}",
     "s.json:1: emitter.emitters[0].path[0]: expected [time, x, y], found an array of 1"},
};

static char *with_quotes(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    strcpy(copy, text);
    requote(copy);
    return copy;
}

// 1 if something else is said.
static int check_message(const char *text, const char *wanted)
{
    char *json = with_quotes(text), *message = with_quotes(wanted);
    mote_scene *scene;
    assert_int_equal(mote_scene_parse("s.json", json, strlen(json), &scene),
                     MOTE_BAD_INPUT);
    assert_null(scene);
    int is_other = strcmp(mote_last_error(), message) != 0;
    if (is_other) {
        print_error("expected: %s\n     got: %s\n", message, mote_last_error());
    }
    free(json);
    free(message);
    return is_other;
}

static void each_error_names_the_place_and_what_was_expected(void **state)
{
    (void)state;
    int other_count = 0;
    for (size_t i = 0; i < COUNT_OF(wrong_blocks); i++) {
        char text[1024];
        snprintf(text, sizeof text, "{'model': 'emitter', 'emitter': {%s}}",
                 wrong_blocks[i].text);
        other_count += check_message(text, wrong_blocks[i].message);
    }
    for (size_t i = 0; i < COUNT_OF(wrong_scenes); i++) {
        other_count += check_message(wrong_scenes[i].text, wrong_scenes[i].message);
    }
    assert_int_equal(other_count, 0);
}

// ---- What is right -------------------------------------------------------------------

// What an item of the emitter's says for a key.
static const item_value *said(const mote_scene *scene, const char *list, int item,
                              const char *key)
{
    int l = model_find_list(scene->model, list);
    assert_true(l >= 0);
    int k = model_find_key(scene->model, l, key);
    assert_true(k >= 0);
    return &scene_item(scene, l, item)[k];
}

static void assert_numbers(const double *numbers, int count, const double *expected)
{
    for (int i = 0; i < count; i++) {
        assert_true(numbers[i] == expected[i]);
    }
}
#define assert_said(value, ...)                                                          \
    assert_numbers((value)->number,                                                      \
                   (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)),              \
                   (double[]){__VA_ARGS__})
#define assert_rows(value, ...)                                                          \
    assert_int_equal((value)->row_count *(value)->row_width,                             \
                     sizeof((double[]){__VA_ARGS__}) / sizeof(double));                  \
    assert_numbers((value)->rows, (value)->row_count *(value)->row_width,                \
                   (double[]){__VA_ARGS__})

static void an_emitter_without_more_is_a_fountain(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter', 'emitter': {'emitters': "
                                 "[{'rate': 2000}]}}");
    assert_int_equal(scene->dimension, 3);
    assert_int_equal(scene->particle_count, 100000);
    assert_true(scene->dt == 1.0 / 60.0);
    assert_true(scene->edges == EDGES_OPEN);
    assert_numbers(scene->size, 3, (double[]){10.0, 10.0, 10.0});
    assert_numbers(scene->parameters, 7, (double[]){0, 0, -9.81, 0, 0, 0, 0});
    assert_said(said(scene, "emitters", 0, "rate"), 2000);
    assert_said(said(scene, "emitters", 0, "position"), 5, 5, 5);
    assert_said(said(scene, "emitters", 0, "speed"), 5, 7);
    assert_said(said(scene, "emitters", 0, "on_death"), -1);
    assert_string_equal(said(scene, "emitters", 0, "file")->text, "");
    assert_rows(said(scene, "emitters", 0, "color"), 0, 255, 255, 255, 255, 1, 255, 255,
                255, 0);
    assert_int_equal(scene->lists[1].count, 0);
    mote_scene *bare = scene_of("{'model': 'emitter'}");
    char *text, *other;
    assert_ok(mote_scene_write(scene, &text));
    assert_ok(mote_scene_write(bare, &other));
    assert_string_equal(text, other);
    free(text);
    free(other);
    mote_scene_destroy(bare);
    mote_scene_destroy(scene);
}

static void the_defaults_of_other_models_stay(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{}");
    assert_int_equal(scene->dimension, 2);
    assert_true(scene->dt == 0.02);
    assert_true(scene->size[0] == 1.0 && scene->edges == EDGES_WRAP);
    mote_scene_destroy(scene);
}

static void every_kind_of_value_is_read(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'dimension': 2, 'world': {'width': 4}, 'emitter': {"
        "'gravity': [1, 2], 'wind': [3, 4], 'emitters': ["
        "{'name': 'a', 'on_death': 'b', 'shape': 'ring', 'speed': -2, "
        " 'lifetime': [0.5, 0.75], 'direction': [1, 0], "
        " 'bursts': [[1, 20], [2, 30, 0], [3, 40, 5, 0.5]], 'path': [[0, 1, 2], [1, 3, 4]],"
        " 'size_over_life': [1, 2, 0], 'color': '#01020304'},"
        "{'name': 'b', 'on_collision': 'b', 'size_over_life': 3, "
        " 'color': [[0.25, '#ff0000'], [0.75, '#00ff0080']]}],"
        "'forces': [{'kind': 'vortex', 'position': [1, 1]}]}}");
    assert_numbers(scene->parameters, 7, (double[]){0, 1, 2, 0, 3, 4, 0});
    assert_said(said(scene, "emitters", 0, "position"), 2, 5);
    assert_said(said(scene, "emitters", 0, "on_death"), 1);
    assert_said(said(scene, "emitters", 1, "on_death"), -1);
    assert_said(said(scene, "emitters", 1, "on_collision"), 1);
    assert_said(said(scene, "emitters", 0, "shape"), 3);
    assert_said(said(scene, "emitters", 0, "speed"), -2, -2);
    assert_said(said(scene, "emitters", 0, "lifetime"), 0.5, 0.75);
    assert_said(said(scene, "emitters", 0, "direction"), 1, 0, 0);
    assert_rows(said(scene, "emitters", 0, "bursts"), 1, 20, 1, 1, 2, 30, 0, 1, 3, 40, 5,
                0.5);
    assert_rows(said(scene, "emitters", 0, "path"), 0, 1, 2, 0, 1, 3, 4, 0);
    assert_rows(said(scene, "emitters", 0, "size_over_life"), 0, 1, 0.5, 2, 1, 0);
    assert_rows(said(scene, "emitters", 1, "size_over_life"), 0, 3);
    assert_rows(said(scene, "emitters", 0, "color"), 0, 1, 2, 3, 4);
    assert_rows(said(scene, "emitters", 1, "color"), 0.25, 255, 0, 0, 255, 0.75, 0, 255,
                0, 128);
    assert_said(said(scene, "forces", 0, "kind"), 1);
    assert_said(said(scene, "forces", 0, "position"), 1, 1);
    mote_scene_destroy(scene);
}

// ---- Setting -------------------------------------------------------------------------

static void a_key_of_an_item_can_be_set(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter'}");
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].rate", "500"));
    assert_said(said(scene, "emitters", 0, "rate"), 500);
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].speed[1]", "9"));
    assert_said(said(scene, "emitters", 0, "speed"), 5, 9);
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].lifetime", "3"));
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].lifetime[0]", "1"));
    assert_said(said(scene, "emitters", 0, "lifetime"), 1, 3);
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].size_over_life[0][1]", "2"));
    assert_rows(said(scene, "emitters", 0, "size_over_life"), 0, 2);
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].color", "#ff0000"));
    assert_ok(mote_scene_set(scene, "emitter.gravity[1]", "1.5"));
    assert_true(scene->parameters[2] == 1.5);
    assert_ok(mote_scene_set(scene, "emitter.forces", "[{\"kind\": \"turbulence\"}]"));
    assert_int_equal(scene->lists[1].count, 1);
    assert_said(said(scene, "emitters", 0, "rate"), 500);
    assert_int_equal(mote_scene_set(scene, "emitter.emitters[0].rate", "-5"),
                     MOTE_BAD_INPUT);
    assert_string_equal(mote_last_error(),
                        "emitter.emitters[0].rate: expected a number from 0 to "
                        "1000000000, found -5");
    mote_scene_destroy(scene);
}

static void assert_refused(mote_scene *scene, const char *key, const char *message)
{
    char *before, *after;
    assert_ok(mote_scene_write(scene, &before));
    assert_int_equal(mote_scene_set(scene, key, "1"), MOTE_BAD_INPUT);
    assert_string_equal(mote_last_error(), message);
    assert_ok(mote_scene_write(scene, &after));
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void an_item_can_be_set_that_is_next_in_its_list(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter', 'emitter': {'emitters': [{}]}}");
    assert_ok(mote_scene_set(scene, "emitter.emitters[1].rate", "5"));
    assert_int_equal(scene->lists[0].count, 2);
    assert_said(said(scene, "emitters", 1, "rate"), 5);
    assert_said(said(scene, "emitters", 1, "speed"), 5, 7);
    assert_ok(mote_scene_set(scene, "emitter.emitters[2]", "{\"spread\": 0.5}"));
    assert_said(said(scene, "emitters", 2, "spread"), 0.5);
    assert_ok(mote_scene_set(scene, "emitter.forces[0].kind", "vortex"));
    assert_said(said(scene, "forces", 0, "kind"), 1);
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].bursts[0]", "[1, 2]"));
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].bursts[1]", "[3, 4]"));
    assert_ok(mote_scene_set(scene, "emitter.emitters[0].bursts[1][2]", "5"));
    assert_rows(said(scene, "emitters", 0, "bursts"), 1, 2, 1, 1, 3, 4, 5, 1);
    assert_ok(mote_scene_set(scene, "emitter.emitters[3].bursts[0]", "[1, 2]"));
    assert_rows(said(scene, "emitters", 3, "bursts"), 1, 2, 1, 1);
    assert_refused(scene, "emitter.emitters[5].rate",
                   "emitter.emitters[5]: there are only 4; the next is [4]");
    assert_refused(scene, "emitter.emitters[0].bursts[3]",
                   "emitter.emitters[0].bursts[3]: there are only 2; the next is [2]");
    assert_refused(scene, "emitter.emitters[0].position[3]",
                   "emitter.emitters[0].position[3]: there are only 3");
    assert_refused(scene, "emitter.emitters[4]",
                   "emitter.emitters[4]: expected an object, found 1");
    assert_refused(scene, "emitter.gravity[3]", "emitter.gravity[3]: there are only 3");
    assert_int_equal(scene->lists[0].count, 4);
    mote_scene_destroy(scene);
}

static void a_list_grows_no_longer_than_it_may(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter'}");
    for (int i = 0; i < 16; i++) {
        char key[64];
        snprintf(key, sizeof key, "emitter.colliders[%d].bounce", i);
        assert_ok(mote_scene_set(scene, key, "1"));
    }
    assert_refused(
        scene, "emitter.colliders[16].bounce",
        "emitter.colliders: expected an array of 0 to 16 objects, one for each "
        "collider, found an array of 17");
    mote_scene_destroy(scene);
}

static void a_scene_of_species_can_become_one_of_emitters(void **state)
{
    (void)state;
    mote_scene *scene =
        scene_of("{'species': 3, 'start': {'pattern': 'disc'}, 'life': {'force': 2},"
                 " 'view': {'color_by': 'speed', 'trails': 2}}");
    assert_ok(mote_scene_set(scene, "model", "emitter"));
    assert_int_equal(scene->lists[0].count, 1);
    assert_true(scene->view.color_by == COLOR_BY_SPECIES && scene->view.trails > 1.0);
    assert_refused(scene, "view.top_speed",
                   "view.top_speed: does nothing in model emitter: `color` of an emitter "
                   "says it; leave it out");
    mote_scene_destroy(scene);
}

// What lost its use by --set may find it again; what is set without any is refused.
static void a_key_may_lose_its_use_but_not_be_set_without(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'emitter', 'emitter': {'forces': ["
                                 "{'kind': 'vortex', 'axis': [1, 2, 3]}]}}");
    char *text;
    assert_ok(mote_scene_set(scene, "emitter.forces[0].kind", "attractor"));
    assert_refused(scene, "emitter.forces[0].axis[1]",
                   "emitter.forces[0].axis: does nothing without kind vortex; leave it "
                   "out");
    assert_ok(mote_scene_write(scene, &text));
    assert_null(strstr(strstr(text, "\"forces\""), "\"axis\""));
    free(text);
    assert_ok(mote_scene_set(scene, "emitter.forces[0].kind", "vortex"));
    assert_said(said(scene, "forces", 0, "axis"), 1, 2, 3);
    assert_ok(mote_scene_write(scene, &text));
    assert_non_null(strstr(strstr(text, "\"forces\""), "\"axis\": [1, 2, 3]"));
    free(text);
    mote_scene_destroy(scene);
}

// ---- Writing -------------------------------------------------------------------------

static void assert_reads_back(const mote_scene *scene)
{
    char *text, *again;
    mote_scene *copy;
    assert_ok(mote_scene_write(scene, &text));
    assert_ok(mote_scene_parse(scene->file, text, strlen(text), &copy));
    assert_ok(mote_scene_write(copy, &again));
    assert_string_equal(text, again);
    assert_memory_equal(copy->parameters, scene->parameters, sizeof scene->parameters);
    for (int list = 0; list < scene->model->list_count; list++) {
        assert_int_equal(copy->lists[list].count, scene->lists[list].count);
        int values = scene->lists[list].count * scene->model->lists[list].key_count;
        for (int i = 0; i < values; i++) {
            const item_value *a = &scene->lists[list].values[i];
            const item_value *b = &copy->lists[list].values[i];
            assert_memory_equal(a->number, b->number, sizeof a->number);
            assert_int_equal(a->row_count, b->row_count);
            if (a->rows) {
                size_t numbers = (size_t)a->row_count * (size_t)a->row_width;
                assert_memory_equal(a->rows, b->rows, numbers * sizeof(double));
            }
            if (a->text) {
                assert_string_equal(a->text, b->text);
            }
        }
    }
    mote_scene_destroy(copy);
    free(text);
    free(again);
}

static void random_lists_read_back_the_same(void **state)
{
    (void)state;
    static const char *const shapes[] = {"point", "sphere", "box", "ring", "line"};
    random_source random = random_from(4);
    for (int i = 0; i < 100; i++) {
        int dimension = 2 + i % 2;
        mote_scene *scene = scene_of(
            "{'model': 'emitter', 'dimension': %d, 'emitter': {'emitters': ["
            "{'shape': '%s', 'rate': %.17g, 'speed': [%.17g, 2], 'name': '\\u00e9 %d', "
            "'path': [[-0.0, 1, 2%s], [%.17g, 1, 2%s]], 'bursts': [[1, %d]], "
            "'color': ['#%06x', '#%08x', '#ffffff']},"
            "{'size_over_life': [%.17g, 1, 2], 'on_death': '\\u00e9 %d'}],"
            "'forces': [{'kind': 'turbulence', 'scale': %.17g}], 'colliders': [{}, {}]}}",
            dimension, shapes[random_next(&random) % 5], random_unit(&random) * 1e6,
            random_unit(&random), i, dimension == 3 ? ", 3" : "",
            random_unit(&random) + 1e-3, dimension == 3 ? ", 3" : "",
            (int)(random_next(&random) % 1000), (unsigned)random_next(&random) & 0xffffff,
            (unsigned)random_next(&random), random_unit(&random), i,
            random_unit(&random) + 1e-3);
        assert_reads_back(scene);
        mote_scene_destroy(scene);
    }
}

// ---- What a law reads ----------------------------------------------------------------

static plan *plan_of(const mote_scene *scene)
{
    mote_device_def device = mote_default_device_def();
    plan *p;
    assert_ok(plan_create(scene, &device, &p));
    return p;
}

// Column `name` (its sample k) of an item, as the layout of plan.h says.
static float column(const plan *p, const char *list, int item, const char *name, int k)
{
    int l = model_find_list(p->model, list);
    for (int i = 0; i < p->model->list_column_count; i++) {
        const list_column_row *row = &p->model->list_columns[i];
        if (strcmp(row->list, list) == 0 && strcmp(row->name, name) == 0) {
            uint32_t at = (uint32_t)(row->first + k) * p->lists[l].count + (uint32_t)item;
            return float_from(p->item_table[p->lists[l].first + at]);
        }
    }
    fail_msg("no column %s of %s", name, list);
    return 0.0f;
}

static void columns_of_items_stand_side_by_side(void **state)
{
    (void)state;
    mote_scene *scene = scene_of(
        "{'model': 'emitter', 'emitter': {'emitters': ["
        "{'position': [1, 2, 3], 'speed': [4, 5], 'lifetime': 6},"
        "{'position': [7, 8, 9], 'drag': 2, 'size_over_life': [0, 3],"
        " 'color': ['#000000', '#ffffff80']}, {}],"
        "'forces': [{}, {'position': [5, 6, 7]}], 'colliders': [{'position': [8, 9, 1]}]}}");
    plan *p = plan_of(scene);
    assert_int_equal(p->lists[0].count, 3);
    assert_int_equal(p->lists[0].first, 0);
    assert_int_equal(p->lists[1].first, 3 * p->model->lists[0].column_count);
    assert_int_equal(p->lists[1].count, 2);
    assert_int_equal(p->lists[2].count, 1);
    uint32_t words = p->lists[2].first + (uint32_t)p->model->lists[2].column_count;
    assert_int_equal(p->item_word_count, words + ITEM_TABLE_MARGIN);
    assert_int_equal(p->lengths[BUFFER_item_table], p->item_word_count);
    for (uint32_t i = words; i < p->item_word_count; i++) {
        assert_int_equal(p->item_table[i], 0);
    }
    assert_true(column(p, "emitters", 1, "fall_y", 0) == -9.81f);
    assert_true(column(p, "emitters", 0, "speed_low", 0) == 4.0f);
    assert_true(column(p, "emitters", 0, "speed_high", 0) == 5.0f);
    assert_true(column(p, "emitters", 0, "lifetime_high", 0) == 6.0f);
    assert_true(column(p, "emitters", 0, "drag_keep", 0) == 1.0f);
    double kept = (double)column(p, "emitters", 1, "drag_keep", 0);
    assert_true(fabs(kept - exp(-2.0 / 60.0)) < 1e-6);
    // Places are from the middle of the world, which is 10 wide.
    assert_true(column(p, "forces", 0, "x", 0) == 0.0f);
    assert_true(column(p, "forces", 1, "y", 0) == 1.0f);
    assert_true(column(p, "colliders", 0, "x", 0) == 3.0f);
    for (int k = 0; k < 16; k++) {
        double t = k / 15.0, encoded = t * 255.0 / 255.0;
        double linear =
            encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
        assert_true(fabs((double)column(p, "emitters", 1, "green", k) - linear) < 2e-6);
        double alpha = (255.0 - 127.0 * t) / 255.0;
        assert_true(fabs((double)column(p, "emitters", 1, "alpha", k) - alpha) < 1e-6);
        assert_true(
            fabs((double)column(p, "emitters", 1, "size_over_life", k) - 3.0 * t) < 1e-6);
        assert_true(column(p, "emitters", 0, "size_over_life", k) == 1.0f);
    }
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void models_without_lists_have_no_table(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{}");
    plan *p = plan_of(scene);
    assert_null(p->item_table);
    assert_int_equal(p->lengths[BUFFER_item_table], 0);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void curves_are_straight_between_stops_and_level_outside(void **state)
{
    (void)state;
    double rows[] = {0.25, 1.0, 0.5, 3.0, 0.5, 10.0, 0.75, 0.0};
    item_value curve = {.rows = rows, .row_count = 4, .row_width = CURVE_WIDTH};
    assert_true(item_curve_at(&curve, 0.0) == 1.0);
    assert_true(item_curve_at(&curve, 0.25) == 1.0);
    assert_true(item_curve_at(&curve, 0.375) == 2.0);
    assert_true(item_curve_at(&curve, 0.5) == 10.0); // the later of two
    assert_true(item_curve_at(&curve, 0.625) == 5.0);
    assert_true(item_curve_at(&curve, 1.0) == 0.0);
}

static void every_column_of_every_model_is_finite(void **state)
{
    (void)state;
    for (int m = 0; models[m]; m++) {
        mote_scene *scene = scene_of("{'model': '%s'}", models[m]->name);
        plan *p = plan_of(scene);
        for (uint32_t i = 0; i < p->item_word_count; i++) {
            assert_true(fabsf(float_from(p->item_table[i])) < 1e30f);
        }
        plan_destroy(p);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_names_the_place_and_what_was_expected),
        cmocka_unit_test(an_emitter_without_more_is_a_fountain),
        cmocka_unit_test(the_defaults_of_other_models_stay),
        cmocka_unit_test(every_kind_of_value_is_read),
        cmocka_unit_test(a_key_of_an_item_can_be_set),
        cmocka_unit_test(an_item_can_be_set_that_is_next_in_its_list),
        cmocka_unit_test(a_list_grows_no_longer_than_it_may),
        cmocka_unit_test(a_key_may_lose_its_use_but_not_be_set_without),
        cmocka_unit_test(a_scene_of_species_can_become_one_of_emitters),
        cmocka_unit_test(random_lists_read_back_the_same),
        cmocka_unit_test(columns_of_items_stand_side_by_side),
        cmocka_unit_test(models_without_lists_have_no_table),
        cmocka_unit_test(curves_are_straight_between_stops_and_level_outside),
        cmocka_unit_test(every_column_of_every_model_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
