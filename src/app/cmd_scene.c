// SPDX-License-Identifier: MIT
// `mote scene`: lists the scenes that have names, prints and checks scenes, prints the
// schema.
//
// To add a verb: write its function and add a row to `verbs`.

#include "app.h"

#include "terminal.h"

#include "../core/file.h"
#include "../core/os.h"
#include "../core/suggest.h"
#include "../core/text.h"
#include "../sim/scene.h"
#include "../sim/stuck.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct verb {
    const char *name, *operands;
    int operand_min, operand_max;
    bool takes_settings;
    mote_status (*run)(const char *const *names, int count, const scene_values *values);
} verb;

// ---- list ----------------------------------------------------------------------------

#define NAME_COLUMNS_MIN 14
#define NAME_COLUMNS_MAX 32
#define LINE_COLUMNS     132 // where there is no terminal to fit
#define LINE_COLUMNS_MIN 60

typedef struct list_layout {
    int name, line; // columns of the names, and of all
} list_layout;

static void make_room(list_layout *layout, const char *name)
{
    int columns = text_columns(name, strlen(name));
    if (columns > layout->name && columns <= NAME_COLUMNS_MAX) {
        layout->name = columns;
    }
}

static list_layout layout_of(const scene_names *users)
{
    list_layout layout = {NAME_COLUMNS_MIN, os_columns(stdout)};
    for (const scene_file *file = scene_files; file->name; file++) {
        make_room(&layout, file->name);
    }
    for (int i = 0; i < users->count; i++) {
        make_room(&layout, users->name[i]);
    }
    layout.line = layout.line == 0 ? LINE_COLUMNS : layout.line;
    layout.line = layout.line < LINE_COLUMNS_MIN ? LINE_COLUMNS_MIN : layout.line;
    return layout;
}

// A name that is too long for its column has a line of its own.
static void print_row(const list_layout *layout, const char *name, text *about)
{
    text label = {0};
    text_add(&label, "%s", name);
    if (!label.has_failed && !about->has_failed) {
        text_clean(label.data);
        text_cut(label.data, layout->line);
        text_clean(about->data);
        text_cut(about->data, layout->line - layout->name - 1);
        int columns = text_columns(label.data, strlen(label.data));
        bool is_long = columns > layout->name;
        printf("%s%s%s%s%*s %s\n", terminal_bold(stdout), label.data,
               terminal_plain(stdout), is_long ? "\n" : "",
               layout->name - (is_long ? 0 : columns), "", about->data);
    }
    text_free(&label);
    text_free(about);
}

static void print_scene(const list_layout *layout, const char *name,
                        const mote_scene *scene)
{
    uint64_t particles = mote_scene_particle_count(scene);
    text about = {0};
    text_add(&about, "%9" PRIu64 " %-9s  %s", particles,
             particles == 1 ? "particle" : "particles",
             scene->description ? scene->description : "");
    print_row(layout, name, &about);
}

static mote_status list_builtin(const list_layout *layout, const scene_names *users)
{
    for (const scene_file *file = scene_files; file->name; file++) {
        bool is_hidden = false;
        for (int i = 0; i < users->count; i++) {
            is_hidden = is_hidden || strcmp(users->name[i], file->name) == 0;
        }
        if (!is_hidden) {
            mote_scene *scene;
            TRY(scene_builtin(file->name, &scene));
            print_scene(layout, file->name, scene);
            mote_scene_destroy(scene);
        }
    }
    return MOTE_OK;
}

// Why a scene is none, without the folder, which stands above.
static void print_wrong(const list_layout *layout, const char *name, const char *folder)
{
    const char *rest = mote_last_error();
    char *prefix = path_join(folder, "");
    text about = {0};
    text_add(&about, "wrong: ");
    for (const char *found; prefix && (found = strstr(rest, prefix));) {
        text_add(&about, "%.*s", (int)(found - rest), rest);
        rest = found + strlen(prefix);
    }
    text_add(&about, "%s", rest);
    free(prefix);
    print_row(layout, name, &about);
}

static void list_users(const list_layout *layout, const scene_names *users)
{
    char *folder = users->count ? scene_user_folder() : NULL;
    if (!folder) {
        return;
    }
    text_clean(folder);
    printf("\nYour own, in %s:\n", folder);
    for (int i = 0; i < users->count; i++) {
        mote_scene *scene;
        if (scene_user_open(users->name[i], &scene) == MOTE_OK) {
            print_scene(layout, users->name[i], scene);
            mote_scene_destroy(scene);
        } else {
            print_wrong(layout, users->name[i], folder);
        }
    }
    free(folder);
}

