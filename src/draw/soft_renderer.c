// SPDX-License-Identifier: MIT
// The software renderer. A frame is cut into bands of rows:
//
//     count   each thread takes a run of sprites and counts, for each band, how many of
//             their discs touch it
//     place   ... then writes the discs where the counts say: band by band, each band's
//             in order of id
//     draw    each band is drawn, joined with its trail and written as pixels by one
//             thread, while it is in that core's cache
//
// Discs of a band lie in order of id whatever the number of threads, so the picture is
// the same for all.

#include "painter.h"
#include "soft_pixels.h"

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
    size_t *places;   // threads x bands: counts, then where the next disc goes
    size_t *ends;     // of each band's discs
    float *light;     // threads x 4 planes of a band
    float *trail;     // 4 planes of the frame, or NULL
    soft_disc *discs; // band by band
    size_t capacity;  // of discs
    uint8_t *frame;   // drawn and not taken
} soft_painter;

// What one thread does in `count` and in `place`.
typedef struct disc_sink {
    size_t *places;   // one a band
    soft_disc *discs; // NULL: only count
} disc_sink;

static void sink_disc(const soft_painter *self, const disc_sink *sink,
                      const soft_disc *disc)
{
    float height = (float)self->height;
    float top = exact_clamp(height - disc->y - disc->reach, 0.0f, height - 1.0f);
    float bottom = exact_clamp(height - disc->y + disc->reach, 0.0f, height - 1.0f);
    int last = (int)bottom / SOFT_BAND_ROWS;
    for (int band = (int)top / SOFT_BAND_ROWS; band <= last; band++) {
        size_t place = sink->places[band]++;
        if (sink->discs != NULL) {
            sink->discs[place] = *disc;
        }
    }
}

// `clearness`: of the haze before it; 1 where there is none.
static void color_disc(const look *look, uint32_t word, soft_disc *disc, float thin,
                       float clearness)
{
    float opacity = thin * look->opacity;
    float speed = real_from_bits((int32_t)(word & 0xffffff00u));
    float place = sprite_color_place(word & 0xffu, speed, look->by_speed);
    int low = (int)place;
    int high = low < LOOK_COLOR_COUNT - 1 ? low + 1 : low;
    for (int c = 0; c < 3; c++) {
        float color =
            sprite_mix(look->colors[low][c], look->colors[high][c], place - (float)low);
        if (clearness < 1.0f) {
            color = sprite_mix(look->haze_color[c], color, clearness);
        }
        disc->color[c] = color * opacity;
    }
    disc->color[3] = opacity;
}

static void place_image(const soft_painter *self, const camera *camera,
                        const float offset[3], uint32_t word, const disc_sink *sink)
{
    const float *m = camera->matrix;
    const look *look = self->look;
    float width = (float)self->width, height = (float)self->height;
    float clip[4];
    for (int row = 0; row < 4; row++) {
        clip[row] = sprite_project(m[row], m[row + 4], m[row + 8], m[row + 12], offset[0],
                                   offset[1], offset[2]);
    }
    if (clip[3] < SPRITE_NEAR) {
        return;
    }
    sprite_disc placed =
        sprite_place(clip[0], clip[1], clip[3], width, height, camera->radius,
                     look->smallest, camera->largest, look->halo);
    if (!sprite_is_visible(placed, width, height)) {
        return;
    }
    soft_disc disc = {.x = placed.x, .y = placed.y};
    disc.edge = placed.edge;
    disc.reach = placed.reach;
    if (sink->discs != NULL) {
        float clearness = 1.0f;
        if (camera->haze_rate < 0.0f) {
            clearness = sprite_clearness(clip[2], camera->haze_start, camera->haze_rate);
        }
        color_disc(look, word, &disc, placed.opacity, clearness);
    }
    sink_disc(self, sink, &disc);
}

