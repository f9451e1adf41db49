// SPDX-License-Identifier: MIT
// See scene_menu.h.

#include "scene_menu.h"

#include "../core/status.h"
#include "../core/text.h"
#include "../sim/scene.h"

#include <stdlib.h>
#include <string.h>

static void add(scene_menu *menu, const char *name, bool is_users)
{
    char *copy = text_copy(name, strlen(name));
    if (copy) {
        menu->rows[menu->count++] = (scene_menu_row){copy, is_users};
    }
}

static bool is_users(const scene_names *users, const char *name)
{
    bool is_it = false;
    for (int i = 0; i < users->count; i++) {
        is_it |= strcmp(users->name[i], name) == 0;
    }
    return is_it;
}

static mote_status fill(scene_menu *menu, const scene_names *users)
{
    size_t most = (size_t)users->count;
    for (const scene_file *file = scene_files; file->name; file++) {
        most++;
    }
    menu->rows = calloc(most, sizeof *menu->rows);
    if (!menu->rows) {
        return fail_memory(most * sizeof *menu->rows, "the names of scenes");
    }
    for (int i = 0; i < users->count; i++) {
        add(menu, users->name[i], true);
    }
    for (const scene_file *file = scene_files; file->name; file++) {
        if (!is_users(users, file->name)) {
            add(menu, file->name, false);
        }
    }
    return MOTE_OK;
}

mote_status scene_menu_find(scene_menu *menu)
{
    scene_names users;
    scene_menu_free(menu);
    mote_status listed = scene_user_names(&users);
    mote_status status = fill(menu, &users);
    scene_names_free(&users);
    return status != MOTE_OK ? status : listed;
}

void scene_menu_free(scene_menu *menu)
{
    for (int i = 0; i < menu->count; i++) {
        free(menu->rows[i].name);
    }
    free(menu->rows);
    *menu = (scene_menu){0};
}

mote_status scene_menu_open(const scene_menu *menu, int row, mote_scene **scene)
{
    const scene_menu_row *chosen = &menu->rows[row];
    return chosen->is_users ? scene_user_open(chosen->name, scene)
                            : scene_builtin(chosen->name, scene);
}
