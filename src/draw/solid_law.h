// SPDX-License-Identifier: MIT
// The C side of solid.glsl, for LANES and DIMENSION: what gl_solids.c gives to GLSL.

#ifndef MOTE_DRAW_SOLID_LAW_H
#define MOTE_DRAW_SOLID_LAW_H

#include "solids.h"

#include "../core/lanes.h"

#ifndef DIMENSION
#define DIMENSION 2
#endif

#include "exact.glsl"
#include "sprite.glsl"

typedef struct law_context {
    const solids *solids;
    const float *aim; // SOLID_NUMBERS of them
} law_context;

// Those of a choice count from 0.
enum {
#include "../sim/model_rows.h"
#undef ITEM_CHOICE
#define ITEM_CHOICE(list, name, fallback, meaning) before_##list##_##name = -1,
#undef ITEM_OPTION
#define ITEM_OPTION(list, name, word, constant, meaning) constant,
#include "colliders.def"
    after_options,
};

enum {
#include "../sim/model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, ...) solid_column_##name,
#include "colliders.def"
    solid_column_total,
};

#include "../sim/model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, ...)                                                     \
    LANES_INLINE real list##_##name##_at(law_context c, uint item)                       \
    {                                                                                    \
        return real_splat(                                                               \
            c.solids->items[item * SOLID_COLUMNS + (uint)solid_column_##name]);          \
    }                                                                                    \
    LANES_INLINE uint list##_##name##_whole(law_context c, uint item)                    \
    {                                                                                    \
        return (uint)(int)                                                               \
            c.solids->items[item * SOLID_COLUMNS + (uint)solid_column_##name];           \
    }
#include "colliders.def"
#include "../sim/model_rows.h"

LANES_INLINE uint colliders_count(law_context c)
{
    return (uint)c.solids->count;
}

LANES_INLINE real solid_aim_at(law_context c, int number)
{
    return real_splat(c.aim[number]);
}

// vector.glsl is that of laws, which need not use all they are given.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "solid.glsl"
#pragma GCC diagnostic pop

_Static_assert((int)solid_column_total == SOLID_COLUMNS, "columns of colliders.def");
#if DIMENSION == 3
_Static_assert(SOLID_SIGHT_SIZE == SOLID_NUMBERS, "numbers of solid_space.glsl");
_Static_assert(SOLID_SIGHT_MIDDLES + 3 * SOLID_MOST == SOLID_SIGHT_SIZE, "one a body");
#else
_Static_assert(SOLID_AIM_SIZE <= SOLID_NUMBERS, "numbers of solid_flat.glsl");
#endif

#endif
