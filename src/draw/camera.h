// SPDX-License-Identifier: MIT
// The camera: a centre in coordinates and one matrix. A particle at coordinate x stands
// at
//
//     clip = matrix * vec4(float(int(x - centre)) for each axis, 1)
//
// The difference is exact in integers before it is rounded, so the deepest zoom does not
// jitter, and in a wrapping world it is the image nearest to the centre. Whether the
// matrix is orthographic or a perspective makes no difference to what follows: positions
// and radii are divided by clip.w.

#ifndef MOTE_DRAW_CAMERA_H
#define MOTE_DRAW_CAMERA_H

#include "look.h"

#define CAMERA_IMAGE_MAX 32 // images of a wrapping world along an axis

typedef struct camera {
    uint32_t centre[3];
    float matrix[16];  // column-major
    int width, height; // of the frame, pixels
    float radius;      // of a particle in pixels where clip.w is 1
    // A wrapping world's images that can show one particle at a time, along x and y, and
    // how many boxes are visible to either side of the centre, margins included.
    int images[2];
    float half_frame[2];
} camera;

// Looks straight along -z at view->center; at zoom 1 the whole world just fits.
void camera_point(camera *camera, const look *look, const mote_view_def *view);

#endif
