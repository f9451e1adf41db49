// SPDX-License-Identifier: MIT
// What a camera sees of balls and boxes in a world in 3-D: the numbers of its rays.

#include "solids.h"

#include "camera.h"

#define DIMENSION 3
#include "solid_law.h"

#include <math.h>

#define UNITS 4294967296.0 // of coordinate in a box

// How far faces are from the background next to a flat world's, since haze takes its
// part, and how much farther by where they look along each axis: no two faces of a box
// are alike, and what looks up is the lightest.
#define EVEN_LIGHT 1.35f
static const double lights[3] = {-0.4, 0.75, 0.1};

bool solids_have_inside(const float item[SOLID_COLUMNS])
{
    return (int)item[solid_column_shape] != COLLIDER_PLANE &&
           item[solid_column_side] > 0.0f;
}

// ---- The camera ----------------------------------------------------------------------

// What its matrix was made of: axes and places in world units, the places from its
// centre.
typedef struct stand {
    double across[3], above[3]; // to the edges of the frame, at depth 1
    double forward[3];          // from the camera to depth 1
    double eye[3];
    bool is_perspective;
} stand;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The way along which a row of the matrix, which is square to the others, grows by 1.
static void take_row(const look *look, const camera *camera, int row, double way[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double unit = look->box[axis] / UNITS;
        way[axis] = (double)camera->matrix[4 * axis + row] / unit;
    }
    double square = dot(way, way);
    for (int axis = 0; axis < 3; axis++) {
        way[axis] /= square;
    }
}

static void take_stand(const look *look, const camera *camera, stand *stand)
{
    const float *m = camera->matrix;
    take_row(look, camera, 0, stand->across);
    take_row(look, camera, 1, stand->above);
    take_row(look, camera, 2, stand->forward);
    for (int axis = 0; axis < 3; axis++) {
        stand->eye[axis] = -(double)m[12] * stand->across[axis] -
                           (double)m[13] * stand->above[axis] -
                           (double)m[14] * stand->forward[axis];
    }
    stand->is_perspective = m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f;
}

static void set_rays(const camera *camera, const stand *stand, float aim[SOLID_NUMBERS])
{
    double columns = camera->width, rows = camera->height;
    for (int axis = 0; axis < 3; axis++) {
        double across = stand->across[axis], above = stand->above[axis];
        float *sum = aim + SOLID_SIGHT_X + (ptrdiff_t)3 * axis;
        sum[0] = (float)(2.0 * across / columns);
        sum[1] = (float)(-2.0 * above / rows);
        sum[2] = (float)(across * (1.0 / columns - 1.0) + above * (1.0 - 1.0 / rows));
        aim[SOLID_SIGHT_EYE + axis] = (float)stand->eye[axis];
        aim[SOLID_SIGHT_FORWARD + axis] = (float)stand->forward[axis];
    }
    aim[SOLID_SIGHT_PERSPECTIVE] = stand->is_perspective ? 1.0f : 0.0f;
}

// ---- The world and what is in it -----------------------------------------------------

// Where edges join, what is seen is a box around the camera's centre, and each body is
// where it is nearest to that.
static void set_places(const look *look, const camera *camera, int axis,
                       float aim[SOLID_NUMBERS])
{
    const solids *solids = &look->solids;
    double box = look->box[axis], unit = box / UNITS;
    int32_t low = (int32_t)(look->edge_low - camera->centre[axis]);
    double high = low + (double)look->edge_span;
    double centre = look->origin[axis] + camera->centre[axis] * unit;
    aim[SOLID_SIGHT_LOW + axis] = (float)(look->wraps ? -0.5 * box : low * unit);
    aim[SOLID_SIGHT_HIGH + axis] = (float)(look->wraps ? 0.5 * box : high * unit);
    for (int k = 0; k < solids->count; k++) {
        double place = (double)solids->items[k * SOLID_COLUMNS + solid_column_x + axis];
        double middle = place + 0.5 * look->size[axis] - centre;
        middle -= look->wraps ? box * round(middle / box) : 0.0;
        aim[SOLID_SIGHT_MIDDLES + 3 * k + axis] = (float)middle;
    }
}

