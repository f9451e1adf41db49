// SPDX-License-Identifier: MIT
// Reading scenes: defaults, every error message, and writing what reads back the same.

#include "support.h"

#include "core/file.h"
#include "sim/scene.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Errors: what the reader says, word for word
// ---------------------------------------

typedef struct wrong_scene {
    const char *text, *message;
} wrong_scene;

static const wrong_scene wrong_scenes[] = {
    {"[]", "s.json:1: expected an object: a scene stands in { }"},
    // keys
    {"{\n\n\"particels\": 1}",
     "s.json:3: particels: unknown key; did you mean \"particles\"?"},
    {"{\"force\": 1}", "s.json:1: force: unknown key; did you mean \"life.force\"?"},
    {"{\"width\": 1}", "s.json:1: width: unknown key; did you mean \"world.width\"?"},
    {"{\"world\": {\n\"widht\": 1}}",
     "s.json:2: world.widht: unknown key; did you mean \"width\"?"},
    {"{\"world\": {\"qqqq\": 1}}", "s.json:1: world.qqqq: unknown key; expected one of "
                                   "width, height, depth, edges, border"},
    {"{\"life\": {\"fricton\": 1}}",
     "s.json:1: life.fricton: unknown key; did you mean \"friction\"?"},
    {"{\"world\": 1}", "s.json:1: world: expected an object, found 1"},
    {"{\"life\": []}", "s.json:1: life: expected an object, found an array of 0"},
    // values
    {"{\"$schema\": 1}", "s.json:1: $schema: expected a text in quotes, found 1"},
    {"{\"name\": null}", "s.json:1: name: expected a text in quotes, found null"},
    {"{\"dimension\": 4}",
     "s.json:1: dimension: expected a whole number from 2 to 3, found 4"},
    {"{\"dt\": 0}", "s.json:1: dt: expected a number from 1e-09 to 1000, found 0"},
    {"{\"dt\": \"1\"}",
     "s.json:1: dt: expected a number from 1e-09 to 1000, found \"1\""},
    {"{\"dt\": true}", "s.json:1: dt: expected a number from 1e-09 to 1000, found true"},
    {"{\"dt\": false}",
     "s.json:1: dt: expected a number from 1e-09 to 1000, found false"},
    {"{\"dt\": {}}",
     "s.json:1: dt: expected a number from 1e-09 to 1000, found an object"},
    {"{\"seed\": -1}",
     "s.json:1: seed: expected a whole number from 0 to 18446744073709551615 (from 2^63 on "
     "as a string of digits), found -1"},
    {"{\"seed\": \"18446744073709551616\"}",
     "s.json:1: seed: expected a whole number from 0 to 18446744073709551615 (from 2^63 on "
     "as a string of digits), found \"18446744073709551616\""},
    {"{\"seed\": 1.5}",
     "s.json:1: seed: expected a whole number from 0 to 18446744073709551615 (from 2^63 on "
     "as a string of digits), found 1.5"},
    {"{\"particles\": 4294967296}",
     "s.json:1: particles: expected a whole number from 0 to 4294967295, found 4294967296"},
    {"{\"particles\": -1}",
     "s.json:1: particles: expected a whole number from 0 to 4294967295, found -1"},
    {"{\"particles\": 1.5}",
     "s.json:1: particles: expected a whole number from 0 to 4294967295, found 1.5"},
    {"{\"world\": {\"edges\": \"wrapp\"}}",
     "s.json:1: world.edges: expected one of wrap, bounce, open, found \"wrapp\"; did you "
     "mean \"wrap\"?"},
    {"{\"world\": {\"edges\": 1}}",
     "s.json:1: world.edges: expected one of wrap, bounce, open, found 1"},
    {"{\"start\": {\"center\": [0.5]}}",
     "s.json:1: start.center: expected an array of 2 numbers, found an array of 1"},
    {"{\"start\": {\"center\": [0.5, 2]}}",
     "s.json:1: start.center[1]: expected a number from 0 to 1, found 2"},
    {"{\"dimension\": 3, \"start\": {\"center\": 1}}",
     "s.json:1: start.center: expected an array of 3 numbers, found 1"},
    {"{\"start\": {\"size\": [0, 1]}}",
     "s.json:1: start.size[0]: expected a number from 1e-06 to 1, found 0"},
    {"{\"world\": {\"edges\": \"bounce\"}, \"start\": {\n\"size\": [1, 0.4],\n"
     "\"center\": [0.1, 0.1]}}",
     "s.json:2: start.size[1]: the box of the start reaches from -0.1 to 0.3 of "
     "world.height: only where edges wrap may it stick out of the world; try a smaller "
     "box, start.center[1] from 0.2 to 0.8, or world.edges \"wrap\""},
    {"{\"world\": {\"edges\": \"open\"}, \"start\": {\"pattern\": \"grid\",\n"
     "\"size\": [0.25, 0.5], \"center\": [0.9, 0.5]}}",
     "s.json:2: start.size[0]: the box of the start reaches from 0.775 to 1.025 of "
     "world.width: only where edges wrap may it stick out of the world; try a smaller "
     "box, start.center[0] from 0.125 to 0.875, or world.edges \"wrap\""},
    {"{\"view\": {\"background\": \"red\"}}",
     "s.json:1: view.background: expected a colour \"#rrggbb\", found \"red\""},
    {"{\"view\": {\"background\": \"#12345g\"}}",
     "s.json:1: view.background: expected a colour \"#rrggbb\", found \"#12345g\""},
    {"{\"name\": [\"\"], \"description\": \"\"}",
     "s.json:1: name: expected a text in quotes, found an array of 1"},
    {"{\"dt\": \"a text that is longer than forty letters is cut short\"}",
     "s.json:1: dt: expected a number from 1e-09 to 1000, found \"a text that is longer "
     "than forty letters...\""},
    // species
    {"{\"species\": 65}",
     "s.json:1: species: expected a whole number from 1 to 64, found 65"},
    {"{\"species\": []}", "s.json:1: species: expected a number from 1 to 64 or an array "
                          "of so many objects, found an array of 0"},
    {"{\"species\": \"six\"}", "s.json:1: species: expected a number from 1 to 64 or an "
                               "array of so many objects, found \"six\""},
    {"{\"species\": [{},\n 1]}",
     "s.json:2: species[1]: expected an object with color and "
     "count or weight, found 1"},
    {"{\"species\": [{\"wieght\": 1}]}",
     "s.json:1: species[0].wieght: unknown key; did you mean \"weight\"?"},
    {"{\"species\": [{\"weight\": 1, \"count\": 1}]}",
     "s.json:1: species[0]: expected a count or a weight, found both"},
    {"{\"species\": [{\"count\": -1}]}",
     "s.json:1: species[0].count: expected a whole number from 0 to 4294967295, found -1"},
    {"{\"species\": [{\"weight\": -1}]}",
     "s.json:1: species[0].weight: expected a number from 0 to 1000000000, found -1"},
    {"{\"species\": [{\"color\": 1}]}",
     "s.json:1: species[0].color: expected a colour \"#rrggbb\", found 1"},
    {"{\"particles\": 5, \"species\": [{\"count\": 2}, {\"count\": 2}]}",
     "s.json:1: species: the counts add up to 4, but particles is 5; leave particles out, "
     "or give weights, not counts"},
    {"{\"particles\": 5, \"species\": [{\"count\": 8}, {}]}",
     "s.json:1: species: the counts add up to 8, but particles is 5; try smaller counts or "
     "more particles"},
    {"{\"particles\": 5, \"species\": [{\"count\": 2}, {\"weight\": 0}]}",
     "s.json:1: species: the counts add up to 2, but particles is 5; no species has a "
     "weight to take the rest"},
    {"{\"species\": [{\"count\": 4294967295}, {\"count\": 1}]}",
     "s.json:1: species: the counts add up to 4294967296; at most 4294967295 particles are "
     "possible"},
    // the model's block
    {"{\"life\": {\"force\": -1}}",
     "s.json:1: life.force: expected a number from 0 to 1000000, found -1"},
    {"{\"species\": 2, \"life\": {\"matrix\": [[0, 0]]}}",
     "s.json:1: life.matrix: expected 2 rows, one for each species, found an array of 1"},
    {"{\"species\": 2, \"life\": {\"matrix\": [[0, 0],\n[0]]}}",
     "s.json:2: life.matrix[1]: expected a row of 2 numbers, one for each species, found "
     "an array of 1"},
    {"{\"species\": 2, \"life\": {\"matrix\": [[0, 0], 3]}}",
     "s.json:1: life.matrix[1]: expected a row of 2 numbers, one for each species, found 3"},
    {"{\"species\": 2, \"life\": {\"matrix\": [\n[0,\n 0],\n[0,\n \"x\"]]}}",
     "s.json:5: life.matrix[1][1]: expected a number from -1 to 1, found \"x\""},
    {"{\"life\": {\"matrix\": 2}}",
     "s.json:1: life.matrix: expected a number from -1 to 1, found 2"},
    {"{\"life\": {\"matrix\": null}}",
     "s.json:1: life.matrix: expected a number, a rule or a matrix with one row for each "
     "species, found null"},
    {"{\"life\": {\"maximum_radius\": {}}}",
     "s.json:1: life.maximum_radius: expected a number or a matrix with one row for each "
     "species, found an object"},
    {"{\"life\": {\"matrix\": \"wild\"}}",
     "s.json:1: life.matrix: expected one of random, symmetric, antisymmetric, chain, "
     "snake, zero, found \"wild\""},
    {"{\"life\": {\"matrix\": {\"rule\": \"symetric\"}}}",
     "s.json:1: life.matrix.rule: expected one of random, symmetric, antisymmetric, "
     "chain, snake, zero, found \"symetric\"; did you mean \"symmetric\"?"},
    {"{\"life\": {\"matrix\": {\"rule\": 1}}}",
     "s.json:1: life.matrix.rule: expected one of random, symmetric, antisymmetric, "
     "chain, snake, zero, found 1"},
    {"{\"life\": {\"matrix\": {\"scale\": 2}}}",
     "s.json:1: life.matrix.scale: expected a number from 0 to 1, found 2"},
    {"{\"life\": {\"matrix\": {\"rule\": \"zero\", \"rulle\": 1}}}",
     "s.json:1: life.matrix.rulle: unknown key; did you mean \"rule\"?"},
    {"{\"life\": {\n\"minimum_radius\": 0.5}}",
     "s.json:2: life.minimum_radius: minimum_radius must be less than maximum_radius; of "
     "species 0 and 0 it is not"},
    {"{\"life\": {\"maximum_radius\": 0.51}}",
     "s.json:1: life.maximum_radius: the interaction radius is 0.51, more than half of "
     "world.width 1: where the edges wrap, a neighbour that far is nearer the other way "
     "round; try a smaller radius, a larger world, or world.edges \"bounce\""},
    {"{\"world\": {\"height\": 0.07}}",
     "s.json:1: life.maximum_radius: the interaction radius is 0.04, more than half of "
     "world.height 0.07: where the edges wrap, a neighbour that far is nearer the other way "
     "round; try a smaller radius, a larger world, or world.edges \"bounce\""},
    {"{\"model\": \"ready\", \"ready\": {\n\"wear\": \"evenley\"}}",
     "s.json:2: ready.wear: expected one of crowded, evenly, found \"evenley\"; did you "
     "mean \"evenly\"?"},
    {"{\"model\": \"ready\", \"ready\": {\"wear\": 1}}",
     "s.json:1: ready.wear: expected one of crowded, evenly, found 1"},
    // the camera
    {"{\"view\": {\"position\": [0.5, 2]}}",
     "s.json:1: view.position: expected an array of 3 numbers, found an array of 2"},
    {"{\"dimension\": 3, \"view\": {\n\"position\": [0.5, 0.5, 0.5]}}",
     "s.json:2: view.position: the camera stands at view.center, which it looks at; move "
     "one of them"},
    {"{\"dimension\": 3, \"view\": {\"position\": [0.5, 7, 0.5]}}",
     "s.json:1: view.up: it points along the line of sight, from view.position to "
     "view.center, or nowhere; give another direction"},
    {"{\"view\": {\n\n\"up\": [0, 0, 0]}}",
     "s.json:3: view.up: it points along the line of sight, from view.position to "
     "view.center, or nowhere; give another direction"},
    {"{\"view\": {\"field_of_view\": 0.5}}",
     "s.json:1: view.field_of_view: expected a number from 0.0001 to 0.45, found 0.5"},
    {"{\"view\": {\"field_of_view\": 0}}",
     "s.json:1: view.field_of_view: expected a number from 0.0001 to 0.45, found 0"},
    {"{\"view\": {\"projection\": \"perspectiv\"}}",
     "s.json:1: view.projection: expected one of perspective, orthographic, found "
     "\"perspectiv\"; did you mean \"perspective\"?"},
    {"{\"start\": {\"pattern\": \"csv\"}}",
     "s.json:1: start.file: start.pattern \"csv\" needs the name of a CSV table here"},
    {"{\"model\": \"fluid\", \"fluid\": {\"smoothing_radius\": 1.01}}",
     "s.json:1: fluid.smoothing_radius: it, or where it is 0 what follows from "
     "rest_density, must not be more than the world's shortest side; lower it, or raise "
     "rest_density"},
    {"{\"model\": \"fluid\", \"dimension\": 3, \"fluid\": {\"rest_density\": 50}}",
     "s.json:1: fluid.smoothing_radius: it, or where it is 0 what follows from "
     "rest_density, must not be more than the world's shortest side; lower it, or raise "
     "rest_density"},
};

