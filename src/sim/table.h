// SPDX-License-Identifier: MIT
// buffers.def, stages.def and constants.def as C tables, together with what a model's
// .def adds. Everything that walks buffers or stages walks these.

#ifndef MOTE_SIM_TABLE_H
#define MOTE_SIM_TABLE_H

#include <stdbool.h>
#include <stdint.h>

// One row is one of these.
typedef enum domain {
    PER_PARTICLE,
    PER_CELL_END, // cells + 1
    PER_BLOCK,    // blocks of CELLS_PER_BLOCK entries of cell_count
    PER_ONE,
    PER_DISPATCH,    // 3 for each entry of the schedule
    PER_PAIR,        // columns x species x species
    PER_MARK_WORD,   // particles x MARK_WORDS
    PER_GATHERED,    // particles x vectors of four words that the passes gather at most
    PER_SPRITE,      // as many as particles may live at once
    PER_EYE,         // words of the camera (EYE_SIZE)
    PER_KEY_TILE,    // tiles of KEYS_PER_TILE keys, up to a power of two
    PER_KEY_BLOCK,   // blocks of tiles, KEY_BLOCK_MAX at most
    PER_DIGIT,       // DIGIT_COUNT
    PER_DIGIT_BLOCK, // digits x blocks of keys
    // Of statistics:
    PER_PART,         // parts of ROWS_PER_PART rows of particles
    PER_PART_WORD,    // parts x MOTION_SIZE (glsl/lib/statistics_words.glsl)
    PER_SPECIES,      // species
    PER_SPECIES_CELL, // (cells of the statistics' grid + 1) x species
    PER_STRIP,        // strips of CELLS_PER_STRIP of those cells
    PER_STRIP_WORD,   // strips x MIXING_SIZE
    PER_TOUCH,        // the rows of glsl/lib/touch.glsl
    // Of models that emit:
    PER_BIRTH,      // births of this step; also those of faucets
    PER_CHUNK,      // chunks of PARTICLES_PER_CHUNK rows of particles
    PER_POPULATION, // the words of glsl/lib/population.glsl; without births one
    PER_EMISSION,   // the rows of glsl/lib/emission.glsl
    PER_ITEM_WORD,  // floats that the model's lists say, and points of emitters
    // Of models with pairs whose scene has faucets or drains:
    PER_POURING, // the rows of glsl/lib/pouring.glsl
    PER_MOUTH,   // places in the mouths of faucets
    PER_DRAIN,   // two rows for each drain (glsl/lib/drain.glsl)
} domain;

typedef enum element_type {
    TYPE_COORDINATES,
    TYPE_VECTOR,
    TYPE_REAL,
    TYPE_UINT,
    TYPE_UINT2,
    TYPE_UINT4,
    TYPE_REALS, // float bits of a model's SCRATCH, as many as they are
    TYPE_SUMS,  // the sums of a pass: of each component the low and the high word
} element_type;

typedef enum buffer_life { STAYS, MOVES, FLIES, KEPT } buffer_life;
typedef enum buffer_order { ORDER_CANONICAL, ORDER_IN_CELL, ORDER_FREE } buffer_order;

typedef struct buffer_row {
    const char *name;
    element_type type;
    domain per;
    buffer_order order;
    buffer_life life;
    bool moves; // in this plan; see buffers.def
    const char *meaning;
    int components; // words of an element, in this plan
} buffer_row;

enum core_buffer {
#define BUFFER(name, type, per, order, life, meaning) BUFFER_##name,
#include "buffers.def"
#undef BUFFER
    BUFFER_CORE_COUNT,
};

#define BUFFER_MAX 64

// Words of the buffer `eye`: centre x, y, z, forward x, y, z, and two that are 0.
#define EYE_SIZE 8

// Entries of cell_count that one work group scans.
#define CELLS_PER_BLOCK 2048
// Words of 32 candidates that are marked of a particle.
#define MARK_WORDS 16
// Rows of particles that one work group of a model that emits takes.
#define PARTICLES_PER_CHUNK 1024

// Keys that a work group sorts in shared memory, and blocks of such tiles at most: the
// radix sort counts each digit in each block.
#define KEYS_PER_TILE 2048
#define KEY_BLOCK_MAX 1024

// Rows of particles, and cells of their grid, that one partial sum of statistics is of.
#define ROWS_PER_PART   1024
#define CELLS_PER_STRIP 256

// A digit of a key: 8 bits.
#define DIGIT_COUNT    256
#define DIGITS_PER_KEY 4

// How sprites are sorted by depth.
typedef enum sort_kind {
    SORT_RADIX,   // digit by digit: the fastest
    SORT_BITONIC, // by a network of comparisons: to measure against
    SORT_COUNT,
} sort_kind;

extern const char *const sort_names[SORT_COUNT];

// The kind of a name, or -1.
int sort_find(const char *name);

// How neighbours are found.
typedef enum search_kind {
    SEARCH_GRID,      // particles moved into cell order: the fastest for all but few
    SEARCH_LOOP,      // every pair, without a grid: the fastest for few
    SEARCH_INDEXED,   // particles left where they are, found through a list of indices
    SEARCH_PUBLISHED, // ... with a scan in which every cell adds up all before it
    SEARCH_RECYCLED,  // not at all, and rows of the dead are handed out anew by a list
    SEARCH_NONE,      // not at all: particles of models that emit have no neighbours
    SEARCH_COUNT,
} search_kind;

extern const char *const search_names[SEARCH_COUNT];

// The kind of a name, or -1; SEARCH_NONE is nobody's choice.
int search_find(const char *name);

