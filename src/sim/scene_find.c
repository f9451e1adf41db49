// SPDX-License-Identifier: MIT
// Scenes by name: files, the user's own and the built-in ones.

#include "scene_parts.h"

#include "../core/file.h"
#include "../core/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDING     ".json"
#define LISTED_MAX 20 // of the user's names, in a message

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

static mote_status list_folder(const char *folder, listing *list)
{
    errno = 0;
    os_kind kind = os_look(folder);
    bool is_missing = errno == ENOENT || errno == ENOTDIR; // "/dev/null/mote/scenes"
    if (kind == OS_NOTHING && is_missing && !os_is_link(folder)) {
        return MOTE_OK;
    }
    if (kind == OS_FILE || kind == OS_OTHER) {
        return fail(MOTE_FAILED,
                    "cannot list your own scenes in %s: it is not a folder; move it away",
                    folder);
    }
    if (kind == OS_NOTHING || os_list_folder(folder, add_name, list) != 0) {
        return fail(MOTE_FAILED, "cannot list your own scenes in %s: %s", folder,
                    file_read_cause(folder, errno));
    }
    size_t size = ((size_t)list->names.count + 1) * sizeof *list->names.name;
    return list->has_failed ? fail_memory(size, "the names of scenes") : MOTE_OK;
}

mote_status scene_user_names(scene_names *names)
{
    *names = (scene_names){0};
    char *folder = scene_user_folder();
    if (!folder) {
        return MOTE_OK;
    }
    listing list = {0};
    mote_status status = list_folder(folder, &list);
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

// The path that the user's scene of that name has, for free(); NULL when it can have
// none.
static char *users_path(const char *name)
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
    return path;
}

// Likewise; NULL also when nothing stands there, or nobody may know.
static char *find_users(const char *name)
{
    char *path = users_path(name);
    if (path && os_look(path) == OS_NOTHING && !os_is_link(path)) {
        free(path);
        path = NULL;
    }
    return path;
}

mote_status scene_user_open(const char *name, mote_scene **scene)
{
    *scene = NULL;
    char *path = users_path(name);
    if (!path) {
        return fail(MOTE_BAD_INPUT, "%s: cannot be the name of a scene of yours", name);
    }
    // A pipe would have us wait for whoever writes.
    mote_status status =
        os_look(path) == OS_OTHER
            ? fail(MOTE_BAD_INPUT, "cannot read %s: it is a pipe or device, not a file",
                   path)
            : mote_scene_load(path, scene);
    free(path);
    return status;
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

// What there is instead of `name`.
static void add_choice(text *message, const char *name, const scene_names *users)
{
    suggestion near = suggest_begin(name);
    for (const scene_file *file = scene_files; file->name; file++) {
        suggest_offer(&near, file->name);
    }
    for (int i = 0; i < users->count; i++) {
        suggest_offer(&near, users->name[i]);
    }
    const char *best = suggest_end(&near);
    if (best) {
        text_add(message, "; did you mean \"%s\"?", best);
        return;
    }
    text_add(message, "; the built-in ones are");
    for (const scene_file *file = scene_files; file->name; file++) {
        text_add(message, "%s %s", file == scene_files ? "" : ",", file->name);
    }
    for (int i = 0; i < users->count; i++) {
        if (i == LISTED_MAX) {
            text_add(message, ", and %d more", users->count - i);
            break;
        }
        text_add(message, "%s %s", i ? "," : "; your own are", users->name[i]);
    }
}

static mote_status fail_unknown(const char *name)
{
    text message = {0};
    scene_names users;
    mote_status listed = scene_user_names(&users);
    text_add(&message, "%s: neither a file nor the name of a scene", name);
    if (listed != MOTE_OK) {
        text_add(&message, " (%s)", mote_last_error());
    }
    add_choice(&message, name, &users);
    scene_names_free(&users);
    char *sentence;
    TRY(text_take(&message, &sentence));
    mote_status status = fail(MOTE_BAD_INPUT, "%s", sentence);
    free(sentence);
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

// A file that the name of a scene stands for by chance should say so when it is wrong.
static mote_status load_file(const char *path, mote_scene **scene)
{
    mote_status status = mote_scene_load(path, scene);
    if (status == MOTE_OK) {
        return MOTE_OK;
    }
    char *users = find_users(path);
    bool is_name = users || find_builtin(path);
    free(users);
    return is_name ? fail(status,
                          "%s; this file of the current folder comes before the scene "
                          "that is called %s, too",
                          mote_last_error(), path)
                   : status;
}

// Whether the user has a scene of that name in a folder that may be listed, not used.
static bool is_listed(const char *name)
{
    scene_names users;
    bool is_found = false;
    if (scene_user_names(&users) == MOTE_OK) {
        for (int i = 0; i < users.count; i++) {
            is_found = is_found || strcmp(users.name[i], name) == 0;
        }
    }
    scene_names_free(&users);
    return is_found;
}

mote_status scene_open(const char *path_or_name, mote_scene **scene)
{
    *scene = NULL;
    // A folder may have a scene's name: the frames of it, say.
    os_kind kind = os_look(path_or_name);
    if (kind == OS_FILE || kind == OS_OTHER) {
        return load_file(path_or_name, scene);
    }
    char *users = find_users(path_or_name);
    if (users || is_listed(path_or_name)) {
        free(users);
        return scene_user_open(path_or_name, scene);
    }
    bool is_path =
        kind == OS_FOLDER || os_is_link(path_or_name) || strpbrk(path_or_name, "/\\.");
    if (is_path && !find_builtin(path_or_name)) {
        return mote_scene_load(path_or_name, scene); // which says why it cannot
    }
    return scene_builtin(path_or_name, scene);
}
