// SPDX-License-Identifier: MIT
// The lists of a model's block: arrays of objects, and the links between them.

#include "scene_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *scene_item_path(const mote_scene *scene, const char *list, int item,
                            const char *key, char path[KEY_PATH_SIZE])
{
    snprintf(path, KEY_PATH_SIZE, "%s.%s[%d].%s", scene->model->name, list, item, key);
    return path;
}

// ---- Links ---------------------------------------------------------------------------

static const char *name_of(const mote_scene *scene, int list, int item)
{
    int key = model_find_key(scene->model, list, "name");
    assert(key >= 0 && "ITEM_LINK: items of the list it points into have a name");
    return scene_item(scene, list, item)[key].text;
}

static mote_status refuse_link(const scene_reader *reader, int list, const char *path,
                               const char *name)
{
    const mote_scene *scene = reader->scene;
    const list_row *row = &scene->model->lists[list];
    char names[256] = "";
    size_t size = 0;
    suggestion near = suggest_begin(name);
    for (int i = 0; i < scene->lists[list].count && size < sizeof names; i++) {
        const char *known = name_of(scene, list, i);
        if (known[0]) {
            size += (size_t)snprintf(names + size, sizeof names - size, "%s\"%s\"",
                                     size ? ", " : "", known);
            suggest_offer(&near, known);
        }
    }
    const char *best = suggest_end(&near);
    if (!size) {
        return scene_refuse(reader, path, "found \"%s\", but no %s has a name", name,
                            row->item);
    }
    return scene_refuse(reader, path,
                        "expected the name of one of the %s: %s; found \"%s\"%s%s%s",
                        row->name, names, name, best ? "; did you mean \"" : "",
                        best ? best : "", best ? "\"?" : "");
}

static mote_status find_link(const scene_reader *reader, int list, int item, int key)
{
    const mote_scene *scene = reader->scene;
    const model *model = scene->model;
    const item_key_row *row = &model->item_keys[model->lists[list].first_key + key];
    item_value *value = &scene_item(scene, list, item)[key];
    int target = model_find_list(model, row->text);
    assert(target >= 0 && "ITEM_LINK names a LIST");
    value->number[0] = -1.0;
    for (int i = 0; value->text[0] && i < scene->lists[target].count; i++) {
        if (strcmp(name_of(scene, target, i), value->text) == 0) {
            value->number[0] = i;
            return MOTE_OK;
        }
    }
    char path[KEY_PATH_SIZE];
    scene_item_path(scene, model->lists[list].name, item, row->name, path);
    return value->text[0] ? refuse_link(reader, target, path, value->text) : MOTE_OK;
}

static mote_status check_names(const scene_reader *reader, int list)
{
    const mote_scene *scene = reader->scene;
    for (int i = 0; i < scene->lists[list].count; i++) {
        const char *name = name_of(scene, list, i);
        for (int before = 0; name[0] && before < i; before++) {
            if (strcmp(name, name_of(scene, list, before)) == 0) {
                char path[KEY_PATH_SIZE];
                scene_item_path(scene, scene->model->lists[list].name, i, "name", path);
                return scene_refuse(reader, path, "\"%s\" is the name of %s %d already",
                                    name, scene->model->lists[list].item, before);
            }
        }
    }
    return MOTE_OK;
}

static mote_status find_links(const scene_reader *reader, int list)
{
    const mote_scene *scene = reader->scene;
    const list_row *row = &scene->model->lists[list];
    if (model_find_key(scene->model, list, "name") >= 0) {
        TRY(check_names(reader, list));
    }
    for (int item = 0; item < scene->lists[list].count; item++) {
        for (int key = 0; key < row->key_count; key++) {
            if (scene->model->item_keys[row->first_key + key].kind == ITEM_LINK) {
                TRY(find_link(reader, list, item, key));
            }
        }
    }
    return MOTE_OK;
}

// ---- Checks --------------------------------------------------------------------------

// A key that only lost its use by a change of another one stays: it may find it again.
static mote_status check_needs(const scene_reader *reader, int list, int item)
{
    const mote_scene *scene = reader->scene;
    const model *model = scene->model;
    const list_row *row = &model->lists[list];
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    const item_value *values = scene_item(scene, list, item);
    for (int key = 0; key < row->key_count; key++) {
        const char *need = model->need_of_item(&numbers, list, values, key);
        if (!need || !values[key].is_given) {
            continue;
        }
        char path[KEY_PATH_SIZE];
        scene_item_path(scene, row->name, item,
                        model->item_keys[row->first_key + key].name, path);
        if (!reader->changed || scene_is_same_branch(reader->changed, path)) {
            return scene_refuse(reader, path, "does nothing without %s; leave it out",
                                need);
        }
    }
    return MOTE_OK;
}

