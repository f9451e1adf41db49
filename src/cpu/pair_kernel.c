// SPDX-License-Identifier: MIT
// The sums of one pass over the neighbours of each particle. Compiled once for each
// model, pass, instruction set and dimension; glsl/stages/pair.comp does the same on a
// GPU.
//
// Lanes run over candidates, which stand side by side in memory: the cells of a row are
// contiguous, so a neighbourhood is few ranges. Particles of one cell share them.

// Candidates are read from where they stand, or through the index list.
#define LOAD_FROM(row, i) load_candidates(row, index, i)

#include "law_loads.h"

#define law         PASTE3(MODEL_NAME, _, LAW_PASS)
#define law_prepare PASTE(law, _prepare)
#define OF_PASS     "pass " QUOTE(LAW_PASS) " of " MODEL_DEF

// X(name, member, bits) for each component of each sum of the pass.
#if DIMENSION == 3
#define TERMS_VECTOR(X, name, bits)                                                      \
    X(name##_x, name.x, bits) X(name##_y, name.y, bits) X(name##_z, name.z, bits)
#else
#define TERMS_VECTOR(X, name, bits) X(name##_x, name.x, bits) X(name##_y, name.y, bits)
#endif
#define TERMS_REAL(X, name, bits) X(name, name, bits)

enum {
#include "model_rows.h"
#undef SUM
#define TERM(name, member, bits)              term_##name,
#define SUM(pass, name, shape, bits, meaning) IN_##pass(TERMS_##shape(TERM, name, bits))
#include MODEL_DEF
    term_count,
};
#undef TERM
_Static_assert(term_count <= MODEL_SUM_MAX,
               "SUM: " OF_PASS " adds up more components than MODEL_SUM_MAX (model.h); "
               "sum less, or raise that");

// What a GPU packs side by side, for a pass behind another (gl_law_particle.c).
enum {
    gathered_words = DIMENSION // of the position
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, name, shape) IN_##pass(+WIDTH_##shape)
#include MODEL_DEF
};
_Static_assert(gathered_words <= MODEL_GATHERED_MAX,
               "GATHER: " OF_PASS " has more words of a particle, the position among "
               "them, than MODEL_GATHERED_MAX (model.h); gather less, or raise that");

// So many terms fit an int without overflow, whatever they are, since |term| <= 2^bits.
// All limits are 2^n - 1, so their bitwise and is the smallest.
enum {
    chunk_limit = INT32_MAX
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning) IN_##pass(&((1 << (31 - (bits))) - 1))
#include MODEL_DEF
};

// Rows of cells around a cell, each split where the x axis wraps: at most 2 x 7 x 7.
#define RANGE_MAX 98

typedef struct candidate_ranges {
    int count;
    uint32_t begin[RANGE_MAX], end[RANGE_MAX];
} candidate_ranges;

static void add_range(candidate_ranges *ranges, uint32_t begin, uint32_t end)
{
    if (begin < end) {
        ranges->begin[ranges->count] = begin;
        ranges->end[ranges->count] = end;
        ranges->count++;
    }
}

// Contiguous candidates of the cell (x, y, z).
static void find_ranges(const constants *c, const uint32_t *cell_start, uint32_t x,
                        uint32_t y, uint32_t z, candidate_ranges *ranges)
{
    cell_span along_x = cell_neighbours(x, c->cells_x, c->cell_reach_x, c->wraps);
    cell_span along_y = cell_neighbours(y, c->cells_y, c->cell_reach, c->wraps);
    cell_span along_z = cell_neighbours(z, c->cells_z, c->cell_reach, c->wraps);
    uint32_t straight = c->cells_x - along_x.first; // cells up to the seam
    uint32_t before = along_x.count < straight ? along_x.count : straight;
    ranges->count = 0;
    for (uint32_t k = 0; k < along_z.count; k++) {
        uint32_t row_z = cell_of_span(along_z, k, c->cells_z);
        for (uint32_t j = 0; j < along_y.count; j++) {
            uint32_t row_y = cell_of_span(along_y, j, c->cells_y);
            uint32_t row = cell_index(0, row_y, row_z, c->cells_x, c->cells_y);
            uint32_t from = row + along_x.first;
            add_range(ranges, cell_start[from], cell_start[from + before]);
            add_range(ranges, cell_start[row], cell_start[row + along_x.count - before]);
        }
    }
}