// What Jansson says differs from version to version: only the line is compared.
static const wrong_scene wrong_texts[] = {
    {"", "s.json:1:"},
    {"{\n \"dt\": NaN}", "s.json:2:"},
    {"{\n\n \"dt\": Infinity}", "s.json:3:"},
    {"{\n \"dt\": 1e999}", "s.json:2:"},
    {"{\"dt\": 1,\n \"dt\": 2}", "s.json:2:"},
    {"{} 1", "s.json:1:"},
    {"{\"name\": \"\xff\"}", "s.json:1:"},
};

static void a_text_that_is_not_json_gives_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong_texts); i++) {
        const wrong_scene *wrong = &wrong_texts[i];
        mote_scene *scene;
        mote_status status =
            mote_scene_parse("s.json", wrong->text, strlen(wrong->text), &scene);
        assert_int_equal(status, MOTE_BAD_INPUT);
        assert_null(scene);
        assert_memory_equal(mote_last_error(), wrong->message, strlen(wrong->message));
        assert_non_null(strstr(mote_last_error(), ": not a scene in JSON: "));
    }
}

static void each_error_names_the_place_and_what_was_expected(void **state)
{
    (void)state;
    int other_count = 0;
    for (size_t i = 0; i < COUNT_OF(wrong_scenes); i++) {
        const wrong_scene *wrong = &wrong_scenes[i];
        mote_scene *scene;
        mote_status status =
            mote_scene_parse("s.json", wrong->text, strlen(wrong->text), &scene);
        assert_int_equal(status, MOTE_BAD_INPUT);
        assert_null(scene);
        if (strcmp(mote_last_error(), wrong->message) != 0) {
            print_error("expected: %s\n     got: %s\n", wrong->message,
                        mote_last_error());
            other_count++;
        }
    }
    assert_int_equal(other_count, 0);
}

