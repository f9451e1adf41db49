// SPDX-License-Identifier: MIT
// Edits of a scene that is watched: each is whole or not at all, and can be undone.

#include "live.h"

#include "../core/status.h"
#include "../core/text.h"
#include "../draw/look.h"
#include "../sim/scene_begin.h"
#include "../sim/scene_parts.h"
#include "../sim/simulation_change.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_TRAILS "20"

// ---- Taking effect -------------------------------------------------------------------

static bool is_same_camera(const mote_view_def *a, const mote_view_def *b)
{
    return a->projection == b->projection &&
           memcmp(&a->zoom, &b->zoom, sizeof a->zoom) == 0 &&
           memcmp(&a->field_of_view, &b->field_of_view, sizeof a->field_of_view) == 0 &&
           memcmp(a->center, b->center, sizeof a->center) == 0 &&
           memcmp(a->offset, b->offset, sizeof a->offset) == 0 &&
           memcmp(a->up, b->up, sizeof a->up) == 0;
}

// Where the scene asks for another view than before, as that of another world, it gets
// it; else the view stays where it has been moved to.
static void follow_view(live *self)
{
    mote_view_def usual = mote_default_view_def(self->scene);
    if (is_same_camera(&usual, &self->usual)) {
        return;
    }
    live_take_view(self);
}

// Without a new start, where the scene's start is what it was and the simulation can go
// on under what else it says; with one, where not.
static mote_status go_on_or_restart(live *self)
{
    input changed = {.kind = INPUT_SCENE};
    char *said;
    if (!scene_begins_alike(self->scene, self->begin) ||
        simulation_check_change(self->simulation, self->scene) != MOTE_OK) {
        return live_restart(self);
    }
    TRY(scene_keep(self->scene, &said));
    changed.value = said;
    mote_status status = live_input(self, &changed);
    free(said);
    return status;
}

// What the scene says now takes effect; on failure what was goes on.
static mote_status apply(live *self)
{
    mote_view_def view = self->view, usual = self->usual;
    follow_view(self);
    mote_status status = go_on_or_restart(self);
    if (status != MOTE_OK) {
        self->view = view;
        self->usual = usual;
    }
    return status;
}

mote_status live_open(live *self, mote_scene *scene)
{
    live old = *self;
    self->scene = scene;
    live_take_view(self);
    mote_status status = live_restart(self);
    if (status != MOTE_OK) {
        self->scene = old.scene;
        self->view = old.view;
        self->usual = old.usual;
        mote_scene_destroy(scene);
        return status;
    }
    mote_scene_destroy(old.scene);
    edits_clear(&self->history);
    self->matrices_drawn = 0;
    self->revision++;
    self->pace = self->steps_per_frame;
    snprintf(self->note, sizeof self->note, "opened");
    return MOTE_OK;
}

// ---- One edit ------------------------------------------------------------------------

// What is said of the scene takes effect, if it could be said; else the scene goes back.
static mote_status finish(live *self, const char *key, const char *before,
                          mote_status said)
{
    char *after = NULL;
    mote_status status = said == MOTE_OK ? scene_keep(self->scene, &after) : said;
    bool is_new = after && strcmp(before, after) != 0;
    if (is_new) {
        status = apply(self);
    }
    if (status != MOTE_OK) {
        // It held before; a failure of this would hide the first one.
        (void)scene_go_back(self->scene, before);
    } else if (is_new) {
        self->revision++;
        status = edits_add(&self->history, key, before, after);
    }
    free(after);
    return status;
}

// Says something of the scene, in as many steps as it takes.
typedef mote_status change(live *self);

static mote_status make(live *self, const char *key, change *say)
{
    char *before;
    TRY(scene_keep(self->scene, &before));
    mote_status status = finish(self, key, before, say(self));
    free(before);
    return status;
}

void live_settle(live *self)
{
    edits_settle(&self->history);
}

// The scene says what it said before or after an edit.
static mote_status go_to(live *self, const char *kept)
{
    char *now;
    TRY(scene_keep(self->scene, &now));
    mote_status status = scene_go_back(self->scene, kept);
    status = status == MOTE_OK ? apply(self) : status;
    if (status != MOTE_OK) {
        (void)scene_go_back(self->scene, now);
    } else {
        self->revision++;
    }
    free(now);
    return status;
}

static mote_status undo(live *self)
{
    const edit *last = edits_undone(&self->history);
    if (!last) {
        snprintf(self->note, sizeof self->note, "nothing to undo");
        return MOTE_OK;
    }
    TRY(go_to(self, last->before));
    snprintf(self->note, sizeof self->note, "undone: %.120s", last->key);
    edits_undo(&self->history);
    return MOTE_OK;
}

static mote_status redo(live *self)
{
    const edit *next = edits_redone(&self->history);
    if (!next) {
        snprintf(self->note, sizeof self->note, "nothing to do again");
        return MOTE_OK;
    }
    TRY(go_to(self, next->after));
    snprintf(self->note, sizeof self->note, "done again: %.120s", next->key);
    edits_redo(&self->history);
    return MOTE_OK;
}

