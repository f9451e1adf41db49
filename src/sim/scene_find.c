// SPDX-License-Identifier: MIT
// Scenes by name: files, the user's own and the built-in ones.

#include "scene_parts.h"

#include "../core/file.h"
#include "../core/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDING ".json"

// ---- The user's own ------------------------------------------------------------------

char *scene_user_folder(void)
{
    return os_user_folder("mote/scenes");
}

// The name of a file without the ending, for free(); NULL for any other file.
static char *scene_of_file(const char *file)
{
    size_t length = strlen(file);
    size_t ending = strlen(ENDING);
    bool is_scene = length > ending && strcmp(file + length - ending, ENDING) == 0;
    return is_scene ? text_copy(file, length - ending) : NULL;
}

typedef struct listing {
    scene_names names;
    bool has_failed; // out of memory
} listing;

static bool add_name(const char *file, void *context)
{
    listing *list = context;
    char *name = scene_of_file(file);
    if (!name) {
        return true;
    }
    size_t count = (size_t)list->names.count + 1;
    char **grown = realloc(list->names.name, count * sizeof *grown);
    if (!grown) {
        free(name);
        list->has_failed = true;
        return false;
    }
    grown[list->names.count++] = name;
    list->names.name = grown;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

mote_status scene_user_names(scene_names *names)
{
    *names = (scene_names){0};
    char *folder = scene_user_folder();
    if (!folder) {
        return MOTE_OK;
    }
    listing list = {0};
    mote_status status = MOTE_OK;
    if (os_look(folder) == OS_FOLDER && os_list_folder(folder, add_name, &list) != 0) {
        status = fail(MOTE_FAILED, "cannot list %s: %s", folder, file_cause(errno));
    } else if (list.has_failed) {
        status = fail_memory((size_t)list.names.count, "the names of scenes");
    }
    free(folder);
    if (status != MOTE_OK) {
        scene_names_free(&list.names);
        return status;
    }
    if (list.names.count > 0) {
        qsort(list.names.name, (size_t)list.names.count, sizeof *list.names.name,
              compare_names);
    }
    *names = list.names;
    return MOTE_OK;
}

void scene_names_free(scene_names *names)
{
    for (int i = 0; i < names->count; i++) {
        free(names->name[i]);
    }
    free(names->name);
    *names = (scene_names){0};
}

// The path of the user's scene of that name, for free(); NULL when there is none.
static char *find_users(const char *name)
{
    for (const char *p = name; *p; p++) {
        if (os_is_separator(*p)) {
            return NULL; // a path, not a name
        }
    }
    char *folder = scene_user_folder();
    text file = {0};
    text_add(&file, "%s%s", name, ENDING);
    char *path = folder && file.data ? path_join(folder, file.data) : NULL;
    free(folder);
    text_free(&file);
    if (path && os_look(path) != OS_FILE) {
        free(path);
        path = NULL;
    }
    return path;
}

// ---- Built-in ------------------------------------------------------------------------

static const scene_file *find_builtin(const char *name)
{
    for (const scene_file *file = scene_files; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            return file;
        }
    }
    return NULL;
}

static mote_status fail_unknown(const char *name)
{
    suggestion near = suggest_begin(name);
    char list[1024] = "";
    size_t size = 0;
    for (const scene_file *file = scene_files; file->name && size < sizeof list; file++) {
        suggest_offer(&near, file->name);
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s",
                                 size ? ", " : "", file->name);
    }
    scene_names users = {0};
    scene_user_names(&users); // without them, should that fail
    for (int i = 0; i < users.count; i++) {
        suggest_offer(&near, users.name[i]);
    }
    const char *best = suggest_end(&near);
    mote_status status =
        best ? fail(MOTE_BAD_INPUT,
                    "%s: neither a file nor a built-in scene; did you mean \"%s\"?", name,
                    best)
             : fail(MOTE_BAD_INPUT,
                    "%s: neither a file nor a built-in scene; the built-in ones are %s",
                    name, list);
    scene_names_free(&users);
    return status;
}

mote_status scene_builtin(const char *name, mote_scene **scene)
{
    *scene = NULL;
    const scene_file *file = find_builtin(name);
    return file ? mote_scene_parse(name, file->text, strlen(file->text), scene)
                : fail_unknown(name);
}

// ---- Any -----------------------------------------------------------------------------

mote_status scene_open(const char *path_or_name, mote_scene **scene)
{
    *scene = NULL;
    // A folder may have a scene's name: the frames of it, say.
    os_kind kind = os_look(path_or_name);
    if (kind == OS_FILE || kind == OS_OTHER) {
        return mote_scene_load(path_or_name, scene);
    }
    char *users = find_users(path_or_name);
    if (users) {
        mote_status status = mote_scene_load(users, scene);
        free(users);
        return status;
    }
    bool is_path = kind == OS_FOLDER || strpbrk(path_or_name, "/\\.");
    if (is_path && !find_builtin(path_or_name)) {
        return mote_scene_load(path_or_name, scene); // which says why it cannot
    }
    return scene_builtin(path_or_name, scene);
}
