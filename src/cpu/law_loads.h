// SPDX-License-Identifier: MIT
// Loading and storing particles of the law in lanes, for the kernels. Expects what law.h
// expects, and ONLY_pass to be defined.

#ifndef MOTE_CPU_LAW_LOADS_H
#define MOTE_CPU_LAW_LOADS_H

#include "kernels.h"
#include "law.h"

#define particle PASTE(MODEL_NAME, _particle)
#define sums     PASTE3(MODEL_NAME, _, PASTE(LAW_PASS, _sums))

// Which buffer holds a field or a sum, and from which plane on.
enum {
    buffer_of_id = BUFFER_identity,
    plane_of_id = 0,
    buffer_of_species = BUFFER_identity,
    plane_of_species = 1,
    buffer_of_velocity = BUFFER_velocity,
};
enum {
    field_before = BUFFER_CORE_COUNT - 1,
#include "model_rows.h"
#undef FIELD
#define FIELD(name, ...) buffer_of_##name,
#include MODEL_DEF
    sum_first,
    sum_before = sum_first - 1,
#include "model_rows.h"
#undef SUM
#define SUM(pass, name, ...) sum_of_##name,
#include MODEL_DEF
};

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
#define LOAD_NATURAL(p, name, i)                                                         \
    p.name = LOAD_FROM(planes[buffer_of_##name][plane_of_##name], i);
#define LOAD_REAL(p, name, i) p.name = real_of(LOAD_FROM(planes[buffer_of_##name][0], i));
#define SPLAT_NATURAL(p, name, i)                                                        \
    p.name = natural_splat(planes[buffer_of_##name][plane_of_##name][i]);
#define SPLAT_REAL(p, name, i) p.name = splat_real(planes[buffer_of_##name][0] + i);
#define STORE_REAL(p, name, i) store_real(planes[buffer_of_##name][0] + i, p.name);
#if DIMENSION == 3
#define LOAD_VECTOR(p, name, i)                                                          \
    p.name##_x = real_of(LOAD_FROM(planes[buffer_of_##name][0], i));                     \
    p.name##_y = real_of(LOAD_FROM(planes[buffer_of_##name][1], i));                     \
    p.name##_z = real_of(LOAD_FROM(planes[buffer_of_##name][2], i));
#define SPLAT_VECTOR(p, name, i)                                                         \
    p.name##_x = splat_real(planes[buffer_of_##name][0] + i);                            \
    p.name##_y = splat_real(planes[buffer_of_##name][1] + i);                            \
    p.name##_z = splat_real(planes[buffer_of_##name][2] + i);
#define STORE_VECTOR(p, name, i)                                                         \
    store_real(planes[buffer_of_##name][0] + i, p.name##_x);                             \
    store_real(planes[buffer_of_##name][1] + i, p.name##_y);                             \
    store_real(planes[buffer_of_##name][2] + i, p.name##_z);
#else
#define LOAD_VECTOR(p, name, i)                                                          \
    p.name##_x = real_of(LOAD_FROM(planes[buffer_of_##name][0], i));                     \
    p.name##_y = real_of(LOAD_FROM(planes[buffer_of_##name][1], i));
#define SPLAT_VECTOR(p, name, i)                                                         \
    p.name##_x = splat_real(planes[buffer_of_##name][0] + i);                            \
    p.name##_y = splat_real(planes[buffer_of_##name][1] + i);
#define STORE_VECTOR(p, name, i)                                                         \
    store_real(planes[buffer_of_##name][0] + i, p.name##_x);                             \
    store_real(planes[buffer_of_##name][1] + i, p.name##_y);
#endif

// Columns of species `self`; without a table there are none.
LANES_INLINE law_context law_context_of(const plan *plan, const float *pair_table,
                                        uint32_t self)
{
    law_context c;
    c.constants = plan->constants.model;
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
