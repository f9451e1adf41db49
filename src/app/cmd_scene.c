// SPDX-License-Identifier: MIT
// `mote scene`: lists the scenes that have names, prints and checks scenes, prints the
// schema.
//
// To add a verb: write its function and add a row to `verbs`.

#include "app.h"

#include "terminal.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../sim/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct verb {
    const char *name, *operands;
    int operand_min, operand_max;
    bool takes_settings;
    mote_status (*run)(const char *const *names, int count, const scene_values *values);
} verb;

static void print_row(const char *name, const mote_scene *scene)
{
    printf("%s%-14s%s %9" PRIu64 " particles  %s", terminal_bold(stdout), name,
           terminal_plain(stdout), mote_scene_particle_count(scene),
           scene->description ? scene->description : "");
}

static mote_status list_builtin(const scene_names *users)
{
    for (const scene_file *file = scene_files; file->name; file++) {
        bool is_hidden = false;
        for (int i = 0; i < users->count; i++) {
            is_hidden = is_hidden || strcmp(users->name[i], file->name) == 0;
        }
        if (!is_hidden) {
            mote_scene *scene;
            TRY(scene_builtin(file->name, &scene));
            print_row(file->name, scene);
            putchar('\n');
            mote_scene_destroy(scene);
        }
    }
    return MOTE_OK;
}

// With the file of each; of one that cannot be opened, why, which names it, too.
static void list_users(const scene_names *users)
{
    for (int i = 0; i < users->count; i++) {
        mote_scene *scene;
        if (scene_open(users->name[i], &scene) == MOTE_OK) {
            print_row(users->name[i], scene);
            printf(" (%s)\n", scene->file);
            mote_scene_destroy(scene);
        } else {
            printf("%-14s wrong: %s\n", users->name[i], mote_last_error());
        }
    }
}

static mote_status scene_list(const char *const *names, int count,
                              const scene_values *values)
{
    (void)names;
    (void)count;
    (void)values;
    scene_names users;
    TRY(scene_user_names(&users));
    mote_status status = list_builtin(&users);
    if (status == MOTE_OK) {
        list_users(&users);
    }
    scene_names_free(&users);
    return status;
}

static mote_status scene_print(const char *const *names, int count,
                               const scene_values *values)
{
    mote_scene *scene;
    TRY(app_open_scene(count ? names[0] : NULL, values, &scene));
    char *text = NULL;
    mote_status status = mote_scene_write(scene, &text);
    if (status == MOTE_OK) {
        size_t length = strlen(text);
        fputs(text, stdout);
        if (length == 0 || text[length - 1] != '\n') {
            putchar('\n');
        }
    }
    free(text);
    mote_scene_destroy(scene);
    return status;
}

// Checks all, also after one that is wrong.
static mote_status scene_check(const char *const *names, int count,
                               const scene_values *values)
{
    int wrong_count = 0;
    mote_status worst = MOTE_OK;
    for (int i = 0; i < count; i++) {
        mote_scene *scene;
        mote_status status = app_open_scene(names[i], values, &scene);
        if (status == MOTE_OK) {
            printf("%s: right: %s, %" PRIu64 " particles of %d species\n", names[i],
                   scene->model->name, mote_scene_particle_count(scene),
                   scene->species_count);
            mote_scene_destroy(scene);
        } else {
            worst = status;
            wrong_count++;
            app_message("%s", mote_last_error());
        }
    }
    return wrong_count ? fail(worst, "%d of %d scenes wrong", wrong_count, count)
                       : MOTE_OK;
}

static mote_status scene_schema(const char *const *names, int count,
                                const scene_values *values)
{
    (void)names;
    (void)count;
    (void)values;
    char *text;
    TRY(scene_schema_write(&text));
    fputs(text, stdout);
    free(text);
    return MOTE_OK;
}

static const verb verbs[] = {
    {"list", "", 0, 0, false, scene_list},
    {"print", "[SCENE]", 0, 1, true, scene_print},
    {"check", "SCENE...", 1, OPERAND_MAX, true, scene_check},
    {"schema", "", 0, 0, false, scene_schema},
    {0},
};

static const verb *find_verb(const char *name)
{
    suggestion near = suggest_begin(name);
    for (const verb *row = verbs; row->name; row++) {
        if (strcmp(row->name, name) == 0) {
            return row;
        }
        suggest_offer(&near, row->name);
    }
    const char *best = suggest_end(&near);
    if (best) {
        fail(MOTE_BAD_INPUT, "there is no `mote scene %s`; did you mean `mote scene %s`?",
             name, best);
    } else {
        fail(MOTE_BAD_INPUT,
             "there is no `mote scene %s`; there are list, print, check and "
             "schema",
             name);
    }
    return NULL;
}

static mote_status run_verb(const command_line *line, const scene_values *values)
{
    if (line->operand_count == 0) {
        return fail(MOTE_BAD_INPUT,
                    "say what to do: mote scene list, print, check or schema");
    }
    const verb *row = find_verb(line->operand[0]);
    if (!row) {
        return MOTE_BAD_INPUT;
    }
    int count = line->operand_count - 1;
    if (count < row->operand_min || count > row->operand_max) {
        return fail(MOTE_BAD_INPUT, "usage: mote scene %s%s%s", row->name,
                    *row->operands ? " " : "", row->operands);
    }
    if (values->settings.count && !row->takes_settings) {
        return fail(MOTE_BAD_INPUT,
                    "mote scene %s takes no options; `mote scene print` "
                    "shows a scene with them",
                    row->name);
    }
    return row->run(line->operand + 1, count, values);
}

int cmd_scene(int count, char **arguments)
{
    char *folder = scene_user_folder();
    char about[1024];
    snprintf(
        about, sizeof about,
        "list: the built-in scenes and your own, which are the files *.json of %s. "
        "print: a scene with every default spelled out. check: whether scene files are "
        "right, and if not, where and why. schema: the JSON schema of scene files, for "
        "editors.",
        folder ? folder : "the folder mote/scenes of your user data");
    free(folder);
    scene_values values = {0};
    option_group groups[] = {
        {.title = "Scene", .options = scene_options, .values = &values},
    };
    command_line line = {
        .command = "scene",
        .operands = "list | print [SCENE] | check SCENE... | schema",
        .about = about,
        .groups = groups,
        .group_count = 1,
        .operand_max = OPERAND_MAX,
    };
    int code;
    if (app_parse(&line, count, arguments, &code)) {
        return code;
    }
    return app_end(run_verb(&line, &values));
}
