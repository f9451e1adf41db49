// SPDX-License-Identifier: MIT
// Building the pyramid of a picture, in whole numbers.

#include "pyramid.h"

#include "look.h"

#include <math.h>
#include <stdlib.h>

static void set_ground(const picture *picture, const pyramid_level *level)
{
    float linear[256];
    for (int i = 0; i < 256; i++) {
        linear[i] = look_linear(i);
    }
    size_t count = (size_t)level->width * (size_t)level->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = picture->pixels + 4 * i;
        uint16_t *texel = level->texels + 4 * i;
        for (int c = 0; c < 3; c++) {
            texel[c] = (uint16_t)lround(linear[pixel[c]] * pixel[3] * 257.0);
        }
        texel[3] = (uint16_t)(pixel[3] * 257);
    }
}

// Texels of the level below that one of this level covers, along an axis: in parts of
// which a texel below is `to` and one of this level `from`.
typedef struct cover {
    uint32_t first, last;
    uint32_t first_part, last_part;
} cover;

static cover cover_of(uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t begin = i * from, end = begin + from;
    cover c = {begin / to, (end - 1) / to, to, to};
    c.first_part = (c.first + 1) * to - begin;
    c.last_part = end - c.last * to;
    return c;
}

static uint32_t part_of(const cover *c, uint32_t i, uint32_t whole)
{
    return i == c->first ? c->first_part : i == c->last ? c->last_part : whole;
}

static void average(const pyramid_level *below, uint32_t x, uint32_t y,
                    const pyramid_level *level)
{
    uint32_t from[2] = {(uint32_t)below->width, (uint32_t)below->height};
    uint32_t to[2] = {(uint32_t)level->width, (uint32_t)level->height};
    cover across = cover_of(x, from[0], to[0]);
    cover down = cover_of(y, from[1], to[1]);
    uint64_t area = (uint64_t)from[0] * from[1];
    uint64_t sums[4] = {area / 2, area / 2, area / 2, area / 2};
    for (uint32_t j = down.first; j <= down.last; j++) {
        for (uint32_t i = across.first; i <= across.last; i++) {
            uint64_t part =
                (uint64_t)part_of(&across, i, to[0]) * part_of(&down, j, to[1]);
            const uint16_t *texel = below->texels + 4 * ((size_t)j * from[0] + i);
            for (int c = 0; c < 4; c++) {
                sums[c] += part * texel[c];
            }
        }
    }
    uint16_t *texel = level->texels + 4 * ((size_t)y * to[0] + x);
    for (int c = 0; c < 4; c++) {
        texel[c] = (uint16_t)(sums[c] / area);
    }
}

static mote_status add_level(pyramid *self, int width, int height)
{
    size_t size = 4 * sizeof(uint16_t) * (size_t)width * (size_t)height;
    uint16_t *texels = malloc(size);
    if (texels == NULL) {
        return fail_memory(size, "the picture of sprites");
    }
    self->levels[self->level_count++] = (pyramid_level){width, height, texels};
    return MOTE_OK;
}

static int half(int side)
{
    return side > 1 ? side / 2 : 1;
}

static mote_status build(pyramid *self, const picture *picture)
{
    TRY(add_level(self, picture->width, picture->height));
    set_ground(picture, &self->levels[0]);
    for (;;) {
        const pyramid_level *below = &self->levels[self->level_count - 1];
        if (below->width == 1 && below->height == 1) {
            return MOTE_OK;
        }
        TRY(add_level(self, half(below->width), half(below->height)));
        const pyramid_level *level = &self->levels[self->level_count - 1];
        for (int y = 0; y < level->height; y++) {
            for (int x = 0; x < level->width; x++) {
                average(below, (uint32_t)x, (uint32_t)y, level);
            }
        }
    }
}

mote_status pyramid_create(const picture *picture, pyramid **result)
{
    *result = NULL;
    pyramid *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "the picture of sprites");
    }
    mote_status status = build(self, picture);
    if (status != MOTE_OK) {
        pyramid_destroy(self);
        return status;
    }
    *result = self;
    return MOTE_OK;
}

void pyramid_destroy(pyramid *self)
{
    if (self == NULL) {
        return;
    }
    for (int i = 0; i < self->level_count; i++) {
        free(self->levels[i].texels);
    }
    free(self);
}

void pyramid_sides(const pyramid *self, float sides[2])
{
    float width = (float)self->levels[0].width;
    float height = (float)self->levels[0].height;
    float longer = width > height ? width : height;
    sides[0] = width / longer;
    sides[1] = height / longer;
}
