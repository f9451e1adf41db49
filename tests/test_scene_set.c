// SPDX-License-Identifier: MIT
// Overriding keys of a scene, and the matrices that rules make.

#include "support.h"

#include "sim/scene.h"

#include <stdio.h>
#include <string.h>

static double entry(const mote_scene *scene, int row, int self, int other)
{
    return scene->pairs[row][self * scene->species_count + other];
}

// ---- Setting
// ---------------------------------------------------------------------------

static void a_set_value_is_read_as_json_or_as_a_word(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{}");
    assert_ok(mote_scene_set(scene, "life.force", "2.5"));
    assert_ok(mote_scene_set(scene, "world.edges", "bounce"));
    assert_ok(mote_scene_set(scene, "name", "two words"));
    assert_ok(mote_scene_set(scene, "view.background", "\"#010203\""));
    assert_ok(mote_scene_set(scene, "start.center", "[0.25, 0.75]"));
    assert_ok(mote_scene_set(scene, "life.friction", ".5"));
    assert_true(scene->parameters[0] == 2.5);
    assert_true(scene->parameters[1] == 0.5);
    assert_int_equal(scene->edges, EDGES_BOUNCE);
    assert_string_equal(mote_scene_name(scene), "two words");
    assert_int_equal(scene->view.background[2], 3);
    assert_true(scene->start.center[1] == 0.75);
    mote_scene_destroy(scene);
}

static void a_scene_goes_back_to_what_it_said(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'life': {'force': 3}, 'seed': '18446744073709551615', "
                                 "'dt': 0.1}");
    char *kept, *before, *after;
    assert_ok(scene_keep(scene, &kept));
    assert_ok(mote_scene_write(scene, &before));
    assert_ok(mote_scene_set(scene, "life.matrix", "0.5"));
    assert_ok(mote_scene_set(scene, "model", "boids")); // forgets the force
    assert_ok(scene_go_back(scene, kept));
    assert_ok(mote_scene_write(scene, &after));
    assert_string_equal(before, after);
    free(kept);
    free(before);
    free(after);
    mote_scene_destroy(scene);
}

static void a_choice_of_a_model_is_set_by_its_word(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'model': 'ready'}");
    int wear = model_find_parameter(scene->model, "wear");
    assert_ok(mote_scene_set(scene, "ready.wear", "evenly"));
    assert_true(scene->parameters[wear] == 1.0);
    assert_int_equal(mote_scene_set(scene, "ready.wear", "even"), MOTE_BAD_INPUT);
    assert_string_equal(mote_last_error(), "ready.wear: expected one of crowded, evenly, "
                                           "found \"even\"; did you mean \"evenly\"?");
    assert_true(scene->parameters[wear] == 1.0);
    assert_ok(mote_scene_set(scene, "ready.wear", "\"crowded\""));
    assert_true(scene->parameters[wear] == 0.0);
    mote_scene_destroy(scene);
}

static void a_new_seed_makes_the_matrices_of_rules_anew(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'seed': 1}"), *other = scene_of("{'seed': 2}");
    double before = entry(scene, 0, 0, 1);
    assert_ok(mote_scene_set(scene, "seed", "2"));
    assert_true(entry(scene, 0, 0, 1) != before);
    assert_memory_equal(scene->pairs[0], other->pairs[0], 36 * sizeof(double));
    assert_ok(mote_scene_set(scene, "seed", "18446744073709551615"));
    assert_true(scene->seed == UINT64_MAX);
    mote_scene_destroy(scene);
    mote_scene_destroy(other);
}

static void more_species_keep_the_entries_of_fewer(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'species': 3}");
    double before = entry(scene, 0, 2, 1);
    assert_ok(mote_scene_set(scene, "species", "9"));
    assert_int_equal(scene->species_count, 9);
    assert_true(entry(scene, 0, 2, 1) == before);
    mote_scene_destroy(scene);
}

