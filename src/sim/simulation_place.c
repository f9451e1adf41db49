// SPDX-License-Identifier: MIT
// Particles that are placed and erased in the middle of a run: rows of a copy of the
// state, changed on the CPU, so that every device has the same.

#include "simulation_change.h"
#include "start.h"
#include "start_place.h"

#include "../core/status.h"

#include "population.glsl"

#include <assert.h>
#include <math.h>
#include <string.h>

// Room that is made at least, when there is not enough.
#define ROOM_LEAST 4096

// Draws of a place that may fall outside of the world.
#define TRY_MAX 64

// ---- What both need ------------------------------------------------------------------

static mote_status check_ball(const mote_simulation *self, const double position[3],
                              double radius)
{
    const plan *p = self->plan;
    if (p->emits) {
        return fail(MOTE_BAD_INPUT,
                    "particles of model %s are born from its %s: they are neither placed "
                    "nor erased",
                    p->model->name, p->model->emits);
    }
    const char *search = self->device.search;
    if (search && search_find(search) != SEARCH_GRID) {
        return fail(MOTE_BAD_INPUT,
                    "search %s: placing and erasing particles needs search grid", search);
    }
    bool is_sound = radius >= 1e-6 && radius <= 1e6;
    for (int axis = 0; axis < p->dimension; axis++) {
        is_sound = is_sound && fabs(position[axis]) <= 1e6;
    }
    return is_sound ? MOTE_OK
                    : fail(MOTE_BAD_INPUT,
                           "a ball of particles: expected a radius of 1e-6 to 1e6 and a "
                           "place within 1e6, found radius %g at %g, %g",
                           radius, position[0], position[1]);
}

// Room for so many rows; the same plan where there is room.
static mote_status plan_for(const mote_simulation *self, uint64_t rows, plan **next)
{
    const plan *p = self->plan;
    uint64_t had = p->constants.particle_count;
    uint64_t room = p->room;
    if (!p->mortal || rows > had) {
        uint64_t more = rows > had ? rows - had : 0;
        uint64_t least = had / 4 > ROOM_LEAST ? had / 4 : ROOM_LEAST;
        room += more > least ? more : least;
    }
    if (had - p->room + room > INT32_MAX) {
        return fail(MOTE_BAD_INPUT, "%llu particles are more than there can be",
                    (unsigned long long)rows);
    }
    return plan_grow(p, (uint32_t)room, next);
}

static mote_status edit_state(mote_simulation *self, uint64_t rows, state_edit *edit,
                              void *context)
{
    plan *next = NULL;
    TRY(plan_for(self, rows, &next));
    assert(next && "it was made");
    uint32_t room = next->room;
    TRY(simulation_adopt(self, next, edit, context));
    self->device.room = room;
    return MOTE_OK;
}

static uint32_t *row_of(const plan *p, const state_copy *copy, int buffer, uint64_t row)
{
    return copy->data[buffer] + row * (uint64_t)p->buffers[buffer].components;
}

// ---- Placing -------------------------------------------------------------------------

typedef struct placing {
    const double *position;
    double radius;
    uint32_t species, count;
    uint64_t first_id;
    uint32_t placed;
} placing;

// A place in the ball, as coordinates; or false where it is outside of the world.
static bool draw_place(const plan *p, const placing *ball, uint32_t id,
                       uint32_t coordinates[3])
{
    start_random random = {p->constants.seed_low, p->constants.seed_high, p->dimension};
    for (uint32_t draw = 0; draw < TRY_MAX; draw++) {
        double point[3];
        bool is_inside = true;
        start_random_disc(&random, id, draw, RANDOM_PLACED, point);
        for (int axis = 0; axis < p->dimension; axis++) {
            double place = ball->position[axis] + ball->radius * point[axis];
            double part = place / p->size[axis];
            is_inside =
                is_inside && (p->edges == EDGES_WRAP || (part >= 0.0 && part < 1.0));
            coordinates[axis] =
                plan_coordinate(p, start_place(part, p->edges == EDGES_WRAP));
        }
        if (is_inside) {
            return true;
        }
    }
    return false;
}