static mote_status check_items(const scene_reader *reader, int list)
{
    const mote_scene *scene = reader->scene;
    const model *model = scene->model;
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    for (int item = 0; item < scene->lists[list].count; item++) {
        int key = 0;
        const char *message =
            model->check_item(&numbers, list, scene_item(scene, list, item), &key);
        if (message) {
            char path[KEY_PATH_SIZE];
            const item_key_row *row =
                &model->item_keys[model->lists[list].first_key + key];
            scene_item_path(scene, model->lists[list].name, item, row->name, path);
            return scene_refuse(reader, path, "%s", message);
        }
        TRY(check_needs(reader, list, item));
    }
    return MOTE_OK;
}

// ---- Lists ---------------------------------------------------------------------------

item_value *scene_item(const mote_scene *scene, int list, int item)
{
    return scene->lists[list].values + item * scene->model->lists[list].key_count;
}

const item_value *scene_item_value(const mote_scene *scene, const char *list, int item,
                                   const char *key)
{
    int at = model_find_list(scene->model, list);
    int k = at < 0 ? -1 : model_find_key(scene->model, at, key);
    assert(k >= 0 && "model_check.c lists what is read by name");
    return scene_item(scene, at, item) + k;
}

static mote_status read_item(const scene_reader *reader, int list, int item,
                             const json_t *object)
{
    const model *model = reader->scene->model;
    const list_row *row = &model->lists[list];
    const item_key_row *keys = model->item_keys + row->first_key;
    char path[KEY_PATH_SIZE], found[FOUND_SIZE];
    snprintf(path, sizeof path, "%s.%s[%d]", model->name, row->name, item);
    if (!json_is_object(object)) {
        return scene_refuse(reader, path, "expected an object, found %s",
                            scene_found(object, found));
    }
    const char *names[MODEL_ITEM_KEY_MAX];
    for (int i = 0; i < row->key_count; i++) {
        names[i] = keys[i].name;
    }
    TRY(scene_check_names(reader, path, object, names, row->key_count));
    for (int i = 0; i < row->key_count; i++) {
        item_place place = {.key = &keys[i],
                            .value = json_object_get(object, keys[i].name),
                            .into = &scene_item(reader->scene, list, item)[i]};
        scene_item_path(reader->scene, row->name, item, keys[i].name, place.path);
        TRY(scene_read_item_value(reader, &place));
    }
    return MOTE_OK;
}

static mote_status read_list(const scene_reader *reader, int list, const json_t *value)
{
    mote_scene *scene = reader->scene;
    const model *model = scene->model;
    const list_row *row = &model->lists[list];
    int least = model->emits && strcmp(model->emits, row->name) == 0;
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count < (size_t)least || count > (size_t)row->most) {
        char path[KEY_PATH_SIZE], found[FOUND_SIZE];
        snprintf(path, sizeof path, "%s.%s", model->name, row->name);
        return scene_refuse(reader, path,
                            "expected an array of %d to %d objects, one for each %s, "
                            "found %s",
                            least, row->most, row->item, scene_found(value, found));
    }
    size_t values = count * (size_t)row->key_count;
    scene->lists[list].values = calloc(values ? values : 1, sizeof(item_value));
    if (!scene->lists[list].values) {
        return fail_memory(values * sizeof(item_value), "the items of a list");
    }
    scene->lists[list].count = (int)count;
    for (int item = 0; item < (int)count; item++) {
        TRY(read_item(reader, list, item, json_array_get(value, (size_t)item)));
    }
    return MOTE_OK;
}

mote_status scene_read_lists(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    const json_t *block = json_object_get(reader->root, model->name);
    for (int list = 0; list < model->list_count; list++) {
        const json_t *given = json_object_get(block, model->lists[list].name);
        json_t *fallback = json_loads(model->lists[list].fallback, 0, NULL);
        assert(fallback && "LIST: the fallback is JSON");
        mote_status status = read_list(reader, list, given ? given : fallback);
        json_decref(fallback);
        TRY(status);
    }
    for (int list = 0; list < model->list_count; list++) {
        TRY(find_links(reader, list));
    }
    for (int list = 0; list < model->list_count; list++) {
        TRY(check_items(reader, list));
    }
    return MOTE_OK;
}

void scene_free_lists(mote_scene *scene)
{
    for (int list = 0; scene->model && list < scene->model->list_count; list++) {
        int keys = scene->model->lists[list].key_count;
        for (int i = 0; i < scene->lists[list].count * keys; i++) {
            free(scene->lists[list].values[i].text);
            free(scene->lists[list].values[i].rows);
        }
        free(scene->lists[list].values);
    }
}
