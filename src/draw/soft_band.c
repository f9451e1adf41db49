// SPDX-License-Identifier: MIT
// The software renderer's inner loops: sprite.glsl on four pixels at a time.

#define LANES 4
#include "soft_band.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <math.h>
#include <string.h>

LANES_INLINE real_value load(const float *from)
{
    real_value v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE void store(float *to, real_value v)
{
    memcpy(to, &v, sizeof v);
}

// The first pixel whose centre is not below x, kept within 0 to limit.
LANES_INLINE int first_pixel(float x, int limit)
{
    float from = x - 0.5f;
    if (!(from > 0.0f)) {
        return 0;
    }
    if (from > (float)limit) {
        return limit;
    }
    int whole = (int)from;
    return (float)whole < from ? whole + 1 : whole;
}

LANES_INLINE void light_row(soft_band *band, int row, int low, int high)
{
    band->low[row] = low < band->low[row] ? low : band->low[row];
    band->high[row] = high > band->high[row] ? high : band->high[row];
}

// Four pixels to the right of `x` in a row.
LANES_INLINE void draw_pixels(float *const row[4], int x, const soft_disc *disc, float dy,
                              float halo, bool additive)
{
    const real_value steps = {0.5f, 1.5f, 2.5f, 3.5f};
    real_value dx = steps + ((float)x - disc->x);
    real_value cover =
        sprite_coverage(real_splat(disc->edge), real_splat(halo), dx, real_splat(dy));
    real_value behind = 1.0f - cover * disc->color[3];
    for (int c = 0; c < 4; c++) {
        real_value old = load(row[c] + x);
        real_value left = additive ? old : old * behind;
        store(row[c] + x, left + cover * disc->color[c]);
    }
}

LANES_INLINE void draw_disc(soft_band *band, const soft_disc *disc, bool has_halo,
                            bool additive)
{
    float from_top = (float)band->height - disc->y - (float)band->first_row;
    int begin = first_pixel(from_top - disc->reach, band->row_count);
    int end = first_pixel(from_top + disc->reach, band->row_count);
    float squared = disc->reach * disc->reach;
    float halo = has_halo ? exact_reciprocal(real_splat(squared))[0] : 0.0f;
    for (int r = begin; r < end; r++) {
        float dy = (float)(band->height - band->first_row - r) - 0.5f - disc->y;
        float chord = squared - dy * dy;
        float half = (chord > 0.0f ? sqrtf(chord) : 0.0f) + 0.01f;
        int low = first_pixel(disc->x - half, band->width);
        int high = first_pixel(disc->x + half, band->width);
        float *row[4];
        for (int c = 0; c < 4; c++) {
            row[c] = band->light[c] + (ptrdiff_t)r * band->stride;
        }
        light_row(band, r, low, high);
        for (int x = low; x < high; x += LANES) {
            draw_pixels(row, x, disc, dy, halo, additive);
        }
    }
}

// `has_halo` and `additive` are constants in each call, so that each loop is compiled for
// its case.
LANES_INLINE void draw_discs(soft_band *band, const soft_disc *discs, size_t count,
                             bool has_halo, bool additive)
{
    for (size_t i = 0; i < count; i++) {
        draw_disc(band, &discs[i], has_halo, additive);
    }
}

void soft_draw_discs(soft_band *band, const look *look, const soft_disc *discs,
                     size_t count)
{
    bool additive = look->additive > 0.0f;
    if (look->halo > 0.0f) {
        if (additive) {
            draw_discs(band, discs, count, true, true);
        } else {
            draw_discs(band, discs, count, true, false);
        }
    } else if (additive) {
        draw_discs(band, discs, count, false, true);
    } else {
        draw_discs(band, discs, count, false, false);
    }
}

static void join_row(float *const light[4], float *const trail[4], const look *look,
                     int width)
{
    real_value additive = real_splat(look->additive);
    for (int x = 0; x < width; x += LANES) {
        real_value opacity = load(light[3] + x);
        real_value kept_opacity = load(trail[3] + x) * look->fade;
        for (int c = 0; c < 4; c++) {
            real_value kept = load(trail[c] + x) * look->fade;
            real_value next =
                sprite_trail(load(light[c] + x), opacity, kept, kept_opacity, additive);
            store(light[c] + x, next);
            store(trail[c] + x, next);
        }
    }
}

void soft_join_trail(soft_band *band, const look *look, float *const trail[4])
{
    for (int r = 0; r < band->row_count; r++) {
        float *light_rows[4], *trail_rows[4];
        for (int c = 0; c < 4; c++) {
            ptrdiff_t row = r;
            light_rows[c] = band->light[c] + row * band->stride;
            trail_rows[c] = trail[c] + (row + band->first_row) * band->stride;
        }
        join_row(light_rows, trail_rows, look, band->width);
        light_row(band, r, 0, band->width);
    }
}
