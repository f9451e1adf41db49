// SPDX-License-Identifier: MIT
// Pixels by table: two million logarithms a frame would cost more than the discs.

#include "soft_pixels.h"

#include "../core/lanes.h"

#include "solid_law.h"

#include <string.h>

static uint8_t to_byte(float value)
{
    return (uint8_t)(int)(exact_clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

// The light in the middle of a table's step.
static float light_of_entry(int entry)
{
    int step = 1 << SOFT_TABLE_SHIFT;
    return real_from_bits((entry + SOFT_TABLE_LOW) * step + step / 2);
}

static uint8_t look_up(const uint8_t *table, float light)
{
    int entry = (real_bits(exact_max(light, 0.0f)) >> SOFT_TABLE_SHIFT) - SOFT_TABLE_LOW;
    entry = entry < 0 ? 0 : entry;
    return table[entry < SOFT_TABLE_SIZE ? entry : SOFT_TABLE_SIZE - 1];
}

void soft_pixels_prepare(soft_pixels *pixels, const look *look, bool alpha)
{
    memset(pixels->background_pixel, 0, sizeof pixels->background_pixel);
    memset(pixels->solid_pixel, 255, sizeof pixels->solid_pixel);
    pixels->alpha = alpha;
    pixels->additive = look->additive > 0.0f;
    for (int c = 0; c < 3; c++) {
        float background = alpha ? 0.0f : look->background[c];
        pixels->background[c] = background;
        pixels->background_pixel[c] = to_byte(sprite_encode(background));
        pixels->solid_pixel[c] = to_byte(sprite_encode(look->solids.color[c]));
        for (int i = 0; i < SOFT_TABLE_SIZE; i++) {
            float light = light_of_entry(i);
            float shown =
                pixels->additive ? sprite_over(light, 0.0f, background, 1.0f) : light;
            pixels->table[c][i] = to_byte(sprite_encode(shown));
        }
    }
}

static void write_opaque(const soft_pixels *pixels, const float *const light[4], int x,
                         uint8_t *to)
{
    float behind = pixels->additive ? 0.0f : 1.0f - light[3][x];
    for (int c = 0; c < 3; c++) {
        float shown = light[c][x] + pixels->background[c] * behind;
        to[c] = look_up(pixels->table[c], shown);
    }
}

static void write_straight(const soft_pixels *pixels, const float *const light[4], int x,
                           uint8_t *to)
{
    sprite_straight pixel =
        sprite_to_straight(light[0][x], light[1][x], light[2][x], light[3][x],
                           pixels->additive ? 1.0f : 0.0f);
    to[0] = to_byte(pixel.red);
    to[1] = to_byte(pixel.green);
    to[2] = to_byte(pixel.blue);
    to[3] = to_byte(pixel.alpha);
}

static void fill(const soft_pixels *pixels, uint8_t *row, int low, int high)
{
    size_t channels = pixels->alpha ? 4 : 3;
    for (int x = low; x < high; x++) {
        memcpy(row + (size_t)x * channels, pixels->background_pixel, channels);
    }
}

void soft_pixels_write(const soft_pixels *pixels, const soft_band *band, uint8_t *frame)
{
    size_t channels = pixels->alpha ? 4 : 3;
    for (int r = 0; r < band->row_count; r++) {
        const float *light[4];
        for (int c = 0; c < 4; c++) {
            light[c] = band->light[c] + (ptrdiff_t)r * band->stride;
        }
        size_t first = (size_t)(band->first_row + r) * (size_t)band->width;
        uint8_t *row = frame + first * channels;
        int low = band->low[r] < band->high[r] ? band->low[r] : 0;
        int high = band->low[r] < band->high[r] ? band->high[r] : 0;
        fill(pixels, row, 0, low);
        for (int x = low; x < high; x++) {
            if (pixels->alpha) {
                write_straight(pixels, light, x, row + (size_t)x * 4);
            } else {
                write_opaque(pixels, light, x, row + (size_t)x * 3);
            }
        }
        fill(pixels, row, high, band->width);
    }
}

// ---- What is solid -------------------------------------------------------------------

// What is solid in a pixel, of this look.
typedef struct solid_sight {
    const look *look;
    solid_part part;
} solid_sight;

static void write_solid_straight(const soft_pixels *pixels, const solid_sight *seen,
                                 const float light[4], uint8_t *to)
{
    float color[3];
    for (int c = 0; c < 3; c++) {
        color[c] = sprite_mix(seen->look->background[c], seen->look->solids.color[c],
                              seen->part.shade);
    }
    solid_fill solid = {color[0], color[1], color[2], seen->part.cover};
    sprite_straight pixel = solid_to_straight(light[0], light[1], light[2], light[3],
                                              pixels->additive ? 1.0f : 0.0f, solid);
    to[0] = to_byte(pixel.red);
    to[1] = to_byte(pixel.green);
    to[2] = to_byte(pixel.blue);
    to[3] = to_byte(pixel.alpha);
}

static void write_solid_opaque(const soft_pixels *pixels, const solid_sight *seen,
                               const float light[4], uint8_t *to)
{
    float weight = solid_weight(seen->part);
    for (int c = 0; c < 3; c++) {
        float behind =
            sprite_mix(pixels->background[c], seen->look->solids.color[c], weight);
        to[c] = to_byte(sprite_encode(
            sprite_over(light[c], light[3], behind, pixels->additive ? 1.0f : 0.0f)));
    }
}

static void write_solid(const soft_pixels *pixels, const solid_sight *seen,
                        const float light[4], uint8_t *to)
{
    bool is_lit =
        light[0] > 0.0f || light[1] > 0.0f || light[2] > 0.0f || light[3] > 0.0f;
    bool is_plain = seen->part.cover >= 1.0f && seen->look->dimension == 2;
    if (!is_lit && is_plain) {
        memcpy(to, pixels->solid_pixel, pixels->alpha ? 4 : 3);
    } else if (pixels->alpha) {
        write_solid_straight(pixels, seen, light, to);
    } else {
        write_solid_opaque(pixels, seen, light, to);
    }
}

// The light of pixel x of a row of the band.
static void find_light(const soft_band *band, int r, int x, float light[4])
{
    bool is_lit = x >= band->low[r] && x < band->high[r];
    for (int c = 0; c < 4; c++) {
        light[c] = is_lit ? band->light[c][(ptrdiff_t)r * band->stride + x] : 0.0f;
    }
}

static void write_solid_row(const soft_pixels *pixels, const soft_solids *solids,
                            const soft_band *band, int r, uint8_t *row)
{
    soft_parts parts;
    float light[4];
    size_t channels = pixels->alpha ? 4 : 3;
    for (int first = 0; first < band->width; first += SOFT_SOLIDS_RUN) {
        int end =
            first + SOFT_SOLIDS_RUN < band->width ? first + SOFT_SOLIDS_RUN : band->width;
        if (!soft_solids_find(solids, first, band->first_row + r, &parts)) {
            continue;
        }
        for (int x = first; x < end; x++) {
            int i = x - first;
            solid_sight seen = {solids->look, {parts.cover[i], parts.shade[i]}};
            if (seen.part.cover > 0.0f) {
                find_light(band, r, x, light);
                write_solid(pixels, &seen, light, row + (size_t)x * channels);
            }
        }
    }
}

void soft_pixels_write_solids(const soft_pixels *pixels, const soft_solids *solids,
                              const soft_band *band, uint8_t *frame)
{
    size_t row_size = (size_t)band->width * (pixels->alpha ? 4 : 3);
    for (int r = 0; r < band->row_count; r++) {
        write_solid_row(pixels, solids, band, r,
                        frame + (size_t)(band->first_row + r) * row_size);
    }
}
