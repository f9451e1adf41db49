// SPDX-License-Identifier: MIT
// See reference.h.

#include "reference.h"

#include "statistics_oracle.h"

#include "population.glsl"
#include "pouring.glsl"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t components(const reference *self, int buffer)
{
    return (uint64_t)self->plan->buffers[buffer].components;
}

uint64_t reference_words(const reference *self, int buffer)
{
    domain per = self->plan->buffers[buffer].per;
    if (per == PER_PARTICLE || per == PER_SPRITE) {
        return self->living * components(self, buffer);
    }
    return plan_buffer_size(self->plan, buffer) / 4;
}

reference *reference_of(const mote_scene *scene, mote_simulation *simulation)
{
    reference *self = calloc(1, sizeof *self);
    self->scene = scene;
    self->plan = simulation->plan;
    assert_ok(simulation_population(simulation, &self->living));
    for (int b = 0; b < self->plan->buffer_count; b++) {
        self->buffers[b] = read_buffer(simulation, b);
        if (plan_has_twin(self->plan, b)) {
            self->twins[b] = calloc(1, plan_buffer_size(self->plan, b) + 4);
        }
    }
    return self;
}

void reference_destroy(reference *self)
{
    if (self) {
        for (int b = 0; b < BUFFER_MAX; b++) {
            free(self->buffers[b]);
            free(self->twins[b]);
        }
        free(self);
    }
}

void reference_take(reference *self, int buffer, const uint32_t *values)
{
    memcpy(self->buffers[buffer], values, plan_buffer_size(self->plan, buffer));
}

void reference_swap(reference *self, const schedule_entry *entry)
{
    for (int k = 0; k < entry->access_count; k++) {
        if (entry->access[k].twin) {
            int b = entry->access[k].buffer;
            uint32_t *kept = self->buffers[b];
            self->buffers[b] = self->twins[b];
            self->twins[b] = kept;
        }
    }
}

// ---- The sort ------------------------------------------------------------------------

// The cell along one axis: which of `cells` equal parts of the grid holds the coordinate.
static uint64_t part(const constants *c, uint32_t coordinate, uint32_t cells)
{
    uint64_t place = (uint64_t)(coordinate - c->edge_low);
    uint64_t length = (UINT64_C(1) << 32) >> c->grid_shift;
    return place * cells / length;
}

// How far `to` is from `from`, the nearest way round.
static int64_t nearest_way(uint32_t from, uint32_t to)
{
    int64_t way = (int64_t)to - from;
    way += way < INT32_MIN ? INT64_C(1) << 32 : 0;
    return way - (way > INT32_MAX ? INT64_C(1) << 32 : 0);
}

static bool is_in_drain(const reference *self, const uint32_t *drain, uint64_t i)
{
    int dimension = self->plan->dimension;
    const uint32_t *place = self->buffers[BUFFER_position] + i * (uint64_t)dimension;
    double squared = 0.0;
    bool is_in_box = true;
    for (int axis = 0; axis < dimension; axis++) {
        int64_t way = nearest_way(drain[axis], place[axis]);
        squared += pow((double)way * self->plan->box[axis] / 4294967296.0, 2.0);
        is_in_box = is_in_box && llabs(way) <= drain[4 + axis];
    }
    return drain[3] ? squared <= (double)float_from(drain[3]) : is_in_box;
}

static bool is_dead(const reference *self, uint64_t i)
{
    for (uint32_t k = 0; k < self->plan->drain_count; k++) {
        if (is_in_drain(self, self->buffers[BUFFER_drain] + 8 * (size_t)k, i)) {
            return true;
        }
    }
    if (!self->plan->model->mortal) {
        return false;
    }
    int buffer = plan_find_buffer(self->plan, self->plan->model->mortal);
    return !(float_from(self->buffers[buffer][i]) > 0.0f);
}