// When a stage runs: bits of searches, or one of the conditions after them.
typedef enum stage_when {
    WHEN_GRID = 1 << SEARCH_GRID,
    WHEN_LOOP = 1 << SEARCH_LOOP,
    WHEN_PUBLISHED = 1 << SEARCH_PUBLISHED,
    WHEN_INDEXED = 1 << SEARCH_INDEXED | WHEN_PUBLISHED,
    WHEN_SCANNED = 1 << SEARCH_INDEXED | WHEN_GRID,
    WHEN_CELLED = WHEN_INDEXED | WHEN_GRID,
    WHEN_ALWAYS = WHEN_CELLED | WHEN_LOOP,
    WHEN_EMITTING = 1 << SEARCH_NONE, // particles are born, fly and die
    WHEN_RECYCLED = 1 << SEARCH_RECYCLED,
    WHEN_BEARING = WHEN_EMITTING | WHEN_RECYCLED,
    WHEN_MORTAL = 1 << SEARCH_COUNT,   // with a grid, when particles can die
    WHEN_BREEDING = 2 << SEARCH_COUNT, // when deaths or collisions give birth to others
    WHEN_MARKED = 4 << SEARCH_COUNT,   // with a grid, where neighbours are marked
    WHEN_UNMARKED = 8 << SEARCH_COUNT, // ... and where they are not
    WHEN_POURING = 16 << SEARCH_COUNT, // after the last pass, when there are faucets
    // Before a frame is drawn, not in a step:
    WHEN_DRAW = 32 << SEARCH_COUNT,         // of models that do not emit
    WHEN_DRAW_EMITTED = 64 << SEARCH_COUNT, // of those that do
    WHEN_SORTED = 128 << SEARCH_COUNT,      // after it, where sprites are sorted by depth
    WHEN_RADIX = 256 << SEARCH_COUNT,       // ... by this sort
    WHEN_BITONIC = 512 << SEARCH_COUNT,
    // Before a step in which particles are touched:
    WHEN_TOUCHED = 1024 << SEARCH_COUNT,         // of models that do not emit
    WHEN_TOUCHED_EMITTED = 2048 << SEARCH_COUNT, // of those that do
    // When statistics are asked for:
    WHEN_STATISTICS = 4096 << SEARCH_COUNT,
    WHEN_STATISTICS_MOVED = 8192 << SEARCH_COUNT,    // of models that do not emit
    WHEN_STATISTICS_EMITTED = 16384 << SEARCH_COUNT, // of those that do
} stage_when;

// How a stage touches a buffer; from SORTED on: words that stand for accesses of
// which some depend on the plan or on the model's passes (plan_schedule.c resolves them).
typedef enum access_kind {
    ACCESS_NONE,
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_ATOMIC,    // read and written, also by atomics
    ACCESS_UNIFORM,   // read as a uniform block: small, and written by the CPU alone
    ACCESS_TWIN,      // writes the twin of a buffer that moves
    ACCESS_SORTED,    // reads a buffer, writes its twin; their names then swap
    ACCESS_MOVED,     // likewise for all buffers of the entry's `moved`
    ACCESS_COLUMNS,   // reads the pair_table of a model that has COLUMNs
    ACCESS_GATHERED,  // reads what the pass gathers
    ACCESS_SUMS,      // writes the sums of the pass
    ACCESS_SUMMED,    // reads the sums of the pass
    ACCESS_UPDATED,   // reads and writes the fields that the pass updates
    ACCESS_MORTALITY, // reads what says who lives: a field, the drains
    ACCESS_POURED,    // writes rows of all that belongs to a particle
    ACCESS_BRED,      // writes child_count, where there are children
    ACCESS_LADEN,     // reads `ballast` and writes its twin, where a state has 40 bytes
    ACCESS_LOADED,    // writes the twin of `ballast` there
    ACCESS_PACKED,    // reads what the pass gathers and positions: after the first,
                      // `gathered`
    ACCESS_PACKS,     // writes `gathered` for the next pass, where neighbours are marked
    ACCESS_STREAKED,  // writes sprite_tail, where something is drawn as a streak
} access_kind;

static inline bool access_writes(access_kind kind)
{
    return kind == ACCESS_WRITE || kind == ACCESS_ATOMIC;
}

typedef struct stage_access {
    access_kind kind;
    int buffer;
} stage_access;

#define STAGE_ACCESS_MAX 10

typedef struct stage_row {
    const char *name;
    domain per;
    stage_when when;
    stage_access access[STAGE_ACCESS_MAX]; // ends at ACCESS_NONE
} stage_row;

enum stage_id {
#define STAGE(name, per, when, access) STAGE_##name,
#include "stages.def"
#undef STAGE
    STAGE_COUNT,
};

extern const buffer_row core_buffers[BUFFER_CORE_COUNT];
extern const stage_row stages[STAGE_COUNT];

// The row of a stage by name, or -1.
int stage_find(const char *name);
// Whether a stage's row has an access of this kind.
bool stage_does(int stage, access_kind kind);

// Words of an element: COORDINATES has `dimension`, UINT2 has 2 ... Of REALS and SUMS the
// model says how many.
int type_components(element_type type, int dimension);
// Bytes between elements in a GL buffer (std430: three components take the room of four).
int buffer_stride(const buffer_row *row);

// The uniform block. Model constants follow the core's.
enum core_constant {
#define CONSTANT(name, meaning) CONSTANT_##name,
#include "constants.def"
#undef CONSTANT
    CONSTANT_CORE_COUNT,
};

#define MODEL_CONSTANT_MAX 32

typedef struct constants {
#define CONSTANT(name, meaning) uint32_t name;
#include "constants.def"
#undef CONSTANT
    uint32_t model[MODEL_CONSTANT_MAX];
} constants;

extern const char *const core_constant_names[CONSTANT_CORE_COUNT];

#endif
