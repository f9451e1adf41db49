// SPDX-License-Identifier: MIT
// From a scene to buffers, constants and schedule.

#include "plan_parts.h"

#include "../core/status.h"
#include "../core/text.h"

#include <stdlib.h>
#include <string.h>

// Up to so many particles the particle loop beats the grid.
#define LOOP_PARTICLES 1024

static bool column_is_uniform(const plan *p, int column)
{
    size_t pairs = (size_t)p->species_count * (size_t)p->species_count;
    const uint32_t *first = p->pair_table + (size_t)column * pairs;
    for (size_t i = 1; i < pairs; i++) {
        if (first[i] != first[0]) {
            return false;
        }
    }
    return true;
}

static mote_status set_pair_table(plan *p, const model_numbers *numbers)
{
    int species = p->species_count;
    size_t size = plan_buffer_size(p, BUFFER_pair_table);
    p->pair_table = calloc(1, size ? size : 4);
    if (!p->pair_table) {
        return fail_memory(size, "the table of species pairs");
    }
    for (int self = 0; self < species; self++) {
        for (int other = 0; other < species; other++) {
            float values[MODEL_COLUMN_MAX];
            p->model->columns_of(numbers, self, other, values);
            for (int column = 0; column < p->model->column_count; column++) {
                int at = (column * species + self) * species + other;
                p->pair_table[at] = float_bits(values[column]);
            }
        }
    }
    p->is_uniform = true;
    for (int column = 1; column < p->model->column_count; column++) {
        p->is_uniform = p->is_uniform && column_is_uniform(p, column);
    }
    return MOTE_OK;
}

// Buffers and schedule, from what is settled before.
static void lay_out(plan *p)
{
    p->marks = p->search == SEARCH_GRID && p->model->pass_count > 1;
    plan_list_buffers(p);
    plan_make_schedule(p);
    plan_set_lengths(p);
}

static mote_status fill(plan *p, const mote_scene *scene, const mote_device_def *device)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    p->model = scene->model;
    p->dimension = scene->dimension;
    p->species_count = scene->species_count;
    p->room = device->room;
    p->mortal = scene_is_mortal(scene) || device->room > 0;
    p->start_count = scene->start.count;
    p->emits = p->model->emits != NULL;
    p->substeps = numbers.substeps;
    p->dt = numbers.dt;
    p->step_time = scene->dt;
    p->stable_time = numbers.stable_time;
    p->top_speed = p->model->top_speed(&numbers);
    p->radius = numbers.radius;
    p->view = scene->view;
    p->view.sprite = NULL;
    p->reach = p->view.radius;
    p->edges = scene->edges;
    memcpy(p->size, scene->size, sizeof p->size);
    for (int i = 0; i < scene->species_count; i++) {
        memcpy(p->colors[i], scene->species[i].color, 3);
    }
    bool small = scene->particle_count <= LOOP_PARTICLES && !p->mortal;
    p->search = small ? SEARCH_LOOP : SEARCH_GRID;
    if (device->search) {
        p->search = (search_kind)search_find(device->search);
    }
    if (p->emits) {
        p->search = device->search ? SEARCH_RECYCLED : SEARCH_NONE;
        p->state_size = device->state_size ? device->state_size : 32;
    }
    bool is_drawn = p->search != SEARCH_RECYCLED;
    p->sorts = is_drawn && p->dimension == 3 && p->view.blend == BLEND_ALPHA;
    p->sort = device->sort ? (sort_kind)sort_find(device->sort) : SORT_RADIX;
    plan_set_constants(p, scene, device->cell_reach);
    float values[MODEL_CONSTANT_MAX];
    p->model->constants_of(&numbers, values);
    for (int i = 0; i < p->model->constant_count; i++) {
        p->constants.model[i] = float_bits(values[i]);
    }
    TRY(picture_copy(&scene->picture, &p->picture));
    TRY(plan_set_items(p, scene, &numbers));
    if (p->emits) {
        TRY(plan_set_emission(p, scene));
    }
    TRY(plan_set_pouring(p, scene, &numbers));
    lay_out(p);
    return set_pair_table(p, &numbers);
}

static mote_status refuse_word(const char *what, const char *found,
                               const char *const *words, int count)
{
    char list[256];
    return fail(MOTE_BAD_INPUT, "%s: expected one of %s, found \"%s\"", what,
                words_write(list, sizeof list, words, count), found);
}

static mote_status check(const mote_scene *scene, const mote_device_def *device)
{
    const char *search = device->search;
    if (search && search_find(search) < 0) {
        return refuse_word("search", search, search_names, SEARCH_NONE);
    }
    bool is_mortal = scene_is_mortal(scene) || device->room > 0;
    if (search && is_mortal && search_find(search) != SEARCH_GRID) {
        return fail(MOTE_BAD_INPUT,
                    "search %s: particles of model %s can die%s, which needs search grid",
                    search, scene->model->name,
                    device->room > 0       ? " or be placed"
                    : scene_pours(scene)   ? " or are born here"
                    : scene->model->mortal ? ""
                                           : " here");
    }
    if (device->room > 0 && scene->model->emits) {
        return fail(MOTE_BAD_INPUT,
                    "room for particles that are placed: those of model "
                    "%s are born from its %s alone",
                    scene->model->name, scene->model->emits);
    }
    bool is_recycled = search && search_find(search) == SEARCH_RECYCLED;
    if (search && is_recycled != (scene->model->emits != NULL)) {
        return fail(MOTE_BAD_INPUT, "search %s: %s", search,
                    is_recycled ? "it is for models that emit"
                                : "particles of models that emit have no neighbours");
    }
    int size = device->state_size;
    if (size != 0 && size != 32 && size != 40) {
        return fail(MOTE_BAD_INPUT, "state size: expected 32 or 40 (0: 32), found %d",
                    size);
    }
    if (device->sort && sort_find(device->sort) < 0) {
        return refuse_word("sort", device->sort, sort_names, SORT_COUNT);
    }
    if (device->cell_reach < 0 || device->cell_reach > 3) {
        return fail(MOTE_BAD_INPUT, "cell reach: expected 1 to 3 (0: chosen), found %d",
                    device->cell_reach);
    }
    return MOTE_OK;
}

mote_status plan_create(const mote_scene *scene, const mote_device_def *device,
                        plan **result)
{
    *result = NULL;
    TRY(check(scene, device));
    plan *p = calloc(1, sizeof *p);
    if (!p) {
        return fail_memory(sizeof *p, "the plan of a simulation");
    }
    mote_status status = fill(p, scene, device);
    if (status != MOTE_OK) {
        plan_destroy(p);
        return status;
    }
    *result = p;
    return MOTE_OK;
}

mote_status plan_grow(const plan *from, uint32_t room, plan **result)
{
    *result = NULL;
    plan *p = malloc(sizeof *p);
    if (!p) {
        return fail_memory(sizeof *p, "the plan of a simulation");
    }
    *p = *from;
    p->borrows = true;
    p->room = room;
    p->mortal = true;
    p->search = SEARCH_GRID;
    plan_set_particles(p, from->constants.particle_count - from->room + room);
    p->buffer_count = p->step_count = p->draw_count = p->statistics_count = 0;
    p->twins = 0;
    memset(p->lengths, 0, sizeof p->lengths);
    lay_out(p);
    *result = p;
    return MOTE_OK;
}

void plan_destroy(plan *p)
{
    if (p && !p->borrows) {
        free(p->pair_table);
        free(p->item_table);
        emission_destroy(p->emission);
        pouring_destroy(p->pouring);
        free(p->drain_table);
        picture_free(&p->picture);
    }
    free(p);
}