// ---- Matrices ------------------------------------------------------------------------

static mote_status set_matrix(mote_scene *scene, int row, const double *entries)
{
    int count = scene->species_count;
    char key[KEY_PATH_SIZE], *value;
    text t = {0};
    for (int self = 0; self < count; self++) {
        text_add(&t, self ? ", " : "[");
        scene_write_numbers(&t, count, entries + self * count);
    }
    text_add(&t, "]");
    TRY(text_take(&t, &value));
    snprintf(key, sizeof key, "%s.%s", scene->model->name, scene->model->pairs[row].name);
    mote_status status = mote_scene_set(scene, key, value);
    free(value);
    return status;
}

// A matrix that the seed makes stays as it is, whatever becomes of the seed.
static mote_status fix_matrices(mote_scene *scene)
{
    for (int i = 0; i < scene->model->pair_count; i++) {
        if (scene->pair_rules[i] != RULE_NONE) {
            TRY(set_matrix(scene, i, scene->pairs[i]));
        }
    }
    return MOTE_OK;
}

// Draws those that may be ruled as another seed would.
static mote_status draw_matrices(mote_scene *scene, uint64_t seed)
{
    double entries[SPECIES_MAX * SPECIES_MAX];
    for (int i = 0; i < scene->model->pair_count; i++) {
        const pair_parameter_row *row = &scene->model->pairs[i];
        matrix_rule rule = scene->pair_rules[i];
        bool is_drawn =
            rule == RULE_RANDOM || rule == RULE_SYMMETRIC || rule == RULE_ANTISYMMETRIC;
        double scale = rule == RULE_NONE ? row->fallback : scene->pair_scales[i];
        mote_scene other = *scene;
        other.seed = seed;
        other.pairs[i] = entries;
        if (row->rules == PAIR_RULED) {
            matrix_rule_fill(&other, i, is_drawn ? rule : RULE_RANDOM, scale);
            TRY(set_matrix(scene, i, entries));
        }
    }
    return MOTE_OK;
}

// Hands out a copy, and has chance make the matrix for a while.
static mote_status keep_matrix(mote_scene *scene, int row, double **kept)
{
    char key[KEY_PATH_SIZE];
    size_t size = (size_t)(scene->species_count * scene->species_count) * sizeof **kept;
    *kept = malloc(size);
    if (!*kept) {
        return fail_memory(size, "a matrix of species");
    }
    memcpy(*kept, scene->pairs[row], size);
    snprintf(key, sizeof key, "%s.%s", scene->model->name, scene->model->pairs[row].name);
    return mote_scene_set(scene, key, matrix_rules[RULE_RANDOM].name);
}

static mote_status put_matrix_back(mote_scene *scene, int row, const double *kept,
                                   int kept_count)
{
    int count = scene->species_count;
    for (int self = 0; self < count && self < kept_count; self++) {
        for (int other = 0; other < count && other < kept_count; other++) {
            scene->pairs[row][self * count + other] = kept[self * kept_count + other];
        }
    }
    return set_matrix(scene, row, scene->pairs[row]);
}

// A matrix that is given number by number fits one number of species. With another it
// keeps the entries of those that stay, and gets those of new ones by chance.
static mote_status say_species(mote_scene *scene, const char *value)
{
    int count = scene->species_count;
    double *kept[MODEL_PAIR_MAX] = {0};
    mote_status status = MOTE_OK;
    for (int i = 0; i < scene->model->pair_count && status == MOTE_OK; i++) {
        bool is_given = scene->pair_rules[i] == RULE_NONE &&
                        scene->model->pairs[i].rules == PAIR_RULED;
        if (is_given) {
            status = keep_matrix(scene, i, &kept[i]);
        }
    }
    status = status == MOTE_OK ? mote_scene_set(scene, "species", value) : status;
    for (int i = 0; i < MODEL_PAIR_MAX; i++) {
        if (kept[i] && status == MOTE_OK) {
            status = put_matrix_back(scene, i, kept[i], count);
        }
        free(kept[i]);
    }
    return status;
}

mote_status live_set(live *self, const char *key, const char *value)
{
    char *before;
    TRY(scene_keep(self->scene, &before));
    mote_status said = strcmp(key, "species") == 0
                           ? say_species(self->scene, value)
                           : mote_scene_set(self->scene, key, value);
    mote_status status = finish(self, key, before, said);
    free(before);
    return status;
}

static bool has_ruled_pairs(const model *model)
{
    bool has = false;
    for (int i = 0; i < model->pair_count; i++) {
        has |= model->pairs[i].rules == PAIR_RULED;
    }
    return has;
}

static mote_status say_next_matrix(live *self)
{
    return draw_matrices(self->scene, self->scene->seed + self->matrices_drawn + 1);
}

