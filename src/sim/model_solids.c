// SPDX-License-Identifier: MIT
// What is solid in one model, asked on the CPU: the law's own text. Compiled once for
// each model; empty where there is no row SOLIDS.

// Also for 2-D: there a place is asked for in the plane of the solid's middle.
#define LANES     1
#define DIMENSION 3

#include "model_parts.h"

#include "law.h"

#include "model_rows.h"
#undef SOLIDS
#define SOLIDS(list)                                                                     \
    float MODEL_FUNCTION(solid_depth)(const float *items, const plan_list *lists,        \
                                      uint32_t item, int dimension,                      \
                                      const float place[3])                              \
    {                                                                                    \
        law_context c = {.items = items, .lists = lists};                                \
        float z = dimension == 3 ? place[2] : list##_z_at(c, item);                      \
        vector at = vector_of(place[0], place[1], z);                                    \
        return collider_touch(c, item, at, real_splat(0.0f)).depth;                      \
    }
#include MODEL_DEF