static void an_entry_of_what_a_rule_made_can_be_set(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'species': 2, 'life': {'matrix': 'chain'}}");
    assert_ok(mote_scene_set(scene, "life.matrix[0][1]", "-0.5"));
    assert_int_equal(scene->pair_rules[0], RULE_NONE);
    assert_true(entry(scene, 0, 0, 1) == -0.5);
    assert_true(entry(scene, 0, 1, 1) == 1.0);
    assert_ok(mote_scene_set(scene, "life.maximum_radius[1][0]", "0.08"));
    assert_true(entry(scene, 2, 1, 0) == 0.08);
    assert_true(entry(scene, 2, 0, 1) == 0.04);
    assert_ok(mote_scene_set(scene, "species[1].color", "\"#ffffff\""));
    assert_int_equal(scene->species[1].color[0], 255);
    assert_ok(mote_scene_set(scene, "view.position[2]", "9"));
    assert_true(scene->view.position[1] == 0.5 && scene->view.position[2] == 9.0);
    assert_ok(mote_scene_set(scene, "view.center[0]", "0.1"));
    assert_true(scene->view.center[0] == 0.1 && scene->view.center[1] == 0.5);
    mote_scene_destroy(scene);
}

typedef struct wrong_set {
    const char *key, *value, *message;
} wrong_set;

static const wrong_set wrong_sets[] = {
    {"", "1",
     "an empty key: expected a key such as life.force, world.edges or "
     "life.matrix[0][1]"},
    {"life..force", "1",
     "life..force: expected a key such as life.force, world.edges or "
     "life.matrix[0][1]"},
    {"life.matrix[x]", "1",
     "life.matrix[x]: expected a key such as life.force, "
     "world.edges or life.matrix[0][1]"},
    {"life.matrix[0", "1",
     "life.matrix[0: expected a key such as life.force, world.edges "
     "or life.matrix[0][1]"},
    {"life.", "1",
     "life.: expected a key such as life.force, world.edges or "
     "life.matrix[0][1]"},
    {"life.matrix[2][0]", "1", "life.matrix[2]: there are only 2"},
    {"life.force[0]", "1", "life.force: it has no part [0]"},
    {"dt.x", "1", "dt: it has no part .x"},
    {"life.forse", "1", "life.forse: unknown key; did you mean \"force\"?"},
    {"life.force", "strong",
     "life.force: expected a number from 0 to 1000000, found \"strong\""},
    {"life.force", "NaN",
     "life.force: expected a number from 0 to 1000000, found \"NaN\""},
    {"life.matrix[0][0]", "7",
     "life.matrix[0][0]: expected a number from -1 to 1, found 7"},
    {"view", "1", "view: expected an object, found 1"},
    {"species", "3",
     "test.json:4: life.matrix: expected 3 rows, one for each species, found an array of 2 "
     "(after setting species)"},
    {"world.width", "0.02",
     "test.json:1: life.maximum_radius: the interaction radius is 0.04, more than half of "
     "world.width 0.02: where the edges wrap, a neighbour that far is nearer the other way "
     "round; try a smaller radius, a larger world, or world.edges \"bounce\" (after "
     "setting world.width)"},
};

static void a_set_that_fails_leaves_the_scene_as_it_was(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'dt': 0.01, 'species': 2, 'life': {\n'force': 3,\n\n"
                                 "'matrix': [[0, 1], [1, 0]]}}");
    char *before, *after;
    int other_count = 0;
    assert_ok(mote_scene_write(scene, &before));
    for (size_t i = 0; i < COUNT_OF(wrong_sets); i++) {
        const wrong_set *wrong = &wrong_sets[i];
        assert_int_equal(mote_scene_set(scene, wrong->key, wrong->value), MOTE_BAD_INPUT);
        if (strcmp(mote_last_error(), wrong->message) != 0) {
            print_error("expected: %s\n     got: %s\n", wrong->message,
                        mote_last_error());
            other_count++;
        }
        assert_ok(mote_scene_write(scene, &after));
        assert_string_equal(before, after);
        free(after);
    }
    assert_int_equal(other_count, 0);
    // Meant as JSON, but is not.
    assert_int_equal(mote_scene_set(scene, "life.matrix", "[[0, 1"), MOTE_BAD_INPUT);
    assert_memory_equal(mote_last_error(), "life.matrix: the value is not JSON: column ",
                        43);
    assert_int_equal(mote_scene_set(scene, "name", "\xff"), MOTE_BAD_INPUT);
    assert_string_equal(mote_last_error(), "name: the value is not UTF-8");
    free(before);
    mote_scene_destroy(scene);
}

// ---- Rules
// -----------------------------------------------------------------------------

static mote_scene *ruled(const char *rule, double scale)
{
    return scene_of("{'seed': 5, 'species': 7, 'life': {'matrix': {'rule': '%s', "
                    "'scale': %g}}}",
                    rule, scale);
}

