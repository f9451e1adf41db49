// SPDX-License-Identifier: MIT
// The buffers of a plan: the core's and the model's, and how long each is.

#include "plan_parts.h"

#include "emission.glsl"
#include "population.glsl"
#include "statistics_words.glsl"

#include <assert.h>
#include <string.h>

static void add_buffer(plan *p, const char *name, element_type type, bool moves,
                       const char *meaning)
{
    assert(p->buffer_count < BUFFER_MAX);
    p->buffers[p->buffer_count++] = (buffer_row){
        name, type, PER_PARTICLE, ORDER_CANONICAL, moves ? MOVES : STAYS, moves, meaning};
}

void plan_list_buffers(plan *p)
{
    memcpy(p->buffers, core_buffers, sizeof core_buffers);
    p->buffer_count = BUFFER_CORE_COUNT;
    for (int b = 0; b < BUFFER_CORE_COUNT; b++) {
        p->buffers[b].moves = p->buffers[b].life == (p->emits ? FLIES : MOVES);
    }
    if (p->state_size != 40) {
        p->buffers[BUFFER_ballast].moves = false;
    }
    if (p->search == SEARCH_RECYCLED) {
        // Rows are handed out in any order.
        p->buffers[BUFFER_body].order = ORDER_FREE;
        p->buffers[BUFFER_flight].order = ORDER_FREE;
    }
    for (int i = 0; i < p->model->field_count; i++) {
        const field_row *field = &p->model->fields[i];
        element_type type = field->shape == SHAPE_VECTOR ? TYPE_VECTOR : TYPE_REAL;
        add_buffer(p, field->name, type, true, field->meaning);
    }
    for (int i = 0; i < p->model->sum_count; i++) {
        const sum_row *sum = &p->model->sums[i];
        element_type type = sum->shape == SHAPE_VECTOR ? TYPE_LIMBS_VECTOR : TYPE_LIMBS;
        add_buffer(p, sum->name, type, false, sum->meaning);
    }
}

// A bitonic sort compares as if the number of keys were a power of two.
static uint64_t padded_tiles(uint64_t keys)
{
    uint64_t tiles = 1;
    while (tiles * KEYS_PER_TILE < keys) {
        tiles *= 2;
    }
    return tiles;
}

// So many of `size` that hold `count`.
static uint64_t parts_of(uint64_t count, uint64_t size)
{
    return (count + size - 1) / size;
}

uint64_t plan_row_count(const plan *p, domain per)
{
    const constants *c = &p->constants;
    uint64_t species = (uint64_t)p->species_count;
    switch (per) {
    case PER_PARTICLE:
    case PER_SPRITE:
        return c->particle_count;
    case PER_CELL_END:
        return (uint64_t)c->cell_total + 1;
    case PER_BLOCK:
        return c->block_total;
    case PER_BIRTH:
        return c->particle_count;
    case PER_CHUNK:
        return parts_of(c->particle_count, PARTICLES_PER_CHUNK);
    case PER_POPULATION:
        return p->emits ? POPULATION_SIZE : 1;
    case PER_EMISSION:
        return EMISSION_ROWS;
    case PER_ITEM_WORD:
        return p->item_word_count;
    case PER_EYE:
        return EYE_SIZE;
    case PER_KEY_TILE:
        return padded_tiles(c->particle_count);
    case PER_KEY_BLOCK:
        return c->key_block_total;
    case PER_DIGIT:
        return DIGIT_COUNT;
    case PER_DIGIT_BLOCK:
        return (uint64_t)DIGIT_COUNT * c->key_block_total;
    case PER_DISPATCH:
        return 3 * SCHEDULE_MAX;
    case PER_PART:
    case PER_PART_WORD:
        return (per == PER_PART ? 1 : MOTION_SIZE) *
               parts_of(c->particle_count, ROWS_PER_PART);
    case PER_SPECIES:
        return species;
    case PER_SPECIES_CELL:
        return ((uint64_t)c->statistics_cell_total + 1) * species;
    case PER_STRIP:
    case PER_STRIP_WORD:
        return (per == PER_STRIP ? 1 : MIXING_SIZE) *
               parts_of(c->statistics_cell_total, CELLS_PER_STRIP);
    case PER_PAIR:
        return (uint64_t)p->model->column_count * species * species;
    case PER_ONE:
        break;
    }
    return 1;
}

int plan_find_buffer(const plan *p, const char *name)
{
    for (int i = 0; i < p->buffer_count; i++) {
        if (strcmp(p->buffers[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

uint64_t plan_buffer_size(const plan *p, int buffer)
{
    int components = type_components(p->buffers[buffer].type, p->dimension);
    return p->lengths[buffer] * 4 * (uint64_t)components;
}

bool plan_has_twin(const plan *p, int buffer)
{
    return (p->twins >> buffer & 1) != 0;
}

bool plan_is_state(const plan *p, int buffer)
{
    bool is_kept = p->emits && p->buffers[buffer].life == KEPT;
    return p->buffers[buffer].moves || is_kept || buffer == BUFFER_population;
}

bool plan_is_statistic(const plan *p, int buffer)
{
    (void)p;
    return buffer == BUFFER_motion_sum || buffer == BUFFER_species_total ||
           buffer == BUFFER_mixing_sum;
}

// The buffers that entries touch, as bits; and those whose twins they do.
static uint64_t used_by(plan *p, const schedule_entry *entries, int count)
{
    uint64_t used = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < entries[i].access_count; k++) {
            uint64_t bit = UINT64_C(1) << entries[i].access[k].buffer;
            used |= bit;
            p->twins |= entries[i].access[k].twin ? bit : 0;
        }
    }
    return used;
}

// A buffer that no stage touches takes no memory; what creation and cameras write stays.
void plan_set_lengths(plan *p)
{
    uint64_t used = UINT64_C(1) << BUFFER_population | UINT64_C(1) << BUFFER_pair_table |
                    UINT64_C(1) << BUFFER_item_table;
    used |= used_by(p, p->step, p->step_count);
    used |= used_by(p, p->draw, p->draw_count);
    used |= used_by(p, p->statistics, p->statistics_count);
    for (int b = 0; b < p->buffer_count; b++) {
        if (used >> b & 1) {
            p->lengths[b] = plan_row_count(p, p->buffers[b].per);
        }
    }
}
