// SPDX-License-Identifier: MIT
// A scene with faucets and drains: how many particles are there at first, and what its
// faucets may ask for.

#include "pouring.h"
#include "scene_parts.h"

#include <assert.h>
#include <math.h>

// Births in one sub-step at most: their sum is a number of 32 bits.
#define BIRTHS_MAX 2.0e9

// So far out is rounding.
#define SLACK 1e-9

static int count_items(const mote_scene *scene, const char *list)
{
    return list ? scene->lists[model_find_list(scene->model, list)].count : 0;
}

bool scene_pours(const mote_scene *scene)
{
    return count_items(scene, scene->model->pours) > 0;
}

uint32_t scene_drain_count(const mote_scene *scene)
{
    return (uint32_t)count_items(scene, scene->model->drains);
}

bool scene_is_mortal(const mote_scene *scene)
{
    return scene->model->mortal || scene_pours(scene) || scene_drain_count(scene) > 0;
}

// ---- How many are there at first -----------------------------------------------------

bool scene_will_pour(const scene_reader *reader)
{
    const model *model = reader->scene->model;
    const json_t *block = json_object_get(reader->root, model->name);
    return model->pours && json_array_size(json_object_get(block, model->pours)) > 0;
}

// Whether the scene says more of the start than how many.
static bool has_start(const scene_reader *reader)
{
    const json_t *start = json_object_get(reader->root, "start");
    return json_object_size(start) > (json_object_get(start, "count") ? 1 : 0);
}

mote_status scene_count_start(const scene_reader *reader)
{
    mote_scene *scene = reader->scene;
    uint64_t all = scene->particle_count;
    bool is_given =
        json_object_get(json_object_get(reader->root, "start"), "count") != NULL;
    bool will_pour = scene_will_pour(reader);
    if (!is_given) {
        scene->start.count = will_pour && !has_start(reader) ? 0 : all;
    }
    if (scene->start.count > all) {
        return scene_refuse(reader, "start.count",
                            "expected at most %llu, the scene's particles, found %llu; "
                            "lower it, or raise particles",
                            (unsigned long long)all,
                            (unsigned long long)scene->start.count);
    }
    if (scene->start.count < all && !will_pour) {
        return scene_refuse(reader, "start.count",
                            "expected %llu, all of the scene's particles, found %llu: "
                            "there is nothing in %s.%s to pour the rest; leave it out",
                            (unsigned long long)all,
                            (unsigned long long)scene->start.count, scene->model->name,
                            scene->model->pours);
    }
    return MOTE_OK;
}

// ---- What faucets ask for ------------------------------------------------------------

// One faucet, as the checks see it.
typedef struct faucet_check {
    const scene_reader *reader;
    int item;
    jet jet;
} faucet_check;

static const char *path_of(const faucet_check *c, const char *key,
                           char path[KEY_PATH_SIZE])
{
    const mote_scene *scene = c->reader->scene;
    return scene_item_path(scene, scene->model->pours, c->item, key, path);
}

// A mouth that is partly outside of edges would pour all of that part in one place.
static mote_status check_place(const faucet_check *c)
{
    static const char *const sides[] = {"width", "height", "depth"};
    const mote_scene *scene = c->reader->scene;
    assert(scene->dimension <= 3);
    double worlds = scene->edges == EDGES_OPEN ? scene->border : 1.0;
    for (int axis = 0; axis < scene->dimension && scene->edges != EDGES_WRAP; axis++) {
        double size = scene->size[axis], slack = SLACK * size * worlds;
        double low = size / 2.0 - size * worlds / 2.0;
        double high = size / 2.0 + size * worlds / 2.0;
        double reach = c->jet.width / 2.0 *
                       (fabs(c->jet.side[0][axis]) + fabs(c->jet.side[1][axis]));
        double from = c->jet.position[axis] - reach, to = c->jet.position[axis] + reach;
        if (from < low - slack || to > high + slack) {
            char path[KEY_PATH_SIZE];
            return scene_refuse(c->reader, path_of(c, "position", path),
                                "the mouth reaches from %.6g to %.6g along world.%s, and "
                                "particles have from %.6g to %.6g; move it, or make its "
                                "width less",
                                from, to, sides[axis], low, high);
        }
    }
    return MOTE_OK;
}

static mote_status check_jet(const faucet_check *c, double *births, double dt)
{
    const mote_scene *scene = c->reader->scene;
    char path[KEY_PATH_SIZE];
    *births += c->jet.rate * dt + 1.0;
    if (!(*births <= BIRTHS_MAX)) {
        return scene_refuse(c->reader, path_of(c, "rate", path),
                            "with it up to %g births fall into %g s, a sub-step, more "
                            "than %g; lower rate, speed or width",
                            *births, dt, BIRTHS_MAX);
    }
    int most = JET_COLUMNS_MAX(scene->dimension);
    if (c->jet.columns > most) {
        return scene_refuse(c->reader, path_of(c, "width", path),
                            "%g particles a second at this speed would be more than %d "
                            "side by side in the mouth; lower rate or width, or raise "
                            "speed",
                            c->jet.rate, most);
    }
    if (!(c->jet.rate > 0.0)) {
        return scene_refuse(c->reader, path_of(c, "rate", path),
                            "what rests has no density to take it from, as particles is "
                            "0; give a rate");
    }
    return MOTE_OK;
}

static mote_status check_species(const faucet_check *c)
{
    const mote_scene *scene = c->reader->scene;
    const item_value *species =
        scene_item_value(scene, scene->model->pours, c->item, "species");
    if ((int)species->number[0] < scene->species_count) {
        return MOTE_OK;
    }
    char path[KEY_PATH_SIZE];
    return scene_refuse(c->reader, path_of(c, "species", path),
                        "expected a species from 0 to %d, found %d",
                        scene->species_count - 1, (int)species->number[0]);
}

mote_status scene_check_pouring(const scene_reader *reader)
{
    const mote_scene *scene = reader->scene;
    const double *pairs[MODEL_PAIR_MAX];
    if (!scene_pours(scene)) {
        return MOTE_OK;
    }
    model_numbers numbers = scene_numbers(scene, pairs);
    double births = 0.0;
    faucet_check c = {.reader = reader};
    for (; c.item < count_items(scene, scene->model->pours); c.item++) {
        c.jet = jet_of(scene, &numbers, c.item);
        TRY(check_place(&c));
        TRY(check_jet(&c, &births, numbers.dt));
        TRY(check_species(&c));
    }
    if (scene->start.count == scene->particle_count && scene->particle_count > 0 &&
        scene_drain_count(scene) == 0 && !scene->model->mortal) {
        return scene_refuse(reader, "start.count",
                            "all %llu particles are there at first, so there is no room "
                            "for more to be born; lower it, or raise particles",
                            (unsigned long long)scene->particle_count);
    }
    return MOTE_OK;
}