// How far a body reaches from its middle along an axis.
static double reach_of(const float *item, int axis)
{
    bool is_ball = (int)item[solid_column_shape] == COLLIDER_SPHERE;
    return (double)item[is_ball ? solid_column_radius : solid_column_half_x + axis];
}

// ---- The part of the frame -----------------------------------------------------------

// Takes in the place of the frame where a corner is seen; false: it is not in front of
// the camera.
static bool take_corner(const camera *camera, const stand *stand, const double corner[3],
                        double low[2], double high[2])
{
    double from_eye[3];
    for (int axis = 0; axis < 3; axis++) {
        from_eye[axis] = corner[axis] - stand->eye[axis];
    }
    double depth = dot(from_eye, stand->forward) / dot(stand->forward, stand->forward);
    double shrink = stand->is_perspective ? 1.0 / depth : 1.0;
    double x = dot(from_eye, stand->across) / dot(stand->across, stand->across);
    double y = dot(from_eye, stand->above) / dot(stand->above, stand->above);
    const double place[2] = {(0.5 + 0.5 * x * shrink) * camera->width,
                             (0.5 - 0.5 * y * shrink) * camera->height};
    for (int i = 0; i < 2; i++) {
        low[i] = fmin(low[i], place[i]);
        high[i] = fmax(high[i], place[i]);
    }
    return !stand->is_perspective || depth > (double)SPRITE_NEAR;
}

static bool take_body(const look *look, const camera *camera, const stand *stand, int k,
                      const float aim[SOLID_NUMBERS], double low[2], double high[2])
{
    const float *item = look->solids.items + (ptrdiff_t)k * SOLID_COLUMNS;
    bool is_before = true;
    for (int i = 0; i < 8; i++) {
        double corner[3];
        for (int axis = 0; axis < 3; axis++) {
            double reach = reach_of(item, axis);
            corner[axis] = (double)aim[SOLID_SIGHT_MIDDLES + 3 * k + axis] +
                           (i >> axis & 1 ? reach : -reach);
        }
        is_before = take_corner(camera, stand, corner, low, high) && is_before;
    }
    return is_before;
}

// With a pixel around it.
static void set_frame(const look *look, const camera *camera, const stand *stand,
                      float aim[SOLID_NUMBERS])
{
    double low[2] = {1.0e30, 1.0e30}, high[2] = {-1.0e30, -1.0e30};
    bool is_before = true;
    for (int k = 0; k < look->solids.count; k++) {
        is_before = take_body(look, camera, stand, k, aim, low, high) && is_before;
    }
    for (int i = 0; i < 2; i++) {
        aim[SOLID_SIGHT_FRAME + 2 * i] = is_before ? (float)(low[i] - 2.0) : -1.0e30f;
        aim[SOLID_SIGHT_FRAME + 2 * i + 1] = is_before ? (float)(high[i] + 1.0) : 1.0e30f;
    }
}

void solids_aim_space(const look *look, const camera *camera, float aim[SOLID_NUMBERS])
{
    stand stand;
    take_stand(look, camera, &stand);
    set_rays(camera, &stand, aim);
    for (int axis = 0; axis < 3; axis++) {
        set_places(look, camera, axis, aim);
        aim[SOLID_SIGHT_LIGHT + axis] = (float)lights[axis] * look->solids.light;
    }
    aim[SOLID_SIGHT_LIGHT + 3] = EVEN_LIGHT;
    aim[SOLID_SIGHT_HAZE] = camera->haze_start;
    aim[SOLID_SIGHT_HAZE + 1] = camera->haze_rate;
    set_frame(look, camera, &stand, aim);
}
