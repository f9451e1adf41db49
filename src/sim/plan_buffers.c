// SPDX-License-Identifier: MIT
// The buffers of a plan: the core's and the model's, and how long each is.

#include "plan_parts.h"
#include "start_place.h"

#include "../core/lanes.h"

#include "exact.glsl"

#include "drain.glsl"
#include "emission.glsl"
#include "population.glsl"
#include "pouring.glsl"
#include "statistics_words.glsl"
#include "touch.glsl"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static int component_count(const plan *p, field_shape shape)
{
    return shape == SHAPE_VECTOR ? p->dimension : 1;
}

static buffer_row *add_buffer(plan *p, const char *name, element_type type,
                              const char *meaning)
{
    assert(p->buffer_count < BUFFER_MAX);
    buffer_row *row = &p->buffers[p->buffer_count++];
    *row = (buffer_row){name,  type,  PER_PARTICLE, ORDER_CANONICAL,
                        STAYS, false, meaning,      type_components(type, p->dimension)};
    return row;
}

static void add_core(plan *p)
{
    memcpy(p->buffers, core_buffers, sizeof core_buffers);
    p->buffer_count = BUFFER_CORE_COUNT;
    for (int b = 0; b < BUFFER_CORE_COUNT; b++) {
        buffer_row *row = &p->buffers[b];
        row->moves = row->life == (p->emits ? FLIES : MOVES);
        row->components = type_components(row->type, p->dimension);
    }
    if (p->state_size != 40) {
        p->buffers[BUFFER_ballast].moves = false;
    }
    if (p->search == SEARCH_RECYCLED) {
        // Rows are handed out in any order.
        p->buffers[BUFFER_body].order = ORDER_FREE;
        p->buffers[BUFFER_flight].order = ORDER_FREE;
    }
}

static void add_sums(plan *p, int pass)
{
    char *name = p->sum_names[pass];
    snprintf(name, sizeof p->sum_names[pass], "%s_sums", p->model->passes[pass]);
    buffer_row *row = add_buffer(p, name, TYPE_SUMS, "sums of the pass over neighbours");
    for (int i = 0; i < p->model->sum_count; i++) {
        const sum_row *sum = &p->model->sums[i];
        if (strcmp(sum->pass, p->model->passes[pass]) == 0) {
            row->components += 2 * component_count(p, sum->shape);
        }
    }
    assert(row->components <= 2 * MODEL_SUM_MAX);
}

void plan_list_buffers(plan *p)
{
    const model *m = p->model;
    add_core(p);
    for (int i = 0; i < m->field_count; i++) {
        element_type type = m->fields[i].shape == SHAPE_VECTOR ? TYPE_VECTOR : TYPE_REAL;
        buffer_row *row = add_buffer(p, m->fields[i].name, type, m->fields[i].meaning);
        row->moves = true;
        row->life = MOVES;
    }
    for (int pass = 0; pass < m->pass_count; pass++) {
        add_sums(p, pass);
    }
    if (m->scratch_count > 0) {
        buffer_row *row =
            add_buffer(p, "scratch", TYPE_REALS, "what the passes of a step find");
        for (int i = 0; i < m->scratch_count; i++) {
            row->components += component_count(p, m->scratches[i].shape);
        }
        assert(row->components <= MODEL_SCRATCH_MAX);
    }
}

uint32_t plan_field_start(const plan *p, int field)
{
    return start_real(p->model->fields[field].start);
}

int plan_sum_buffer(const plan *p, int pass)
{
    return BUFFER_CORE_COUNT + p->model->field_count + pass;
}

int plan_scratch_buffer(const plan *p)
{
    return plan_sum_buffer(p, p->model->pass_count);
}

int plan_scratch_component(const plan *p, const scratch_row *row)
{
    int component = 0;
    for (const scratch_row *before = p->model->scratches; before < row; before++) {
        component += component_count(p, before->shape);
    }
    return component;
}