// The tests have models of their own, so the list is not compared.
static void an_unknown_model_names_the_models(void **state)
{
    (void)state;
    const char *text = "{\"model\": \"live\"}",
               *begin = "s.json:1: model: expected one of ";
    mote_scene *scene;
    assert_int_equal(mote_scene_parse("s.json", text, strlen(text), &scene),
                     MOTE_BAD_INPUT);
    assert_memory_equal(mote_last_error(), begin, strlen(begin));
    assert_non_null(strstr(mote_last_error(), "found \"live\"; did you mean \"life\"?"));
    assert_int_equal(mote_scene_parse("s.json", "{\"model\": 1}", 12, &scene),
                     MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "found 1"));
}

static void a_missing_file_and_an_unknown_name_are_told_apart(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_int_equal(scene_open("no/such.json", &scene), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "no/such.json"));
    assert_int_equal(scene_open("snaks", &scene), MOTE_BAD_INPUT);
    assert_string_equal(
        mote_last_error(),
        "snaks: neither a file nor the name of a scene; did you mean \"snakes\"?");
    assert_int_equal(scene_open("elephants", &scene), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "the built-in ones are "));
}

static void what_a_scene_says_cannot_steer_a_terminal(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'name': 'a\\u001b[31m\\n\\u009bb\\u202e'}");
    assert_string_equal(mote_scene_name(scene), "a?[31m ?b?");
    mote_scene_destroy(scene);
    const char *wrong = "{\"\\u001b]0;x\\u0007\": 1}";
    assert_int_equal(mote_scene_parse("s\x1b.json", wrong, strlen(wrong), &scene),
                     MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "s?.json:1: ?]0;x?: unknown key"));
}