static void place_sprite(const soft_painter *self, const camera *camera,
                         const uint32_t *sprite, const disc_sink *sink)
{
    const float box = 4294967296.0f;
    float offset[3];
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] = (float)(int32_t)(sprite[axis] - camera->centre[axis]);
    }
    if (camera->images[0] == 1 && camera->images[1] == 1) {
        place_image(self, camera, offset, sprite[3], sink);
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
            place_image(self, camera, image, sprite[3], sink);
        }
    }
}

// Runs over the sprites of each thread's share, in order of id.
static void sink_sprites(const soft_painter *self, const camera *camera,
                         const sprite_list *list, soft_disc *discs)
{
    int64_t threads = self->threads;
#pragma omp parallel for num_threads(self->threads) schedule(static, 1)
    for (int64_t t = 0; t < threads; t++) {
        disc_sink sink = {self->places + t * self->band_count, discs};
        int64_t end = (int64_t)list->count * (t + 1) / threads;
        for (int64_t i = (int64_t)list->count * t / threads; i < end; i++) {
            place_sprite(self, camera, list->sprites + 4 * i, &sink);
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
        free(self->discs);
        self->discs = malloc(capacity * sizeof *self->discs);
        self->capacity = self->discs == NULL ? 0 : capacity;
        if (self->discs == NULL) {
            return fail_memory(capacity * sizeof *self->discs, "discs of a frame");
        }
    }
    if (total > 0) {
        sink_sprites(self, camera, list, self->discs);
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
        soft_draw_discs(&band, self->look, self->discs + first, count);
    }
    if (self->trail != NULL) {
        ptrdiff_t plane = (ptrdiff_t)self->stride * self->height;
        float *trail[4];
        for (int c = 0; c < 4; c++) {
            trail[c] = self->trail + c * plane;
        }
        soft_join_trail(&band, self->look, trail);
    }
    soft_pixels_write(self->pixels, &band, self->frame);
}

static mote_status soft_draw(painter *base, const camera *camera, const sprite_list *list)
{
    soft_painter *self = (soft_painter *)base;
    size_t size = frame_size(self->width, self->height, self->alpha);
    TRY(bin_sprites(self, camera, list));
    self->frame = malloc(size);
    if (self->frame == NULL) {
        return fail_memory(size, "a frame");
    }
    ptrdiff_t scratch = (ptrdiff_t)4 * SOFT_BAND_ROWS * self->stride;
#pragma omp parallel for num_threads(self->threads) schedule(dynamic, 1)
    for (int band = 0; band < self->band_count; band++) {
        draw_band(self, band, self->light + scratch * omp_get_thread_num());
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

static mote_status soft_locate(painter *self, const sprite_list *list, uint32_t id,
                               uint32_t centre[3])
{
    (void)self;
    if (id < list->count) {
        memcpy(centre, list->sprites + (size_t)id * 4, 3 * sizeof *centre);
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
    free(self->discs);
    free(self->frame);
    free(self);
}

static mote_status allocate(soft_painter *self)
{
    size_t bands = (size_t)self->band_count, threads = (size_t)self->threads;
    size_t stride = (size_t)self->stride;
    size_t trail_size = 4 * stride * (size_t)self->height * sizeof(float);
    self->pixels = malloc(sizeof *self->pixels);
    self->places = calloc(threads * bands, sizeof *self->places);
    self->ends = calloc(bands, sizeof *self->ends);
    self->light = calloc(threads * 4 * SOFT_BAND_ROWS * stride, sizeof *self->light);
    bool has_trail = self->look->fade > 0.0f;
    self->trail = has_trail ? calloc(1, trail_size) : NULL;
    if (self->pixels == NULL || self->places == NULL || self->ends == NULL ||
        self->light == NULL || (has_trail && self->trail == NULL)) {
        return fail_memory(trail_size, "the software renderer's picture");
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
    self->width = view->width;
    self->height = view->height;
    self->alpha = view->alpha;
    self->threads = view->threads > 0 ? view->threads : omp_get_num_procs();
    self->band_count = (view->height + SOFT_BAND_ROWS - 1) / SOFT_BAND_ROWS;
    self->stride = view->width + SOFT_PADDING;
    self->base.slots = 1;
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