// The sum of all lanes. Where `fits`, it fits an int, and halves can be added as they
// are.
LANES_INLINE int64_t lanes_total(integer lanes, int fits)
{
#if LANES == 1
    (void)fits;
    return lanes;
#else
#if LANES == 16 && defined __AVX512F__
    if (fits) {
        return _mm512_reduce_add_epi32((__m512i)lanes);
    }
#elif LANES == 8 && defined __AVX2__
    if (fits) {
        __m256i all = (__m256i)lanes;
        __m128i four =
            _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
        __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
        __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 1));
        return _mm_cvtsi128_si32(one);
    }
#endif
    (void)fits;
    int64_t total = 0;
    for (int lane = 0; lane < LANES; lane++) {
        total += lanes[lane];
    }
    return total;
#endif
}

LANES_INLINE integer lanes_index(void)
{
#if LANES == 1
    return 0;
#else
    integer index;
    for (int lane = 0; lane < LANES; lane++) {
        index[lane] = lane;
    }
    return index;
#endif
}

LANES_INLINE natural load_candidates(const uint32_t *row, const uint32_t *index,
                                     uint32_t j)
{
    if (!index) {
        return load_natural(row + j);
    }
#if LANES == 1
    return row[index[j]];
#else
    natural value;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        value[lane] = row[index[j + lane]];
    }
    return value;
#endif
}

// Where a particle stands: its coordinates as signed words, in all lanes.
typedef struct place {
    integer x, y;
#if DIMENSION == 3
    integer z;
#endif
} place;

LANES_INLINE place splat_place(const cpu_planes *planes, uint32_t i)
{
    place here;
    here.x = integer_splat((int32_t)planes[BUFFER_position][0][i]);
    here.y = integer_splat((int32_t)planes[BUFFER_position][1][i]);
#if DIMENSION == 3
    here.z = integer_splat((int32_t)planes[BUFFER_position][2][i]);
#endif
    return here;
}

// One axis of a separation: the wrapped difference is the nearest image.
LANES_INLINE real offset_along(natural there, integer here, uint32_t scale)
{
    integer offset = integer_from_natural(there) - here;
    return real_from_integer(offset) * constant_float(scale);
}

LANES_INLINE separation separate(const cpu_view *view, place here, const uint32_t *index,
                                 uint32_t j)
{
    uint32_t *const *rows = view->planes[BUFFER_position];
    const constants *k = &view->plan->constants;
    separation s;
    s.offset.x = offset_along(LOAD_FROM(rows[0], j), here.x, k->offset_scale_x);
    s.offset.y = offset_along(LOAD_FROM(rows[1], j), here.y, k->offset_scale_y);
    s.offset.z = real_splat(0.0f);
    s.squared = s.offset.x * s.offset.x + s.offset.y * s.offset.y;
#if DIMENSION == 3
    s.offset.z = offset_along(LOAD_FROM(rows[2], j), here.z, k->offset_scale_z);
    s.squared = s.squared + s.offset.z * s.offset.z;
#endif
    PROBE_MARK(real, "separation.offset.x", s.offset.x);
    PROBE_MARK(real, "separation.offset.y", s.offset.y);
#if DIMENSION == 3
    PROBE_MARK(real, "separation.offset.z", s.offset.z);
#endif
    PROBE_MARK(real, "separation.squared", s.squared);
    return s;
}

