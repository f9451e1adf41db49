// SPDX-License-Identifier: MIT
// Synthetic particles and looks.

#include "synthetic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

const uint8_t synthetic_background[3] = {10, 11, 16};

static const uint8_t species_colors[6][3] = {
    {255, 92, 87},  {255, 178, 62},  {120, 220, 120},
    {70, 200, 255}, {150, 120, 255}, {255, 120, 200},
};

synthetic synthetic_default(void)
{
    return (synthetic){
        .count = 2000,
        .width = 320,
        .height = 240,
        .threads = 2,
        .wraps = true,
        .dimension = 2,
        .size = {1.0, 1.0, 1.0},
        .radius = 0.008,
        .smallest = 0.75,
        .opacity = 1.0,
        .zoom = 1.0,
        .center = {0.5, 0.5},
        .offset = {0.0, 0.0, 2.0},
        .up = {0.0, 1.0, 0.0},
        .field_of_view = 0.125,
        .frames = 1,
        .follow = -1,
    };
}

synthetic synthetic_space(void)
{
    synthetic s = synthetic_default();
    s.dimension = 3;
    s.wraps = false;
    s.center[2] = 0.5;
    s.offset[0] = 1.1;
    s.offset[1] = 0.6;
    s.offset[2] = 1.9;
    s.projection = MOTE_PROJECTION_PERSPECTIVE;
    return s;
}

look synthetic_look(const synthetic *s)
{
    look look = {.wraps = s->wraps, .radius = s->radius, .dimension = s->dimension};
    look.has_looks = s->looks;
    look.has_tails = s->tails;
    look.pyramid = s->pyramid;
    look.most = (uint32_t)s->count;
    look.brightest = s->looks ? 2.0f : 1.0f;
    double box = s->wraps ? 1.0 : 4.0;
    for (int axis = 0; axis < 3; axis++) {
        look.size[axis] = axis < s->dimension ? s->size[axis] : 1.0;
        look.box[axis] = look.size[axis] * box;
        look.origin[axis] = s->wraps ? 0.0 : -1.5 * look.size[axis];
        look.background[axis] = look_linear(synthetic_background[axis]);
    }
    look.edge_low = s->wraps ? 0 : 0x60000000u;
    look.edge_span = s->wraps ? 0xffffffffu : 0x40000000u;
    for (int i = 0; i < LOOK_COLOR_COUNT; i++) {
        for (int c = 0; c < 3; c++) {
            look.colors[i][c] = look_linear(species_colors[i % 6][c]);
        }
    }
    if (s->by_speed) {
        look_set_palette(&look, PALETTE_VIRIDIS);
        look.by_speed = 63.0f;
    }
    look.haze = (float)log2(1.0 - s->haze);
    for (int c = 0; c < 3; c++) {
        look.haze_color[c] = s->additive ? 0.0f : look.background[c];
    }
    look.soft = s->soft ? 1.0f : 0.0f;
    look.smallest = (float)(s->soft ? fmax(s->smallest, 1.5) : s->smallest);
    look.opacity = (float)s->opacity;
    look.additive = s->additive ? 1.0f : 0.0f;
    look.halo = s->halo ? 1.0f : 0.0f;
    look.fade = s->trails > 0.0 ? (float)exp2(-1.0 / s->trails) : 0.0f;
    return look;
}

mote_view_def synthetic_view(const synthetic *s)
{
    mote_view_def view = {.width = s->width, .height = s->height, .zoom = s->zoom};
    memcpy(view.center, s->center, sizeof view.center);
    memcpy(view.offset, s->offset, sizeof view.offset);
    memcpy(view.up, s->up, sizeof view.up);
    view.field_of_view = s->field_of_view;
    view.projection = s->projection;
    view.alpha = s->alpha;
    view.draw = s->draw;
    view.threads = s->threads;
    view.follow = s->follow;
    return view;
}

uint32_t synthetic_coordinate(const synthetic *s, int axis, double world)
{
    double fraction = world / s->size[axis];
    double place = s->wraps ? fraction : 0.375 + 0.25 * fraction;
    return (uint32_t)(int64_t)floor(place * 4294967296.0);
}

