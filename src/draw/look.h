// SPDX-License-Identifier: MIT
// What particles look like and the space they stand in, as the renderers need it: taken
// from a plan once, then independent of it.

#ifndef MOTE_DRAW_LOOK_H
#define MOTE_DRAW_LOOK_H

#include "solids.h"

#include "../sim/plan.h"

struct pyramid;

#define LOOK_COLOR_COUNT 64 // species, or samples of the palette

typedef struct look {
    int dimension;
    bool wraps;       // the world's edges join: its images are drawn too
    double box[3];    // world units that 2^32 units of coordinate are
    double origin[3]; // world units at coordinate 0
    double size[3];   // of the world, world units
    uint32_t edge_low, edge_span;

    float colors[LOOK_COLOR_COUNT][3]; // linear light
    float by_speed;      // colours per world unit/s; 0: colours go by species
    float background[3]; // linear light
    bool has_looks;      // sprites bring their own radius, colour, alpha and rotation
    bool has_tails;      // particles are streaks
    double radius;       // of a particle, world units; has_looks: how far any may reach
    uint32_t most;       // particles there can be
    float brightest;     // of the channels of their colours; linear light
    float smallest;      // radius in pixels that is drawn at least
    float opacity;
    float haze_color[3]; // what is lost in the haze looks so; linear light
    float haze; // log2 of the part of light that is left after a mean side of the world
    float additive; // 1: light adds up; 0: discs hide each other
    float halo;     // 1: soft glow around discs; 0: none
    float soft;     // 1: soft spots instead of discs
    float fade;     // part of the picture that a frame leaves for the next; 0: no trails
    solids solids;  // drawn behind the particles
    const struct pyramid *pyramid; // of the picture drawn instead of a shape, or NULL
} look;

// Without the pyramid.
void look_take(look *look, const plan *plan);

// Frames before one that still show in it.
uint64_t look_trail_frames(const look *look);

// One sRGB channel, 0 to 255, as linear light.
float look_linear(double srgb);

// What the particles look like: SPRITE_SHAPE_x of sprite.glsl.
int look_shape(const look *look);

// Fills the table of colours from a palette.
void look_set_palette(look *look, palette_name palette);
// Color i of so many that stand evenly on a palette, sRGB.
void look_palette_color(palette_name palette, int i, int count, uint8_t color[3]);

#endif