// ---- What is right -------------------------------------------------------------------

static void an_empty_scene_has_every_default(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{}");
    assert_string_equal(scene->model->name, "life");
    assert_int_equal(scene->dimension, 2);
    assert_int_equal(scene->seed, 1);
    assert_int_equal(scene->species_count, 6);
    assert_int_equal(scene->particle_count, 12000);
    assert_int_equal(scene->species[5].count, 2000);
    assert_int_equal(scene->edges, EDGES_WRAP);
    assert_int_equal(scene->pair_rules[0], RULE_RANDOM);
    assert_int_equal(scene->view.projection, MOTE_PROJECTION_ORTHOGRAPHIC);
    assert_true(scene->view.haze == 0.0);
    mote_scene_destroy(scene);
    scene = scene_of("{'dimension': 3}");
    assert_int_equal(scene->view.projection, MOTE_PROJECTION_PERSPECTIVE);
    assert_true(scene->view.haze == 0.7);
    mote_scene_destroy(scene);
    scene = scene_of("{'dimension': 3, 'view': {'blend': 'add'}}");
    assert_true(scene->view.haze == 0.0);
    mote_scene_destroy(scene);
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_ok(mote_scene_parse("a/my.scene.json", "\xef\xbb\xbf{}", 5, &scene));
    assert_string_equal(mote_scene_name(scene), "my.scene");
    mote_scene_destroy(scene);
}

