// SPDX-License-Identifier: MIT
// scene_keys.def as C tables. Reading, writing and the schema walk them.

#ifndef MOTE_SIM_SCENE_KEYS_H
#define MOTE_SIM_SCENE_KEYS_H

#include "scene.h"

#include <stddef.h>

typedef enum value_kind {
    VALUE_TEXT,
    VALUE_NUMBER,
    VALUE_WHOLE, // uint64_t
    VALUE_SMALL, // int
    VALUE_POINT,
    VALUE_PLACE,
    VALUE_COLOR,
    VALUE_CHOICE,
    VALUE_MODEL,
    VALUE_SEED,
    VALUE_SPECIES,
    VALUE_IGNORED,
    VALUE_KIND_COUNT,
} value_kind;

enum key_id {
#define TEXT(section, name, ...)    KEY_##section##_##name,
#define NUMBER(section, name, ...)  KEY_##section##_##name,
#define WHOLE(section, name, ...)   KEY_##section##_##name,
#define SMALL(section, name, ...)   KEY_##section##_##name,
#define POINT(section, name, ...)   KEY_##section##_##name,
#define PLACE(section, name, ...)   KEY_##section##_##name,
#define COLOR(section, name, ...)   KEY_##section##_##name,
#define CHOICE(section, name, ...)  KEY_##section##_##name,
#define SPECIAL(section, name, ...) KEY_##section##_##name,
#define IGNORED(section, name, ...) KEY_##section##_##name,
#include "scene_keys_read.h"
    KEY_COUNT,
};

typedef struct key_row {
    value_kind kind;
    const char *section; // "root": none
    const char *name;
    size_t offset;             // of the member in mote_scene
    double fallback;           // the default of NUMBER, WHOLE, POINT, PLACE and CHOICE
    const char *fallback_text; // the default of TEXT and COLOR
    double lowest, highest;
    const char *unit, *meaning;
} key_row;

typedef struct section_row {
    const char *name, *meaning;
} section_row;

typedef struct option_row {
    int key; // KEY_x
    const char *word;
    int value;
    const char *meaning;
} option_row;

extern const key_row key_rows[KEY_COUNT];
extern const section_row section_rows[]; // name NULL: the end
extern const option_row option_rows[];   // word NULL: the end

bool key_is_root(const key_row *key);
// The member of a scene that a key stands for.
void *key_member(mote_scene *scene, const key_row *key);
const void *key_member_const(const mote_scene *scene, const key_row *key);
// How many numbers a POINT or PLACE has.
int key_axes(const mote_scene *scene, const key_row *key);
// The default of a number; `axis` of a POINT or PLACE.
double key_default(const mote_scene *scene, int key, int axis);

// "world.width"
#define KEY_PATH_SIZE 256
const char *key_path(const key_row *key, char path[KEY_PATH_SIZE]);

#endif