// Where the user's folder cannot be read, the built-in ones, and then why.
static mote_status scene_list(const char *const *names, int count,
                              const scene_values *values)
{
    (void)names;
    (void)count;
    (void)values;
    scene_names users;
    mote_status status = scene_user_names(&users);
    list_layout layout = layout_of(&users);
    mote_status listed = list_builtin(&layout, &users);
    list_users(&layout, &users);
    scene_names_free(&users);
    return status != MOTE_OK ? status : listed;
}

// ---- print, check, schema ------------------------------------------------------------

static mote_status print_json(const char *json)
{
    text harmless = {0};
    char *line;
    text_add_json(&harmless, json);
    TRY(text_take(&harmless, &line));
    size_t length = strlen(line);
    fputs(line, stdout);
    if (length == 0 || line[length - 1] != '\n') {
        putchar('\n');
    }
    free(line);
    return MOTE_OK;
}

static mote_status scene_print(const char *const *names, int count,
                               const scene_values *values)
{
    mote_scene *scene;
    TRY(app_open_scene(count ? names[0] : NULL, values, &scene));
    char *json = NULL;
    mote_status status = mote_scene_write(scene, &json);
    if (status == MOTE_OK) {
        status = print_json(json);
    }
    free(json);
    mote_scene_destroy(scene);
    return status;
}

// ", 2 faucets", where the scene has some.
static void print_items(const mote_scene *scene, const char *list)
{
    int index = list ? model_find_list(scene->model, list) : -1;
    int count = index < 0 ? 0 : scene->lists[index].count;
    if (count > 0) {
        printf(", %d %s%s", count, scene->model->lists[index].item,
               count == 1 ? "" : "s");
    }
}

static void print_right(const char *name, const mote_scene *scene)
{
    uint64_t particles = mote_scene_particle_count(scene);
    char *label = text_copy(name, strlen(name));
    if (label) {
        text_clean(label); // a shell may have found it for a pattern
    }
    const model *model = scene->model;
    printf("%s: right: %s, %s%" PRIu64 " particle%s of ", label ? label : "", model->name,
           model->emits || scene_pours(scene) ? "up to " : "", particles,
           particles == 1 ? "" : "s");
    if (model->emits) {
        int list = model_find_list(model, model->emits);
        int emitters = scene->lists[list].count;
        printf("%d %s%s\n", emitters, model->lists[list].item, emitters == 1 ? "" : "s");
    } else {
        printf("%d species", scene->species_count);
        print_items(scene, model->pours);
        print_items(scene, model->drains);
        putchar('\n');
    }
    free(label);
}

// A scene that is right may still not be what was meant.
static mote_status check_one(const char *name, const scene_values *values)
{
    mote_scene *scene;
    TRY(app_open_scene(name, values, &scene));
    print_right(name, scene);
    fflush(stdout);
    const mote_device_def listener = {.log = app_log};
    mote_status status = stuck_tell(scene, &listener);
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
        mote_status status = check_one(names[i], values);
        if (status != MOTE_OK) {
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

// For free(); NULL when out of memory.
static char *write_about(void)
{
    char *folder = scene_user_folder();
    text about = {0};
    text_add(&about,
             "list: the built-in scenes and your own, which are the files *.json of %s; "
             "ends with 1 when that folder cannot be read. print: a scene with every "
             "default spelled out. check: whether scene files are right, and if not, "
             "where and why. schema: the JSON schema of scene files, for editors.",
             folder ? folder : "the folder mote/scenes of your user data");
    free(folder);
    if (about.data) {
        text_clean(about.data);
    }
    return about.data;
}

int cmd_scene(int count, char **arguments)
{
    char *about = write_about();
    scene_values values = {0};
    option_group groups[] = {
        {.title = "Scene", .options = scene_options, .values = &values},
    };
    command_line line = {
        .command = "scene",
        .operands = "list | print [SCENE] | check SCENE... | schema",
        .about = about ? about : "",
        .groups = groups,
        .group_count = 1,
        .operand_max = OPERAND_MAX,
    };
    int code;
    if (!app_parse(&line, count, arguments, &code)) {
        code = app_end(run_verb(&line, &values));
    }
    free(about);
    return code;
}