static void count_cells(reference *self)
{
    const constants *c = &self->plan->constants;
    size_t dimension = (size_t)self->plan->dimension;
    for (uint64_t i = 0; i < self->living; i++) {
        const uint32_t *position = self->buffers[BUFFER_position] + i * dimension;
        uint64_t z = dimension == 3 ? part(c, position[2], c->cells_z) : 0;
        uint64_t y = part(c, position[1], c->cells_y);
        uint64_t cell =
            (z * c->cells_y + y) * c->cells_x + part(c, position[0], c->cells_x);
        cell = is_dead(self, i) ? c->cell_total : cell;
        self->buffers[BUFFER_particle_cell][i] = (uint32_t)cell;
        self->buffers[BUFFER_cell_count][cell]++;
    }
}

static void sum_blocks(reference *self)
{
    const uint32_t *count = self->buffers[BUFFER_cell_count];
    uint64_t cells = (uint64_t)self->plan->constants.cell_total + 1;
    memset(self->buffers[BUFFER_block_sum], 0,
           plan_buffer_size(self->plan, BUFFER_block_sum));
    for (uint64_t cell = 0; cell < cells; cell++) {
        self->buffers[BUFFER_block_sum][cell / CELLS_PER_BLOCK] += count[cell];
    }
}

static void scan(const uint32_t *values, uint32_t *before, uint64_t length)
{
    uint32_t sum = 0;
    for (uint64_t i = 0; i < length; i++) {
        before[i] = sum;
        sum += values[i];
    }
}

static void scatter(reference *self)
{
    for (uint64_t i = 0; i < self->living; i++) {
        uint32_t cell = self->buffers[BUFFER_particle_cell][i];
        uint32_t place = self->buffers[BUFFER_cell_start][cell] +
                         self->buffers[BUFFER_particle_slot][i];
        self->buffers[BUFFER_cell_id][place] = self->buffers[BUFFER_identity][2 * i];
    }
}

// In the order of indices; a backend may fill a cell in any order.
static void index_cells(reference *self)
{
    for (uint64_t i = 0; i < self->living; i++) {
        uint32_t *cursor =
            &self->buffers[BUFFER_cell_cursor][self->buffers[BUFFER_particle_cell][i]];
        self->buffers[BUFFER_cell_member][(*cursor)++] = (uint32_t)i;
    }
}

typedef struct ranked {
    uint32_t cell, id, index;
} ranked;

static int by_cell_and_id(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->cell != y->cell) {
        return x->cell < y->cell ? -1 : 1;
    }
    return (x->id > y->id) - (x->id < y->id);
}

static void rank(reference *self)
{
    ranked *order = malloc((self->living + 1) * sizeof *order);
    for (uint64_t i = 0; i < self->living; i++) {
        order[i] = (ranked){self->buffers[BUFFER_particle_cell][i],
                            self->buffers[BUFFER_identity][2 * i], (uint32_t)i};
    }
    qsort(order, self->living, sizeof *order, by_cell_and_id);
    for (uint64_t i = 0; i < self->living; i++) {
        self->buffers[BUFFER_cell_order][i] = order[i].index;
    }
    free(order);
}

static void bury(reference *self)
{
    uint32_t cell_total = self->plan->constants.cell_total;
    self->buffers[BUFFER_population][0] = self->buffers[BUFFER_cell_start][cell_total];
    self->living = self->buffers[BUFFER_population][0];
}

static void reorder(reference *self, const schedule_entry *entry, int order)
{
    for (int k = 0; k < entry->moved_count; k++) {
        int buffer = entry->moved[k];
        uint64_t size = components(self, buffer);
        for (uint64_t i = 0; i < self->living; i++) {
            uint64_t from = self->buffers[order][i];
            memcpy(self->twins[buffer] + i * size, self->buffers[buffer] + from * size,
                   size * 4);
        }
    }
}

// ---- The step of Particle Life -------------------------------------------------------

static uint32_t flushed(float x)
{
    return fabsf(x) < 0x1p-60f ? 0 : float_bits((double)x);
}

// What a move of one axis makes of place and velocity, in whole numbers of 64 bits.
static void move(const constants *c, float scale, uint32_t *coordinate, float *velocity)
{
    float limit = float_from(c->move_limit);
    float distance = *velocity * scale;
    distance = distance < -limit ? -limit : distance > limit ? limit : distance;
    int64_t moved = (int64_t)*coordinate + (int64_t)distance;
    if (c->wraps) {
        *coordinate = (uint32_t)(uint64_t)moved;
        return;
    }
    int64_t low = c->edge_low, high = low + c->edge_span;
    bool is_outside = moved < low || moved > high;
    int64_t edge = moved < low ? low : high;
    if (is_outside) {
        *coordinate = (uint32_t)(c->bounces ? 2 * edge - moved : edge);
        *velocity = c->bounces ? -*velocity : 0.0f;
    } else {
        *coordinate = (uint32_t)moved;
    }
}