// Sums on their way: ints in lanes, carried into 64 bits before they could overflow.
typedef struct running_sums {
    integer chunk[term_count];
    int64_t total[term_count];
    uint32_t pending; // terms in each lane of chunk
} running_sums;

// Assigned one by one: memset would keep them in memory.
LANES_INLINE running_sums no_sums(void)
{
    running_sums running;
    for (int t = 0; t < term_count; t++) {
        running.chunk[t] = integer_splat(0);
        running.total[t] = 0;
    }
    running.pending = 0;
    return running;
}

LANES_INLINE void carry(running_sums *running)
{
    for (int t = 0; t < term_count; t++) {
        running->total[t] +=
            lanes_total(running->chunk[t], running->pending * LANES <= chunk_limit);
        running->chunk[t] = integer_splat(0);
    }
    running->pending = 0;
}

// Adds the quantised terms of the candidates from j on, of which `left` are in range.
LANES_INLINE void add_terms(running_sums *running, sums term, uint32_t left)
{
    mask inside = lanes_index() < integer_splat((int32_t)left);
    integer none = integer_splat(0);
#include "model_rows.h"
#undef SUM
#define ADD(name, member, bits)                                                          \
    integer rounded_##name = exact_round(term.member * (float)(1 << (bits)));            \
    PROBE_MARK(integer, "term." #member, rounded_##name);                                \
    running->chunk[term_##name] += choose_integer(inside, rounded_##name, none);
#define SUM(pass, name, shape, bits, meaning) IN_##pass(TERMS_##shape(ADD, name, bits))
#include MODEL_DEF
    running->pending++;
    if (running->pending == chunk_limit) {
        carry(running);
    }
}

LANES_INLINE void store_sums(const cpu_planes *planes, uint32_t i,
                             const running_sums *running)
{
#include "model_rows.h"
#undef SUM
#define STORE(name, member, bits)                                                        \
    PROBE_MARK(natural, "sum." #member ".low",                                           \
               (uint32_t)(uint64_t)running->total[term_##name]);                         \
    PROBE_MARK(natural, "sum." #member ".high",                                          \
               (uint32_t)((uint64_t)running->total[term_##name] >> 32));                 \
    planes[sum_buffer][2 * term_##name][i] =                                             \
        (uint32_t)(uint64_t)running->total[term_##name];                                 \
    planes[sum_buffer][2 * term_##name + 1][i] =                                         \
        (uint32_t)((uint64_t)running->total[term_##name] >> 32);
#define SUM(pass, name, shape, bits, meaning) IN_##pass(TERMS_##shape(STORE, name, bits))
#include MODEL_DEF
}

#ifdef MOTE_PROBE
static int is_near(const cpu_view *view, place here, uint32_t j)
{
    return PROBE_QUIETLY(separate(view, here, NULL, j)).squared < CANDIDATE_NEAR;
}

// Where neighbours are marked, a GPU records them alone.
static int is_passed_over(const cpu_view *view, place here, uint32_t j)
{
    return view->entry->stage == STAGE_pair_marked && !is_near(view, here, j);
}

// Whether a GPU has too little room to mark them, as glsl/stages/mark.comp counts.
static int is_crowded(const cpu_view *view, const candidate_ranges *ranges, place here)
{
    int words = 0;
    for (int r = 0; r < ranges->count; r++) {
        uint32_t end = ranges->end[r];
        for (uint32_t first = ranges->begin[r]; first < end; first += 32) {
            int is_any = 0;
            for (uint32_t j = first; j < end && j - first < 32; j++) {
                is_any |= is_near(view, here, j);
            }
            words += is_any;
        }
    }
    return words > MARK_WORDS;
}

// Of these two stages one records a particle, as on a GPU, which computes it there.
static int is_of_other_stage(const cpu_view *view, const candidate_ranges *ranges,
                             place here)
{
    int stage = view->entry->stage;
    return (stage == STAGE_pair_crowded || stage == STAGE_pair_marked) &&
           (stage == STAGE_pair_crowded) != is_crowded(view, ranges, here);
}
#endif

// The sums of particle i over all ranges. `index`: of candidates, or NULL.
LANES_INLINE void sum_particle(const cpu_view *view, const candidate_ranges *ranges,
                               uint32_t i, int is_uniform, const uint32_t *index)
{
    const cpu_planes *planes = view->planes;
    const float *table = (const float *)(const void *)planes[BUFFER_pair_table][0];
    law_context c = law_context_of(view->plan, table, planes[BUFFER_identity][1][i]);
    c.is_uniform = is_uniform;
    place here = splat_place(planes, i);
#ifdef MOTE_PROBE
    if (law_probing && is_of_other_stage(view, ranges, here)) {
        law_probing = NULL;
    }
#endif
    particle self = {0};
    particle other = {0};
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, field, shape) IN_##pass(SPLAT_##shape(self, field, i))
#include MODEL_DEF
#include "model_rows.h"
#undef PREPARE
#define PREPARE(pass) IN_##pass(self = law_prepare(c, self);)
#include MODEL_DEF
    running_sums running = no_sums();
    for (int r = 0; r < ranges->count; r++) {
        uint32_t end = ranges->end[r];
        for (uint32_t j = ranges->begin[r]; j < end; j += LANES) {
#ifdef MOTE_PROBE
            if (is_passed_over(view, here, j)) {
                continue;
            }
#endif
            PROBE_MARK(natural, PROBE_CANDIDATE_NAME, index ? index[j] : j);
#include "model_rows.h"
#undef GATHER
#define GATHER(pass, field, shape) IN_##pass(LOAD_##shape(other, field, j))
#include MODEL_DEF
            add_terms(&running, law(c, self, other, separate(view, here, index, j)),
                      end - j);
        }
    }
    carry(&running);
    store_sums(planes, i, &running);
}

LANES_INLINE void sum_particles(const cpu_view *view, uint32_t first, uint32_t end,
                                int is_uniform, const uint32_t *index)
{
    const constants *c = &view->plan->constants;
    const uint32_t *x = view->planes[BUFFER_position][0];
    const uint32_t *y = view->planes[BUFFER_position][1];
    const uint32_t *cell_start = view->planes[BUFFER_cell_start][0];
    bool by_cell = view->entry->stage != STAGE_pair_loop;
    uint32_t last = UINT32_MAX;
    candidate_ranges ranges = {.count = 1, .begin = {0}, .end = {view->population}};
    for (uint32_t i = first; i < end; i++) {
        PROBE_PARTICLE(view, i);
        if (by_cell) {
            uint32_t cell_x = cell_along(x[i], c->edge_low, c->grid_shift, c->cells_x);
            uint32_t cell_y = cell_along(y[i], c->edge_low, c->grid_shift, c->cells_y);
            uint32_t cell_z = 0;
#if DIMENSION == 3
            const uint32_t *z = view->planes[BUFFER_position][2];
            cell_z = cell_along(z[i], c->edge_low, c->grid_shift, c->cells_z);
#endif
            uint32_t cell = cell_index(cell_x, cell_y, cell_z, c->cells_x, c->cells_y);
            if (cell != last) {
                find_ranges(c, cell_start, cell_x, cell_y, cell_z, &ranges);
                last = cell;
            }
        }
        sum_particle(view, &ranges, i, is_uniform, index);
    }
}

cpu_stage PASTE(pair_, KERNEL);

void PASTE(pair_, KERNEL)(const cpu_view *view, uint32_t first, uint32_t end)
{
    // Copies of the loop: with is_uniform known, columns stay out of it.
    if (view->entry->stage == STAGE_pair_indexed) {
        sum_particles(view, first, end, 0, view->planes[BUFFER_cell_member][0]);
    } else if (view->plan->is_uniform) {
        sum_particles(view, first, end, 1, NULL);
    } else {
        sum_particles(view, first, end, 0, NULL);
    }
}