static mote_status next_matrix(live *self)
{
    const model *model = self->scene->model;
    if (!has_ruled_pairs(model)) {
        snprintf(self->note, sizeof self->note, "the model %s has no matrix",
                 model->name);
        return MOTE_OK;
    }
    TRY(make(self, "matrix", say_next_matrix));
    self->matrices_drawn++;
    snprintf(self->note, sizeof self->note, "another matrix");
    return MOTE_OK;
}

static mote_status say_next_seed(live *self)
{
    char seed[32];
    TRY(fix_matrices(self->scene));
    snprintf(seed, sizeof seed, "\"%" PRIu64 "\"", self->scene->seed + 1);
    return mote_scene_set(self->scene, "seed", seed);
}

static mote_status next_seed(live *self)
{
    TRY(make(self, "seed", say_next_seed));
    snprintf(self->note, sizeof self->note, "seed %" PRIu64, self->scene->seed);
    return MOTE_OK;
}

// ---- Colours -------------------------------------------------------------------------

// The colours that species have by themselves, then those of the palettes.
#define COLORS_COUNT (1 + PALETTE_GRAY + 1)

static void color_of(int colors, int species, int count, uint8_t color[3])
{
    if (colors == 0) {
        species_color(species, count, color);
    } else {
        look_palette_color((palette_name)(colors - 1), species, count, color);
    }
}

// Which of these the species have; -1: others.
static int find_colors(const mote_scene *scene)
{
    for (int colors = 0; colors < COLORS_COUNT; colors++) {
        bool is_it = true;
        for (int i = 0; i < scene->species_count; i++) {
            uint8_t color[3];
            color_of(colors, i, scene->species_count, color);
            is_it &= memcmp(color, scene->species[i].color, sizeof color) == 0;
        }
        if (is_it) {
            return colors;
        }
    }
    return -1;
}

static mote_status say_next_colors(live *self)
{
    mote_scene *scene = self->scene;
    int count = scene->species_count;
    int colors = (find_colors(scene) + 1) % COLORS_COUNT;
    for (int i = 0; i < count; i++) {
        char key[32], value[16];
        uint8_t color[3];
        color_of(colors, i, count, color);
        snprintf(key, sizeof key, "species[%d].color", i);
        snprintf(value, sizeof value, "#%02x%02x%02x", color[0], color[1], color[2]);
        TRY(mote_scene_set(scene, key, value));
    }
    return MOTE_OK;
}

static const char *palette_word(palette_name palette)
{
    const option_row *option = option_rows;
    while (option->key != KEY_view_palette || option->value != (int)palette) {
        option++;
    }
    return option->word;
}

static mote_status next_colors(live *self)
{
    const mote_scene *scene = self->scene;
    if (scene->model->emits) {
        snprintf(self->note, sizeof self->note, "emitters have their own colours");
        return MOTE_OK;
    }
    if (scene->view.color_by == COLOR_BY_SPEED) {
        const char *word =
            palette_word((palette_name)((scene->view.palette + 1) % (PALETTE_GRAY + 1)));
        TRY(live_set(self, "view.palette", word));
        snprintf(self->note, sizeof self->note, "colours: %s", word);
        return MOTE_OK;
    }
    TRY(make(self, "colours", say_next_colors));
    int colors = find_colors(scene);
    snprintf(self->note, sizeof self->note, "colours: %s",
             colors > 0 ? palette_word((palette_name)(colors - 1)) : "the usual ones");
    return MOTE_OK;
}

// ---- Keys ----------------------------------------------------------------------------

static mote_status set_and_note(live *self, const char *key, const char *value)
{
    TRY(live_set(self, key, value));
    snprintf(self->note, sizeof self->note, "%s %s", key, value);
    return MOTE_OK;
}

static mote_status next_edges(live *self)
{
    static const char *const after[] = {
        [EDGES_WRAP] = "bounce", [EDGES_BOUNCE] = "open", [EDGES_OPEN] = "wrap"};
    return set_and_note(self, "world.edges", after[self->scene->edges]);
}

// From the start, too: a simulation keeps the look that it was made with.
static mote_status toggle_trails(live *self)
{
    bool has = mote_renderer_trail_frames(self->renderer) > 0;
    return set_and_note(self, "view.trails", has ? "0" : USUAL_TRAILS);
}

mote_status live_edit(live *self, live_action action)
{
    live_settle(self);
    switch (action) {
    case LIVE_POSITIONS:
        return next_seed(self);
    case LIVE_MATRIX:
        return next_matrix(self);
    case LIVE_COLORS:
        return next_colors(self);
    case LIVE_EDGES:
        return next_edges(self);
    case LIVE_TRAILS:
        return toggle_trails(self);
    case LIVE_UNDO:
        return undo(self);
    case LIVE_REDO:
        return redo(self);
    default:
        return MOTE_OK;
    }
}