static void update_life(reference *self)
{
    const constants *c = &self->plan->constants;
    const uint32_t scales[3] = {c->move_scale_x, c->move_scale_y, c->move_scale_z};
    size_t dimension = (size_t)self->plan->dimension;
    float keep = float_from(c->model[0]), kick = float_from(c->model[1]);
    const uint32_t *pull = self->buffers[plan_sum_buffer(self->plan, 0)];
    for (uint64_t i = 0; i < self->living * dimension; i++) {
        float kept = float_from(self->buffers[BUFFER_velocity][i]) * keep;
        float kicked = (float)limbs_value(pull + 2 * i) * kick;
        float velocity = float_from(flushed(kept + kicked));
        move(c, float_from(scales[i % dimension]), &self->buffers[BUFFER_position][i],
             &velocity);
        self->buffers[BUFFER_velocity][i] = flushed(velocity);
    }
}

// ---- Faucets -------------------------------------------------------------------------

static void open_faucets(reference *self)
{
    uint32_t *population = self->buffers[BUFFER_population];
    uint64_t due = self->buffers[BUFFER_pouring][1];
    uint64_t room = self->plan->constants.particle_count - self->living;
    uint64_t births = due < room ? due : room;
    self->living += births;
    population[POPULATION_ROWS] = (uint32_t)self->living;
    population[POPULATION_BIRTHS] = (uint32_t)births;
    population[POPULATION_BORN] += (uint32_t)births;
    population[POPULATION_DROPPED] += (uint32_t)(due - births);
}

const uint32_t *reference_batch(const reference *self, uint64_t j)
{
    const uint32_t *batch = self->buffers[BUFFER_pouring] + 4 * POURING_BATCHES;
    while (j >= (uint64_t)batch[1] + batch[0]) {
        batch += 4 * POURING_BATCH_ROWS;
    }
    return batch;
}

// Places are left as they are.
static void pour(reference *self)
{
    uint32_t births = self->buffers[BUFFER_population][POPULATION_BIRTHS];
    uint64_t first = self->living - births;
    size_t dimension = (size_t)self->plan->dimension;
    for (uint64_t j = 0; j < births; j++) {
        const uint32_t *batch = reference_batch(self, j);
        uint32_t *identity = self->buffers[BUFFER_identity] + 2 * (first + j);
        identity[0] = self->buffers[BUFFER_pouring][2] + (uint32_t)j;
        identity[1] = batch[5];
        memcpy(self->buffers[BUFFER_velocity] + (first + j) * dimension, batch + 16,
               dimension * 4);
        for (int f = 0; f < self->plan->model->field_count; f++) {
            int buffer = plan_find_buffer(self->plan, self->plan->model->fields[f].name);
            uint32_t start = float_bits(self->plan->model->fields[f].start);
            for (uint64_t k = 0; k < components(self, buffer); k++) {
                self->buffers[buffer][(first + j) * components(self, buffer) + k] = start;
            }
        }
    }
}

// ---- The draw list -------------------------------------------------------------------

static void list_sprites(reference *self)
{
    size_t dimension = (size_t)self->plan->dimension;
    for (uint64_t i = 0; i < self->living; i++) {
        const uint32_t *position = self->buffers[BUFFER_position] + i * dimension;
        const uint32_t *velocity = self->buffers[BUFFER_velocity] + i * dimension;
        const uint32_t *identity = self->buffers[BUFFER_identity] + 2 * i;
        uint32_t *sprite =
            self->buffers[BUFFER_sprite] + 4 * (self->plan->mortal ? i : identity[0]);
        double squared = 0.0;
        for (size_t axis = 0; axis < dimension; axis++) {
            sprite[axis] = position[axis];
            squared += pow((double)float_from(velocity[axis]), 2.0);
        }
        sprite[2] = dimension == 3 ? position[2] : 0;
        sprite[3] = (float_bits(sqrt(squared)) & 0xffffff00u) | identity[1];
    }
    const uint32_t draw_size[4] = {4, (uint32_t)self->living, 0, 0};
    memcpy(self->buffers[BUFFER_draw_size], draw_size, sizeof draw_size);
}

