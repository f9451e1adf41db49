// SPDX-License-Identifier: MIT
// Scenes: made from files and texts, and given back.

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
    text_clean(scene->name); // programs print it
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

mote_status mote_scene_create(mote_scene **scene)
{
    return scene_builtin("life", scene);
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
    scene_free_lists(scene);
    json_decref(scene->document);
    free(scene->file);
    free(scene->text);
    free(scene->name);
    free(scene->description);
    free(scene->start.file);
    free(scene->view.sprite);
    picture_free(&scene->picture);
    free(scene);
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

// Particles per world unit^dimension of what the start fills, or of the world where that
// is a line or a point.
static double start_density(const mote_scene *scene)
{
    double volume = scene_start_volume(scene);
    if (volume <= 0.0) {
        volume = 1.0;
        for (int axis = 0; axis < scene->dimension; axis++) {
            volume *= scene->size[axis];
        }
    }
    return (double)scene_start_crowd(scene) / volume;
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
        .dimension = scene->dimension,
        .start_density = start_density(scene),
    };
    memcpy(numbers.size, scene->size, sizeof numbers.size);
    numbers.radius = scene->model->radius(&numbers);
    numbers.stable_time = scene->model->stable_time(&numbers);
    numbers.substeps = scene_choose_substeps(scene, numbers.stable_time);
    numbers.dt = scene->dt / numbers.substeps;
    return numbers;
}
