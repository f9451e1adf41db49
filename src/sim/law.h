// SPDX-License-Identifier: MIT
// The C side of a law: the types and functions that the prelude gives to GLSL, for one
// model (MODEL_NAME, MODEL_DEF, MODEL_GLSL, MODEL_PASSES), LANES and DIMENSION; then the
// text of the law itself. gl_law.c writes the same things as GLSL.

#ifndef MOTE_SIM_LAW_H
#define MOTE_SIM_LAW_H

#include "../core/lanes.h"
#include "../core/paste.h"
#include "model.h"
#include "model_lists.h"

#include "law_probe.h"

// A law need not use all it is given.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "exact.glsl"
#include "random.glsl"
#include "cell.glsl"
#include "motion.glsl"
#include "vector.glsl"

#define MEMBER_REAL(name)   real name;
#define MEMBER_VECTOR(name) vector name;

// From self to other, in interaction radii.
typedef struct separation {
    vector offset;
    real squared;
} separation;

typedef struct PASTE(MODEL_NAME, _particle) {
    natural id, species;
    vector velocity;
#include "model_rows.h"
#undef FIELD
#define FIELD(name, shape, start, meaning) MEMBER_##shape(name)
#undef SCRATCH
#define SCRATCH(name, shape, meaning) MEMBER_##shape(name)
#include MODEL_DEF
} PASTE(MODEL_NAME, _particle);

// MODEL_PASSES is made by the build: for each pass it defines LAW_PASS and IN_pass(...)
// so that only the rows of that pass are read, and includes law_sums.h.
#include MODEL_PASSES

// What the functions below need of the simulation. Columns point at the row of self.
typedef struct law_context {
    const uint32_t *constants; // of the model
    const float *columns[MODEL_COLUMN_MAX];
    int species_count;
    int is_uniform; // all columns but the first have one value for all pairs
    vector place;   // in an update: of the particle
    uint clock_low, clock_high;
    const struct constants *core;
    // Of models with lists:
    const float *items;              // the table of the lists' columns
    const plan_list *lists;          // where each stands in it
    const uint32_t *table;           // the same as words
    uint32_t first_point;            // in it; 0: no emitter has points
    const uint32_t *const *emission; // the buffer, by component
} law_context;

enum {
#include "model_rows.h"
#undef CONSTANT
#define CONSTANT(name, value, meaning) constant_index_##name,
#include MODEL_DEF
    constant_index_total,
};

enum {
#include "model_rows.h"
#undef COLUMN
#define COLUMN(name, value, meaning) column_index_##name,
#include MODEL_DEF
    column_index_total,
};

LANES_INLINE real law_column(law_context c, int index, natural species)
{
    if (c.is_uniform && index > 0) {
        return real_splat(c.columns[index][0]);
    }
    return lanes_lookup(c.columns[index], species, c.species_count);
}

#define law_clock_low(c)   ((c).clock_low)
#define law_clock_high(c)  ((c).clock_high)
#define core_of(c, name)   ((c).core->name)
#define core_real(c, name) law_real((c).core->name)

LANES_INLINE real law_real(uint bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return real_splat(value);
}

#include "law.glsl"

#include "model_rows.h"
#undef CONSTANT
#define CONSTANT(name, value, meaning)                                                   \
    LANES_INLINE real constant_##name(law_context c)                                     \
    {                                                                                    \
        float constant;                                                                  \
        memcpy(&constant, &c.constants[constant_index_##name], sizeof constant);         \
        return real_splat(constant);                                                     \
    }                                                                                    \
    LANES_INLINE uint constant_##name##_whole(law_context c)                             \
    {                                                                                    \
        float constant;                                                                  \
        memcpy(&constant, &c.constants[constant_index_##name], sizeof constant);         \
        return (uint)(int)constant;                                                      \
    }
#undef COLUMN
#define COLUMN(name, value, meaning)                                                     \
    LANES_INLINE real column_##name(law_context c, natural species)                      \
    {                                                                                    \
        return law_column(c, column_index_##name, species);                              \
    }
#include MODEL_DEF

#include "law_lists.h"
#include MODEL_GLSL
#pragma GCC diagnostic pop

#include "model_rows.h"

#ifdef MOTE_PROBE
// Around a law each side calls these where it likes.
#define PROBE_QUIETLY(value)                                                             \
    __extension__({                                                                      \
        probe_records *kept_ = law_probing;                                              \
        law_probing = NULL;                                                              \
        __typeof__(value) value_ = value;                                                \
        law_probing = kept_;                                                             \
        value_;                                                                          \
    })
#define exact_flush(x) PROBE_QUIETLY((exact_flush)(x))
#define exact_round(x) PROBE_QUIETLY((exact_round)(x))
#endif

#endif
