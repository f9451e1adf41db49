// SPDX-License-Identifier: MIT
// The software renderer. A frame is cut into bands of rows:
//
//     count   each thread takes a run of sprites and counts, for each band, how many of
//             them touch it
//     place   ... then writes what is drawn of them (an item each) where the counts say:
//             band by band, each band's in the order of the list
//     draw    each band is drawn, joined with its trail and written as pixels by one
//             thread, while it is in that core's cache
//
// Items of a band lie in the list's order whatever the number of threads, so the picture
// is the same for all.

#include "painter.h"
#include "soft_pixels.h"
#include "soft_splat.h"
#include "soft_sprites.h"

#include "../core/lanes.h"
#include "../core/status.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct soft_painter {
    painter base;
    const look *look;
    int width, height;
    bool alpha;
    int threads;
    int band_count;
    int stride; // floats from row to row
    soft_pixels *pixels;
    size_t *places; // threads x bands: counts, then where the next item goes
    size_t *ends;   // of each band's items
    float *light;   // threads x 4 planes of a band
    float *trail;   // 4 planes of the frame, or NULL
    float fade;     // part of it that this frame keeps
    const soft_kind *kind;
    bool splats; // they are drawn as splats
    splat splat; // ... of this frame
    soft_solids solids;
    char *items;     // band by band
    size_t capacity; // of items
    uint8_t *frame;  // drawn and not taken
} soft_painter;

// What one thread does in `count` and in `place`.
typedef struct item_sink {
    size_t *places; // one a band
    char *items;    // NULL: only count
} item_sink;

static void sink_item(const soft_painter *self, const item_sink *sink,
                      const soft_item *item, const float rows[2])
{
    float height = (float)self->height;
    float top = exact_clamp(height - rows[1], 0.0f, height - 1.0f);
    float bottom = exact_clamp(height - rows[0], 0.0f, height - 1.0f);
    size_t size = self->kind->item_size;
    int last = (int)bottom / SOFT_BAND_ROWS;
    for (int band = (int)top / SOFT_BAND_ROWS; band <= last; band++) {
        size_t place = sink->places[band]++;
        if (sink->items != NULL) {
            memcpy(sink->items + place * size, item, size);
        }
    }
}

static void place_image(const soft_painter *self, const camera *camera,
                        const soft_sprite *sprite, const float offset[3],
                        const item_sink *sink)
{
    soft_item item;
    float rows[2], opacity;
    if (!self->kind->place(self->look, camera, sprite, offset, &item, rows, &opacity)) {
        return;
    }
    if (sink->items != NULL) {
        soft_color(self->look, sprite, opacity, soft_clearness(camera, offset),
                   item.any.color);
    }
    sink_item(self, sink, &item, rows);
}

static void place_sprite(const soft_painter *self, const camera *camera,
                         const soft_sprite *sprite, const item_sink *sink)
{
    const float box = 4294967296.0f;
    float offset[3];
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] = (float)(int32_t)(sprite->sprite[axis] - camera->centre[axis]);
    }
    if (camera->images[0] == 1 && camera->images[1] == 1) {
        place_image(self, camera, sprite, offset, sink);
        return;
    }
    int first[2], end[2];
    for (int axis = 0; axis < 2; axis++) {
        float boxes = offset[axis] * (1.0f / box);
        float half = camera->half_frame[axis];
        first[axis] = sprite_first_image(boxes, half);
        end[axis] = first[axis];
        while (end[axis] < first[axis] + camera->images[axis] &&
               boxes + (float)end[axis] <= half) {
            end[axis]++;
        }
    }
    for (int j = first[1]; j < end[1]; j++) {
        for (int i = first[0]; i < end[0]; i++) {
            float image[3] = {offset[0] + (float)i * box, offset[1] + (float)j * box,
                              offset[2]};
            place_image(self, camera, sprite, image, sink);
        }
    }
}

static soft_sprite sprite_at(const soft_painter *self, const sprite_list *list, int64_t i)
{
    return (soft_sprite){
        .sprite = list->sprites + 4 * i,
        .look = self->look->has_looks ? list->looks + 4 * i : NULL,
        .tail = self->look->has_tails ? list->tails + 4 * i : NULL,
    };
}