static void a_random_matrix_fills_its_range_and_no_more(void **state)
{
    (void)state;
    mote_scene *scene = scene_of("{'species': 64, 'life': {'matrix': 'random'}}");
    double lowest = 1.0, highest = -1.0, sum = 0.0;
    for (int i = 0; i < 64 * 64; i++) {
        double value = scene->pairs[0][i];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
        sum += value;
    }
    assert_true(lowest >= -1.0 && lowest < -0.99);
    assert_true(highest <= 1.0 && highest > 0.99);
    // 4,096 numbers of variance 1/3: five standard deviations of their mean.
    assert_true(sum / 4096.0 < 0.0451 && sum / 4096.0 > -0.0451);
    mote_scene_destroy(scene);
}

static void a_symmetric_matrix_is_symmetric(void **state)
{
    (void)state;
    mote_scene *scene = ruled("symmetric", 0.5);
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            assert_true(entry(scene, 0, i, j) == entry(scene, 0, j, i));
            assert_true(entry(scene, 0, i, j) <= 0.5 && entry(scene, 0, i, j) >= -0.5);
        }
    }
    assert_true(entry(scene, 0, 0, 1) != entry(scene, 0, 0, 2));
    mote_scene_destroy(scene);
}

static void an_antisymmetric_matrix_changes_sign_across_the_diagonal(void **state)
{
    (void)state;
    mote_scene *scene = ruled("antisymmetric", 1.0);
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            assert_true(entry(scene, 0, i, j) == -entry(scene, 0, j, i));
        }
    }
    assert_true(entry(scene, 0, 0, 1) != 0.0);
    mote_scene_destroy(scene);
}

static void chains_and_snakes_link_neighbours_in_a_circle(void **state)
{
    (void)state;
    mote_scene *chain = ruled("chain", 1.0), *snake = ruled("snake", 0.5);
    for (int i = 0; i < 7; i++) {
        assert_true(entry(chain, 0, i, i) == 1.0);
        assert_true(entry(chain, 0, i, (i + 1) % 7) == 0.2);
        assert_true(entry(chain, 0, i, (i + 6) % 7) == 0.2);
        assert_true(entry(chain, 0, i, (i + 3) % 7) == -1.0);
        assert_true(entry(snake, 0, i, i) == 0.5);
        assert_true(entry(snake, 0, i, (i + 1) % 7) == 0.1);
        assert_true(entry(snake, 0, i, (i + 6) % 7) == 0.0);
    }
    mote_scene_destroy(chain);
    mote_scene_destroy(snake);
}

static void a_zero_matrix_is_zero_without_a_sign(void **state)
{
    (void)state;
    mote_scene *scene = ruled("zero", 1.0);
    const double zeros[49] = {0};
    assert_memory_equal(scene->pairs[0], zeros, sizeof zeros);
    mote_scene_destroy(scene);
}

// The numbers were computed apart from this program, by another writing of Philox.
static void random_matrices_have_the_stored_bits(void **state)
{
    (void)state;
    mote_scene *scene = ruled("random", 1.0);
    assert_true(entry(scene, 0, 0, 0) == 1196199806 / 2147483648.0);
    assert_true(entry(scene, 0, 6, 3) == 1507823920 / 2147483648.0);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_value_is_read_as_json_or_as_a_word),
        cmocka_unit_test(a_scene_goes_back_to_what_it_said),
        cmocka_unit_test(a_choice_of_a_model_is_set_by_its_word),
        cmocka_unit_test(a_new_seed_makes_the_matrices_of_rules_anew),
        cmocka_unit_test(more_species_keep_the_entries_of_fewer),
        cmocka_unit_test(an_entry_of_what_a_rule_made_can_be_set),
        cmocka_unit_test(a_set_that_fails_leaves_the_scene_as_it_was),
        cmocka_unit_test(a_random_matrix_fills_its_range_and_no_more),
        cmocka_unit_test(a_symmetric_matrix_is_symmetric),
        cmocka_unit_test(an_antisymmetric_matrix_changes_sign_across_the_diagonal),
        cmocka_unit_test(chains_and_snakes_link_neighbours_in_a_circle),
        cmocka_unit_test(a_zero_matrix_is_zero_without_a_sign),
        cmocka_unit_test(random_matrices_have_the_stored_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
