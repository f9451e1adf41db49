// SPDX-License-Identifier: MIT
// The law of a path (glsl/price) as C: price_context.glsl gives GLSL the same words. For
// one file that is compiled for a style (PRICE_STYLE) and so many LANES.

#ifndef MOTE_PRICE_PRICE_CONTEXT_H
#define MOTE_PRICE_PRICE_CONTEXT_H

#include "law.h"

#include "../core/lanes.h"

// Not every style needs all that it is told.
#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef struct normal_row {
    real_value a, b, c, d;
} normal_row;

#define PRICE_CHOICE(context, name) ((context).choices.name)
#define PRICE_KEY(context, i)       ((context).keys[i])
#define PRICE_SIDE_ROWS(context)    ((context).side_rows)
#define PRICE_ASSETS(context)       ((context).assets)
#define PRICE_DRAWS(context)        ((context).draws)
#define BASKET_SHARE(context, i)    table_real((context).tables->share[i])
#define BASKET_DRIFT(context, i)    table_real((context).tables->drift[i])
#define BASKET_SPREAD(context, i, k)                                                     \
    table_real((context).tables->spread[(i)*PRICE_ASSET_MAX + (k)])
#define SOBOL_SHIFT(context, k)     ((context).tables->sobol_shift[k])
#define SOBOL_DIRECTION(context, i) ((context).tables->sobol_direction[i])

LANES_INLINE float table_real(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

LANES_INLINE normal_row normal_row_at(price_context c, natural row)
{
    const float *rows = (const float *)c.tables->normal;
    normal_row found;
    lanes_gather_four(rows, row, &found.a, &found.b, &found.c, &found.d);
    return found;
}

#include "exact.glsl"
#include "random.glsl"

#include "normal.glsl"

#include "draw.glsl"

#include "path.glsl"

#endif
