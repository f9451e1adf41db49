// SPDX-License-Identifier: MIT
// Pointing the camera: the matrix, and the images of a wrapping world.

#include "camera.h"

#include "../core/lanes.h"
#include "../sim/sight.h"

#include "exact.glsl"
#include "sprite.glsl"

#include <math.h>
#include <string.h>

#define UNITS 4294967296.0 // of coordinate in a box

// ---- The centre ----------------------------------------------------------------------

// Where edges do not join, the centre is kept near enough that no difference of
// coordinates can pass half the box. *rest: how far from there, in world units, it should
// be.
static uint32_t centre_along(const look *look, int axis, double world, double *rest)
{
    double fraction = (world - look->origin[axis]) / look->box[axis];
    *rest = 0.0;
    if (look->wraps) {
        fraction -= floor(fraction);
    } else {
        double low = look->edge_low / UNITS;
        double high = low + look->edge_span / UNITS;
        double kept = fmin(fmax(fraction, high - 0.499), low + 0.499);
        *rest = (fraction - kept) * look->box[axis];
        fraction = kept;
    }
    return (uint32_t)(int64_t)floor(fraction * UNITS + 0.5);
}

static void set_centre(camera *camera, const look *look, const mote_view_def *view,
                       double rest[3])
{
    for (int axis = 0; axis < 3; axis++) {
        if (axis < look->dimension) {
            camera->centre[axis] =
                centre_along(look, axis, view->center[axis], &rest[axis]);
        } else {
            rest[axis] = view->center[axis]; // a flat world is at coordinate 0
        }
        if (view->follow >= 0) {
            rest[axis] = 0.0;
        }
    }
}

// ---- The matrix ----------------------------------------------------------------------

// In 2-D without perspective the whole world fits side by side; else its size depends on
// how far away it is, as in a perspective.
double camera_pixels_per_unit(const mote_view_def *view, const double size[3],
                              int dimension, const sight *sight)
{
    double x = view->width, y = view->height;
    if (dimension == 2 && view->projection == MOTE_PROJECTION_ORTHOGRAPHIC) {
        return fmin(x / size[0], y / size[1]) * view->zoom;
    }
    double half_frame = sight_slope(view->field_of_view) * sight->distance;
    return 0.5 * fmin(x, y) / half_frame * view->zoom;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void set_matrix(camera *camera, const look *look, const sight *sight,
                       const double rest[3], double scale)
{
    float *m = camera->matrix;
    double width = camera->width, height = camera->height;
    for (int axis = 0; axis < 3; axis++) {
        double pixels = look->box[axis] * scale / UNITS; // a unit of coordinate's
        double unit = look->box[axis] / UNITS;
        m[4 * axis] = (float)(2.0 * pixels * sight->right[axis] / width);
        m[4 * axis + 1] = (float)(2.0 * pixels * sight->above[axis] / height);
        m[4 * axis + 2] = (float)(unit * sight->forward[axis] / sight->distance);
        camera->forward[axis] = (float)(unit * sight->forward[axis]);
    }
    m[12] = (float)(-2.0 * scale * dot(sight->right, rest) / width);
    m[13] = (float)(-2.0 * scale * dot(sight->above, rest) / height);
    m[14] = (float)(1.0 - dot(sight->forward, rest) / sight->distance);
    m[15] = 1.0f;
}

static void set_perspective(camera *camera)
{
    for (int column = 0; column < 4; column++) {
        camera->matrix[4 * column + 3] = camera->matrix[4 * column + 2];
    }
}

// Begins half a mean side of the world before the centre, or at the camera.
static void set_haze(camera *camera, const look *look, double distance)
{
    double side = 0.0;
    for (int axis = 0; axis < look->dimension; axis++) {
        side += look->size[axis] / look->dimension;
    }
    camera->haze_start = (float)fmax(1.0 - 0.5 * side / distance, 0.0);
    camera->haze_rate = (float)(look->haze * distance / side);
}

// ---- How large particles are ---------------------------------------------------------

double camera_reach(const look *look, double radius)
{
    double radii = look->pyramid != NULL ? (double)SPRITE_PICTURE_REACH
                   : look->halo > 0.0f   ? (double)SPRITE_HALO_REACH
                                         : 1.0;
    return radius * radii + 0.5;
}

// The w of the corner of the world that is nearest to the camera.
static double nearest_corner(const camera *camera, const look *look)
{
    double nearest = 1.0e30;
    for (int corner = 0; corner < 8; corner++) {
        double w = camera->matrix[15];
        for (int axis = 0; axis < look->dimension; axis++) {
            bool is_high = corner >> axis & 1;
            uint32_t edge = look->edge_low + (is_high ? look->edge_span : 0);
            double offset = look->wraps ? (is_high ? 0x1p31 : -0x1p31)
                                        : (int32_t)(edge - camera->centre[axis]);
            w += offset * (double)camera->matrix[4 * axis + 3];
        }
        nearest = fmin(nearest, w);
    }
    return nearest;
}

// As sprite_fit: however near they are, they do not pass a limit.
double camera_radius_most(const camera *camera, const look *look)
{
    double w = nearest_corner(camera, look);
    double radius = camera->radius;
    double limit = fmax(camera->largest, 2.0 * radius);
    return fmax(w > 0.0 ? fmin(radius / w, limit) : limit, look->smallest);
}

// ---- Images --------------------------------------------------------------------------

// Images are visible while they stand within the frame or their discs reach into it.
static void show_images(camera *camera, const look *look, double scale)
{
    double drawn = fmax((double)camera->radius, (double)look->smallest);
    double margin = camera_reach(look, drawn) + 1.0;
    int pixels[2] = {camera->width, camera->height};
    for (int axis = 0; axis < 2; axis++) {
        double half = (0.5 * pixels[axis] + margin) / (look->box[axis] * scale);
        half = fmin(half, 0.5 * CAMERA_IMAGE_MAX - 0.5);
        camera->half_frame[axis] = (float)half;
        camera->images[axis] = 1 + (int)floor(2.0 * half);
    }
}

void camera_point(camera *camera, const look *look, const mote_view_def *view)
{
    sight sight;
    double rest[3]; // from the camera's centre to the view's
    sight_take(&sight, look->size, view->offset, view->up);
    double scale = camera_pixels_per_unit(view, look->size, look->dimension, &sight);
    bool is_perspective = view->projection == MOTE_PROJECTION_PERSPECTIVE;
    bool is_straight = sight.right[0] >= 1.0 && sight.above[1] >= 1.0;
    memset(camera, 0, sizeof *camera);
    camera->width = view->width;
    camera->height = view->height;
    camera->images[0] = camera->images[1] = 1;
    set_centre(camera, look, view, rest);
    set_matrix(camera, look, &sight, rest, scale);
    if (is_perspective) {
        set_perspective(camera);
    }
    set_haze(camera, look, sight.distance);
    camera->scale = (float)scale;
    camera->radius = (float)(look->radius * scale);
    camera->largest = (float)(fmin(view->width, view->height) * CAMERA_LARGEST);
    if (look->wraps && is_straight && !is_perspective) {
        show_images(camera, look, scale);
    }
}

void camera_eye(const camera *camera, uint32_t eye[EYE_SIZE])
{
    memset(eye, 0, EYE_SIZE * sizeof *eye);
    for (int axis = 0; axis < 3; axis++) {
        eye[axis] = camera->centre[axis];
        eye[3 + axis] = (uint32_t)real_bits(camera->forward[axis]);
    }
}
