// SPDX-License-Identifier: MIT
// The scenes that have names, to choose from: the user's own, then the built-in ones but
// for those that the user has one of the same name of, as `mote scene list` has them.

#ifndef MOTE_APP_SCENE_MENU_H
#define MOTE_APP_SCENE_MENU_H

#include <mote/mote.h>

typedef struct scene_menu_row {
    char *name; // owned
    bool is_users;
} scene_menu_row;

// Start from {0}.
typedef struct scene_menu {
    scene_menu_row *rows; // owned
    int count;
} scene_menu;

// Looks anew. Where the user's folder cannot be read, the built-in ones are there, and
// the status says why.
mote_status scene_menu_find(scene_menu *menu);
void scene_menu_free(scene_menu *menu);
mote_status scene_menu_open(const scene_menu *menu, int row, mote_scene **scene);

#endif
