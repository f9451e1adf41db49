// SPDX-License-Identifier: MIT
// Scenes: opened from files, texts and the built-in ones, and given back.

#include "scene_parts.h"

#include "../core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Making -------------------------------------------------------------------------

// What a scene without a name is called: its file's name, without folder and ending.
static mote_status name_after_file(mote_scene *scene)
{
    const char *start = scene->file;
    for (const char *p = scene->file; *p; p++) {
        start = *p == '/' || *p == '\\' ? p + 1 : start;
    }
    const char *dot = strrchr(start, '.');
    size_t size = dot && dot > start ? (size_t)(dot - start) : strlen(start);
    free(scene->name);
    scene->name = text_copy(start, size);
    return scene->name ? MOTE_OK : fail_memory(size, "a scene's name");
}

mote_status scene_from_document(const char *file, const char *text, json_t *document,
                                const char *changed, mote_scene **result)
{
    *result = NULL;
    mote_scene *scene = calloc(1, sizeof *scene);
    if (!scene) {
        return fail_memory(sizeof *scene, "a scene");
    }
    scene->document = json_incref(document);
    scene->file = text_copy(file, strlen(file));
    scene->text = text_copy(text, strlen(text));
    scene_reader reader = {scene, document, changed};
    mote_status status = MOTE_OK;
    if (!scene->file || !scene->text) {
        status = fail_memory(strlen(text), "a scene's text");
    }
    if (status == MOTE_OK) {
        status = scene_read(&reader);
    }
    if (status == MOTE_OK && !scene->name[0]) {
        status = name_after_file(scene);
    }
    if (status != MOTE_OK) {
        mote_scene_destroy(scene);
        return status;
    }
    *result = scene;
    return MOTE_OK;
}

mote_status mote_scene_parse(const char *name, const char *text, size_t size,
                             mote_scene **scene)
{
    *scene = NULL;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3; // the byte order mark that some editors write
        size -= 3;
    }
    json_error_t error;
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        bool is_long = strstr(error.text, "too big integer") != NULL;
        return fail(MOTE_BAD_INPUT, "%s:%d:%d: not a scene in JSON: %s%s", name,
                    error.line, error.column, error.text,
                    is_long ? "; write a seed from 2^63 on in quotes" : "");
    }
    char *copy = text_copy(text, size);
    mote_status status = copy ? scene_from_document(name, copy, document, NULL, scene)
                              : fail_memory(size, "a scene's text");
    free(copy);
    json_decref(document);
    return status;
}

mote_status mote_scene_load(const char *path, mote_scene **scene)
{
    *scene = NULL;
    char *text;
    size_t size;
    TRY(file_read(path, &text, &size));
    mote_status status = mote_scene_parse(path, text, size, scene);
    free(text);
    return status;
}

void mote_scene_destroy(mote_scene *scene)
{
    if (!scene) {
        return;
    }
    for (int i = 0; i < MODEL_PAIR_MAX; i++) {
        free(scene->pairs[i]);
    }
    json_decref(scene->document);
    free(scene->file);
    free(scene->text);
    free(scene->name);
    free(scene->description);
    free(scene->start.file);
    free(scene);
}

// ---- Built-in scenes ----------------------------------------------------------------

static const scene_file *find_builtin(const char *name)
{
    for (const scene_file *file = scene_files; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            return file;
        }
    }
    return NULL;
}

mote_status scene_builtin(const char *name, mote_scene **scene)
{
    *scene = NULL;
    const scene_file *file = find_builtin(name);
    if (file) {
        return mote_scene_parse(name, file->text, strlen(file->text), scene);
    }
    suggestion near = suggest_begin(name);
    char list[1024] = "";
    size_t size = 0;
    for (file = scene_files; file->name && size < sizeof list; file++) {
        suggest_offer(&near, file->name);
        size += (size_t)snprintf(list + size, sizeof list - size, "%s%s",
                                 size ? ", " : "", file->name);
    }
    const char *best = suggest_end(&near);
    if (best) {
        return fail(MOTE_BAD_INPUT,
                    "%s: neither a file nor a built-in scene; did you mean \"%s\"?", name,
                    best);
    }
    return fail(MOTE_BAD_INPUT,
                "%s: neither a file nor a built-in scene; the built-in ones are %s", name,
                list);
}

mote_status scene_open(const char *path_or_name, mote_scene **scene)
{
    bool is_file = file_exists(path_or_name) || strpbrk(path_or_name, "/\\.");
    if (is_file && !find_builtin(path_or_name)) {
        return mote_scene_load(path_or_name, scene);
    }
    return scene_builtin(path_or_name, scene);
}

mote_status mote_scene_create(mote_scene **scene)
{
    return scene_builtin("life", scene);
}

// ---- Asking -------------------------------------------------------------------------

const char *mote_scene_name(const mote_scene *scene)
{
    return scene->name;
}

uint64_t mote_scene_particle_count(const mote_scene *scene)
{
    return scene->particle_count;
}

model_numbers scene_numbers(const mote_scene *scene, const double **pairs_storage)
{
    for (int i = 0; i < scene->model->pair_count; i++) {
        pairs_storage[i] = scene->pairs[i];
    }
    model_numbers numbers = {
        .parameters = scene->parameters,
        .pairs = pairs_storage,
        .species_count = scene->species_count,
        .dt = scene->dt,
    };
    numbers.radius = scene->model->radius(&numbers);
    return numbers;
}
