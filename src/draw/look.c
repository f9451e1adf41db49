// SPDX-License-Identifier: MIT
// From a scene's view and colours to what renderers multiply with.

#include "look.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <math.h>

typedef struct palette {
    double from;
    int count;
    const uint32_t *points;
} palette;

#define PALETTE(name, start, ...) static const uint32_t points_##name[] = {__VA_ARGS__};
#include "palettes.def"
#undef PALETTE

static const palette palettes[] = {
#define PALETTE(name, start, ...)                                                        \
    [PALETTE_##name] = {start, sizeof points_##name / sizeof(uint32_t), points_##name},
#include "palettes.def"
#undef PALETTE
};

float look_linear(double srgb)
{
    double v = srgb / 255.0;
    return (float)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
}

// Color i of so many, sRGB. Between control points the mix is in sRGB, as the palettes
// were designed.
static void mix(palette_name name, int i, int count, double color[3])
{
    const palette *p = &palettes[name];
    double t = p->from + (1.0 - p->from) * i / (count - 1);
    double place = t * (p->count - 1);
    int low = place >= p->count - 1 ? p->count - 2 : (int)place;
    for (int c = 0; c < 3; c++) {
        int shift = 16 - 8 * c;
        double a = p->points[low] >> shift & 0xff;
        double b = p->points[low + 1] >> shift & 0xff;
        color[c] = a + (b - a) * (place - low);
    }
}

void look_set_palette(look *look, palette_name name)
{
    for (int i = 0; i < LOOK_COLOR_COUNT; i++) {
        double color[3];
        mix(name, i, LOOK_COLOR_COUNT, color);
        for (int c = 0; c < 3; c++) {
            look->colors[i][c] = look_linear(color[c]);
        }
    }
}

void look_palette_color(palette_name name, int i, int count, uint8_t color[3])
{
    double mixed[3];
    mix(name, i, count > 1 ? count : 2, mixed);
    for (int c = 0; c < 3; c++) {
        color[c] = (uint8_t)(mixed[c] + 0.5);
    }
}

static void take_space(look *look, const plan *plan)
{
    look->dimension = plan->dimension;
    look->wraps = plan->edges == EDGES_WRAP;
    look->edge_low = plan->constants.edge_low;
    look->edge_span = plan->constants.edge_span;
    for (int axis = 0; axis < 3; axis++) {
        bool is_used = axis < plan->dimension;
        look->box[axis] = is_used ? plan->box[axis] : 1.0;
        look->size[axis] = is_used ? plan->size[axis] : 1.0;
        look->origin[axis] = is_used ? plan_world(plan, axis, 0) : 0.0;
    }
}

static void take_colors(look *look, const plan *plan)
{
    const scene_view *view = &plan->view;
    look->by_speed = 0.0f;
    for (int i = 0; i < LOOK_COLOR_COUNT; i++) {
        for (int c = 0; c < 3; c++) {
            look->colors[i][c] = look_linear(plan->colors[i][c]);
        }
    }
    if (view->color_by == COLOR_BY_SPEED) {
        look_set_palette(look, view->palette);
        look->by_speed = (float)((LOOK_COLOR_COUNT - 1) / view->top_speed);
    }
    for (int c = 0; c < 3; c++) {
        look->background[c] = look_linear(view->background[c]);
    }
}

void look_take(look *look, const plan *plan)
{
    const scene_view *view = &plan->view;
    take_space(look, plan);
    take_colors(look, plan);
    solids_take(&look->solids, plan);
    look->has_looks = plan->lengths[BUFFER_sprite_look] > 0;
    look->has_tails = plan->lengths[BUFFER_sprite_tail] > 0;
    look->radius = plan->reach;
    look->most = plan->constants.particle_count;
    look->brightest = look->has_looks ? (float)plan->brightest : 1.0f;
    look->opacity = (float)view->opacity;
    look->haze = (float)log2(1.0 - view->haze);
    look->additive = view->blend == BLEND_ADD ? 1.0f : 0.0f;
    for (int c = 0; c < 3; c++) {
        look->haze_color[c] = look->background[c] * (1.0f - look->additive);
    }
    look->halo = view->shape == SPRITE_GLOW ? 1.0f : 0.0f;
    look->soft = view->shape == SPRITE_SOFT ? 1.0f : 0.0f;
    double smallest = view->shape == SPRITE_SOFT ? SPRITE_SOFT_SMALLEST : SPRITE_SMALLEST;
    look->smallest = (float)fmax(view->minimum_radius, smallest);
    look->pyramid = NULL;
    look->fade = view->trails > 0.0 ? (float)exp2(-1.0 / view->trails) : 0.0f;
}

int look_shape(const look *look)
{
    return look->halo > 0.0f   ? SPRITE_SHAPE_GLOW
           : look->soft > 0.0f ? SPRITE_SHAPE_SOFT
                               : SPRITE_SHAPE_DISC;
}

// After 24 half-lives a light of 2048 times white is half of the least step of 8 bits,
// and in floats as bright as white its rest is rounded away.
#define TRAIL_LEFT (1.0 / 16777216.0)

uint64_t look_trail_frames(const look *look)
{
    if (!(look->fade > 0.0f)) {
        return 0;
    }
    return (uint64_t)ceil(log(TRAIL_LEFT) / log((double)look->fade));
}