// ---- The sort by depth ---------------------------------------------------------------

// Rounded as a float at each step; farther is less.
static void key_sprites(reference *self)
{
    const uint32_t *eye = self->buffers[BUFFER_eye];
    for (uint64_t i = 0; i < self->living; i++) {
        float depth = 0.0f;
        for (int axis = 0; axis < 3; axis++) {
            int64_t offset = self->buffers[BUFFER_sprite][4 * i + (uint64_t)axis];
            offset -= eye[axis];
            offset += offset < INT32_MIN ? INT64_C(1) << 32 : 0;
            offset -= offset > INT32_MAX ? INT64_C(1) << 32 : 0;
            float along = (float)offset * float_from(eye[3 + axis]);
            depth = axis == 0 ? along : depth + along;
        }
        uint32_t bits = flushed(depth);
        bool is_behind = bits > INT32_MAX;
        self->buffers[BUFFER_depth_key][i] = is_behind ? bits : INT32_MAX - bits;
        self->buffers[BUFFER_sprite_order][i] = (uint32_t)i;
    }
}

static uint32_t digit_of(uint32_t key, int turn)
{
    static const uint32_t units[DIGITS_PER_KEY] = {1, 256, 65536, 16777216};
    return key / units[turn] % 256;
}

static void count_digits(reference *self, int turn)
{
    uint64_t blocks = self->plan->constants.key_block_total;
    uint64_t tiles = 1 + self->living / KEYS_PER_TILE;
    uint64_t size = KEYS_PER_TILE;
    while (size * KEY_BLOCK_MAX < tiles * KEYS_PER_TILE) {
        size += KEYS_PER_TILE;
    }
    memset(self->buffers[BUFFER_digit_count], 0, 256 * blocks * 4);
    for (uint64_t i = 0; i < self->living; i++) {
        uint32_t digit = digit_of(self->buffers[BUFFER_depth_key][i], turn);
        self->buffers[BUFFER_digit_count][digit * blocks + i / size]++;
    }
}

static void scan_digits(reference *self)
{
    uint64_t blocks = self->plan->constants.key_block_total;
    for (uint64_t digit = 0; digit < 256; digit++) {
        const uint32_t *count = self->buffers[BUFFER_digit_count] + digit * blocks;
        uint32_t *start = self->buffers[BUFFER_digit_start] + digit * blocks;
        scan(count, start, blocks);
        self->buffers[BUFFER_digit_total][digit] = start[blocks - 1] + count[blocks - 1];
    }
}

// All keys with digit 0, then those with 1 ...
static void move_keys(reference *self, int turn)
{
    uint64_t place = 0;
    for (uint32_t digit = 0; digit < 256; digit++) {
        for (uint64_t i = 0; i < self->living; i++) {
            uint32_t key = self->buffers[BUFFER_depth_key][i];
            if (digit_of(key, turn) == digit) {
                self->twins[BUFFER_depth_key][place] = key;
                self->twins[BUFFER_sprite_order][place++] =
                    self->buffers[BUFFER_sprite_order][i];
            }
        }
    }
}

typedef struct keyed {
    uint32_t key, order;
} keyed;

static int by_key_and_order(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->order > y->order) - (x->order < y->order);
}

void reference_sort(uint32_t *keys, uint32_t *orders, uint64_t count)
{
    keyed *pairs = malloc((count + 1) * sizeof *pairs);
    for (uint64_t i = 0; i < count; i++) {
        pairs[i] = (keyed){keys[i], orders[i]};
    }
    qsort(pairs, count, sizeof *pairs, by_key_and_order);
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = pairs[i].key;
        orders[i] = pairs[i].order;
    }
    free(pairs);
}

// ---- Statistics ----------------------------------------------------------------------

