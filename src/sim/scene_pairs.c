// SPDX-License-Identifier: MIT
// The pair parameters of a model's block: species x species matrices, given number by
// number, as one number for all, or by a rule.

#include "scene_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One pair parameter of the document.
typedef struct pair_place {
    int row;                  // of the model
    char path[KEY_PATH_SIZE]; // "life.matrix"
    const json_t *value;      // or NULL
} pair_place;

static const pair_parameter_row *row_of(const scene_reader *reader,
                                        const pair_place *place)
{
    return &reader->scene->model->pairs[place->row];
}

static pair_place find_pair(const scene_reader *reader, int row)
{
    const model *model = reader->scene->model;
    const json_t *block = json_object_get(reader->root, model->name);
    pair_place place = {.row = row};
    snprintf(place.path, sizeof place.path, "%s.%s", model->name, model->pairs[row].name);
    place.value = json_object_get(block, model->pairs[row].name);
    return place;
}

static void fill_pair(const scene_reader *reader, int row, double value)
{
    int count = reader->scene->species_count;
    for (int i = 0; i < count * count; i++) {
        reader->scene->pairs[row][i] = value;
    }
}

static mote_status apply_rule(const scene_reader *reader, const pair_place *place,
                              matrix_rule rule, double scale)
{
    mote_scene *scene = reader->scene;
    scene->pair_rules[place->row] = rule;
    scene->pair_scales[place->row] = scale;
    matrix_rule_fill(scene, place->row, rule, scale);
    return MOTE_OK;
}

static mote_status read_rule_name(const scene_reader *reader, const char *path,
                                  const json_t *value, matrix_rule *rule)
{
    const char *name = json_is_string(value) ? json_string_value(value) : "";
    const char *words[RULE_COUNT];
    int count = 0;
    for (int i = RULE_NONE + 1; i < RULE_COUNT; i++) {
        if (strcmp(matrix_rules[i].name, name) == 0) {
            *rule = (matrix_rule)i;
            return MOTE_OK;
        }
        words[count++] = matrix_rules[i].name;
    }
    return scene_refuse_word(reader, path, value, words, count);
}

// {"rule": "random", "scale": 0.5}; both may be left out.
static mote_status read_rule(const scene_reader *reader, const pair_place *place)
{
    static const char *const names[] = {"rule", "scale"};
    TRY(scene_check_names(reader, place->path, place->value, names, 2));
    char path[KEY_PATH_SIZE + 16];
    matrix_rule rule = RULE_RANDOM;
    const json_t *value = json_object_get(place->value, "rule");
    if (value) {
        snprintf(path, sizeof path, "%s.rule", place->path);
        TRY(read_rule_name(reader, path, value, &rule));
    }
    double scale = row_of(reader, place)->fallback;
    value = json_object_get(place->value, "scale");
    if (value) {
        const double bounds[2] = {0.0, row_of(reader, place)->highest};
        snprintf(path, sizeof path, "%s.scale", place->path);
        TRY(scene_read_number(reader, path, value, bounds, &scale));
    }
    return apply_rule(reader, place, rule, scale);
}

static mote_status read_matrix(const scene_reader *reader, const pair_place *place)
{
    const pair_parameter_row *row = row_of(reader, place);
    const double bounds[2] = {row->lowest, row->highest};
    int count = reader->scene->species_count;
    char path[KEY_PATH_SIZE + 32], found[FOUND_SIZE];
    if (json_array_size(place->value) != (size_t)count) {
        return scene_refuse(reader, place->path,
                            "expected %d row%s, one for each species, found %s", count,
                            count == 1 ? "" : "s", scene_found(place->value, found));
    }
    for (int self = 0; self < count; self++) {
        const json_t *line = json_array_get(place->value, (size_t)self);
        if (!json_is_array(line) || json_array_size(line) != (size_t)count) {
            snprintf(path, sizeof path, "%s[%d]", place->path, self);
            return scene_refuse(reader, path,
                                "expected a row of %d number%s, one for each species, "
                                "found %s",
                                count, count == 1 ? "" : "s", scene_found(line, found));
        }
        for (int other = 0; other < count; other++) {
            snprintf(path, sizeof path, "%s[%d][%d]", place->path, self, other);
            TRY(scene_read_number(
                reader, path, json_array_get(line, (size_t)other), bounds,
                &reader->scene->pairs[place->row][self * count + other]));
        }
    }
    return MOTE_OK;
}

static mote_status read_pair(const scene_reader *reader, const pair_place *place)
{
    const pair_parameter_row *row = row_of(reader, place);
    bool is_ruled = row->rules == PAIR_RULED;
    const json_t *value = place->value;
    if (!value && is_ruled) {
        return apply_rule(reader, place, RULE_RANDOM, row->fallback);
    }
    if (json_is_array(value)) {
        return read_matrix(reader, place);
    }
    if (is_ruled && json_is_object(value)) {
        return read_rule(reader, place);
    }
    if (is_ruled && json_is_string(value)) {
        matrix_rule rule = RULE_NONE;
        TRY(read_rule_name(reader, place->path, value, &rule));
        return apply_rule(reader, place, rule, row->fallback);
    }
    double number = row->fallback;
    if (json_is_number(value)) {
        const double bounds[2] = {row->lowest, row->highest};
        TRY(scene_read_number(reader, place->path, value, bounds, &number));
    } else if (value) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, place->path,
                            "expected a number%s or a matrix with one row for each "
                            "species, found %s",
                            is_ruled ? ", a rule" : "", scene_found(value, found));
    }
    fill_pair(reader, place->row, number);
    return MOTE_OK;
}