static void a_radius_of_exactly_half_the_world_is_allowed(void **state)
{
    (void)state;
    mote_scene_destroy(scene_of("{'life': {'maximum_radius': 0.5}}"));
    mote_scene_destroy(
        scene_of("{'life': {'maximum_radius': 3}, 'world': {'edges': 'bounce'}}"));
}

static void whole_numbers_may_be_written_with_an_exponent(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 2e4}");
    assert_int_equal(mote_scene_particle_count(scene), 20000);
    mote_scene_destroy(scene);
}

static void weights_share_what_counts_leave(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'particles': 101, 'species': "
                                 "[{'count': 1}, {'weight': 1}, {'weight': 2}, {}]}");
    assert_int_equal(scene->species[0].count, 1);
    assert_int_equal(scene->species[1].count, 25);
    assert_int_equal(scene->species[2].count, 50);
    assert_int_equal(scene->species[3].count, 25);
    mote_scene_destroy(scene);
    // 10 / 6 each: the first four of equal remainders get one more.
    scene = scene_of("{'particles': 10}");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(scene->species[i].count, i < 4 ? 2 : 1);
    }
    mote_scene_destroy(scene);
    scene = scene_of("{'species': [{'count': 3}, {'count': 4}]}");
    assert_int_equal(mote_scene_particle_count(scene), 7);
    mote_scene_destroy(scene);
}

static void default_colours_are_all_different(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'species': 64}");
    for (int i = 0; i < 64; i++) {
        for (int j = 0; j < i; j++) {
            assert_memory_not_equal(scene->species[i].color, scene->species[j].color, 3);
        }
    }
    mote_scene_destroy(scene);
}

static double wear_of(const mote_scene *scene)
{
    return scene->parameters[model_find_parameter(scene->model, "wear")];
}

static void a_choice_of_a_model_is_the_number_of_its_word(void **state)
{
    (void)state;
    static const struct {
        const char *block, *written;
        double number;
    } choices[] = {
        {"", "\"wear\": \"crowded\"", 0.0},
        {"'wear': 'crowded'", "\"wear\": \"crowded\"", 0.0},
        {"'wear': 'evenly'", "\"wear\": \"evenly\"", 1.0},
    };
    for (size_t i = 0; i < COUNT_OF(choices); i++) {
        mote_scene *scene =
            scene_of("{'model': 'ready', 'ready': {%s}}", choices[i].block);
        char *text;
        assert_true(fabs(wear_of(scene) - choices[i].number) < 0.1);
        assert_ok(mote_scene_write(scene, &text));
        assert_non_null(strstr(text, choices[i].written));
        free(text);
        mote_scene_destroy(scene);
    }
}

// clang-format off
static const char wear_schema[] =
    "{\"oneOf\": ["
    "  {\"const\": \"crowded\", \"description\": \"who is in a crowd\"},"
    "  {\"const\": \"evenly\","
    "   \"description\": \"nobody: all do so twice as fast as one alone\"}],"
    " \"default\": \"crowded\", \"description\": \"who wears out sooner\"}";
// clang-format on

static void a_choice_of_a_model_is_in_the_schema_with_what_it_means(void **state)
{
    (void)state;
    char *text;
    assert_ok(scene_schema_write(&text));
    json_t *schema = json_loads(text, 0, NULL), *type = schema;
    static const char *const path[] = {"properties", "ready", "properties", "wear"};
    for (size_t i = 0; i < COUNT_OF(path); i++) {
        type = json_object_get(type, path[i]);
    }
    json_t *expected = json_loads(wear_schema, 0, NULL);
    assert_true(json_equal(type, expected));
    json_decref(expected);
    json_decref(schema);
    free(text);
}

