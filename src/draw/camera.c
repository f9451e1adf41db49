// SPDX-License-Identifier: MIT
// Pointing the camera: the orthographic matrix and the images of a wrapping world.

#include "camera.h"

#include "../core/lanes.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <math.h>
#include <string.h>

#define UNITS 4294967296.0 // of coordinate in a box

// Where edges do not join, the centre is kept near enough that no difference of
// coordinates can pass half the box.
static uint32_t centre_along(const look *look, int axis, double world)
{
    double fraction = (world - look->origin[axis]) / look->box[axis];
    if (look->wraps) {
        fraction -= floor(fraction);
    } else {
        double low = look->edge_low / UNITS;
        double high = low + look->edge_span / UNITS;
        fraction = fmin(fmax(fraction, high - 0.499), low + 0.499);
    }
    return (uint32_t)(int64_t)floor(fraction * UNITS + 0.5);
}

static double pixels_per_unit(const look *look, const mote_view_def *view)
{
    double x = view->width / look->size[0];
    double y = view->height / look->size[1];
    return fmin(x, y) * view->zoom;
}

// Images are visible while they stand within the frame or their discs reach into it.
static void show_images(camera *camera, const look *look, double scale)
{
    double drawn = camera->radius > look->smallest ? camera->radius : look->smallest;
    double margin = drawn * (look->halo > 0.0f ? SPRITE_HALO_REACH : 1.0f) + 1.5;
    int pixels[2] = {camera->width, camera->height};
    for (int axis = 0; axis < 2; axis++) {
        double half = (0.5 * pixels[axis] + margin) / (look->box[axis] * scale);
        half = fmin(half, 0.5 * CAMERA_IMAGE_MAX - 0.5);
        camera->half_frame[axis] = (float)half;
        camera->images[axis] = look->wraps ? 1 + (int)floor(2.0 * half) : 1;
    }
}

void camera_point(camera *camera, const look *look, const mote_view_def *view)
{
    double scale = pixels_per_unit(look, view);
    double sides[3] = {view->width, view->height, 0.0};
    memset(camera, 0, sizeof *camera);
    camera->width = view->width;
    camera->height = view->height;
    for (int axis = 0; axis < 3; axis++) {
        camera->centre[axis] = centre_along(look, axis, view->center[axis]);
        double pixels = look->box[axis] * scale / UNITS; // a unit of coordinate's
        camera->matrix[5 * axis] = axis < 2 ? (float)(2.0 * pixels / sides[axis]) : 0.0f;
    }
    camera->matrix[15] = 1.0f;
    camera->radius = (float)(look->radius * scale);
    show_images(camera, look, scale);
}