mote_status scene_read_pairs(const scene_reader *reader)
{
    mote_scene *scene = reader->scene;
    size_t size = (size_t)(scene->species_count * scene->species_count) * sizeof(double);
    for (int i = 0; i < scene->model->pair_count; i++) {
        scene->pairs[i] = malloc(size);
        if (!scene->pairs[i]) {
            return fail_memory(size, "a matrix of species");
        }
        pair_place place = find_pair(reader, i);
        TRY(read_pair(reader, &place));
    }
    return MOTE_OK;
}

// Where to point when two parameters do not fit each other: at one that the document
// gives and the message names.
static void find_culprit(const scene_reader *reader, const char *message,
                         char path[KEY_PATH_SIZE])
{
    const model *model = reader->scene->model;
    snprintf(path, KEY_PATH_SIZE, "%s", model->name);
    for (int i = 0; i < model->pair_count; i++) {
        pair_place place = find_pair(reader, i);
        if (place.value && strstr(message, model->pairs[i].name)) {
            snprintf(path, KEY_PATH_SIZE, "%s", place.path);
            return;
        }
    }
}

static mote_status check_each_pair(const scene_reader *reader,
                                   const model_numbers *numbers)
{
    int count = numbers->species_count;
    for (int self = 0; self < count; self++) {
        for (int other = 0; other < count; other++) {
            const char *message = reader->scene->model->check_pair(numbers, self, other);
            if (message) {
                char path[KEY_PATH_SIZE];
                find_culprit(reader, message, path);
                return scene_refuse(reader, path, "%s; of species %d and %d it is not",
                                    message, self, other);
            }
        }
    }
    return MOTE_OK;
}

// The parameter that makes the interaction radius what it is.
static void find_radius(const scene_reader *reader, double radius,
                        char path[KEY_PATH_SIZE])
{
    const mote_scene *scene = reader->scene;
    int entries = scene->species_count * scene->species_count;
    snprintf(path, KEY_PATH_SIZE, "%s", scene->model->name);
    for (int i = 0; i < scene->model->pair_count; i++) {
        bool is_there = false;
        for (int k = 0; k < entries; k++) {
            is_there |= scene->pairs[i][k] >= radius && scene->pairs[i][k] <= radius;
        }
        if (is_there) {
            snprintf(path, KEY_PATH_SIZE, "%s", find_pair(reader, i).path);
        }
    }
}

// Where the edges wrap, a neighbour farther than half the world is nearer the other way
// round: only the nearest image of each particle is felt, so the radius ends there.
static mote_status check_radius(const scene_reader *reader, double radius)
{
    static const char *const sides[] = {"width", "height", "depth"};
    const mote_scene *scene = reader->scene;
    for (int axis = 0; axis < 3 && axis < scene->dimension; axis++) {
        if (scene->edges != EDGES_WRAP || radius <= scene->size[axis] / 2.0) {
            continue;
        }
        char path[KEY_PATH_SIZE], number[NUMBER_TEXT_SIZE], side[NUMBER_TEXT_SIZE];
        find_radius(reader, radius, path);
        return scene_refuse(
            reader, path,
            "the interaction radius is %s, more than half of world.%s %s: "
            "where the edges wrap, a neighbour that far is nearer the "
            "other way round; try a smaller radius, a larger world, or "
            "world.edges \"bounce\"",
            number_write(number, radius), sides[axis],
            number_write(side, scene->size[axis]));
    }
    return MOTE_OK;
}

// Positions are fractions of the space, in 32 bits: a radius of a few units of them says
// nothing, and distances in such radii could grow past what a float holds.
static mote_status check_resolution(const scene_reader *reader, double radius)
{
    const mote_scene *scene = reader->scene;
    double worlds = scene->edges == EDGES_OPEN ? scene->border : 1.0;
    for (int axis = 0; axis < scene->dimension; axis++) {
        double least = scene->size[axis] * worlds / 1073741824.0;
        if (radius >= least) {
            continue;
        }
        char path[KEY_PATH_SIZE], number[NUMBER_TEXT_SIZE], bound[NUMBER_TEXT_SIZE];
        find_radius(reader, radius, path);
        return scene_refuse(reader, path,
                            "the interaction radius is %s, less than %s, the 2^30th part "
                            "of the space, which positions cannot resolve; try a larger "
                            "radius or a smaller world",
                            number_write(number, radius), number_write(bound, least));
    }
    return MOTE_OK;
}

mote_status scene_check_pairs(const scene_reader *reader)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(reader->scene, pairs);
    if (reader->scene->model->emits) {
        return MOTE_OK; // no pairs, no radius
    }
    TRY(check_each_pair(reader, &numbers));
    TRY(check_resolution(reader, numbers.radius));
    return check_radius(reader, numbers.radius);
}
