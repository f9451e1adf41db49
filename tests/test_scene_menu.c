// SPDX-License-Identifier: MIT
// The scenes to choose from.

#include "scratch.h"
#include "support.h"

#include "app/scene_menu.h"
#include "core/file.h"
#include "sim/scene.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void write_scene(const char *folder, const char *name, const char *text)
{
    char file[64];
    snprintf(file, sizeof file, "mote/scenes/%s.json", name);
    assert_ok(file_write_whole(scratch_path(folder, file), text, strlen(text)));
}

static int find(const scene_menu *menu, const char *name)
{
    int found = -1;
    for (int i = 0; i < menu->count; i++) {
        if (strcmp(menu->rows[i].name, name) == 0) {
            assert_int_equal(found, -1); // once
            found = i;
        }
    }
    return found;
}

static void the_users_scenes_come_first_and_hide_built_in_ones(void **state)
{
    const char *folder = *state;
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    mkdir(scratch_path(folder, "mote"), 0777);
    mkdir(scratch_path(folder, "mote/scenes"), 0777);
    write_scene(folder, "life", "{\"particles\": 3}");
    write_scene(folder, "mine", "{\"particles\": 4}");
    write_scene(folder, "wrong", "{\"particles\": -4}");
    scene_menu menu = {0};
    assert_ok(scene_menu_find(&menu));
    assert_ok(scene_menu_find(&menu)); // anew
    assert_int_equal(find(&menu, "life"), 0);
    assert_int_equal(find(&menu, "mine"), 1);
    assert_true(find(&menu, "snakes") > 2);
    assert_false(menu.rows[find(&menu, "snakes")].is_users);
    mote_scene *scene;
    assert_ok(scene_menu_open(&menu, 0, &scene));
    assert_int_equal(mote_scene_particle_count(scene), 3);
    mote_scene_destroy(scene);
    assert_ok(scene_menu_open(&menu, find(&menu, "snakes"), &scene));
    mote_scene_destroy(scene);
    assert_int_equal(scene_menu_open(&menu, 2, &scene), MOTE_BAD_INPUT);
    scene_menu_free(&menu);
}

static void without_scenes_of_ones_own_the_built_in_ones_are_there(void **state)
{
    const char *folder = *state;
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    scene_menu menu = {0};
    assert_ok(scene_menu_find(&menu));
    int count = 0;
    while (scene_files[count].name) {
        count++;
    }
    assert_int_equal(menu.count, count);
    scene_menu_free(&menu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_users_scenes_come_first_and_hide_built_in_ones, scratch_set_up,
            scratch_tear_down),
        cmocka_unit_test_setup_teardown(
            without_scenes_of_ones_own_the_built_in_ones_are_there, scratch_set_up,
            scratch_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
