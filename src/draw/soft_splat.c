// SPDX-License-Identifier: MIT
// The same sums as splat_sprites.comp and resolve_splat.comp make.

#include "soft_splat.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

#include "splat.glsl"

static void add_row(const splat *splat, const soft_disc *disc, splat_span columns,
                    int row, uint32_t *sums)
{
    float dy = splat_offset(row, disc->y);
    for (int column = columns.low; column < columns.high; column++) {
        float dx = splat_offset(column, disc->x);
        float cover = sprite_coverage(disc->edge, 0.0f, dx, dy);
        float dither = splat_dither(disc->x, disc->y, column, row);
        for (int c = 0; c < 3 && cover > 0.0f; c++) {
            int amount =
                splat_amount(disc->color[c], cover, splat->scale, dither, splat->most);
            sums[3 * column + c] += (uint32_t)amount;
        }
    }
}

static void add_disc(const splat *splat, const soft_band *band, uint32_t *sums,
                     const soft_disc *disc)
{
    splat_span columns = splat_pixels(disc->x, disc->edge, (float)band->width);
    splat_span rows = splat_pixels(disc->y, disc->edge, (float)band->height);
    for (int row = rows.low; row < rows.high; row++) {
        int at = band->height - 1 - row - band->first_row; // from the band's top
        if (at >= 0 && at < band->row_count) {
            add_row(splat, disc, columns, row, sums + (ptrdiff_t)3 * band->width * at);
        }
    }
}

void soft_draw_splats(const splat *splat, const soft_band *band, uint32_t *sums,
                      const soft_disc *discs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_disc(splat, band, sums, &discs[i]);
    }
}

static void write_row(const splat *splat, const look *look, const uint32_t *sums,
                      int width, uint8_t *pixels)
{
    uint8_t nothing[3];
    for (int c = 0; c < 3; c++) {
        nothing[c] = (uint8_t)splat_byte(0, splat->inverse_scale, look->background[c]);
    }
    for (int i = 0; i < 3 * width; i++) {
        int c = i % 3;
        pixels[i] = sums[i] == 0 ? nothing[c]
                                 : (uint8_t)splat_byte(sums[i], splat->inverse_scale,
                                                       look->background[c]);
    }
}

void soft_splat_write(const splat *splat, const look *look, const soft_band *band,
                      const uint32_t *sums, uint8_t *frame)
{
    ptrdiff_t row_size = (ptrdiff_t)3 * band->width;
    for (int r = 0; r < band->row_count; r++) {
        write_row(splat, look, sums + r * row_size, band->width,
                  frame + (band->first_row + r) * row_size);
    }
}

// A row of the frame, from the top, with its sums.
typedef struct splat_row {
    int number, width;
    const uint32_t *sums;
    uint8_t *pixels;
} splat_row;

static void write_solid_row(const splat *splat, const soft_solids *solids,
                            const splat_row *row)
{
    const look *look = solids->look;
    soft_parts parts;
    for (int i = 0; i < 3 * row->width; i++) {
        int c = i % 3, x = i / 3 % SOFT_SOLIDS_RUN;
        if (c == 0 && x == 0) {
            soft_solids_find(solids, i / 3, row->number, &parts);
        }
        if (parts.cover[x] > 0.0f) {
            float weight = parts.cover[x] * parts.shade[x];
            float behind = sprite_mix(look->background[c], look->solids.color[c], weight);
            row->pixels[i] =
                (uint8_t)splat_byte(row->sums[i], splat->inverse_scale, behind);
        }
    }
}

void soft_splat_write_solids(const splat *splat, const soft_solids *solids,
                             const soft_band *band, const uint32_t *sums, uint8_t *frame)
{
    ptrdiff_t row_size = (ptrdiff_t)3 * band->width;
    for (int r = 0; r < band->row_count; r++) {
        int number = band->first_row + r;
        splat_row row = {number, band->width, sums + r * row_size,
                         frame + number * row_size};
        write_solid_row(splat, solids, &row);
    }
}
