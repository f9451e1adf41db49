// SPDX-License-Identifier: MIT
// The first state of a scene: places by pattern, species by count, directions by chance.
//
// Each particle is a pure function of the scene and its id. Only integers, counted
// randomness, + - * / and sqrt in double and the exact functions reach the state, so it
// has the same bits on every machine.

#include "start.h"
#include "start_csv.h"
#include "start_place.h"

#include "../core/status.h"

#include <math.h>
#include <stdlib.h>

// ---- Species ------------------------------------------------------------------------

// Which species has the rank-th particle, when they are counted species by species.
static uint32_t species_of_rank(const mote_scene *scene, uint64_t rank)
{
    uint32_t species = 0;
    while (rank >= scene->species[species].count) {
        rank -= scene->species[species].count;
        species++;
    }
    return species;
}

// A permutation of 0 to count - 1 that looks like chance: a Feistel network over the next
// even power of two, walked until it lands inside.
typedef struct shuffle {
    uint64_t count;
    uint32_t half_bits, mask;
    uint32_t keys[4];
} shuffle;

static shuffle shuffle_create(const start_random *random, uint64_t count)
{
    shuffle s = {.count = count, .half_bits = 1};
    while ((uint64_t)1 << (2 * s.half_bits) < count) {
        s.half_bits++;
    }
    s.mask = ((uint32_t)1 << s.half_bits) - 1;
    for (uint32_t i = 0; i < 4; i++) {
        s.keys[i] = start_random_words(random, i, 0, 0, RANDOM_SPECIES).a;
    }
    return s;
}

// The finalizer of MurmurHash3 (A. Appleby).
static uint32_t mix(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x85ebca6bu;
    x = (x ^ (x >> 13)) * 0xc2b2ae35u;
    return x ^ (x >> 16);
}

static uint64_t shuffle_place(const shuffle *s, uint64_t i)
{
    do {
        uint32_t left = (uint32_t)(i >> s->half_bits), right = (uint32_t)i & s->mask;
        for (int turn = 0; turn < 4; turn++) {
            uint32_t next = left ^ (mix(right ^ s->keys[turn]) & s->mask);
            left = right;
            right = next;
        }
        i = (uint64_t)left << s->half_bits | right;
    } while (i >= s->count);
    return i;
}

static void fill_species(const mote_scene *scene, const start_random *random,
                         start_state *state)
{
    shuffle s = shuffle_create(random, scene->start.count);
    for (uint64_t i = 0; i < scene->start.count; i++) {
        state->species[i] = species_of_rank(scene, shuffle_place(&s, i));
    }
}

// ---- Velocities ---------------------------------------------------------------------

static void fill_velocities(const mote_scene *scene, const start_random *random,
                            start_state *state)
{
    uint64_t dimension = (uint64_t)scene->dimension;
    for (uint64_t i = 0; i < scene->start.count; i++) {
        double direction[3] = {0};
        if (scene->start.speed > 0.0) {
            start_random_direction(random, (uint32_t)i, direction);
        }
        for (uint64_t axis = 0; axis < dimension; axis++) {
            state->velocity[i * dimension + axis] =
                start_real(scene->start.speed * direction[axis]);
        }
    }
}

// A law may know a speed that nothing exceeds.
static void limit_velocities(const mote_scene *scene, start_state *state)
{
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    double top = scene->model->top_speed(&numbers);
    uint64_t dimension = (uint64_t)scene->dimension;
    bool is_limited = top < HUGE_VAL;
    for (uint64_t i = 0; i < scene->particle_count && is_limited; i++) {
        uint32_t *velocity = state->velocity + i * dimension;
        double squared = 0.0;
        for (uint64_t axis = 0; axis < dimension; axis++) {
            double v = (double)real_from_bits((int32_t)velocity[axis]);
            squared += v * v;
        }
        for (uint64_t axis = 0; axis < dimension && squared > top * top; axis++) {
            double v = (double)real_from_bits((int32_t)velocity[axis]);
            velocity[axis] = start_real(v * (top / sqrt(squared)));
        }
    }
}

// ---- All of it ----------------------------------------------------------------------

static mote_status allocate(const mote_scene *scene, start_state *state)
{
    uint64_t count = scene->start.count > 0 ? scene->start.count : 1;
    uint64_t size = count * (uint64_t)scene->dimension * sizeof(uint32_t);
    *state = (start_state){0};
    if (size <= SIZE_MAX / 4) {
        state->place = malloc((size_t)size);
        state->velocity = malloc((size_t)size);
        state->species = malloc((size_t)(count * sizeof(uint32_t)));
    }
    if (!state->place || !state->velocity || !state->species) {
        start_free(state);
        return fail_memory((size_t)(2 * size), "the first state");
    }
    return MOTE_OK;
}

mote_status start_fill(const mote_scene *scene, start_state *state)
{
    TRY(allocate(scene, state));
    start_random random = {(uint32_t)scene->seed, (uint32_t)(scene->seed >> 32),
                           scene->dimension};
    start_csv_counts csv = {0};
    if (scene->start.pattern == START_CSV) {
        mote_status status = start_csv_fill(scene, state, &csv);
        if (status != MOTE_OK) {
            start_free(state);
            return status;
        }
    } else {
        start_pattern_fill(scene, &random, state->place);
    }
    if (!csv.has_species) {
        fill_species(scene, &random, state);
    }
    if (!csv.has_velocity) {
        fill_velocities(scene, &random, state);
    }
    limit_velocities(scene, state);
    return MOTE_OK;
}

void start_free(start_state *state)
{
    free(state->place);
    free(state->velocity);
    free(state->species);
    *state = (start_state){0};
}
