// SPDX-License-Identifier: MIT
// The software renderer's inner loops: sprite.glsl on four pixels at a time.

#define LANES 4
#include "soft_rows.h"

#include <math.h>

LANES_INLINE void blend(float *const planes[4], int x, const float color[4],
                        real_value cover, bool additive)
{
    real_value behind = 1.0f - cover * color[3];
    for (int c = 0; c < 4; c++) {
        real_value old = load(planes[c] + x);
        real_value left = additive ? old : old * behind;
        store(planes[c] + x, left + cover * color[c]);
    }
}

// What pixels are covered by a disc of this edge, dx, dy from its middle.
LANES_INLINE real_value shape_coverage(int shape, real_value edge, float halo,
                                       real_value dx, real_value dy)
{
    return shape == SPRITE_SHAPE_SOFT ? sprite_softness(edge, dx, dy)
                                      : sprite_coverage(edge, real_splat(halo), dx, dy);
}

LANES_INLINE float halo_of(int shape, float reach)
{
    real_value squared = real_splat(reach * reach);
    return shape == SPRITE_SHAPE_GLOW ? exact_reciprocal(squared)[0] : 0.0f;
}

LANES_INLINE void draw_disc(soft_band *band, const soft_disc *disc, int shape,
                            bool additive)
{
    int begin, end;
    find_rows(band, disc->y - disc->reach, disc->y + disc->reach, &begin, &end);
    float squared = disc->reach * disc->reach;
    float halo = halo_of(shape, disc->reach);
    for (int r = begin; r < end; r++) {
        float dy = row_height(band, r) - disc->y;
        float chord = squared - dy * dy;
        float half = (chord > 0.0f ? sqrtf(chord) : 0.0f) + 0.01f;
        int low = first_pixel(disc->x - half, band->width);
        int high = first_pixel(disc->x + half, band->width);
        float *planes[4];
        find_planes(band, r, planes);
        light_row(band, r, low, high);
        for (int x = low; x < high; x += LANES) {
            real_value cover = shape_coverage(shape, real_splat(disc->edge), halo,
                                              columns_from(x, disc->x), real_splat(dy));
            blend(planes, x, disc->color, cover, additive);
        }
    }
}

// Where a row dy above a streak's head may be lit, from the head: what is near enough to
// the part of the line that the row is near, within the stripe that holds the streak.
LANES_INLINE void find_span(const soft_streak *streak, float dy, float *low, float *high)
{
    float x = streak->along_x, y = streak->along_y, reach = streak->reach;
    float begin = 0.0f, end = 1.0f;
    float stripe_low = -INFINITY, stripe_high = INFINITY;
    if (fabsf(y) > 1.0e-3f) {
        float a = (dy - reach) / y, b = (dy + reach) / y;
        float middle = dy * x / y;
        float half = reach * sqrtf(x * x + y * y) / fabsf(y);
        begin = fmaxf(begin, fminf(a, b));
        end = fminf(end, fmaxf(a, b));
        stripe_low = middle - half;
        stripe_high = middle + half;
    }
    *low = fmaxf(fminf(x * begin, x * end) - reach, stripe_low) - 0.01f;
    *high = fminf(fmaxf(x * begin, x * end) + reach, stripe_high) + 0.01f;
}

LANES_INLINE void draw_streak(soft_band *band, const soft_streak *streak, int shape,
                              bool additive)
{
    int begin, end;
    find_rows(band, streak->y + fminf(streak->along_y, 0.0f) - streak->reach,
              streak->y + fmaxf(streak->along_y, 0.0f) + streak->reach, &begin, &end);
    float halo = halo_of(shape, streak->reach);
    real_value along_x = real_splat(streak->along_x);
    real_value along_y = real_splat(streak->along_y);
    for (int r = begin; r < end; r++) {
        float dy = row_height(band, r) - streak->y;
        float left, right;
        find_span(streak, dy, &left, &right);
        int low = first_pixel(streak->x + left, band->width);
        int high = first_pixel(streak->x + right, band->width);
        float *planes[4];
        find_planes(band, r, planes);
        light_row(band, r, low, high);
        for (int x = low; x < high; x += LANES) {
            real_value dx = columns_from(x, streak->x);
            real_value along = sprite_along(along_x, along_y, real_splat(streak->inverse),
                                            dx, real_splat(dy));
            real_value edge = sprite_mix(real_splat(streak->edge),
                                         real_splat(streak->tail_edge), along);
            real_value cover = shape_coverage(shape, edge, halo, dx - along * along_x,
                                              dy - along * along_y);
            blend(planes, x, streak->color, cover, additive);
        }
    }
}

// Each loop is compiled for its shape and its way of blending.
#define DRAW_ALL(kind, shape, additive)                                                  \
    static void draw_##kind##s_##shape##_##additive(                                     \
        soft_band *band, const soft_##kind *all, size_t count)                           \
    {                                                                                    \
        for (size_t i = 0; i < count; i++) {                                             \
            draw_##kind(band, &all[i], SPRITE_SHAPE_##shape, additive);                  \
        }                                                                                \
    }
#define DRAW_KIND(kind)                                                                  \
    DRAW_ALL(kind, DISC, 0)                                                              \
    DRAW_ALL(kind, DISC, 1)                                                              \
    DRAW_ALL(kind, GLOW, 0)                                                              \
    DRAW_ALL(kind, GLOW, 1)                                                              \
    DRAW_ALL(kind, SOFT, 0)                                                              \
    DRAW_ALL(kind, SOFT, 1)                                                              \
    static void (*const draw_##kind##s[3][2])(soft_band *, const soft_##kind *,          \
                                              size_t) = {                                \
        [SPRITE_SHAPE_DISC] = {draw_##kind##s_DISC_0, draw_##kind##s_DISC_1},            \
        [SPRITE_SHAPE_GLOW] = {draw_##kind##s_GLOW_0, draw_##kind##s_GLOW_1},            \
        [SPRITE_SHAPE_SOFT] = {draw_##kind##s_SOFT_0, draw_##kind##s_SOFT_1},            \
    };
DRAW_KIND(disc)
DRAW_KIND(streak)

void soft_draw_discs(soft_band *band, const look *look, const void *discs, size_t count)
{
    draw_discs[look_shape(look)][look->additive > 0.0f](band, discs, count);
}

void soft_draw_streaks(soft_band *band, const look *look, const void *streaks,
                       size_t count)
{
    draw_streaks[look_shape(look)][look->additive > 0.0f](band, streaks, count);
}

static void join_row(float *const light[4], float *const trail[4], const look *look,
                     float fade, int width)
{
    real_value additive = real_splat(look->additive);
    for (int x = 0; x < width; x += LANES) {
        real_value opacity = load(light[3] + x);
        real_value kept_opacity = load(trail[3] + x) * fade;
        for (int c = 0; c < 4; c++) {
            real_value kept = load(trail[c] + x) * fade;
            real_value next =
                sprite_trail(load(light[c] + x), opacity, kept, kept_opacity, additive);
            store(light[c] + x, next);
            store(trail[c] + x, next);
        }
    }
}

void soft_join_trail(soft_band *band, const look *look, float fade, float *const trail[4])
{
    for (int r = 0; r < band->row_count; r++) {
        float *light_rows[4], *trail_rows[4];
        for (int c = 0; c < 4; c++) {
            ptrdiff_t row = r;
            light_rows[c] = band->light[c] + row * band->stride;
            trail_rows[c] = trail[c] + (row + band->first_row) * band->stride;
        }
        join_row(light_rows, trail_rows, look, fade, band->width);
        light_row(band, r, 0, band->width);
    }
}
