// SPDX-License-Identifier: MIT
// Emitters whose shape is a table of points: what is read, where it stands for the law,
// where particles are then born, and every error message.

#include "scratch.h"
#include "support.h"

#include "core/file.h"
#include "sim/start_place.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char *folder;

static int make_folder(void **state)
{
    (void)state;
    folder = scratch_create();
    return folder == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_destroy(folder);
    return 0;
}

static void write_file(const char *name, const char *text)
{
    assert_ok(file_write_whole(scratch_path(folder, name), text, strlen(text)));
}

// A scene file beside its tables, with ' for ".
static mote_status load(const char *root, const char *emitters, mote_scene **scene)
{
    char json[1024];
    snprintf(
        json, sizeof json,
        "{'model': 'emitter', %s 'emitter': {'gravity': [0, 0%s], 'emitters': [%s]}}",
        root, strstr(root, "dimension") ? "" : ", 0", emitters);
    requote(json);
    write_file("scene.json", json);
    return mote_scene_load(scratch_path(folder, "scene.json"), scene);
}

// ---- Reading -------------------------------------------------------------------------

static plan *plan_of(const mote_scene *scene)
{
    mote_device_def device = mote_default_device_def();
    plan *p;
    assert_ok(plan_create(scene, &device, &p));
    return p;
}

static void assert_points(const plan *p, uint32_t emitter, uint32_t count,
                          const float *expected)
{
    const uint32_t *span = p->item_table + p->first_point + 2 * emitter;
    assert_int_equal(span[1], count);
    for (uint32_t i = 0; i < 3 * count; i++) {
        assert_true(span[0] + i < p->item_word_count);
        assert_int_equal(p->item_table[span[0] + i], float_bits(expected[i]));
    }
}

