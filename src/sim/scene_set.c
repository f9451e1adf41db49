// SPDX-License-Identifier: MIT
// Overrides one key: the value is put into a copy of the document, the whole is read
// again, and only a scene that is right takes the place of the old one.

#include "scene_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A part of a key: ".name" or "[index]".
typedef struct key_step {
    char name[64]; // "": an index
    size_t index;
} key_step;

// Where in a key and in the document a change has got to.
typedef struct key_walk {
    const mote_scene *scene;
    const char *key;
    const char *at;   // the rest of the key
    json_t *expanded; // the scene with every default and matrix spelled out, or NULL
} key_walk;

static mote_status refuse_key(const key_walk *walk)
{
    return fail(MOTE_BAD_INPUT,
                "%.100s: expected a key such as life.force, world.edges or "
                "life.matrix[0][1]",
                *walk->key ? walk->key : "an empty key");
}

static mote_status next_step(key_walk *walk, key_step *step)
{
    *step = (key_step){0};
    const char *at = walk->at;
    if (*at == '[') {
        char *end;
        unsigned long index = strtoul(at + 1, &end, 10);
        if (at[1] < '0' || at[1] > '9' || *end != ']' || end - at > 6) {
            return refuse_key(walk);
        }
        step->index = index;
        walk->at = end + 1;
        return MOTE_OK;
    }
    at += *at == '.' && at > walk->key;
    size_t size = strcspn(at, ".[]");
    if (size == 0 || size >= sizeof step->name || at[size] == ']') {
        return refuse_key(walk);
    }
    memcpy(step->name, at, size);
    walk->at = at + size;
    return MOTE_OK;
}

// The part of the key that has been walked, for messages.
static const char *walked(const key_walk *walk, char path[KEY_PATH_SIZE])
{
    snprintf(path, KEY_PATH_SIZE, "%.*s", (int)(walk->at - walk->key), walk->key);
    return path;
}

static json_t *child_of(const json_t *node, const key_step *step)
{
    return step->name[0] ? json_object_get(node, step->name)
                         : json_array_get(node, step->index);
}

static mote_status set_child(json_t *node, const key_step *step, json_t *child)
{
    int failed = step->name[0] ? json_object_set_new(node, step->name, child)
                               : json_array_set_new(node, step->index, child);
    return failed ? fail(MOTE_FAILED, "the key cannot be set: its text is not UTF-8")
                  : MOTE_OK;
}

// Whether a path ends at a list of the model or at a table of one of its items: what
// grows when something is set right behind its end.
static bool may_grow(const mote_scene *scene, const char *path, size_t size)
{
    const model *model = scene->model;
    for (int i = 0; i < model->list_count; i++) {
        const list_row *list = &model->lists[i];
        char start[KEY_PATH_SIZE];
        size_t length =
            (size_t)snprintf(start, sizeof start, "%s.%s", model->name, list->name);
        if (size < length || memcmp(path, start, length) != 0) {
            continue;
        }
        const char *item = memchr(path, ']', size); // "[0].bursts"
        for (int k = 0; item && path[length] == '[' && k < list->key_count; k++) {
            const item_key_row *key = &model->item_keys[list->first_key + k];
            snprintf(start, sizeof start, "].%s", key->name);
            if (key->kind == ITEM_TABLE &&
                strlen(start) == size - (size_t)(item - path) &&
                memcmp(item, start, strlen(start)) == 0) {
                return true;
            }
        }
        if (size == length) {
            return true;
        }
    }
    return false;
}

// Makes room for a step to just past the end of an array, where that may grow.
static mote_status check_end(const key_walk *walk, size_t size, json_t *node,
                             const key_step *step)
{
    size_t count = json_array_size(node);
    if (step->name[0] || step->index < count) {
        return MOTE_OK;
    }
    bool grows = may_grow(walk->scene, walk->key, size);
    if (grows && step->index == count) {
        return json_array_append_new(node, json_object())
                   ? fail_memory(sizeof *node, "an item of a list")
                   : MOTE_OK;
    }
    char path[KEY_PATH_SIZE], next[32];
    snprintf(next, sizeof next, "; the next is [%zu]", count);
    return fail(MOTE_BAD_INPUT, "%s: there are only %zu%s", walked(walk, path), count,
                grows ? next : "");
}

