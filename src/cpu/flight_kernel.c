// SPDX-License-Identifier: MIT
// Births, a step and the looks of the particles of a model that emits. Compiled once for
// each such model, instruction set and dimension, with what law.h expects and KERNEL;
// glsl/stages/{spawn,spawn_children,advance,list_emitted}.comp do the same on a GPU.

#include "kernels.h"
#include "law.h"

#include "population.glsl"

#define COLLIDED 0x80000000u

// ---- Between buffers and the law -----------------------------------------------------

LANES_INLINE natural load_natural(const uint32_t *row)
{
    natural value;
    memcpy(&value, row, sizeof value);
    return value;
}

LANES_INLINE real load_real(const uint32_t *row)
{
    return real_from_bits(integer_from_natural(load_natural(row)));
}

LANES_INLINE natural flushed(real value)
{
    return natural_from_integer(real_bits(exact_flush(value)));
}

static law_context context_of(const cpu_view *view)
{
    const plan *plan = view->plan;
    law_context c = {.core = &plan->constants};
    c.constants = plan->constants.model;
    c.items = (const float *)view->planes[BUFFER_item_table][0];
    c.lists = plan->lists;
    c.emission = (const uint32_t *const *)view->planes[BUFFER_emission];
    c.table = view->planes[BUFFER_item_table][0];
    c.first_point = plan->first_point;
    return c;
}

LANES_INLINE emitted load_particle(const cpu_view *view, uint32_t row)
{
    uint32_t *const *body = view->planes[BUFFER_body];
    uint32_t *const *flight = view->planes[BUFFER_flight];
    emitted p;
    p.x = load_natural(body[0] + row);
    p.y = load_natural(body[1] + row);
    p.z = load_natural(body[2] + row);
    p.life = load_real(body[3] + row);
    p.velocity = vector_of(load_real(flight[0] + row), load_real(flight[1] + row),
                           load_real(flight[2] + row));
    p.number = load_natural(flight[3] + row);
    p.collided = natural_splat(0);
    return p;
}

// A particle as the eight words that stand in its row, lane by lane.
typedef struct row_words {
    natural word[8];
} row_words;

LANES_INLINE row_words words_of(emitted p)
{
    real life = exact_max(p.life, real_splat(0.0f));
    return (row_words){{p.x, p.y, p.z, flushed(life), flushed(p.velocity.x),
                        flushed(p.velocity.y), flushed(p.velocity.z), p.number}};
}

LANES_INLINE uint32_t lane_of(natural value, int lane)
{
#if LANES == 1
    (void)lane;
    return value;
#else
    return value[lane];
#endif
}

// Writes the lanes that are wanted side by side, from row `place` on; returns how many.
// Lanes past the last are written over by those who come next.
LANES_INLINE uint32_t store_lanes(const cpu_view *view, row_words words, natural wanted,
                                  int count, uint32_t place)
{
    uint32_t *const *body = view->twins[BUFFER_body];
    uint32_t *const *flight = view->twins[BUFFER_flight];
    uint32_t stored = 0;
    for (int lane = 0; lane < count; lane++) {
        if (lane_of(wanted, lane) != 0) {
            for (int k = 0; k < 4; k++) {
                body[k][place + stored] = lane_of(words.word[k], lane);
                flight[k][place + stored] = lane_of(words.word[4 + k], lane);
            }
            stored++;
        }
    }
    return stored;
}

static int lanes_left(uint32_t from, uint32_t end)
{
    return end - from < LANES ? (int)(end - from) : LANES;
}

// ---- Births --------------------------------------------------------------------------

// The row of the batch that holds the j-th birth.
static uint32_t find_batch(uint32_t *const *emission, uint32_t j)
{
    uint32_t row = EMISSION_BATCHES;
    for (uint32_t k = 1; k < emission[0][0]; k++) {
        uint32_t next = row + EMISSION_BATCH_ROWS;
        if (j < emission[2][next]) {
            break;
        }
        row = next;
    }
    return row;
}

// The words of the batches of LANES births, one array a word.
typedef struct batch_words {
    uint32_t word[16][LANES];
} batch_words;

LANES_INLINE real batch_real(const batch_words *batch, int word)
{
    return load_real(batch->word[word]);
}

