// SPDX-License-Identifier: MIT
// First states from CSV tables: what is read, and every error message.

#include "scratch.h"
#include "support.h"

#include "core/file.h"
#include "sim/scene.h"

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

// A scene file beside the table, with ' for ".
static mote_status load(const char *table, const char *more, mote_scene **scene)
{
    char json[512];
    snprintf(json, sizeof json,
             "{'start': {'pattern': 'csv', 'file': 'start.csv'}, 'species': 2, 'world': "
             "{'width': 2, 'height': 4, 'edges': 'bounce'}%s}",
             more);
    requote(json);
    assert_ok(file_write_whole(scratch_path(folder, "start.csv"), table, strlen(table)));
    assert_ok(file_write_whole(scratch_path(folder, "scene.json"), json, strlen(json)));
    return mote_scene_load(scratch_path(folder, "scene.json"), scene);
}

static void a_table_gives_places_species_and_velocities(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_ok(load("\xef\xbb\xbfspecies, x ,y,vx,vy\r\n1, 0.5, 1, -0.25, 1e-30\r\n\r\n"
                   "0,2,0,3,4\r\n1,1e0,4,0,0",
                   "", &scene));
    assert_int_equal(mote_scene_particle_count(scene), 3);
    assert_int_equal(scene->species[0].count, 1);
    assert_int_equal(scene->species[1].count, 2);
    start_state start;
    assert_ok(start_fill(scene, &start));
    const uint32_t places[] = {1u << 30, 1u << 30, UINT32_MAX, 0, 1u << 31, UINT32_MAX};
    assert_memory_equal(start.place, places, sizeof places);
    const uint32_t velocities[] = {float_bits(-0.25), 0, float_bits(3),
                                   float_bits(4),     0, 0};
    assert_memory_equal(start.velocity, velocities, sizeof velocities);
    const uint32_t species[] = {1, 0, 1};
    assert_memory_equal(start.species, species, sizeof species);
    start_free(&start);
    mote_scene_destroy(scene);
}

static void a_table_without_species_shares_them_by_weight(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_ok(load("x,y\n1,1\n1,2\n1,3\n1,0.5\n", "", &scene));
    assert_int_equal(scene->species[0].count, 2);
    assert_true(fabs(scene_start_volume(scene) - 8.0) < 1e-12); // the world's
    start_state start;
    assert_ok(start_fill(scene, &start));
    assert_int_equal(
        start.species[0] + start.species[1] + start.species[2] + start.species[3], 2);
    start_free(&start);
    mote_scene_destroy(scene);
}

static void a_table_of_3_d_has_three_coordinates(void **state)
{
    (void)state;
    mote_scene *scene;
    assert_ok(load("x,y,z\n1,2,0.5\n", ", 'dimension': 3", &scene));
    start_state start;
    assert_ok(start_fill(scene, &start));
    assert_true(start.place[2] == 1u << 31);
    start_free(&start);
    mote_scene_destroy(scene);
}

static void a_table_that_changes_after_the_scene_is_noticed(void **state)
{
    (void)state;
    mote_scene *scene;
    start_state start;
    assert_ok(load("x,y\n1,1\n1,2\n", "", &scene));
    assert_ok(file_write_whole(scratch_path(folder, "start.csv"), "x,y\n1,1\n", 8));
    assert_int_equal(start_fill(scene, &start), MOTE_BAD_INPUT);
    assert_non_null(
        strstr(mote_last_error(), "expected 2 particles, as before, found 1"));
    assert_ok(
        file_write_whole(scratch_path(folder, "start.csv"), "x,y\n1,1\n1,1\n1,1\n", 16));
    assert_int_equal(start_fill(scene, &start), MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "csv:4: expected at most 2 particles"));
    mote_scene_destroy(scene);
}

typedef struct wrong_table {
    const char *table, *more, *message; // after the folder's name
} wrong_table;

