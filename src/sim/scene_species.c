// SPDX-License-Identifier: MIT
// The key `species`: how many there are, their colours, and how many particles each has.

#include "scene_parts.h"
#include "species_share.h"
#include "start_csv.h"

#include <stdio.h>
#include <string.h>

const item_row species_items[] = {
    {"color", "\"#rrggbb\", sRGB; by default hues evenly round the colour circle"},
    {"count", "how many particles"},
    {"weight", "share of the particles that no count claims; by default 1"},
    {NULL, NULL},
};
#define ITEM_COUNT ((int)(sizeof species_items / sizeof species_items[0]) - 1)

const double species_count_bounds[2] = {1.0, SPECIES_MAX};
const double species_weight_bounds[2] = {0.0, 1e9};
static const double particle_bounds[2] = {0.0, 4294967295.0};

static mote_status read_item(const scene_reader *reader, int i, const json_t *item)
{
    scene_species *species = &reader->scene->species[i];
    char path[64], found[FOUND_SIZE];
    snprintf(path, sizeof path, "species[%d]", i);
    if (!json_is_object(item)) {
        return scene_refuse(reader, path,
                            "expected an object with color and count or weight, found %s",
                            scene_found(item, found));
    }
    const char *names[ITEM_COUNT];
    for (int k = 0; k < ITEM_COUNT; k++) {
        names[k] = species_items[k].name;
    }
    TRY(scene_check_names(reader, path, item, names, ITEM_COUNT));
    const json_t *color = json_object_get(item, "color");
    const json_t *count = json_object_get(item, "count");
    const json_t *weight = json_object_get(item, "weight");
    if (color) {
        snprintf(path, sizeof path, "species[%d].color", i);
        TRY(scene_read_color(reader, path, color, species->color));
    }
    if (count && weight) {
        snprintf(path, sizeof path, "species[%d]", i);
        return scene_refuse(reader, path, "expected a count or a weight, found both");
    }
    if (count) {
        snprintf(path, sizeof path, "species[%d].count", i);
        TRY(scene_read_whole(reader, path, count, particle_bounds, &species->count));
        species->has_count = true;
    }
    if (weight) {
        snprintf(path, sizeof path, "species[%d].weight", i);
        TRY(scene_read_number(reader, path, weight, species_weight_bounds,
                              &species->weight));
    }
    return MOTE_OK;
}

mote_status scene_read_species(const scene_reader *reader, const json_t *value)
{
    mote_scene *scene = reader->scene;
    bool is_array = json_is_array(value);
    double own;
    bool has_own = scene->model->scene_default(scene, KEY_root_species, 0, &own);
    uint64_t count = has_own ? (uint64_t)own : DEFAULT_SPECIES;
    if (is_array) {
        count = json_array_size(value);
    } else if (json_is_number(value)) {
        TRY(scene_read_whole(reader, "species", value, species_count_bounds, &count));
    }
    if ((value && !is_array && !json_is_number(value)) || count < 1 ||
        count > SPECIES_MAX) {
        char found[FOUND_SIZE];
        return scene_refuse(reader, "species",
                            "expected a number from 1 to %d or an array of so many "
                            "objects, found %s",
                            SPECIES_MAX, scene_found(value, found));
    }
    scene->species_count = (int)count;
    for (int i = 0; i < scene->species_count; i++) {
        scene->species[i] = (scene_species){.weight = 1.0};
        species_color(i, scene->species_count, scene->species[i].color);
        if (is_array) {
            TRY(read_item(reader, i, json_array_get(value, (size_t)i)));
        }
    }
    return MOTE_OK;
}

