// SPDX-License-Identifier: MIT
// Loading and storing particles of the law in lanes, for the kernels. Expects what law.h
// expects, and ONLY_pass to be defined.

#ifndef MOTE_CPU_LAW_LOADS_H
#define MOTE_CPU_LAW_LOADS_H

#include "kernels.h"
#include "law.h"

#define particle PASTE(MODEL_NAME, _particle)
#define sums     PASTE3(MODEL_NAME, _, PASTE(LAW_PASS, _sums))

// Components of a shape.
#define WIDTH_REAL    1
#define WIDTH_NATURAL 1
#define WIDTH_VECTOR  DIMENSION

// Which buffer holds a field, and from which plane on.
enum {
    buffer_of_id = BUFFER_identity,
    plane_of_id = 0,
    buffer_of_species = BUFFER_identity,
    plane_of_species = 1,
    buffer_of_velocity = BUFFER_velocity,
    plane_of_velocity = 0,
};
enum {
    field_before = BUFFER_CORE_COUNT - 1,
#include "model_rows.h"
#undef FIELD
#define FIELD(name, ...) buffer_of_##name,
#include MODEL_DEF
    sum_buffer_first,
    sum_buffer_before = sum_buffer_first - 1,
#include "model_rows.h"
#undef PASS
#define PASS(name) sum_buffer_of_##name,
#include MODEL_DEF
    scratch_buffer,
};
enum {
#include "model_rows.h"
#undef FIELD
#define FIELD(name, ...) plane_of_##name = 0,
#include MODEL_DEF
    scratch_plane_before = -1,
#include "model_rows.h"
#undef SCRATCH
#define SCRATCH(name, shape, meaning)                                                    \
    plane_of_##name, plane_end_of_##name = plane_of_##name + WIDTH_##shape - 1,          \
                     buffer_of_##name = scratch_buffer,                                  \
                     plane_before_##name = plane_end_of_##name,
#include MODEL_DEF
};

// The first two planes of a sum among those of its pass: low and high words; a component
// has two.
enum {
    sum_before = -1,
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, shape, bits, meaning)                                            \
    IN_##pass(sum_of_##name, sum_end_of_##name = sum_of_##name + WIDTH_##shape - 1, )
#include MODEL_DEF
};

#define sum_buffer PASTE(sum_buffer_of_, LAW_PASS)

LANES_INLINE natural load_natural(const uint32_t *row)
{
    natural value;
    memcpy(&value, row, sizeof value);
    return value;
}

// How a kernel reads the lanes of row i; pair_kernel.c may read through an index list.
#ifndef LOAD_FROM
#define LOAD_FROM(row, i) load_natural((row) + (i))
#endif

LANES_INLINE real real_of(natural bits)
{
    return real_from_bits(integer_from_natural(bits));
}

LANES_INLINE real load_real(const uint32_t *row)
{
    return real_from_bits(integer_from_natural(load_natural(row)));
}

LANES_INLINE void store_natural(uint32_t *row, natural value)
{
    memcpy(row, &value, sizeof value);
}

// What may be stored is flushed first (see exact_flush).
LANES_INLINE void store_real(uint32_t *row, real value)
{
    store_natural(row, natural_from_integer(real_bits(exact_flush(value))));
}

LANES_INLINE real splat_real(const uint32_t *value)
{
    float x;
    memcpy(&x, value, sizeof x);
    return real_splat(x);
}

// Statements for each component of a field of particle p at row i.
#define ROW_OF(name, axis) planes[buffer_of_##name][plane_of_##name + (axis)]
#define LOAD_AT(p, member, name, axis, i)                                                \
    p.member = real_of(LOAD_FROM(ROW_OF(name, axis), i));
#define SPLAT_AT(p, member, name, axis, i) p.member = splat_real(ROW_OF(name, axis) + i);
#define STORE_AT(p, member, name, axis, i) store_real(ROW_OF(name, axis) + i, p.member);
#if DIMENSION == 3
#define EACH_AXIS(X, p, name, i)                                                         \
    X(p, name.x, name, 0, i) X(p, name.y, name, 1, i) X(p, name.z, name, 2, i)
#else
#define EACH_AXIS(X, p, name, i) X(p, name.x, name, 0, i) X(p, name.y, name, 1, i)
#endif
#define LOAD_NATURAL(p, name, i)  p.name = LOAD_FROM(ROW_OF(name, 0), i);
#define SPLAT_NATURAL(p, name, i) p.name = natural_splat(ROW_OF(name, 0)[i]);
#define LOAD_REAL(p, name, i)     LOAD_AT(p, name, name, 0, i)
#define SPLAT_REAL(p, name, i)    SPLAT_AT(p, name, name, 0, i)
#define STORE_REAL(p, name, i)    STORE_AT(p, name, name, 0, i)
#define LOAD_VECTOR(p, name, i)   EACH_AXIS(LOAD_AT, p, name, i)
#define SPLAT_VECTOR(p, name, i)  EACH_AXIS(SPLAT_AT, p, name, i)
#define STORE_VECTOR(p, name, i)  EACH_AXIS(STORE_AT, p, name, i)

// Columns of species `self`; without a table there are none.
LANES_INLINE law_context law_context_of(const plan *plan, const float *pair_table,
                                        uint32_t self)
{
    law_context c = {.core = &plan->constants};
    c.constants = plan->constants.model;
    c.lists = plan->lists;
    c.items = (const float *)(const void *)plan->item_table;
    c.species_count = plan->species_count;
    c.is_uniform = plan->is_uniform;
    size_t count = (size_t)plan->species_count;
    for (size_t column = 0; column < MODEL_COLUMN_MAX; column++) {
        c.columns[column] =
            pair_table ? pair_table + (column * count + self) * count : NULL;
    }
    return c;
}

LANES_INLINE float constant_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
