// SPDX-License-Identifier: MIT
// Births by faucets. Only + - * / and sqrt in double: the same bits everywhere.

#include "pouring.h"

#include "direction.h"
#include "emission.h"
#include "start_place.h"

#include "../core/status.h"

#include "pouring.glsl"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// One faucet, as its batches are written.
typedef struct open_faucet {
    jet jet;
    uint32_t first_place, place_count; // in the buffer `mouth`
    uint32_t species;
    uint32_t middle[3]; // coordinates
    // Float bits: of what the jet moves in a sub-step, of its velocity, and of how far
    // births may miss their places.
    uint32_t along[3], velocity[3], miss[3];
} open_faucet;

struct pouring {
    int dimension;
    double dt;
    uint64_t first_id;
    open_faucet *faucets;
    int faucet_count;
    uint32_t (*places)[4];
    uint32_t place_count;
};

// ---- What the scene says -------------------------------------------------------------

static const item_value *value_of(const mote_scene *scene, int faucet, const char *key)
{
    return scene_item_value(scene, scene->model->pours, faucet, key);
}

static double number_of(const mote_scene *scene, int faucet, const char *key)
{
    return value_of(scene, faucet, key)->number[0];
}

static bool has_round_mouth(const mote_scene *scene, int faucet)
{
    const model *model = scene->model;
    const model_option_row *option = NULL;
    int mouth = (int)number_of(scene, faucet, "mouth");
    do {
        option = model_next_option(model, (model_choice){model->pours, "mouth"}, option);
    } while (option && option->value != mouth);
    return option && strcmp(option->word, "round") == 0;
}

static void turn_jet(const mote_scene *scene, const double direction[3], jet *jet)
{
    double u[3];
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = direction_unit(direction, axis);
        jet->direction[axis] = u[axis];
    }
    if (scene->dimension == 2) {
        jet->side[0][0] = -u[1];
        jet->side[0][1] = u[0];
        return;
    }
    double *side = jet->side[0];
    for (int axis = 0; axis < 3; axis++) {
        side[axis] = direction_side(direction, axis);
    }
    for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        jet->side[1][axis] = u[next] * side[last] - u[last] * side[next];
    }
}

// What the columns of a triangular lattice in 2-D, and of the densest packing in 3-D, are
// apart is 1 / (density x this), to the power of 1 / dimension.
static double columns_factor(int dimension)
{
    return dimension == 3 ? 2.0 : 1.1547005383792515;
}

// The whole number nearest to x, of which that power is given.
static int nearest_root(double power, int dimension, int most)
{
    int n = 1;
    for (; n <= most; n++) {
        double above = n + 0.5;
        if (above * above * (dimension == 3 ? above : 1.0) > power) {
            break;
        }
    }
    return n;
}

jet jet_of(const mote_scene *scene, const model_numbers *numbers, int faucet)
{
    int dimension = scene->dimension;
    jet jet = {.start = number_of(scene, faucet, "start"),
               .stop = number_of(scene, faucet, "stop"),
               .speed = number_of(scene, faucet, "speed"),
               .width = number_of(scene, faucet, "width"),
               .rate = number_of(scene, faucet, "rate"),
               .is_round = dimension == 3 && has_round_mouth(scene, faucet)};
    memcpy(jet.position, value_of(scene, faucet, "position")->number,
           sizeof jet.position);
    turn_jet(scene, value_of(scene, faucet, "direction")->number, &jet);
    double square = dimension == 3 ? jet.width * jet.width : jet.width;
    double opening = jet.is_round ? square * 0.78539816339744831 : square;
    double flow = opening * jet.speed; // area or volume a second
    if (!(jet.rate > 0.0)) {
        jet.rate = scene->model->rest_density(numbers) * flow;
    }
    double density = jet.rate / flow;
    jet.columns = nearest_root(square * jet.width * density * columns_factor(dimension),
                               dimension, JET_COLUMNS_MAX(dimension));
    return jet;
}

// ---- Places in the mouth -------------------------------------------------------------

// From the middle, in widths of the mouth.
static double column_at(const jet *jet, int column)
{
    return (column + 0.5) / jet->columns - 0.5;
}

static bool is_in_mouth(const jet *jet, double u, double v)
{
    return !jet->is_round || u * u + v * v <= 0.25;
}

static void add_place(pouring *self, const jet *jet, const double box[3],
                      const double across[2])
{
    uint32_t *row = self->places[self->place_count++];
    for (int axis = 0; axis < self->dimension; axis++) {
        double offset = jet->width *
                        (across[0] * jet->side[0][axis] + across[1] * jet->side[1][axis]);
        double units = floor(offset / box[axis] * 4294967296.0 + 0.5);
        row[axis] = (uint32_t)(int64_t)units;
    }
}

// Every other place, then those between.
static void add_places(pouring *self, open_faucet *faucet, const double box[3])
{
    const jet *jet = &faucet->jet;
    int rows = self->dimension == 3 ? jet->columns : 1;
    faucet->first_place = self->place_count;
    for (int parity = 0; parity < 2; parity++) {
        for (int k = 0; k < rows * jet->columns; k++) {
            int column = k % jet->columns, row = k / jet->columns;
            double across[2] = {column_at(jet, column),
                                rows > 1 ? column_at(jet, row) : 0.0};
            if ((column + row) % 2 == parity && is_in_mouth(jet, across[0], across[1])) {
                add_place(self, jet, box, across);
            }
        }
    }
    faucet->place_count = self->place_count - faucet->first_place;
}

// ---- Making --------------------------------------------------------------------------