static void each_emitter_has_the_points_of_its_own_table(void **state)
{
    (void)state;
    mote_scene *scene;
    write_file("a.csv", "\xef\xbb\xbfz,x , y\r\n1, 2,-3\r\n\r\n1e-30,0.5,1e9");
    write_file("b.csv", "x,y,z\n-1,-2,-3\n");
    assert_ok(load("",
                   "{'shape': 'points', 'file': 'a.csv'}, {},"
                   "{'shape': 'points', 'file': 'b.csv'}",
                   &scene));
    plan *p = plan_of(scene);
    assert_points(p, 0, 2, (const float[]){2, -3, 1, 0.5f, 1e9f, 0});
    assert_points(p, 1, 0, NULL);
    assert_points(p, 2, 1, (const float[]){-1, -2, -3});
    assert_int_equal(p->item_word_count, p->first_point + 6 + 9);
    assert_int_equal(p->lengths[BUFFER_item_table], p->item_word_count);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void many_points_are_read_in_order(void **state)
{
    (void)state;
    mote_scene *scene;
    char *text = malloc(200000);
    assert_non_null(text);
    size_t size = (size_t)snprintf(text, 16, "x,y\n");
    for (int i = 0; i < 5000; i++) {
        size += (size_t)snprintf(text + size, 64, "%d,%g\n", i, i * -0.5);
    }
    write_file("many.csv", text);
    free(text);
    assert_ok(load("'dimension': 2,", "{'shape': 'points', 'file': 'many.csv'}", &scene));
    plan *p = plan_of(scene);
    for (uint32_t i = 0; i < 5000; i++) {
        const uint32_t *point = p->item_table + p->first_point + 2 + 3 * i;
        assert_true(float_from(point[0]) == (float)i);
        assert_true(float_from(point[1]) == (float)i * -0.5f);
        assert_int_equal(point[2], 0);
    }
    plan_destroy(p);
    mote_scene_destroy(scene);
}

static void scenes_without_points_have_no_room_for_them(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_ok(load("", "{'shape': 'sphere'}", &scene));
    plan *p = plan_of(scene);
    assert_int_equal(p->first_point, 0);
    plan_destroy(p);
    mote_scene_destroy(scene);
}

// ---- Errors --------------------------------------------------------------------------

typedef struct wrong_table {
    const char *table, *root, *message; // after the folder's name
} wrong_table;

static const wrong_table wrong_tables[] = {
    {"", "", "p.csv:1: expected a header of x, y, z, found \"\""},
    {"1,2,3\n", "", "p.csv:1: expected a header of x, y, z, found \"1\""},
    {"x,y\n1,2\n", "", "p.csv:1: the column z is missing"},
    {"x,y,z\n1,2,3\n", "'dimension': 2,",
     "p.csv:1: expected a header of x, y, found \"z\""},
    {"x,y,species\n", "'dimension': 2,",
     "p.csv:1: expected a header of x, y, found \"species\""},
    {"x,x,y\n", "'dimension': 2,", "p.csv:1: the column x is there twice"},
    {"x,y,z\n", "", "p.csv:2: expected a point or more, found none"},
    {"x,y,z\n\n\n", "", "p.csv:4: expected a point or more, found none"},
    {"x,y\n1,2\n3\n", "'dimension': 2,", "p.csv:3: expected 2 values, found 1"},
    {"x,y\n1,2,3\n", "'dimension': 2,", "p.csv:2: expected 2 values, found 3"},
    {"x,y\n1,2\n\n1,two\n", "'dimension': 2,",
     "p.csv:4: y: expected a number from -1000000000 to 1000000000, found \"two\""},
    {"x,y\n1e10,2\n", "'dimension': 2,",
     "p.csv:2: x: expected a number from -1000000000 to 1000000000, found \"1e10\""},
    {"x,y\nnan,2\n", "'dimension': 2,",
     "p.csv:2: x: expected a number from -1000000000 to 1000000000, found \"nan\""},
};

static void each_error_names_the_line_and_the_column(void **state)
{
    (void)state;
    int other_count = 0;
    for (size_t i = 0; i < COUNT_OF(wrong_tables); i++) {
        const wrong_table *wrong = &wrong_tables[i];
        mote_scene *scene;
        write_file("p.csv", wrong->table);
        assert_int_equal(
            load(wrong->root, "{}, {'shape': 'points', 'file': 'p.csv'}", &scene),
            MOTE_BAD_INPUT);
        assert_null(scene);
        const char *message = mote_last_error() + strlen(folder) + 1;
        if (strcmp(message, wrong->message) != 0) {
            print_error("expected: %s\n     got: %s\n", wrong->message, message);
            other_count++;
        }
    }
    assert_int_equal(other_count, 0);
}

static void a_table_that_is_missing_is_named(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_int_equal(load("", "{'shape': 'points', 'file': 'none.csv'}", &scene),
                     MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "none.csv"));
}

// Between the scene and its simulation.
static void a_table_that_has_gone_wrong_since_is_noticed(void **state)
{
    (void)state;
    mote_scene *scene;
    write_file("p.csv", "x,y,z\n1,2,3\n");
    assert_ok(load("", "{'shape': 'points', 'file': 'p.csv'}", &scene));
    write_file("p.csv", "x,y,z\n1,2\n");
    mote_device_def device = mote_default_device_def();
    plan *p;
    assert_int_equal(plan_create(scene, &device, &p), MOTE_BAD_INPUT);
    assert_null(p);
    assert_non_null(strstr(mote_last_error(), "p.csv:2: expected 3 values, found 2"));
    mote_scene_destroy(scene);
}

// ---- Births --------------------------------------------------------------------------

// Which of the points (world units from the middle of a world of 10) a particle that does
// not move is at, or -1.
static int point_at(const plan *p, const uint32_t *body, const float (*points)[3],
                    int count)
{
    for (int i = 0; i < count; i++) {
        bool is_there = true;
        for (int axis = 0; axis < p->dimension; axis++) {
            double place = plan_world(p, axis, body[axis]) - 5.0;
            is_there = is_there && fabs(place - (double)points[i][axis]) < 1e-5;
        }
        if (is_there) {
            return i;
        }
    }
    return -1;
}

