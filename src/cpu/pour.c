// SPDX-License-Identifier: MIT
// Stage pour: births of faucets, behind those that live, each where it has come to by the
// sub-step's end.

#include "stages.h"

#include "../core/lanes.h"

#include "population.glsl"
#include "pour.glsl"
#include "pouring.glsl"

#include <assert.h>

// The row of the batch that holds the j-th birth.
static uint32_t find_batch(uint32_t *const *pouring, uint32_t j)
{
    uint32_t row = POURING_BATCHES;
    for (uint32_t k = 1; k < pouring[0][0]; k++) {
        uint32_t next = row + POURING_BATCH_ROWS;
        if (j < pouring[1][next]) {
            break;
        }
        row = next;
    }
    return row;
}

static float real_at(uint32_t *const *pouring, int word, uint32_t row)
{
    return real_from_bits((int32_t)pouring[word][row]);
}

// All that belongs to a particle but its place, velocity, id and species begins as the
// model's .def says.
static void begin_fields(const cpu_view *view, uint32_t place)
{
    const plan *plan = view->plan;
    for (int f = 0; f < plan->model->field_count; f++) {
        int buffer = BUFFER_CORE_COUNT + f;
        for (int k = 0; k < plan->buffers[buffer].components; k++) {
            view->planes[buffer][k][place] = plan_field_start(plan, f);
        }
    }
}

static void give_birth(const cpu_view *view, uint32_t j)
{
    const constants *c = &view->plan->constants;
    const uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t *const *pouring = view->planes[BUFFER_pouring];
    uint32_t *const *mouth = view->planes[BUFFER_mouth];
    uint32_t place = population[POPULATION_ROWS] - population[POPULATION_BIRTHS] + j;
    uint32_t row = find_batch(pouring, j);
    uint32_t index = j - pouring[1][row];
    uint32_t slot = pouring[2][row] + (pouring[0][row + 1] + index) % pouring[3][row];
    uint32_t id = pouring[2][0] + j;
    philox_words chance = pour_chance(id, c->seed_low, c->seed_high);
    const uint32_t words[3] = {chance.a, chance.b, chance.c};
    float rest =
        pour_rest(index, real_at(pouring, 2, row + 1), real_at(pouring, 3, row + 1));
    view->planes[BUFFER_identity][0][place] = id;
    view->planes[BUFFER_identity][1][place] = pouring[1][row + 1];
    assert(view->plan->dimension <= 3);
    for (int axis = 0; axis < view->plan->dimension; axis++) {
        uint32_t coordinate = pour_coordinate(
            pouring[axis][row + 2] + mouth[axis][slot], real_at(pouring, axis, row + 3),
            rest, real_at(pouring, axis, row + 5), words[axis]);
        view->planes[BUFFER_position][axis][place] =
            pour_inside(coordinate, c->wraps, c->edge_low, c->edge_span);
        view->planes[BUFFER_velocity][axis][place] = pouring[axis][row + 4];
    }
    begin_fields(view, place);
}

void cpu_pour(const cpu_view *view, uint32_t first, uint32_t end)
{
    for (uint32_t j = first; j < end; j++) {
        give_birth(view, j);
    }
}