// LANES births from the j-th of the step on, of which `count` are there.
static emitter_scheduled scheduled_births(const cpu_view *view, law_context c, uint32_t j,
                                          int count)
{
    uint32_t *const *emission = view->planes[BUFFER_emission];
    const uint32_t *population = view->planes[BUFFER_population][0];
    batch_words batch = {{{0}}};
    uint32_t ordinal[LANES] = {0};
    for (int lane = 0; lane < count; lane++) {
        ordinal[lane] = j + (uint32_t)lane;
        uint32_t row = find_batch(emission, ordinal[lane]);
        for (uint32_t word = 0; word < 16; word++) {
            batch.word[word][lane] = emission[word % 4][row + word / 4];
        }
    }
    natural births = load_natural(ordinal);
    emitter_scheduled birth;
    birth.emitter = load_natural(batch.word[0]);
    birth.index = births - load_natural(batch.word[2]);
    birth.x = load_natural(batch.word[4]);
    birth.y = load_natural(batch.word[5]);
    birth.z = load_natural(batch.word[6]);
    birth.first_time = batch_real(&batch, 7);
    birth.shift =
        vector_of(batch_real(&batch, 8), batch_real(&batch, 9), batch_real(&batch, 10));
    birth.time_step = batch_real(&batch, 11);
    birth.velocity =
        vector_of(batch_real(&batch, 12), batch_real(&batch, 13), batch_real(&batch, 14));
    birth.key =
        emitter_key_after(c, population[POPULATION_FIRST],
                          population[POPULATION_FIRST + 1], births, birth.emitter);
    return birth;
}

// What a larger state carries along (see the buffer `ballast`).
static void store_ballast(const cpu_view *view, law_context c, natural e, emitter_key key,
                          int count, uint32_t place)
{
    natural lifetime = flushed(emitter_lifetime(c, e, emitter_own(c, key)));
    for (int lane = 0; lane < count; lane++) {
        view->twins[BUFFER_ballast][0][place + (uint32_t)lane] = lane_of(lifetime, lane);
        view->twins[BUFFER_ballast][1][place + (uint32_t)lane] = lane_of(e, lane);
    }
}

static uint32_t scheduled_end(const cpu_view *view, uint32_t end)
{
    uint32_t scheduled = view->planes[BUFFER_population][0][POPULATION_SCHEDULED];
    return end < scheduled ? end : scheduled;
}

cpu_stage PASTE(spawn_, KERNEL);

void PASTE(spawn_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    law_context c = context_of(view);
    uint32_t living = view->planes[BUFFER_population][0][POPULATION_LIVING];
    end = scheduled_end(view, end);
    for (uint32_t j = first; j < end; j += LANES) {
        int count = lanes_left(j, end);
        emitter_scheduled birth = scheduled_births(view, c, j, count);
        row_words words = words_of(emitter_spawn(c, birth));
        store_lanes(view, words, natural_splat(1), count, living + j);
        if (view->plan->state_size == 40) {
            store_ballast(view, c, birth.emitter, birth.key, count, living + j);
        }
    }
}

