// SPDX-License-Identifier: MIT
// Splats: small discs whose light adds up, summed as integers. No order of particles, no
// thread and no device makes a difference: frames are equal byte for byte on GPU and CPU
// (glsl/draw/splat.glsl).

#ifndef MOTE_DRAW_SPLAT_H
#define MOTE_DRAW_SPLAT_H

#include "camera.h"

// How light counts in sums.
typedef struct splat {
    float scale, inverse_scale; // what light is times in sums
    int32_t most;               // that a particle adds to a sum
} splat;

// NULL, or why particles of this look cannot be drawn so in this camera's frames.
const char *splat_prepare(splat *splat, const look *look, const camera *camera);

// Whether that looks as quads do and, on a GPU, takes less time.
bool splat_suits(const look *look, const camera *camera);

// MOTE_OK unless the view asks for what cannot be.
mote_status splat_check(const mote_view_def *view, const look *look,
                        const camera *camera);

#endif
