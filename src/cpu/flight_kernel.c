// SPDX-License-Identifier: MIT
// Births, a step and the looks of the particles of a model that emits. Compiled once for
// each such model, instruction set and dimension, with what law.h expects and KERNEL;
// glsl/stages/{spawn,spawn_children,advance,list_emitted}.comp do the same on a GPU.

#include "flight_rows.h"

#include "population.glsl"

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

// LANES births from the j-th of the step on; there are `end` in all.
static emitter_scheduled scheduled_births(const cpu_view *view, law_context c, uint32_t j,
                                          uint32_t end)
{
    uint32_t *const *emission = view->planes[BUFFER_emission];
    const uint32_t *population = view->planes[BUFFER_population][0];
    batch_words batch = {{{0}}};
    uint32_t ordinal[LANES] = {0};
    for (uint32_t lane = 0; lane < LANES && j + lane < end; lane++) {
        ordinal[lane] = j + lane;
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
                          uint32_t lanes, uint32_t place)
{
    natural lifetime = flushed(emitter_lifetime(c, e, emitter_own(c, key)));
    store_lanes(view->twins[BUFFER_ballast][0] + place, lifetime, lanes);
    store_lanes(view->twins[BUFFER_ballast][1] + place, e, lanes);
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
        PROBE_PARTICLE(view, j);
        uint32_t lanes = lanes_left(j, end);
        emitter_scheduled birth = scheduled_births(view, c, j, end);
        store_rows(view, words_of(emitter_spawn(c, birth)), lanes, living + j);
        if (view->plan->state_size == 40) {
            store_ballast(view, c, birth.emitter, birth.key, lanes, living + j);
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
        uint32_t lanes = lanes_left(k, end);
        uint32_t words[8][LANES], collided[LANES], index[LANES], ordinal[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++) {
            // Lanes past the last do as it does: they need a parent that has children.
            uint32_t child = k + lane < end ? k + lane : end - 1;
            uint32_t row = find_parent(view, child, &index[lane]);
            for (int word = 0; word < 4; word++) {
                words[word][lane] = view->planes[BUFFER_body][word][row];
                words[4 + word][lane] = view->planes[BUFFER_flight][word][row];
            }
            collided[lane] = view->planes[BUFFER_child_start][0][row] >> COLLIDED_SHIFT;
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
        PROBE_PARTICLE(view, k);
        natural e = emitter_of_child(c, parent, which);
        uint32_t low = population[POPULATION_FIRST];
        uint32_t high = population[POPULATION_FIRST + 1];
        emitter_key key = emitter_key_after(c, low, high, load_natural(ordinal), e);
        emitter_key parent_key = emitter_key_of(parent.number, low, high);
        emitted p = emitter_spawn_child(c, parent, parent_key, which, e, key);
        uint32_t place = population[POPULATION_LIVING] + scheduled + k;
        store_rows(view, words_of(p), lanes, place);
        if (view->plan->state_size == 40) {
            store_ballast(view, c, e, key, lanes, place);
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

// Adds the values of lanes that are written side by side from row `place` on to the sums
// of the two chunks from `target` on.
static void add_lanes(uint32_t sums[2], natural value, uint32_t lanes, uint32_t place,
                      uint32_t target)
{
    uint32_t values[LANES];
    memcpy(values, &value, sizeof values);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t which = place++ / PARTICLES_PER_CHUNK - target;
        sums[which] += values[__builtin_ctz(left)];
    }
}

// Likewise those of the lanes that live on.
static void add_living(uint32_t sums[2], mask lives, uint32_t lanes, uint32_t place,
                       uint32_t target)
{
    uint32_t last = place + (uint32_t)__builtin_popcount(lanes);
    if (place / PARTICLES_PER_CHUNK == last / PARTICLES_PER_CHUNK) {
        uint32_t living = lanes_bits(lives) & lanes;
        sums[place / PARTICLES_PER_CHUNK - target] +=
            (uint32_t)__builtin_popcount(living);
    } else {
        natural one = choose_natural(lives, natural_splat(1), natural_splat(0));
        add_lanes(sums, one, lanes, place, target);
    }
}

static void store_children(const cpu_view *view, law_context c, emitted p, uint32_t lanes,
                           uint32_t place, uint32_t sums[2], uint32_t target)
{
    natural children = emitter_children(c, p);
    store_lanes(view->planes[BUFFER_child_count][0] + place,
                children | p.collided << COLLIDED_SHIFT, lanes);
    if (lanes_bits((mask)(children != 0u)) & lanes) {
        add_lanes(sums, children, lanes, place, target);
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
    chunk_sums sums = {{0}, {0}};
    for (uint32_t i = first; i < end; i += LANES) {
        emitted p = load_particle(view, i);
        uint32_t lanes = lanes_bits(p.life > 0.0f) & lanes_left(i, end);
        PROBE_PARTICLE(view, i);
        emitted next = emitter_advance(c, p);
        store_rows(view, words_of(next), lanes, place);
        add_living(sums.living, next.life > 0.0f, lanes, place, target);
        if (view->plan->breeds) {
            store_children(view, c, next, lanes, place, sums.children, target);
        }
        for (int k = 0; view->plan->state_size == 40 && k < 2; k++) {
            store_lanes(view->twins[BUFFER_ballast][k] + place,
                        load_natural(view->planes[BUFFER_ballast][k] + i), lanes);
        }
        place += (uint32_t)__builtin_popcount(lanes);
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
        PROBE_PARTICLE(view, i);
        emitter_key key = emitter_key_of(p.number, population[POPULATION_NEXT],
                                         population[POPULATION_NEXT + 1]);
        emitter_look seen = emitter_look_of(c, p, key);
        uint32_t lanes = lanes_bits(p.life > 0.0f) & lanes_left(i, end);
        natural words[12] = {p.x,
                             p.y,
                             p.z,
                             flushed(seen.radius),
                             seen.red_green,
                             seen.blue_alpha,
                             seen.rotation,
                             p.number,
                             natural_from_integer(seen.tail_x),
                             natural_from_integer(seen.tail_y),
                             natural_from_integer(seen.tail_z),
                             natural_splat(0)};
        for (int k = 0; k < 4; k++) {
            store_lanes(sprite[k] + place, words[k], lanes);
            store_lanes(look[k] + place, words[4 + k], lanes);
            if (view->plan->streaks) {
                store_lanes(tail[k] + place, words[8 + k], lanes);
            }
        }
        place += (uint32_t)__builtin_popcount(lanes);
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
        uint32_t lanes = lanes_bits(p.life > 0.0f) & lanes_left(i, end);
        row_words words = words_of(emitter_advance(c, p));
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            int lane = __builtin_ctz(left);
            uint32_t row = i + (uint32_t)lane;
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
        row_words words = words_of(emitter_spawn(c, scheduled_births(view, c, j, end)));
        for (int lane = 0; lane < LANES && j + (uint32_t)lane < end; lane++) {
            uint32_t last = __atomic_sub_fetch(dead, 1, __ATOMIC_RELAXED);
            uint32_t row = view->planes[BUFFER_dead_list][0][last];
            store_row(view, words, lane, row);
            append(view, 1, BUFFER_living_list, row);
        }
    }
}