static double random_unit(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

uint32_t *synthetic_sprites(const synthetic *s, int frame)
{
    uint32_t random = 12345;
    uint32_t *sprites = calloc((size_t)s->count + 1, 4 * sizeof *sprites);
    assert_non_null(sprites);
    for (int i = 0; i < s->count; i++) {
        uint32_t *sprite = sprites + 4 * (size_t)i;
        float speed = (float)random_unit(&random);
        double turn = 6.2831853 * random_unit(&random);
        double x = random_unit(&random) + 0.01 * frame * speed * cos(turn);
        double y = random_unit(&random) + 0.01 * frame * speed * sin(turn);
        uint32_t bits;
        memcpy(&bits, &speed, sizeof bits);
        sprite[0] = synthetic_coordinate(s, 0, x * s->size[0]);
        sprite[1] = synthetic_coordinate(s, 1, y * s->size[1]);
        if (s->dimension == 3) {
            double z = random_unit(&random) * s->size[2];
            sprite[2] = synthetic_coordinate(s, 2, z);
        }
        sprite[3] = (bits & 0xffffff00u) | (uint32_t)(i % 6);
    }
    return sprites;
}

// ---- Looks and tails -----------------------------------------------------------------

void synthetic_sprite(const synthetic *s, double x, double y, double radius,
                      uint32_t sprite[4])
{
    float size = (float)radius;
    sprite[0] = synthetic_coordinate(s, 0, x);
    sprite[1] = synthetic_coordinate(s, 1, y);
    sprite[2] = 0;
    memcpy(&sprite[3], &size, sizeof size);
}

void synthetic_own_look(const double color[4], double turns, uint32_t look[4])
{
    uint32_t fractions[4];
    for (int c = 0; c < 4; c++) {
        fractions[c] = (uint32_t)lround(color[c] * (c < 3 ? 4096.0 : 65535.0));
    }
    look[0] = fractions[0] | fractions[1] << 16;
    look[1] = fractions[2] | fractions[3] << 16;
    look[2] = (uint32_t)(int64_t)floor((turns - floor(turns)) * 4294967296.0);
    look[3] = 0;
}

void synthetic_tail(const synthetic *s, double x, double y, uint32_t tail[4])
{
    double box = s->wraps ? 1.0 : 4.0;
    tail[0] = (uint32_t)(int64_t)lround(x / (s->size[0] * box) * 4294967296.0);
    tail[1] = (uint32_t)(int64_t)lround(y / (s->size[1] * box) * 4294967296.0);
    tail[2] = tail[3] = 0;
}

static uint32_t *make_rows(const synthetic *s)
{
    uint32_t *rows = calloc((size_t)s->count + 1, 4 * sizeof *rows);
    assert_non_null(rows);
    return rows;
}

sprite_list synthetic_list(const synthetic *s, int frame)
{
    uint32_t random = 54321;
    uint32_t *sprites = synthetic_sprites(s, frame);
    uint32_t *looks = s->looks ? make_rows(s) : NULL;
    uint32_t *tails = s->tails ? make_rows(s) : NULL;
    for (int i = 0; i < s->count; i++) {
        double color[4];
        float radius = (float)(s->radius * random_unit(&random));
        double turn = 6.2831853 * random_unit(&random);
        double far = 6.0 * s->radius * random_unit(&random);
        for (int c = 0; c < 4; c++) {
            color[c] = (c < 3 ? 2.0 : 1.0) * random_unit(&random);
        }
        if (looks != NULL) {
            memcpy(&sprites[4 * i + 3], &radius, sizeof radius);
            synthetic_own_look(color, random_unit(&random), looks + (ptrdiff_t)4 * i);
        }
        if (tails != NULL) {
            synthetic_tail(s, far * cos(turn), far * sin(turn), tails + (ptrdiff_t)4 * i);
        }
    }
    return (sprite_list){sprites, looks, tails, (uint32_t)s->count, 0, 0, 0, 0};
}

void synthetic_free_list(sprite_list *list)
{
    free((uint32_t *)list->sprites);
    free((uint32_t *)list->looks);
    free((uint32_t *)list->tails);
}

// ---- Drawing -------------------------------------------------------------------------

static painter *make_painter(const look *look, const mote_view_def *view,
                             gl_context *context)
{
    painter *made = NULL;
    mote_status status = context != NULL ? gl_painter_create(look, view, context, &made)
                                         : soft_painter_create(look, view, &made);
    if (status != MOTE_OK) {
        fail_msg("%s", mote_last_error());
    }
    return made;
}

static uint8_t *draw_frame(painter *painter, const synthetic *s, camera *camera,
                           const sprite_list *list)
{
    uint8_t *pixels = NULL;
    if (s->follow >= 0) {
        mote_status status =
            painter->locate(painter, list, (uint32_t)s->follow, camera->centre);
        assert_int_equal(status, MOTE_OK);
    }
    if (painter->draw(painter, camera, list) != MOTE_OK ||
        painter->take(painter, true, &pixels) != MOTE_OK) {
        fail_msg("%s", mote_last_error());
    }
    assert_non_null(pixels);
    return pixels;
}

// `given` NULL: the lists of each frame.
static image draw_frames(const synthetic *s, gl_context *context,
                         const sprite_list *given, const camera *from)
{
    look look = synthetic_look(s);
    mote_view_def view = synthetic_view(s);
    painter *painter = make_painter(&look, &view, context);
    camera camera;
    camera_point(&camera, &look, &view);
    camera = from != NULL ? *from : camera;
    uint8_t *pixels = NULL;
    for (int frame = 0; frame < s->frames; frame++) {
        sprite_list made = {0};
        if (given == NULL) {
            made = synthetic_list(s, frame);
        }
        free(pixels);
        pixels = draw_frame(painter, s, &camera, given != NULL ? given : &made);
        synthetic_free_list(&made);
    }
    painter->destroy(painter);
    return (image){s->width, s->height, s->alpha ? 4 : 3, pixels};
}

image synthetic_draw(const synthetic *s, gl_context *context)
{
    return draw_frames(s, context, NULL, NULL);
}

image synthetic_draw_sprites(const synthetic *s, gl_context *context,
                             const uint32_t *sprites)
{
    sprite_list list = {.sprites = sprites, .count = (uint32_t)s->count};
    return draw_frames(s, context, &list, NULL);
}

image synthetic_draw_list(const synthetic *s, gl_context *context,
                          const sprite_list *list, const camera *camera)
{
    return draw_frames(s, context, list, camera);
}

// ---- A context ------------------------------------------------------------------------

int open_context(void **state)
{
    mote_device_def device = mote_default_device_def();
    gl_context *context = NULL;
    if (gl_context_open(&device, &context) != MOTE_OK) {
        print_message("no OpenGL: %s\n", mote_last_error());
    }
    *state = context;
    return 0;
}

int close_context(void **state)
{
    gl_context_close(*state);
    return 0;
}
