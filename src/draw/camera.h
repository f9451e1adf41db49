// SPDX-License-Identifier: MIT
// The camera: a centre in coordinates and one matrix. A particle at coordinate x stands
// at
//
//     clip = matrix * vec4(float(int(x - centre)) for each axis, 1)
//
// The difference is exact in integers before it is rounded, so the deepest zoom does not
// jitter, and in a wrapping world it is the image nearest to the centre. Whether the
// matrix is orthographic or a perspective makes no difference to what follows: positions
// and radii are divided by clip.w. clip.z is the distance along the line of sight, 0 at
// the camera and 1 at the centre; in a perspective w is the same.

#ifndef MOTE_DRAW_CAMERA_H
#define MOTE_DRAW_CAMERA_H

#include "look.h"

#include "../sim/sight.h"

#define CAMERA_IMAGE_MAX 32    // images of a wrapping world along an axis
#define CAMERA_LARGEST   0.125 // of the frame's shorter side: see camera.largest

typedef struct camera {
    uint32_t centre[3];
    // Where it looks: a unit vector, times the world units that a unit of coordinate is,
    // so that its product with x - centre is a depth in world units.
    float forward[3];
    float matrix[16];  // column-major
    int width, height; // of the frame, pixels
    float scale;       // pixels that a world unit is where clip.w is 1
    float radius;      // of a particle in pixels, there
    float largest;     // radius in pixels past which what is near becomes fainter
    float haze_start;  // clip.z up to which all light comes through
    float haze_rate;   // log2 of the part that is left after each 1 of clip.z; 0: no haze
    // A wrapping world's images that can show one particle at a time, along x and y, and
    // how many boxes are visible to either side of the centre, margins included. There is
    // one image unless the camera looks straight along -z without perspective.
    int images[2];
    float half_frame[2];
} camera;

// How far from its middle a particle that is drawn with this radius lights pixels, all in
// pixels.
double camera_reach(const look *look, double radius);

// A radius in pixels that no particle is drawn larger than.
double camera_radius_most(const camera *camera, const look *look);

// Pixels of a world unit at the centre, of a world of this size, as a camera on this line
// of sight sees it.
double camera_pixels_per_unit(const mote_view_def *view, const double size[3],
                              int dimension, const sight *sight);

// Of a view that view_check has passed. When it follows a particle, the centre has yet to
// be put there.
void camera_point(camera *camera, const look *look, const mote_view_def *view);

// The words of the buffer `eye` (EYE_SIZE), by which what is drawn is put in order.
void camera_eye(const camera *camera, uint32_t eye[EYE_SIZE]);

#endif