int plan_sum_component(const plan *p, const sum_row *row)
{
    int component = 0;
    for (const sum_row *before = p->model->sums; before < row; before++) {
        if (strcmp(before->pass, row->pass) == 0) {
            component += component_count(p, before->shape);
        }
    }
    return component;
}

int plan_gathered_component(const plan *p, int pass, const char *field)
{
    int component = p->dimension;
    for (int i = 0; i < p->model->gather_count; i++) {
        const pass_field_row *row = &p->model->gathers[i];
        if (strcmp(row->pass, p->model->passes[pass]) != 0) {
            continue;
        }
        if (field && strcmp(row->name, field) == 0) {
            return component;
        }
        component += component_count(p, row->shape);
    }
    return field ? -1 : component;
}

int plan_gathered_vectors(const plan *p)
{
    int most = 0;
    for (int pass = 1; pass < p->model->pass_count; pass++) {
        int components = plan_gathered_component(p, pass, NULL);
        most = components > most ? components : most;
    }
    return (most + 3) / 4;
}

// "pull_y", or the name itself where there is one component.
static void name_axis(const char *name, field_shape shape, int axis, char *text,
                      size_t size)
{
    static const char *const axes[] = {"_x", "_y", "_z"};
    assert(axis >= 0 && axis < 3);
    snprintf(text, size, "%s%s", name, shape == SHAPE_VECTOR ? axes[axis] : "");
}

const char *plan_name_component(const plan *p, int buffer, int component, char *text,
                                size_t size)
{
    const model *m = p->model;
    snprintf(text, size, "component %d", component);
    for (int i = 0; i < m->scratch_count && buffer == plan_scratch_buffer(p); i++) {
        int axis = component - plan_scratch_component(p, &m->scratches[i]);
        if (axis >= 0 && axis < component_count(p, m->scratches[i].shape)) {
            name_axis(m->scratches[i].name, m->scratches[i].shape, axis, text, size);
        }
    }
    for (int i = 0; i < m->sum_count; i++) {
        const sum_row *sum = &m->sums[i];
        int pass = buffer - plan_sum_buffer(p, 0);
        bool is_of =
            pass >= 0 && pass < m->pass_count && strcmp(m->passes[pass], sum->pass) == 0;
        int axis = component / 2 - plan_sum_component(p, sum);
        if (is_of && axis >= 0 && axis < component_count(p, sum->shape)) {
            char name[64];
            name_axis(sum->name, sum->shape, axis, name, sizeof name);
            snprintf(text, size, "%s, %s word", name, component % 2 ? "high" : "low");
        }
    }
    return text;
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
    case PER_GATHERED:
        return (uint64_t)plan_gathered_vectors(p) * c->particle_count;
    case PER_MARK_WORD:
        return (uint64_t)MARK_WORDS * c->particle_count;
    case PER_BIRTH:
        return c->particle_count;
    case PER_CHUNK:
        return parts_of(c->particle_count, PARTICLES_PER_CHUNK);
    case PER_POPULATION:
        return p->emits || p->pouring ? POPULATION_SIZE : 1;
    case PER_EMISSION:
        return EMISSION_ROWS;
    case PER_POURING:
        return POURING_ROWS;
    case PER_MOUTH:
        return p->pouring ? pouring_place_count(p->pouring) : 0;
    case PER_DRAIN:
        return (uint64_t)DRAIN_ROWS * p->drain_count;
    case PER_ITEM_WORD:
        return p->item_word_count;
    case PER_EYE:
        return EYE_SIZE;
    case PER_KEY_TILE:
        return padded_tiles(c->particle_count);
    case PER_KEY_BLOCK:
        return c->key_block_total;
    case PER_TOUCH:
        return TOUCH_ROWS;
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
    return p->lengths[buffer] * 4 * (uint64_t)p->buffers[buffer].components;
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
    used |= used_by(p, &p->touch, 1);
    for (int b = 0; b < p->buffer_count; b++) {
        if (used >> b & 1) {
            p->lengths[b] = plan_row_count(p, p->buffers[b].per);
        }
    }
}
