// SPDX-License-Identifier: MIT
// See scene_begin.h.

#include "scene_begin.h"

#include "../core/status.h"
#include "../core/text.h"

#include <stdlib.h>
#include <string.h>

struct scene_begin {
    scene_start start;            // its file is a copy
    uint64_t counts[SPECIES_MAX]; // particles of each species
    double prewarm;               // s; 0: the model has none
};

static double prewarm_of(const mote_scene *scene)
{
    int row = scene->model->emits ? model_find_parameter(scene->model, "prewarm") : -1;
    return row >= 0 ? scene->parameters[row] : 0.0;
}

mote_status scene_begin_of(const mote_scene *scene, scene_begin **result)
{
    scene_begin *begin = *result = calloc(1, sizeof *begin);
    if (!begin) {
        return fail_memory(sizeof *begin, "the start of a scene");
    }
    begin->start = scene->start;
    begin->start.file = NULL;
    begin->prewarm = prewarm_of(scene);
    for (int i = 0; i < scene->species_count; i++) {
        begin->counts[i] = scene->species[i].count;
    }
    if (scene->start.file) {
        size_t size = strlen(scene->start.file);
        begin->start.file = text_copy(scene->start.file, size);
        return begin->start.file ? MOTE_OK : fail_memory(size, "the name of a file");
    }
    return MOTE_OK;
}

void scene_begin_free(scene_begin *begin)
{
    if (begin) {
        free(begin->start.file);
        free(begin);
    }
}

static bool is_same_file(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_start(const scene_start *a, const scene_start *b)
{
    bool is_same = a->pattern == b->pattern && a->count == b->count &&
                   is_same_file(a->file, b->file);
    // Numbers as they were read: equal or not, without rounding.
    const double *const pairs[][2] = {
        {&a->center[0], &b->center[0]}, {&a->center[1], &b->center[1]},
        {&a->center[2], &b->center[2]}, {&a->size[0], &b->size[0]},
        {&a->size[1], &b->size[1]},     {&a->size[2], &b->size[2]},
        {&a->radius, &b->radius},       {&a->width, &b->width},
        {&a->turns, &b->turns},         {&a->angle, &b->angle},
        {&a->speed, &b->speed},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        is_same = is_same && *pairs[i][0] == *pairs[i][1];
    }
    return is_same;
}

bool scene_begins_alike(const mote_scene *scene, const scene_begin *begin)
{
    bool is_same = is_same_start(&scene->start, &begin->start) &&
                   prewarm_of(scene) == begin->prewarm;
    for (int i = 0; i < scene->species_count; i++) {
        is_same = is_same && scene->species[i].count == begin->counts[i];
    }
    return is_same;
}