static void add_row(const plan *p, state_copy *copy, uint64_t row, const placing *ball,
                    uint32_t id, const uint32_t coordinates[3])
{
    size_t size = (size_t)p->dimension * sizeof(uint32_t);
    memcpy(row_of(p, copy, BUFFER_position, row), coordinates, size);
    memset(row_of(p, copy, BUFFER_velocity, row), 0, size);
    uint32_t *identity = row_of(p, copy, BUFFER_identity, row);
    identity[0] = id;
    identity[1] = ball->species;
    for (int f = 0; f < p->model->field_count; f++) {
        int buffer = BUFFER_CORE_COUNT + f;
        for (int k = 0; k < p->buffers[buffer].components; k++) {
            row_of(p, copy, buffer, row)[k] = plan_field_start(p, f);
        }
    }
}

static void place_rows(const mote_simulation *self, const plan *next, state_copy *copy,
                       void *context)
{
    (void)self;
    placing *ball = context;
    uint32_t *rows = &copy->data[BUFFER_population][POPULATION_ROWS];
    for (uint32_t i = 0; i < ball->count; i++) {
        uint32_t coordinates[3] = {0};
        uint32_t id = (uint32_t)(ball->first_id + ball->placed);
        if (draw_place(next, ball, id, coordinates)) {
            add_row(next, copy, (*rows)++, ball, id, coordinates);
            ball->placed++;
        }
    }
}

mote_status mote_simulation_place(mote_simulation *self, const double position[3],
                                  double radius, uint32_t species, uint32_t count)
{
    uint64_t living, first_id = simulation_next_id(self);
    TRY(check_ball(self, position, radius));
    if (species >= (uint32_t)self->plan->species_count) {
        return fail(MOTE_BAD_INPUT, "species: expected 0 to %d, found %lu",
                    self->plan->species_count - 1, (unsigned long)species);
    }
    unsigned long long ids = first_id + count;
    if (ids > UINT32_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "with these %llu particles have had an id, more than "
                    "there are: %lu",
                    ids, (unsigned long)UINT32_MAX);
    }
    placing ball = {position, radius, species, count, first_id, 0};
    TRY(simulation_population(self, &living));
    TRY(edit_state(self, living + count, place_rows, &ball));
    self->placed += ball.placed;
    if (self->plan->pouring) {
        pouring_continue(self->plan->pouring, self->clock, first_id + ball.placed);
    }
    return MOTE_OK;
}

// ---- Erasing -------------------------------------------------------------------------

typedef struct erasing {
    const double *position;
    double radius;
    uint64_t erased;
} erasing;

static bool is_in_ball(const plan *p, const state_copy *copy, const erasing *ball,
                       uint64_t row)
{
    const uint32_t *coordinates = row_of(p, copy, BUFFER_position, row);
    double squared = 0.0;
    for (int axis = 0; axis < p->dimension; axis++) {
        double from_middle = ball->position[axis] - p->size[axis] / 2.0;
        uint32_t middle = start_coordinate(0.5 + from_middle / p->box[axis]);
        int32_t units = (int32_t)(coordinates[axis] - middle);
        double along = (double)units / 4294967296.0 * p->box[axis];
        squared += along * along;
    }
    return squared <= ball->radius * ball->radius;
}

static void move_row(const plan *p, state_copy *copy, uint64_t to, uint64_t from)
{
    for (int b = 0; b < p->buffer_count; b++) {
        if (p->buffers[b].moves && copy->data[b]) {
            memcpy(row_of(p, copy, b, to), row_of(p, copy, b, from),
                   (size_t)p->buffers[b].components * sizeof(uint32_t));
        }
    }
}

static void erase_rows(const mote_simulation *self, const plan *next, state_copy *copy,
                       void *context)
{
    (void)self;
    erasing *ball = context;
    uint32_t *rows = &copy->data[BUFFER_population][POPULATION_ROWS];
    uint32_t kept = 0;
    for (uint32_t row = 0; row < *rows; row++) {
        if (!is_in_ball(next, copy, ball, row)) {
            move_row(next, copy, kept++, row);
        }
    }
    ball->erased = *rows - kept;
    *rows = kept;
}

mote_status mote_simulation_erase(mote_simulation *self, const double position[3],
                                  double radius, uint64_t *erased)
{
    erasing ball = {position, radius, 0};
    TRY(check_ball(self, position, radius));
    TRY(edit_state(self, 0, erase_rows, &ball));
    if (erased) {
        *erased = ball.erased;
    }
    return MOTE_OK;
}
