// SPDX-License-Identifier: MIT
// The tables of scene_keys.h, filled from scene_keys.def.

#include "scene_keys.h"
#include "scene_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MEMBER(member) offsetof(struct mote_scene, member)

const key_row key_rows[KEY_COUNT] = {
#define TEXT(section, name, member, fallback, meaning)                                   \
    {VALUE_TEXT, #section, #name, MEMBER(member), 0, fallback, 0, 0, "", meaning},
#define NUMBER(section, name, member, fallback, lowest, highest, unit, meaning)          \
    {VALUE_NUMBER, #section, #name,   MEMBER(member), fallback,                          \
     NULL,         lowest,   highest, unit,           meaning},
#define WHOLE(section, name, member, fallback, lowest, highest, meaning)                 \
    {VALUE_WHOLE, #section, #name, MEMBER(member), fallback, NULL,                       \
     lowest,      highest,  "",    meaning},
#define SMALL(section, name, member, fallback, lowest, highest, meaning)                 \
    {VALUE_SMALL, #section, #name, MEMBER(member), fallback, NULL,                       \
     lowest,      highest,  "",    meaning},
#define POINT(section, name, member, fallback, lowest, highest, unit, meaning)           \
    {VALUE_POINT, #section, #name,   MEMBER(member), fallback,                           \
     NULL,        lowest,   highest, unit,           meaning},
#define PLACE(section, name, member, fallback, lowest, highest, unit, meaning)           \
    {VALUE_PLACE, #section, #name,   MEMBER(member), fallback,                           \
     NULL,        lowest,   highest, unit,           meaning},
#define COLOR(section, name, member, fallback, meaning)                                  \
    {VALUE_COLOR, #section, #name, MEMBER(member), 0, fallback, 0, 0, "", meaning},
#define CHOICE(section, name, member, fallback, meaning)                                 \
    {VALUE_CHOICE, #section, #name, MEMBER(member), fallback, NULL, 0, 0, "", meaning},
#define SPECIAL(section, name, kind, meaning)                                            \
    {VALUE_##kind, #section, #name, 0, 0, NULL, 0, 0, "", meaning},
#define IGNORED(section, name, text, meaning)                                            \
    {VALUE_IGNORED, #section, text, 0, 0, NULL, 0, 0, "", meaning},
#include "scene_keys_read.h"
};

const section_row section_rows[] = {
#define SECTION(name, meaning) {#name, meaning},
#include "scene_keys_read.h"
    {NULL, NULL},
};

const option_row option_rows[] = {
#define OPTION(section, name, word, value, meaning)                                      \
    {KEY_##section##_##name, #word, value, meaning},
#include "scene_keys_read.h"
    {0, NULL, 0, NULL},
};

// Choices are read and written as int.
_Static_assert(sizeof(scene_edges) == sizeof(int) &&
                   sizeof(mote_projection) == sizeof(int),
               "an enum is as large as an int");

double scene_particle_radius(const mote_scene *scene)
{
    double count = scene->particle_count > 0 ? (double)scene->particle_count : 1.0;
    double area = scene->size[0] * scene->size[1];
    double most = scene_shorter_side(scene) * 0.02;
    double radius = scene->dimension == 3 ? cbrt(area * scene->size[2] / count) * 0.125
                                          : sqrt(area / count) * 0.25;
    return radius < most ? radius : most;
}

double scene_shorter_side(const mote_scene *scene)
{
    double side = scene->size[0];
    for (int axis = 1; axis < scene->dimension; axis++) {
        side = scene->size[axis] < side ? scene->size[axis] : side;
    }
    return side;
}

const char *key_of_emitters(int key)
{
    switch (key) {
#define EMITTER_KEY(section, name, instead)                                              \
    case KEY_##section##_##name:                                                         \
        return #instead;
#include "scene_keys_read.h"
    default:
        return NULL;
    }
}

const char *key_unused_by_emitters(int key)
{
    switch (key) {
#define EMITTER_UNUSED(section, name, why)                                               \
    case KEY_##section##_##name:                                                         \
        return (why);
#include "scene_keys_read.h"
    default:
        return NULL;
    }
}

bool key_is_of_faucets(int key)
{
    switch (key) {
#define FAUCET_KEY(section, name) case KEY_##section##_##name:
#include "scene_keys_read.h"
        return true;
    default:
        return false;
    }
}

bool key_is_used(const key_row *key, const model *model)
{
    bool is_first_state =
        strcmp(key->section, "start") == 0 || key == &key_rows[KEY_root_species];
    int id = (int)(key - key_rows);
    bool is_emitters = key_of_emitters(id) || key_unused_by_emitters(id);
    if (!model || (key_is_of_faucets(id) && !model->pours)) {
        return !model;
    }
    return !(is_first_state || is_emitters) || !model->emits;
}

bool section_is_used(const char *section, const model *model)
{
    bool is_used = false;
    for (int i = 0; i < KEY_COUNT; i++) {
        bool is_inside = strcmp(key_rows[i].section, section) == 0;
        is_used |= is_inside && key_is_used(&key_rows[i], model);
    }
    return is_used;
}

json_t *key_without_use(const json_t *root, const key_row *key, const model *model,
                        const char **name)
{
    bool is_inside = !key_is_root(key) && section_is_used(key->section, model);
    const json_t *holder = is_inside ? json_object_get(root, key->section) : root;
    *name = is_inside || key_is_root(key) ? key->name : key->section;
    bool is_there = !key_is_used(key, model) && json_object_get(holder, *name);
    return is_there ? (json_t *)holder : NULL;
}

bool key_is_computed(int key)
{
    switch (key) {
#define COMPUTED(section, name, value) case KEY_##section##_##name:
#include "scene_keys_read.h"
        return true;
    default:
        return false;
    }
}

int key_axes(const mote_scene *scene, const key_row *key)
{
    return key->kind == VALUE_PLACE ? 3 : scene->dimension;
}

double key_default(const mote_scene *scene, int key, int axis)
{
    double value;
    if (scene->model->scene_default(scene, key, axis, &value)) {
        return value;
    }
    switch (key) {
#define COMPUTED(section, name, value)                                                   \
    case KEY_##section##_##name:                                                         \
        return (value);
#include "scene_keys_read.h"
    default:
        (void)scene;
        (void)axis;
        return key_rows[key].fallback;
    }
}

bool key_is_root(const key_row *key)
{
    return strcmp(key->section, "root") == 0;
}

void *key_member(mote_scene *scene, const key_row *key)
{
    return (char *)scene + key->offset;
}

const void *key_member_const(const mote_scene *scene, const key_row *key)
{
    return (const char *)scene + key->offset;
}

const char *key_path(const key_row *key, char path[KEY_PATH_SIZE])
{
    if (key_is_root(key)) {
        snprintf(path, KEY_PATH_SIZE, "%s", key->name);
    } else {
        snprintf(path, KEY_PATH_SIZE, "%s.%s", key->section, key->name);
    }
    return path;
}
