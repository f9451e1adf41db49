// SPDX-License-Identifier: MIT
// Synthetic particles and looks for the tests of drawing: no simulation is needed.

#ifndef MOTE_TESTS_SYNTHETIC_H
#define MOTE_TESTS_SYNTHETIC_H

#include "draw/painter.h"
#include "draw/pyramid.h"

#include "image_metric.h"

// What to draw. Start from synthetic_default() and change fields.
typedef struct synthetic {
    int count;
    int width, height, threads;
    bool wraps, alpha, additive, halo, soft;
    bool looks, tails; // particles bring their own; `radius` is then the largest
    int dimension;
    double size[3]; // of the world
    double radius;  // world units
    double smallest, opacity, zoom, center[3];
    double offset[3], up[3], field_of_view;
    mote_projection projection;
    double haze;   // part that is lost
    double trails; // half-life, frames
    int frames;    // to draw; the last is compared
    int follow;    // id, or -1
    bool by_speed;
    const pyramid *pyramid; // of a picture instead of discs, or NULL
    mote_draw_kind draw;
} synthetic;

extern const uint8_t synthetic_background[3];

// In 2-D, as scenes are by default.
synthetic synthetic_default(void);
// In 3-D and perspective; the whole world, a cube, is in view, seen from a corner's side.
synthetic synthetic_space(void);
look synthetic_look(const synthetic *s);
mote_view_def synthetic_view(const synthetic *s);
// The sprites of a frame, four words each; free() them. They drift from frame to frame.
uint32_t *synthetic_sprites(const synthetic *s, int frame);
// All lists of a frame; free them by synthetic_free_list.
sprite_list synthetic_list(const synthetic *s, int frame);
void synthetic_free_list(sprite_list *list);
// A sprite of a particle with a look: at a place of the world, world units.
void synthetic_sprite(const synthetic *s, double x, double y, double radius,
                      uint32_t sprite[4]);
// Its look: linear light and alpha, turns.
void synthetic_own_look(const double color[4], double turns, uint32_t look[4]);
// Its tail: this far from it, world units.
void synthetic_tail(const synthetic *s, double x, double y, uint32_t tail[4]);
// A coordinate of the synthetic world.
uint32_t synthetic_coordinate(const synthetic *s, int axis, double world);

// Draws all frames and gives the last one's pixels; free() them. With no context: by the
// software renderer.
image synthetic_draw(const synthetic *s, gl_context *context);
// One frame of the sprites given.
image synthetic_draw_sprites(const synthetic *s, gl_context *context,
                             const uint32_t *sprites);
// One frame of a whole list, by a camera; NULL: the one that `s` asks for.
image synthetic_draw_list(const synthetic *s, gl_context *context,
                          const sprite_list *list, const camera *camera);

// For a group of tests that draw: *state is a context of OpenGL, or NULL where there is
// none.
int open_context(void **state);
int close_context(void **state);

#endif