static const wrong_table wrong_tables[] = {
    {"", "", "start.csv:1: expected a header of x, y, species, vx, vy, found \"\""},
    {"1,2\n", "", "start.csv:1: expected a header of x, y, species, vx, vy, found \"1\""},
    {"x,y,\n1,2,\n", "",
     "start.csv:1: expected a header of x, y, species, vx, vy, found \"\""},
    {"x,y,z\n", "",
     "start.csv:1: expected a header of x, y, species, vx, vy, found \"z\""},
    {"x,y,w\n", ", 'dimension': 3",
     "start.csv:1: expected a header of x, y, z, species, vx, vy, vz, found \"w\""},
    {"x,y,x\n", "", "start.csv:1: the column x is there twice"},
    {"x\n1\n", "", "start.csv:1: the column y is missing"},
    {"x,y\n", ", 'dimension': 3", "start.csv:1: the column z is missing"},
    {"x,y,vx\n", "", "start.csv:1: expected vx, vy or none of them"},
    {"x,y\n1,1\n1\n", "", "start.csv:3: expected 2 values, found 1"},
    {"x,y\n1,1\n1,1,1\n", "", "start.csv:3: expected 2 values, found 3"},
    {"x,y\n1,1,\n", "", "start.csv:2: expected 2 values, found 3"},
    {"x,y\n\n1,one\n", "",
     "start.csv:3: y: expected a number from 0 to 4, found \"one\""},
    {"x,y\n1,\n", "", "start.csv:2: y: expected a number from 0 to 4, found \"\""},
    {"x,y\n2.5,1\n", "", "start.csv:2: x: expected a number from 0 to 2, found \"2.5\""},
    {"x,y\nnan,1\n", "", "start.csv:2: x: expected a number from 0 to 2, found \"nan\""},
    {"x,y\n0x1,1\n", "", "start.csv:2: x: expected a number from 0 to 2, found \"0x1\""},
    {"x,y,species\n1,1,2\n", "",
     "start.csv:2: species: expected a whole number from 0 to 1, found \"2\""},
    {"x,y,species\n1,1,0.5\n", "",
     "start.csv:2: species: expected a whole number from 0 to 1, found \"0.5\""},
    {"x,y,vx,vy\n1,1,1e10,0\n", "",
     "start.csv:2: vx: expected a number from -1000000000 to 1000000000, found \"1e10\""},
    {"x,y\n1,1\n", ", 'particles': 2",
     "scene.json:1: particles: expected 1, the rows of start.csv, found 2; leave it out to "
     "take what the table has"},
};

static void each_error_names_the_line_and_the_column(void **state)
{
    (void)state;
    int other_count = 0;
    for (size_t i = 0; i < COUNT_OF(wrong_tables); i++) {
        const wrong_table *wrong = &wrong_tables[i];
        mote_scene *scene;
        assert_int_equal(load(wrong->table, wrong->more, &scene), MOTE_BAD_INPUT);
        assert_null(scene);
        const char *message = mote_last_error() + strlen(folder) + 1;
        if (strcmp(message, wrong->message) != 0) {
            print_error("expected: %s\n     got: %s\n", wrong->message, message);
            other_count++;
        }
    }
    assert_int_equal(other_count, 0);
}

static void counts_that_differ_from_the_table_are_refused(void **state)
{
    (void)state;
    const char *json = "{\"start\": {\"pattern\": \"csv\", \"file\": \"start.csv\"}, "
                       "\"species\": [{\"count\": 2}, {\"count\": 1}]}";
    mote_scene *scene;
    assert_ok(file_write_whole(scratch_path(folder, "start.csv"),
                               "x,y,species\n0,0,0\n0,0,1\n0,0,1\n", 30));
    assert_ok(file_write_whole(scratch_path(folder, "scene.json"), json, strlen(json)));
    assert_int_equal(mote_scene_load(scratch_path(folder, "scene.json"), &scene),
                     MOTE_BAD_INPUT);
    assert_non_null(
        strstr(mote_last_error(),
               "scene.json:1: species[0].count: expected 1, the particles of "
               "species 0 in start.csv, found 2; leave it out to take what the "
               "table has"));
}

static void a_missing_table_is_named(void **state)
{
    (void)state;
    const char *json = "{\"start\": {\"pattern\": \"csv\", \"file\": \"none.csv\"}}";
    mote_scene *scene;
    assert_int_equal(mote_scene_parse("s.json", json, strlen(json), &scene),
                     MOTE_BAD_INPUT);
    assert_non_null(strstr(mote_last_error(), "none.csv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_gives_places_species_and_velocities),
        cmocka_unit_test(a_table_without_species_shares_them_by_weight),
        cmocka_unit_test(a_table_of_3_d_has_three_coordinates),
        cmocka_unit_test(a_table_that_changes_after_the_scene_is_noticed),
        cmocka_unit_test(each_error_names_the_line_and_the_column),
        cmocka_unit_test(counts_that_differ_from_the_table_are_refused),
        cmocka_unit_test(a_missing_table_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
