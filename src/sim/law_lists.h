// SPDX-License-Identifier: MIT
// What the law of a model with lists reads of them: for LIST_COLUMN(list, name, ...)
//
//     list_name(c, i)        of item i, which may differ from lane to lane
//     list_name_at(c, i)     ... which is the same in all lanes
//     list_name_whole(c, i)  ... as a uint
//     list_count(c)          items of the list
//
// and for LIST_SAMPLES(list, name, ...) list_name(c, i, k), the k-th of them.
// gl_law_lists.c writes the same as GLSL. Part of law.h.

#ifndef MOTE_SIM_LAW_LISTS_H
#define MOTE_SIM_LAW_LISTS_H

#include "emission.glsl"

#include "model_lists.h"

// The column of a row among the floats of an item (model_lists.h).
#define COLUMN_OF(list, name)                                                            \
    ((int)offsetof(struct columns_##list, column_##name) -                               \
     (int)offsetof(struct columns_##list, none) - 1)

// The items of a column, side by side.
LANES_INLINE const float *law_items(law_context c, int list, int column)
{
    return c.items + c.lists[list].first + (uint)column * c.lists[list].count;
}

LANES_INLINE real law_sample(law_context c, int list, int column, natural item, natural k)
{
    natural at = k * c.lists[list].count + item;
    return lanes_gather(law_items(c, list, column), at);
}

#include "model_rows.h"
#undef LIST
#define LIST(list, ...)                                                                  \
    LANES_INLINE uint list##_count(law_context c)                                        \
    {                                                                                    \
        return c.lists[list_##list].count;                                               \
    }
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, ...)                                                     \
    LANES_INLINE real list##_##name(law_context c, natural item)                         \
    {                                                                                    \
        int column = COLUMN_OF(list, name);                                              \
        return lanes_lookup(law_items(c, list_##list, column), item,                     \
                            (int)list##_count(c));                                       \
    }                                                                                    \
    LANES_INLINE real list##_##name##_at(law_context c, uint item)                       \
    {                                                                                    \
        int column = COLUMN_OF(list, name);                                              \
        return real_splat(law_items(c, list_##list, column)[item]);                      \
    }                                                                                    \
    LANES_INLINE uint list##_##name##_whole(law_context c, uint item)                    \
    {                                                                                    \
        int column = COLUMN_OF(list, name);                                              \
        return (uint)(int)law_items(c, list_##list, column)[item];                       \
    }
#undef LIST_SAMPLES
#define LIST_SAMPLES(list, name, ...)                                                    \
    LANES_INLINE real list##_##name(law_context c, natural item, natural k)              \
    {                                                                                    \
        int column = COLUMN_OF(list, name);                                              \
        return law_sample(c, list_##list, column, item, k);                              \
    }
#include MODEL_DEF

// How far the turbulence of a force has drifted.
LANES_INLINE real emission_drift(law_context c, uint force)
{
    return law_real(c.emission[force % 4u][EMISSION_DRIFT + force / 4u]);
}

#include "noise.glsl"

// One of the points of an emitter (plan.h); where it has none, 0.
#if LANES == 1
#define LANE(value, lane) (value)
#else
#define LANE(value, lane) (value)[lane]
#endif

LANES_INLINE vector emission_point(law_context c, natural emitter, real u)
{
    float place[3][LANES] = {{0}};
    for (int lane = 0; lane < LANES && c.first_point != 0; lane++) {
        const uint32_t *span = c.table + c.first_point + 2 * LANE(emitter, lane);
        if (span[1] > 0) {
            float along = LANE(u, lane) * (float)(int)span[1];
            PROBE_MARK(real, "points.along", along);
            uint k = (uint)(int)along;
            k = k < span[1] ? k : span[1] - 1;
            for (uint axis = 0; axis < 3; axis++) {
                place[axis][lane] = c.items[span[0] + 3 * k + axis];
            }
        }
    }
    real x, y, z;
    memcpy(&x, place[0], sizeof x);
    memcpy(&y, place[1], sizeof y);
    memcpy(&z, place[2], sizeof z);
    return vector_of(x, y, z);
}

#undef LANE

#endif
