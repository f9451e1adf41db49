// SPDX-License-Identifier: MIT
// The law's constants and tables, as GLSL; src/price/law.h gives them to C. The prelude
// (src/price/gl_price_source.c) has price_context, price_context_read and the numbers.

struct normal_row {
    float a, b, c, d; // a + b x + c x^2 + d x^3
};

normal_row normal_row_at(price_context c, uint row)
{
    vec4 found = normal_rows[row];
    normal_row result;
    result.a = found.x;
    result.b = found.y;
    result.c = found.z;
    result.d = found.w;
    return result;
}

#define PRICE_CHOICE(c, name)  PRICE_CHOICE_##name
#define PRICE_KEY(c, i)        round_key[i]
#define BASKET_SHARE(c, i)     uintBitsToFloat(table[PRICE_TABLE_share + (i)])
#define BASKET_DRIFT(c, i)     uintBitsToFloat(table[PRICE_TABLE_drift + (i)])
#define BASKET_SPREAD(c, i, k) uintBitsToFloat(table[PRICE_TABLE_spread + (i) * PRICE_ASSET_MAX + (k)])
#define SOBOL_SHIFT(c, k)      table[PRICE_TABLE_sobol_shift + (k)]
#define SOBOL_DIRECTION(c, i)  table[PRICE_TABLE_sobol_direction + (i)]