// ---- Writing
// ---------------------------------------------------------------------------

static void assert_reads_back(const mote_scene *scene)
{
    char *text, *again;
    mote_scene *copy;
    assert_ok(mote_scene_write(scene, &text));
    assert_ok(mote_scene_parse(scene->file, text, strlen(text), &copy));
    assert_ok(mote_scene_write(copy, &again));
    assert_string_equal(text, again);
    assert_int_equal(copy->particle_count, scene->particle_count);
    assert_memory_equal(copy->species, scene->species, sizeof scene->species);
    assert_memory_equal(copy->parameters, scene->parameters, sizeof scene->parameters);
    assert_memory_equal(copy->pair_rules, scene->pair_rules, sizeof scene->pair_rules);
    scene_view view = scene->view, copied = copy->view;
    const char *sprite = view.sprite ? view.sprite : "";
    assert_string_equal(copied.sprite ? copied.sprite : "", sprite);
    view.sprite = copied.sprite = NULL;
    assert_memory_equal(&copied, &view, sizeof view);
    for (int i = 0; i < scene->model->pair_count; i++) {
        size_t entries = (size_t)scene->species_count * (size_t)scene->species_count;
        assert_memory_equal(copy->pairs[i], scene->pairs[i], entries * sizeof(double));
    }
    mote_scene_destroy(copy);
    free(text);
    free(again);
}

static void built_in_scenes_read_back_the_same(void **state)
{
    (void)state;
    int count = 0;
    for (const scene_file *file = scene_files; file->name; file++) {
        mote_scene *scene;
        assert_ok(scene_builtin(file->name, &scene));
        assert_true(scene->description[0] != '\0');
        assert_reads_back(scene);
        mote_scene_destroy(scene);
        count++;
    }
    assert_true(count >= 8);
}

static void random_scenes_read_back_the_same(void **state)
{
    (void)state;
    static const char *const rules[] = {"random", "symmetric", "antisymmetric",
                                        "chain",  "snake",     "zero"};
    random_source random = random_from(11);
    for (int i = 0; i < 200; i++) {
        int dimension = 2 + (int)(random_next(&random) % 2);
        mote_scene *scene = scene_of(
            "{'dimension': %d, 'seed': '%llu', 'dt': %.17g, 'particles': %d, "
            "'species': %d, 'name': '\\u00e9\\\\ %d', 'world': {'width': %.17g, "
            "'edges': 'open'}, 'view': {'opacity': %.17g, 'radius': %.17g},"
            "'life': {'force': %.17g, 'minimum_radius': %.17g, 'maximum_radius': 0.9,"
            "'matrix': {'rule': '%s', 'scale': %.17g}}}",
            dimension, (unsigned long long)random_next(&random),
            random_unit(&random) + 1e-9, (int)(random_next(&random) % 1000),
            1 + (int)(random_next(&random) % 64), i, random_unit(&random) + 1e-3,
            random_unit(&random), random_unit(&random) * 1e-9, random_unit(&random) * 1e6,
            random_unit(&random) * 0.9, rules[random_next(&random) % 6],
            random_unit(&random));
        assert_reads_back(scene);
        mote_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_is_not_json_gives_line_and_column),
        cmocka_unit_test(each_error_names_the_place_and_what_was_expected),
        cmocka_unit_test(an_unknown_model_names_the_models),
        cmocka_unit_test(a_missing_file_and_an_unknown_name_are_told_apart),
        cmocka_unit_test(what_a_scene_says_cannot_steer_a_terminal),
        cmocka_unit_test(an_empty_scene_has_every_default),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(a_radius_of_exactly_half_the_world_is_allowed),
        cmocka_unit_test(whole_numbers_may_be_written_with_an_exponent),
        cmocka_unit_test(weights_share_what_counts_leave),
        cmocka_unit_test(default_colours_are_all_different),
        cmocka_unit_test(a_choice_of_a_model_is_the_number_of_its_word),
        cmocka_unit_test(a_choice_of_a_model_is_in_the_schema_with_what_it_means),
        cmocka_unit_test(built_in_scenes_read_back_the_same),
        cmocka_unit_test(random_scenes_read_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