// Runs over the sprites of each thread's share, in the order of the list.
static void sink_sprites(const soft_painter *self, const camera *camera,
                         const sprite_list *list, char *items)
{
    int64_t threads = self->threads;
#pragma omp parallel for num_threads(self->threads) schedule(static, 1)
    for (int64_t t = 0; t < threads; t++) {
        item_sink sink = {self->places + t * self->band_count, items};
        int64_t end = (int64_t)list->count * (t + 1) / threads;
        for (int64_t i = (int64_t)list->count * t / threads; i < end; i++) {
            soft_sprite sprite = sprite_at(self, list, i);
            place_sprite(self, camera, &sprite, &sink);
        }
    }
}

// Turns counts into places: band by band, and in a band thread by thread.
static size_t sum_places(soft_painter *self)
{
    size_t sum = 0;
    for (int band = 0; band < self->band_count; band++) {
        for (int t = 0; t < self->threads; t++) {
            size_t *place = &self->places[(ptrdiff_t)t * self->band_count + band];
            size_t count = *place;
            *place = sum;
            sum += count;
        }
        self->ends[band] = sum;
    }
    return sum;
}

static mote_status bin_sprites(soft_painter *self, const camera *camera,
                               const sprite_list *list)
{
    size_t place_count = (size_t)self->threads * (size_t)self->band_count;
    memset(self->places, 0, place_count * sizeof *self->places);
    sink_sprites(self, camera, list, NULL);
    size_t total = sum_places(self);
    if (total > self->capacity) {
        size_t capacity = total + total / 4;
        free(self->items);
        self->items = malloc(capacity * self->kind->item_size);
        self->capacity = self->items == NULL ? 0 : capacity;
        if (self->items == NULL) {
            return fail_memory(capacity * self->kind->item_size, "particles of a frame");
        }
    }
    if (total > 0) {
        sink_sprites(self, camera, list, self->items);
    }
    return MOTE_OK;
}

static void begin_band(const soft_painter *self, int index, float *light, soft_band *band)
{
    *band = (soft_band){.width = self->width, .height = self->height};
    band->first_row = index * SOFT_BAND_ROWS;
    band->row_count = self->height - band->first_row;
    if (band->row_count > SOFT_BAND_ROWS) {
        band->row_count = SOFT_BAND_ROWS;
    }
    band->stride = self->stride;
    for (int c = 0; c < 4; c++) {
        band->light[c] = light + (ptrdiff_t)c * SOFT_BAND_ROWS * self->stride;
    }
    for (int r = 0; r < SOFT_BAND_ROWS; r++) {
        band->low[r] = self->width;
    }
}

static void splat_band(const soft_painter *self, int index, float *light)
{
    soft_band band;
    uint32_t *sums = (uint32_t *)(void *)light; // three a pixel fit
    size_t first = index > 0 ? self->ends[index - 1] : 0;
    const soft_disc *discs = (const soft_disc *)(const void *)self->items;
    begin_band(self, index, light, &band);
    memset(sums, 0, sizeof *sums * 3 * SOFT_BAND_ROWS * (size_t)self->width);
    if (self->ends[index] > first) {
        soft_draw_splats(&self->splat, &band, sums, discs + first,
                         self->ends[index] - first);
    }
    soft_splat_write(&self->splat, self->look, &band, sums, self->frame);
    if (self->look->solids.count > 0) {
        soft_splat_write_solids(&self->splat, &self->solids, &band, sums, self->frame);
    }
}

static void draw_band(const soft_painter *self, int index, float *light)
{
    soft_band band;
    size_t first = index > 0 ? self->ends[index - 1] : 0;
    size_t count = self->ends[index] - first;
    begin_band(self, index, light, &band);
    if (count > 0 || self->trail != NULL) {
        memset(light, 0, sizeof *light * 4 * SOFT_BAND_ROWS * (size_t)self->stride);
    }
    if (count > 0) {
        self->kind->draw(&band, self->look, self->items + first * self->kind->item_size,
                         count);
    }
    if (self->trail != NULL) {
        ptrdiff_t plane = (ptrdiff_t)self->stride * self->height;
        float *trail[4];
        for (int c = 0; c < 4; c++) {
            trail[c] = self->trail + c * plane;
        }
        soft_join_trail(&band, self->look, self->fade, trail);
    }
    soft_pixels_write(self->pixels, &band, self->frame);
    if (self->look->solids.count > 0) {
        soft_pixels_write_solids(self->pixels, &self->solids, &band, self->frame);
    }
}