static void count_species(reference *self)
{
    oracle_crowd crowd = oracle_crowd_of_words(self->plan, self->buffers, self->living);
    oracle_count_species(self->plan, &crowd, self->buffers[BUFFER_species_count]);
    oracle_crowd_free(&crowd);
}

// ---- The table of stages -------------------------------------------------------------

void reference_run(reference *self, const schedule_entry *entry)
{
    const constants *c = &self->plan->constants;
    uint32_t **b = self->buffers;
    switch (entry->stage) {
    case STAGE_clear_cells:
        memset(b[BUFFER_cell_count], 0, ((size_t)c->cell_total + 1) * 4);
        break;
    case STAGE_count_cells:
        count_cells(self);
        break;
    case STAGE_scan_blocks:
        sum_blocks(self);
        break;
    case STAGE_scan_sums:
        scan(b[BUFFER_block_sum], b[BUFFER_block_start], c->block_total);
        break;
    case STAGE_scan_cells:
        scan(b[BUFFER_cell_count], b[BUFFER_cell_start], (uint64_t)c->cell_total + 1);
        break;
    case STAGE_sum_cells:
        scan(b[BUFFER_cell_count], b[BUFFER_cell_start], (uint64_t)c->cell_total + 1);
        break;
    case STAGE_open_cells:
        memcpy(b[BUFFER_cell_cursor], b[BUFFER_cell_start],
               ((size_t)c->cell_total + 1) * 4);
        break;
    case STAGE_index_cells:
        index_cells(self);
        break;
    case STAGE_scatter:
        scatter(self);
        break;
    case STAGE_rank:
        rank(self);
        break;
    case STAGE_bury:
        bury(self);
        break;
    case STAGE_reorder:
        reorder(self, entry, BUFFER_cell_order);
        break;
    case STAGE_update:
        if (strcmp(self->plan->model->name, "life") == 0) {
            update_life(self);
        }
        break;
    case STAGE_open_faucets:
        open_faucets(self);
        break;
    case STAGE_pour:
        pour(self);
        break;
    case STAGE_list_sprites:
        list_sprites(self);
        break;
    case STAGE_key_sprites:
        key_sprites(self);
        break;
    case STAGE_count_digits:
        count_digits(self, entry->first_turn);
        break;
    case STAGE_scan_digits:
        scan_digits(self);
        break;
    case STAGE_move_keys:
        move_keys(self, entry->first_turn);
        break;
    case STAGE_exchange_keys: // all turns
        reference_sort(b[BUFFER_depth_key], b[BUFFER_sprite_order], self->living);
        break;
    case STAGE_order_sprites:
        reorder(self, entry, BUFFER_sprite_order);
        break;
    case STAGE_clear_species:
        memset(b[BUFFER_species_count], 0,
               plan_buffer_size(self->plan, BUFFER_species_count));
        break;
    case STAGE_sum_motion:
        count_species(self);
        break;
    case STAGE_sum_species:
        oracle_sum_species(self->plan, b[BUFFER_species_count], b[BUFFER_species_total]);
        break;
    case STAGE_sum_mixing:
        oracle_sum_mixing(self->plan, b[BUFFER_species_count], b[BUFFER_mixing_sum]);
        break;
    default: // pair, pair_indexed, pair_loop: the law's
        break;
    }
}

bool reference_settles(const reference *self, const schedule_entry *entry, int buffer)
{
    bool is_life = strcmp(self->plan->model->name, "life") == 0;
    bool is_law = (entry->stage >= STAGE_pair && entry->stage < STAGE_update) ||
                  (entry->stage == STAGE_update && !is_life);
    bool is_place = buffer == BUFFER_position && entry->stage == STAGE_pour;
    bool is_loose = is_place ||                        // near its place in the jet
                    buffer == BUFFER_sprite ||         // the speed's last bits
                    buffer == BUFFER_motion_sum ||     // likewise
                    buffer == BUFFER_cell_member ||    // in any order within a cell
                    buffer == BUFFER_particle_slot ||  // likewise
                    buffer == BUFFER_neighbour_mark || // of GPUs alone
                    buffer == BUFFER_gathered;         // likewise
    return !is_law && !is_loose;
}
