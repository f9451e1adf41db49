// SPDX-License-Identifier: MIT
// Sprites from a picture in the software renderer: as OpenGL samples a texture, linearly
// between texels and between levels of the pyramid, and its borders go on past the edge.

#define LANES 4
#include "soft_rows.h"

#include "pyramid.h"

#include <math.h>

// ---- Sampling ------------------------------------------------------------------------

static int kept_within(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

// The texels before and after `at`, a fraction of a side of `count` texels, and how much
// of the one after it is.
static float texels_about(float at, int count, int texels[2])
{
    float place = fminf(fmaxf(at, 0.0f), 1.0f) * (float)count - 0.5f;
    float before = floorf(place);
    texels[0] = kept_within((int)before, count);
    texels[1] = kept_within((int)before + 1, count);
    return place - before;
}

// Adds `part` of what a level shows at x, y, fractions of its sides from the top left.
static void add_level(const pyramid_level *level, float x, float y, float part,
                      float texel[4])
{
    int columns[2], rows[2];
    float right = texels_about(x, level->width, columns);
    float down = texels_about(y, level->height, rows);
    const float weights[4] = {(1.0f - right) * (1.0f - down), right * (1.0f - down),
                              (1.0f - right) * down, right * down};
    for (int i = 0; i < 4; i++) {
        ptrdiff_t at = (ptrdiff_t)rows[i / 2] * level->width + columns[i % 2];
        const uint16_t *from = level->texels + 4 * at;
        float weight = weights[i] * part * (1.0f / 65535.0f);
        for (int c = 0; c < 4; c++) {
            texel[c] += weight * (float)from[c];
        }
    }
}

static void sample(const pyramid *pyramid, float x, float y, float level, float texel[4])
{
    float last = (float)(pyramid->level_count - 1);
    float kept = fminf(level, last);
    int low = (int)kept;
    float high_part = kept - (float)low;
    add_level(&pyramid->levels[low], x, y, 1.0f - high_part, texel);
    if (high_part > 0.0f) {
        add_level(&pyramid->levels[low + 1], x, y, high_part, texel);
    }
}

// ---- Drawing -------------------------------------------------------------------------

// Narrows low to high to where |from + slope * x| is at most `most`.
static void narrow(float from, float slope, float most, float *low, float *high)
{
    if (fabsf(slope) < 1.0e-6f) {
        return;
    }
    float a = (-most - from) / slope, b = (most - from) / slope;
    *low = fmaxf(*low, fminf(a, b));
    *high = fminf(*high, fmaxf(a, b));
}

// Where a row dy above a picture's middle may be lit, from there.
static void find_span(const soft_picture *picture, float dy, float *low, float *high)
{
    float x = picture->right_x, y = picture->right_y;
    float width = picture->half_width + 0.5f, height = picture->half_height + 0.5f;
    float reach = fabsf(x) * width + fabsf(y) * height;
    *low = -reach;
    *high = reach;
    narrow(dy * y, x, width, low, high);
    narrow(dy * x, -y, height, low, high);
    *low -= 0.01f;
    *high += 0.01f;
}

// Four pixels; their channels come apart since each samples by itself.
static void draw_pixels(float *const planes[4], int x, const soft_picture *picture,
                        const look *look, float dy)
{
    real_value dx = columns_from(x, picture->x);
    real_value across = dx * picture->right_x + dy * picture->right_y;
    real_value up = dy * picture->right_x - dx * picture->right_y;
    real_value cover = sprite_picture_coverage(
        real_splat(picture->half_width), real_splat(picture->half_height), across, up);
    real_value light[4] = {{0}};
    for (int lane = 0; lane < LANES; lane++) {
        float texel[4] = {0};
        if (cover[lane] > 0.0f) {
            float place_x = 0.5f + 0.5f * across[lane] / picture->half_width;
            float place_y = 0.5f - 0.5f * up[lane] / picture->half_height;
            sample(look->pyramid, place_x, place_y, picture->level, texel);
        }
        for (int c = 0; c < 4; c++) {
            light[c][lane] = texel[c];
        }
    }
    real_value behind = 1.0f - cover * light[3] * picture->color[3];
    for (int c = 0; c < 4; c++) {
        real_value old = load(planes[c] + x);
        real_value left = look->additive > 0.0f ? old : old * behind;
        store(planes[c] + x, left + cover * light[c] * picture->color[c]);
    }
}

static void draw_picture(soft_band *band, const soft_picture *picture, const look *look)
{
    float reach = fabsf(picture->right_y) * (picture->half_width + 0.5f) +
                  fabsf(picture->right_x) * (picture->half_height + 0.5f);
    int begin, end;
    find_rows(band, picture->y - reach, picture->y + reach, &begin, &end);
    for (int r = begin; r < end; r++) {
        float dy = row_height(band, r) - picture->y;
        float left, right;
        find_span(picture, dy, &left, &right);
        int low = first_pixel(picture->x + left, band->width);
        int high = first_pixel(picture->x + right, band->width);
        if (low >= high) {
            continue;
        }
        float *planes[4];
        find_planes(band, r, planes);
        light_row(band, r, low, high);
        for (int x = low; x < high; x += LANES) {
            draw_pixels(planes, x, picture, look, dy);
        }
    }
}

void soft_draw_pictures(soft_band *band, const look *look, const void *pictures,
                        size_t count)
{
    const soft_picture *all = pictures;
    for (size_t i = 0; i < count; i++) {
        draw_picture(band, &all[i], look);
    }
}