static mote_status soft_draw(painter *base, const camera *camera, const sprite_list *list)
{
    soft_painter *self = (soft_painter *)base;
    size_t size = frame_size(self->width, self->height, self->alpha);
    if (self->splats) {
        splat_prepare(&self->splat, self->look, camera); // the view has been checked
    }
    if (self->look->solids.count > 0) {
        soft_solids_aim(&self->solids, camera);
    }
    const sprite_list nothing = {0};
    self->fade = list == NULL ? 1.0f : self->base.begins_anew ? 0.0f : self->look->fade;
    TRY(bin_sprites(self, camera, list != NULL ? list : &nothing));
    self->frame = malloc(size);
    if (self->frame == NULL) {
        return fail_memory(size, "a frame");
    }
    ptrdiff_t scratch = (ptrdiff_t)4 * SOFT_BAND_ROWS * self->stride;
#pragma omp parallel for num_threads(self->threads) schedule(dynamic, 1)
    for (int band = 0; band < self->band_count; band++) {
        float *light = self->light + scratch * omp_get_thread_num();
        if (self->splats) {
            splat_band(self, band, light);
        } else {
            draw_band(self, band, light);
        }
    }
    return MOTE_OK;
}

static mote_status soft_take(painter *base, bool wait, uint8_t **pixels)
{
    soft_painter *self = (soft_painter *)base;
    (void)wait;
    *pixels = self->frame;
    self->frame = NULL;
    return MOTE_OK;
}

static mote_status soft_locate(painter *base, const sprite_list *list, uint32_t id,
                               uint32_t centre[3])
{
    const soft_painter *self = (soft_painter *)base;
    uint32_t place = sprite_place_of(self->look, list, id);
    if (place < list->count) {
        memcpy(centre, list->sprites + (size_t)place * 4, 3 * sizeof *centre);
    }
    return MOTE_OK;
}

static void soft_destroy(painter *base)
{
    soft_painter *self = (soft_painter *)base;
    free(self->pixels);
    free(self->places);
    free(self->ends);
    free(self->light);
    free(self->trail);
    free(self->items);
    free(self->frame);
    free(self);
}

static mote_status allocate(soft_painter *self)
{
    size_t bands = (size_t)self->band_count, threads = (size_t)self->threads;
    size_t stride = (size_t)self->stride;
    size_t places_size = threads * bands * sizeof *self->places;
    size_t ends_size = bands * sizeof *self->ends;
    size_t light_size = threads * 4 * SOFT_BAND_ROWS * stride * sizeof *self->light;
    bool has_trail = self->look->fade > 0.0f;
    size_t trail_size =
        has_trail ? 4 * stride * (size_t)self->height * sizeof *self->trail : 0;
    self->pixels = malloc(sizeof *self->pixels);
    self->places = calloc(1, places_size);
    self->ends = calloc(1, ends_size);
    self->light = calloc(1, light_size);
    self->trail = has_trail ? calloc(1, trail_size) : NULL;
    if (self->pixels == NULL || self->places == NULL || self->ends == NULL ||
        self->light == NULL || (has_trail && self->trail == NULL)) {
        return fail_memory(sizeof *self->pixels + places_size + ends_size + light_size +
                               trail_size,
                           "the software renderer's picture");
    }
    return MOTE_OK;
}

mote_status soft_painter_create(const look *look, const mote_view_def *view,
                                painter **result)
{
    *result = NULL;
    soft_painter *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return fail_memory(sizeof *self, "the software renderer");
    }
    self->look = look;
    self->solids.look = look;
    self->kind = soft_kind_of(look);
    self->splats = view->draw == MOTE_DRAW_SPLAT;
    self->width = view->width;
    self->height = view->height;
    self->alpha = view->alpha;
    self->threads = view->threads > 0 ? view->threads : omp_get_num_procs();
    self->band_count = (view->height + SOFT_BAND_ROWS - 1) / SOFT_BAND_ROWS;
    self->stride = view->width + SOFT_PADDING;
    self->base.slots = 1;
    self->base.draw_seconds = -1.0;
    self->base.destroy = soft_destroy;
    self->base.locate = soft_locate;
    self->base.draw = soft_draw;
    self->base.take = soft_take;
    snprintf(self->base.name, sizeof self->base.name, "software (%d thread%s)",
             self->threads, self->threads == 1 ? "" : "s");
    mote_status status = allocate(self);
    if (status != MOTE_OK) {
        soft_destroy(&self->base);
        return status;
    }
    soft_pixels_prepare(self->pixels, look, view->alpha);
    *result = &self->base;
    return MOTE_OK;
}