static void take_faucet(pouring *self, const mote_scene *scene,
                        const model_numbers *numbers, const double box[3], int f)
{
    open_faucet *faucet = &self->faucets[f];
    faucet->jet = jet_of(scene, numbers, f);
    faucet->species = (uint32_t)number_of(scene, f, "species");
    const jet *jet = &faucet->jet;
    double miss = number_of(scene, f, "jitter") * jet->width / jet->columns;
    for (int axis = 0; axis < self->dimension; axis++) {
        double per_unit = 4294967296.0 / box[axis], v = jet->speed * jet->direction[axis];
        double from_middle = jet->position[axis] - scene->size[axis] / 2.0;
        faucet->middle[axis] = start_coordinate(0.5 + from_middle / box[axis]);
        faucet->along[axis] = start_real(v * self->dt * per_unit);
        faucet->velocity[axis] = start_real(v);
        faucet->miss[axis] = start_real(miss * per_unit);
    }
}

static mote_status make_faucets(pouring *self, const mote_scene *scene,
                                const model_numbers *numbers, const double box[3])
{
    size_t count = (size_t)self->faucet_count, places = 0;
    self->faucets = calloc(count, sizeof *self->faucets);
    if (!self->faucets) {
        return fail_memory(count * sizeof *self->faucets, "the faucets");
    }
    for (int f = 0; f < self->faucet_count; f++) {
        take_faucet(self, scene, numbers, box, f);
        size_t columns = (size_t)self->faucets[f].jet.columns;
        places += self->dimension == 3 ? columns * columns : columns;
    }
    self->places = calloc(places > 0 ? places : 1, sizeof *self->places);
    if (!self->places) {
        return fail_memory(places * sizeof *self->places, "the mouths of faucets");
    }
    for (int f = 0; f < self->faucet_count; f++) {
        add_places(self, &self->faucets[f], box);
    }
    return MOTE_OK;
}

mote_status pouring_create(const mote_scene *scene, const model_numbers *numbers,
                           const double box[3], pouring **result)
{
    *result = NULL;
    pouring *self = calloc(1, sizeof *self);
    if (!self) {
        return fail_memory(sizeof *self, "the schedule of faucets");
    }
    self->dimension = scene->dimension;
    self->dt = numbers->dt;
    self->first_id = scene->start.count;
    self->faucet_count =
        scene->lists[model_find_list(scene->model, scene->model->pours)].count;
    assert(self->faucet_count <= (int)POURING_BATCH_MOST && "POURS: a LIST of 16 items");
    mote_status status = make_faucets(self, scene, numbers, box);
    if (status != MOTE_OK) {
        pouring_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void pouring_destroy(pouring *self)
{
    if (self) {
        free(self->faucets);
        free(self->places);
        free(self);
    }
}

uint32_t pouring_place_count(const pouring *self)
{
    return self->place_count;
}

const uint32_t (*pouring_places(const pouring *self))[4]
{
    return (const uint32_t(*)[4])self->places;
}

// ---- Batches -------------------------------------------------------------------------

static uint64_t births_of(const pouring *self, const open_faucet *faucet, uint64_t clock)
{
    const jet *jet = &faucet->jet;
    return emission_births_by_rate(jet->rate, jet->start, jet->stop,
                                   (double)clock * self->dt);
}

static uint64_t births_until(const pouring *self, uint64_t clock)
{
    uint64_t births = 0;
    for (int f = 0; f < self->faucet_count; f++) {
        births += births_of(self, &self->faucets[f], clock);
    }
    return births;
}

uint64_t pouring_next_id(const pouring *self, uint64_t clock)
{
    return self->first_id + births_until(self, clock);
}

// Births that were due before by this one's own clock took no ids: first_id may wrap.
void pouring_continue(pouring *self, uint64_t clock, uint64_t next_id)
{
    self->first_id = next_id - births_until(self, clock);
}

static void write_batch(const pouring *self, const open_faucet *faucet, uint64_t clock,
                        uint32_t births_before, uint32_t (*rows)[4])
{
    const jet *jet = &faucet->jet;
    uint64_t before = births_of(self, faucet, clock);
    double first = jet->start + (double)(before + 1) / jet->rate;
    memset(rows, 0, POURING_BATCH_ROWS * sizeof *rows);
    rows[0][0] = (uint32_t)(births_of(self, faucet, clock + 1) - before);
    rows[0][1] = births_before;
    rows[0][2] = faucet->first_place;
    rows[0][3] = faucet->place_count;
    rows[1][0] = (uint32_t)(before % faucet->place_count);
    rows[1][1] = faucet->species;
    rows[1][2] = start_real((first - (double)clock * self->dt) / self->dt);
    rows[1][3] = start_real(1.0 / (jet->rate * self->dt));
    memcpy(rows[2], faucet->middle, sizeof faucet->middle);
    memcpy(rows[3], faucet->along, sizeof faucet->along);
    memcpy(rows[4], faucet->velocity, sizeof faucet->velocity);
    memcpy(rows[5], faucet->miss, sizeof faucet->miss);
}

uint64_t pouring_fill(const pouring *self, uint64_t clock, uint32_t (*rows)[4])
{
    uint32_t batches = 0, births = 0;
    for (int f = 0; f < self->faucet_count; f++) {
        const open_faucet *faucet = &self->faucets[f];
        if (births_of(self, faucet, clock + 1) > births_of(self, faucet, clock)) {
            uint32_t(*batch)[4] =
                rows + POURING_BATCHES + (size_t)batches * POURING_BATCH_ROWS;
            write_batch(self, faucet, clock, births, batch);
            births += batch[0][0];
            batches++;
        }
    }
    rows[0][0] = batches;
    rows[0][1] = births;
    rows[0][2] = (uint32_t)pouring_next_id(self, clock);
    rows[0][3] = 0;
    return (POURING_BATCHES + (uint64_t)batches * POURING_BATCH_ROWS) * sizeof *rows;
}