// A CSV start has as many particles as rows, and may say their species.
static mote_status count_csv(const scene_reader *reader, bool *is_counted)
{
    mote_scene *scene = reader->scene;
    if (!scene->start.file[0]) {
        return scene_refuse(reader, "start.file",
                            "start.pattern \"csv\" needs the name of a CSV table here");
    }
    start_csv_counts counts;
    TRY(start_csv_count(scene, &counts));
    bool is_given = json_object_get(reader->root, "particles") != NULL;
    bool has_room = scene_will_pour(reader) && scene->particle_count >= counts.rows;
    if (is_given && !has_room && scene->particle_count != counts.rows) {
        return scene_refuse(reader, "particles",
                            "expected %llu, the rows of %s, found %llu; leave it out to "
                            "take what the table has",
                            (unsigned long long)counts.rows, scene->start.file,
                            (unsigned long long)scene->particle_count);
    }
    scene->particle_count = is_given ? scene->particle_count : counts.rows;
    if (json_object_get(json_object_get(reader->root, "start"), "count") &&
        scene->start.count != counts.rows) {
        return scene_refuse(reader, "start.count",
                            "expected %llu, the rows of %s, found %llu; leave it out",
                            (unsigned long long)counts.rows, scene->start.file,
                            (unsigned long long)scene->start.count);
    }
    scene->start.count = counts.rows;
    *is_counted = counts.has_species;
    for (int i = 0; counts.has_species && i < scene->species_count; i++) {
        scene_species *species = &scene->species[i];
        if (species->has_count && species->count != counts.species[i]) {
            char path[64];
            snprintf(path, sizeof path, "species[%d].count", i);
            return scene_refuse(reader, path,
                                "expected %llu, the particles of species %d in %s, found "
                                "%llu; leave it out to take what the table has",
                                (unsigned long long)counts.species[i], i,
                                scene->start.file, (unsigned long long)species->count);
        }
        species->count = counts.species[i];
    }
    return MOTE_OK;
}

static mote_status share_particles(const scene_reader *reader)
{
    mote_scene *scene = reader->scene;
    uint64_t claimed = 0;
    double weights[SPECIES_MAX], weight_sum = 0.0;
    bool all_have_counts = true;
    for (int i = 0; i < scene->species_count; i++) {
        const scene_species *species = &scene->species[i];
        claimed += species->has_count ? species->count : 0;
        weights[i] = species->has_count ? 0.0 : species->weight;
        weight_sum += weights[i];
        all_have_counts &= species->has_count;
    }
    bool is_given = json_object_get(reader->root, "particles") != NULL ||
                    scene->start.pattern == START_CSV;
    if (all_have_counts && !is_given) {
        if (claimed > (uint64_t)particle_bounds[1]) {
            return scene_refuse(reader, "species",
                                "the counts add up to %llu; at most 4294967295 particles "
                                "are possible",
                                (unsigned long long)claimed);
        }
        scene->particle_count = claimed;
    }
    if (scene->start.pattern != START_CSV) {
        TRY(scene_count_start(reader));
    }
    uint64_t first = scene->start.count;
    if (claimed > first || (claimed < first && !(weight_sum > 0.0))) {
        return scene_refuse(
            reader, "species", "the counts add up to %llu, but %s is %llu%s",
            (unsigned long long)claimed,
            first < scene->particle_count ? "start.count" : "particles",
            (unsigned long long)first,
            all_have_counts   ? "; leave particles out, or give weights, not counts"
            : claimed > first ? "; try smaller counts or more particles"
                              : "; no species has a weight to take the rest");
    }
    if (!all_have_counts && weight_sum > 0.0) {
        uint64_t shares[SPECIES_MAX];
        species_share(first - claimed, weights, scene->species_count, shares);
        for (int i = 0; i < scene->species_count; i++) {
            scene->species[i].count += scene->species[i].has_count ? 0 : shares[i];
        }
    }
    return MOTE_OK;
}

mote_status scene_count_species(const scene_reader *reader)
{
    bool is_counted = false;
    if (reader->scene->start.pattern == START_CSV) {
        TRY(count_csv(reader, &is_counted));
    }
    return is_counted ? MOTE_OK : share_particles(reader);
}