static void particles_are_born_at_each_point_as_likely(void **state)
{
    static const float points[][3] = {
        {1, 2, 3}, {-1, 0.5f, 0}, {0, 0, -4}, {2, 2, 2}, {3, -3, 1}};
    write_file("p.csv", "x,y,z\n1,2,3\n-1,0.5,0\n0,0,-4\n2,2,2\n3,-3,1\n");
    mote_scene *scene;
    assert_ok(load("'particles': 5000,",
                   "{'shape': 'points', 'file': 'p.csv', 'speed': 0, 'lifetime': 100,"
                   " 'bursts': [[0, 5000]]}",
                   &scene));
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 1);
    uint32_t *body = buffer_of(simulation, "body");
    int counts[5] = {0};
    for (int i = 0; i < 5000; i++) {
        int at = point_at(simulation->plan, body + 4 * i, points, 5);
        assert_true(at >= 0);
        counts[at]++;
    }
    for (int i = 0; i < 5; i++) { // 1000 are expected, 28 the standard deviation
        assert_in_range(counts[i], 1000 - 6 * 28, 1000 + 6 * 28);
    }
    free(body);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

// Also those that a death or a collision gives birth to.
static void both_sides_give_birth_at_the_same_points(void **state)
{
    write_file("p.csv", "x,y\n1,2\n-1,0.5\n0,0\n");
    mote_scene *scene;
    assert_ok(load("'particles': 2000, 'dimension': 2,",
                   "{'rate': 60, 'lifetime': 0.2, 'on_death': 'b', 'death_count': 7},"
                   "{'name': 'b', 'shape': 'points', 'file': 'p.csv', 'rate': 20,"
                   " 'speed': 0, 'lifetime': 0.5}",
                   &scene));
    mote_simulation *a = simulation_on(&test_cpu, scene, NULL);
    mote_simulation *b = simulation_on(*state, scene, NULL);
    expect_equal_runs(a, b, 40);
    assert_true(population_of(a).born > 200);
    mote_simulation_destroy(a);
    mote_simulation_destroy(b);
    mote_scene_destroy(scene);
}

static void children_are_born_at_points_about_their_parent(void **state)
{
    static const float points[][3] = {{1, 2, 0}, {-1, 0.5f, 0}, {0, 0, 0}};
    write_file("p.csv", "x,y\n1,2\n-1,0.5\n");
    mote_scene *scene;
    assert_ok(load("'particles': 2000, 'dimension': 2,",
                   "{'bursts': [[0, 20]], 'speed': 0, 'lifetime': 0.05, 'on_death': 'b',"
                   " 'death_count': 7},"
                   "{'name': 'b', 'shape': 'points', 'file': 'p.csv', 'speed': 0,"
                   " 'lifetime': 9}",
                   &scene));
    mote_simulation *simulation = simulation_on(*state, scene, NULL);
    step(simulation, 6);
    mote_population population = population_of(simulation);
    assert_int_equal(population.living, 140);
    uint32_t *body = buffer_of(simulation, "body");
    int counts[3] = {0};
    for (int i = 0; i < 140; i++) {
        int at = point_at(simulation->plan, body + 4 * i, points, 3);
        assert_true(at >= 0);
        counts[at]++;
    }
    assert_true(counts[0] > 30 && counts[1] > 30);
    assert_int_equal(counts[2], 0);
    free(body);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_emitter_has_the_points_of_its_own_table),
        cmocka_unit_test(many_points_are_read_in_order),
        cmocka_unit_test(scenes_without_points_have_no_room_for_them),
        cmocka_unit_test(each_error_names_the_line_and_the_column),
        cmocka_unit_test(a_table_that_is_missing_is_named),
        cmocka_unit_test(a_table_that_has_gone_wrong_since_is_noticed),
        ON_EACH_BACKEND(particles_are_born_at_each_point_as_likely),
        ON_EACH_BACKEND(both_sides_give_birth_at_the_same_points),
        ON_EACH_BACKEND(children_are_born_at_points_about_their_parent),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