// The last of the entries from `low` to `high` that is not above `child`.
static uint32_t bisect(const uint32_t *before, uint32_t low, uint32_t high,
                       uint32_t child)
{
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if ((before[middle] & ~COLLIDED) <= child) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// The parent's row of the k-th child, and which of its children it is.
static uint32_t find_parent(const cpu_view *view, uint32_t k, uint32_t *index)
{
    const uint32_t *chunk_start = view->planes[BUFFER_chunk][3];
    const uint32_t *child_start = view->planes[BUFFER_child_start][0];
    uint32_t rows = view->planes[BUFFER_population][0][POPULATION_ROWS];
    uint32_t chunks = (rows + PARTICLES_PER_CHUNK - 1) / PARTICLES_PER_CHUNK;
    uint32_t chunk = bisect(chunk_start, 0, chunks, k);
    uint32_t low = chunk * PARTICLES_PER_CHUNK;
    uint32_t high = rows - low < PARTICLES_PER_CHUNK ? rows : low + PARTICLES_PER_CHUNK;
    uint32_t within = k - chunk_start[chunk];
    uint32_t row = bisect(child_start, low, high, within);
    *index = within - (child_start[row] & ~COLLIDED);
    return row;
}

cpu_stage PASTE(spawn_children_, KERNEL);

void PASTE(spawn_children_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    const uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t scheduled = population[POPULATION_SCHEDULED];
    uint32_t children = population[POPULATION_BIRTHS] - scheduled;
    law_context c = context_of(view);
    end = end < children ? end : children;
    for (uint32_t k = first; k < end; k += LANES) {
        int count = lanes_left(k, end);
        uint32_t words[8][LANES], collided[LANES], index[LANES], ordinal[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            // Lanes past the last do as it does: they need a parent that has children.
            uint32_t child = k + (uint32_t)(lane < count ? lane : count - 1);
            uint32_t row = find_parent(view, child, &index[lane]);
            for (int word = 0; word < 4; word++) {
                words[word][lane] = view->planes[BUFFER_body][word][row];
                words[4 + word][lane] = view->planes[BUFFER_flight][word][row];
            }
            collided[lane] = view->planes[BUFFER_child_start][0][row] >> 31;
            ordinal[lane] = scheduled + child;
        }
        emitted parent;
        parent.x = load_natural(words[0]);
        parent.y = load_natural(words[1]);
        parent.z = load_natural(words[2]);
        parent.life = load_real(words[3]);
        parent.velocity =
            vector_of(load_real(words[4]), load_real(words[5]), load_real(words[6]));
        parent.number = load_natural(words[7]);
        parent.collided = load_natural(collided);
        natural which = load_natural(index);
        natural e = emitter_of_child(c, parent, which);
        uint32_t low = population[POPULATION_FIRST];
        uint32_t high = population[POPULATION_FIRST + 1];
        emitter_key key = emitter_key_after(c, low, high, load_natural(ordinal), e);
        emitter_key parent_key = emitter_key_of(parent.number, low, high);
        emitted p = emitter_spawn_child(c, parent, parent_key, which, e, key);
        uint32_t place = population[POPULATION_LIVING] + scheduled + k;
        store_lanes(view, words_of(p), natural_splat(1), count, place);
        if (view->plan->state_size == 40) {
            store_ballast(view, c, e, key, count, place);
        }
    }
}

// ---- A step --------------------------------------------------------------------------

// What goes to the two chunks that one chunk's living are written to.
typedef struct chunk_sums {
    uint32_t living[2], children[2];
} chunk_sums;

static void add_sums(const cpu_view *view, uint32_t target, const chunk_sums *sums)
{
    uint32_t *const *chunk = view->planes[BUFFER_chunk];
    for (uint32_t k = 0; k < 2; k++) {
        if (sums->living[k] > 0) {
            __atomic_fetch_add(&chunk[0][target + k], sums->living[k], __ATOMIC_RELAXED);
        }
        if (sums->children[k] > 0) {
            __atomic_fetch_add(&chunk[2][target + k], sums->children[k],
                               __ATOMIC_RELAXED);
        }
    }
}

static void advance_chunk(const cpu_view *view, law_context c, uint32_t own)
{
    uint32_t first = own * PARTICLES_PER_CHUNK;
    uint32_t rows = view->population;
    uint32_t end =
        rows - first < PARTICLES_PER_CHUNK ? rows : first + PARTICLES_PER_CHUNK;
    uint32_t place = view->planes[BUFFER_chunk][1][own];
    uint32_t target = place / PARTICLES_PER_CHUNK;
    uint32_t *child_count = view->planes[BUFFER_child_count][0];
    chunk_sums sums = {{0}, {0}};
    for (uint32_t i = first; i < end; i += LANES) {
        int count = lanes_left(i, end);
        emitted p = load_particle(view, i);
        natural lived = choose_natural(p.life > 0.0f, natural_splat(1), natural_splat(0));
        emitted next = emitter_advance(c, p);
        natural children = natural_splat(0);
        if (view->plan->breeds) {
            children = emitter_children(c, next);
        }
        uint32_t before = place;
        row_words words = words_of(next);
        place += store_lanes(view, words, lived, count, place);
        for (int lane = 0, at = 0; lane < count; lane++) {
            if (lane_of(lived, lane) == 0) {
                continue;
            }
            uint32_t row = before + (uint32_t)at++;
            uint32_t which = row / PARTICLES_PER_CHUNK - target;
            sums.living[which] += lane_of(words.word[3], lane) != 0;
            if (view->plan->state_size == 40) {
                for (int k = 0; k < 2; k++) {
                    view->twins[BUFFER_ballast][k][row] =
                        view->planes[BUFFER_ballast][k][i + (uint32_t)lane];
                }
            }
            if (view->plan->breeds) {
                uint32_t own_children = lane_of(children, lane);
                sums.children[which] += own_children;
                child_count[row] = own_children | lane_of(next.collided, lane) << 31;
            }
        }
    }
    add_sums(view, target, &sums);
}

cpu_stage PASTE(advance_, KERNEL);

void PASTE(advance_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    law_context c = context_of(view);
    for (uint32_t chunk = first; chunk < end; chunk++) {
        advance_chunk(view, c, chunk);
    }
}

// ---- Looks ---------------------------------------------------------------------------

static void list_chunk(const cpu_view *view, law_context c, uint32_t own)
{
    const uint32_t *population = view->planes[BUFFER_population][0];
    uint32_t *const *sprite = view->planes[BUFFER_sprite];
    uint32_t *const *look = view->planes[BUFFER_sprite_look];
    uint32_t *const *tail = view->planes[BUFFER_sprite_tail];
    uint32_t first = own * PARTICLES_PER_CHUNK;
    uint32_t rows = view->population;
    uint32_t end =
        rows - first < PARTICLES_PER_CHUNK ? rows : first + PARTICLES_PER_CHUNK;
    uint32_t place = view->planes[BUFFER_chunk][1][own];
    for (uint32_t i = first; i < end; i += LANES) {
        emitted p = load_particle(view, i);
        emitter_key key = emitter_key_of(p.number, population[POPULATION_NEXT],
                                         population[POPULATION_NEXT + 1]);
        emitter_look seen = emitter_look_of(c, p, key);
        natural lives = choose_natural(p.life > 0.0f, natural_splat(1), natural_splat(0));
        natural words[11] = {p.x,
                             p.y,
                             p.z,
                             flushed(seen.radius),
                             seen.red_green,
                             seen.blue_alpha,
                             seen.rotation,
                             p.number,
                             natural_from_integer(seen.tail_x),
                             natural_from_integer(seen.tail_y),
                             natural_from_integer(seen.tail_z)};
        for (int lane = 0; lane < lanes_left(i, end); lane++) {
            if (lane_of(lives, lane) == 0) {
                continue;
            }
            for (int k = 0; k < 4; k++) {
                sprite[k][place] = lane_of(words[k], lane);
                look[k][place] = lane_of(words[4 + k], lane);
            }
            for (int k = 0; view->plan->streaks && k < 4; k++) {
                tail[k][place] = k < 3 ? lane_of(words[8 + k], lane) : 0;
            }
            place++;
        }
    }
}

cpu_stage PASTE(list_emitted_, KERNEL);

void PASTE(list_emitted_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    law_context c = context_of(view);
    for (uint32_t chunk = first; chunk < end; chunk++) {
        list_chunk(view, c, chunk);
    }
}

// ---- Without compaction --------------------------------------------------------------

// Appends a row to the list whose count is the given word of `recycling`.
static void append(const cpu_view *view, int word, int list, uint32_t row)
{
    uint32_t *count = &view->planes[BUFFER_recycling][word][0];
    view->planes[list][0][__atomic_fetch_add(count, 1, __ATOMIC_RELAXED)] = row;
}

static void store_row(const cpu_view *view, row_words words, int lane, uint32_t row)
{
    for (int k = 0; k < 4; k++) {
        view->planes[BUFFER_body][k][row] = lane_of(words.word[k], lane);
        view->planes[BUFFER_flight][k][row] = lane_of(words.word[4 + k], lane);
    }
}

cpu_stage PASTE(advance_recycled_, KERNEL);

void PASTE(advance_recycled_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    law_context c = context_of(view);
    for (uint32_t i = first; i < end; i += LANES) {
        emitted p = load_particle(view, i);
        natural lived = choose_natural(p.life > 0.0f, natural_splat(1), natural_splat(0));
        row_words words = words_of(emitter_advance(c, p));
        for (int lane = 0; lane < lanes_left(i, end); lane++) {
            uint32_t row = i + (uint32_t)lane;
            if (lane_of(lived, lane) == 0) {
                continue;
            }
            store_row(view, words, lane, row);
            bool lives = lane_of(words.word[3], lane) != 0;
            append(view, lives, lives ? BUFFER_living_list : BUFFER_dead_list, row);
        }
    }
}

cpu_stage PASTE(spawn_recycled_, KERNEL);

void PASTE(spawn_recycled_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    law_context c = context_of(view);
    uint32_t *dead = &view->planes[BUFFER_recycling][0][0];
    end = scheduled_end(view, end);
    for (uint32_t j = first; j < end; j += LANES) {
        int count = lanes_left(j, end);
        row_words words = words_of(emitter_spawn(c, scheduled_births(view, c, j, count)));
        for (int lane = 0; lane < count; lane++) {
            uint32_t last = __atomic_sub_fetch(dead, 1, __ATOMIC_RELAXED);
            uint32_t row = view->planes[BUFFER_dead_list][0][last];
            store_row(view, words, lane, row);
            append(view, 1, BUFFER_living_list, row);
        }
    }
}