// Goes one step down in the document, where the rest of the key needs an array (at "[")
// or an object. An array that the document lacks, or of which it leaves an end to the
// defaults, is taken as it stands in the scene.
static mote_status go_down(key_walk *walk, json_t **node, const key_step *step,
                           json_t *expanded)
{
    bool wants_array = *walk->at == '[';
    json_t *child = child_of(*node, step);
    bool is_short = json_array_size(child) < json_array_size(expanded);
    if (wants_array ? json_is_array(child) && !is_short : json_is_object(child)) {
        *node = child;
        return MOTE_OK;
    }
    json_t *fresh = NULL;
    if (wants_array && json_is_array(expanded)) {
        fresh = json_deep_copy(expanded);
    } else if (wants_array && !child &&
               may_grow(walk->scene, walk->key, (size_t)(walk->at - walk->key))) {
        fresh = json_array();
    } else if (!wants_array && !child) {
        fresh = json_object();
    }
    if (!fresh) {
        char path[KEY_PATH_SIZE];
        return fail(MOTE_BAD_INPUT, "%s: it has no part %.100s", walked(walk, path),
                    walk->at);
    }
    TRY(set_child(*node, step, fresh));
    *node = fresh;
    return MOTE_OK;
}

static mote_status put(key_walk *walk, json_t *root, json_t *value)
{
    json_t *node = root;
    json_t *expanded = walk->expanded;
    for (;;) {
        key_step step;
        size_t size = (size_t)(walk->at - walk->key);
        TRY(next_step(walk, &step));
        TRY(check_end(walk, size, node, &step));
        if (!*walk->at) {
            return set_child(node, &step, json_incref(value));
        }
        expanded = child_of(expanded, &step);
        TRY(go_down(walk, &node, &step, expanded));
    }
}

// The value is JSON; what is not counts as a string, unless it was clearly meant as JSON.
static mote_status read_value(const char *key, const char *value, json_t **read)
{
    json_error_t error;
    *read = json_loads(value, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!*read && (*value == '[' || *value == '{' || *value == '"')) {
        return fail(MOTE_BAD_INPUT, "%.100s: the value is not JSON: column %d: %s", key,
                    error.column, error.text);
    }
    // A number as people write it: .5, +2, 1. (but a long whole number is a seed's
    // digits)
    size_t size = strlen(value);
    double number;
    if (!*read && strspn(value, "0123456789") < size &&
        number_read(value, value + size, &number)) {
        *read = json_real(number);
    }
    if (!*read) {
        *read = json_string(value);
    }
    return *read ? MOTE_OK : fail(MOTE_BAD_INPUT, "%.100s: the value is not UTF-8", key);
}

// The keys of one model mean nothing to another; neither do others, such as species where
// particles are emitted.
static void drop_old_model(const mote_scene *scene, const char *key, json_t *document)
{
    if (strcmp(key, "model") == 0) {
        const char *name = json_string_value(json_object_get(document, "model"));
        if (name && strcmp(name, scene->model->name) != 0) {
            json_object_del(document, scene->model->name);
        }
        const model *model = name ? model_find(name) : NULL;
        for (int i = 0; model && i < KEY_COUNT; i++) {
            const char *unused;
            json_t *holder = key_without_use(document, &key_rows[i], model, &unused);
            if (holder) {
                json_object_del(holder, unused);
            }
        }
    }
}

static mote_status change(const mote_scene *scene, const char *key, json_t *value,
                          json_t *document)
{
    char *text;
    TRY(scene_write_document(scene, true, &text));
    key_walk walk = {scene, key, key, json_loads(text, 0, NULL)};
    free(text);
    mote_status status = put(&walk, document, value);
    json_decref(walk.expanded);
    drop_old_model(scene, key, document);
    return status;
}

// The scene becomes what the document says, or stays as it is.
static mote_status become(mote_scene *scene, json_t *document, const char *key)
{
    mote_scene *fresh;
    TRY(scene_from_document(scene->file, scene->text, document, key, &fresh));
    mote_scene old = *scene;
    *scene = *fresh;
    *fresh = old;
    mote_scene_destroy(fresh);
    return MOTE_OK;
}

mote_status mote_scene_set(mote_scene *scene, const char *key, const char *value)
{
    json_t *read;
    TRY(read_value(key, value, &read));
    json_t *document = json_deep_copy(scene->document);
    mote_status status = document ? change(scene, key, read, document)
                                  : fail_memory(sizeof *document, "a scene");
    if (status == MOTE_OK) {
        status = become(scene, document, key);
    }
    json_decref(document);
    json_decref(read);
    return status;
}

mote_status scene_keep(const mote_scene *scene, char **kept)
{
    *kept = json_dumps(scene->document, JSON_COMPACT);
    return *kept ? MOTE_OK : fail_memory(sizeof *scene, "what a scene says");
}

mote_status scene_go_back(mote_scene *scene, const char *kept)
{
    json_t *document = json_loads(kept, 0, NULL);
    mote_status status = document ? become(scene, document, NULL)
                                  : fail_memory(strlen(kept), "what a scene said");
    json_decref(document);
    return status;
}
