// SPDX-License-Identifier: MIT
// Which colliders are drawn, in what colour, and how pixels become places of the world.

#include "solids.h"

#include "camera.h"
#include "solid_law.h"

#include <math.h>
#include <string.h>

#define UNITS 4294967296.0 // of coordinate in a box

// The columns as colliders.def has them; a model may have more.
static const char *const columns[] = {
#include "../sim/model_rows.h"
#undef LIST_COLUMN
#define LIST_COLUMN(list, name, ...) #name,
#include "colliders.def"
#include "../sim/model_rows.h"
};

// ---- Items and their colour ----------------------------------------------------------

// Where a column's values stand in the plan's table, one an item; NULL: the list is
// another's, that only has this name.
static const uint32_t *find_column(const plan *plan, int list, const char *name)
{
    const model *model = plan->model;
    const plan_list *span = &plan->lists[list];
    for (int i = 0; i < model->list_column_count; i++) {
        const list_column_row *row = &model->list_columns[i];
        if (strcmp(row->list, model->lists[list].name) == 0 &&
            strcmp(row->name, name) == 0) {
            return plan->item_table + span->first + (uint32_t)row->first * span->count;
        }
    }
    return NULL;
}

// A part of the way from the background to white, or to black from a bright one: quiet,
// but seen before any background.
#define CONTRAST 0.17

static void take_color(solids *solids, const uint8_t background[3])
{
    double brightness =
        0.299 * background[0] + 0.587 * background[1] + 0.114 * background[2];
    double towards = brightness < 127.5 ? 255.0 : 0.0;
    solids->light = towards > 0.0 ? 1.0f : -0.7f; // nearer to white on any background
    for (int c = 0; c < 3; c++) {
        double srgb = background[c] + CONTRAST * (towards - background[c]);
        solids->color[c] = look_linear(srgb);
    }
}

// Moves those to the front that are drawn in 3-D.
static int keep_bodies(solids *solids, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        const float *item = solids->items + (ptrdiff_t)k * SOLID_COLUMNS;
        if (solids_have_inside(item)) {
            memmove(solids->items + (ptrdiff_t)kept * SOLID_COLUMNS, item,
                    SOLID_COLUMNS * sizeof *item);
            kept++;
        }
    }
    return kept;
}

void solids_take(solids *solids, const plan *plan)
{
    memset(solids, 0, sizeof *solids);
    int list = model_find_list(plan->model, "colliders");
    if (list < 0 || plan->view.colliders == VIEW_COLLIDERS_HIDDEN) {
        return;
    }
    uint32_t count = plan->lists[list].count;
    for (int column = 0; column < SOLID_COLUMNS; column++) {
        const uint32_t *values = find_column(plan, list, columns[column]);
        if (values == NULL || count > SOLID_MOST) {
            return;
        }
        for (uint32_t i = 0; i < count; i++) {
            memcpy(&solids->items[i * SOLID_COLUMNS + (uint32_t)column], &values[i],
                   sizeof *values);
        }
    }
    solids->count = plan->dimension == 3 ? keep_bodies(solids, (int)count) : (int)count;
    take_color(solids, plan->view.background);
}

// ---- From pixels to places -----------------------------------------------------------

// What is left of the camera's matrix where z is 0, by world units: clip x, y and w of x,
// y and 1.
static void take_flat(const look *look, const camera *camera, double m[3][3])
{
    static const int rows[3] = {0, 1, 3};
    for (int i = 0; i < 3; i++) {
        for (int axis = 0; axis < 2; axis++) {
            m[i][axis] =
                (double)camera->matrix[4 * axis + rows[i]] * UNITS / look->box[axis];
        }
        m[i][2] = (double)camera->matrix[12 + rows[i]];
    }
}

static double cofactor(const double m[3][3], int i, int j)
{
    int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return m[a][c] * m[b][d] - m[a][d] * m[b][c];
}

// False where the world is seen from its edge, as a line.
static bool invert(const double m[3][3], double inverse[3][3])
{
    double determinant = 0.0, size = 1.0;
    for (int j = 0; j < 3; j++) {
        determinant += m[0][j] * cofactor(m, 0, j);
        size *= sqrt(m[0][j] * m[0][j] + m[1][j] * m[1][j] + m[2][j] * m[2][j]);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            inverse[i][j] = cofactor(m, j, i) / determinant;
        }
    }
    return fabs(determinant) > 1.0e-6 * size;
}

// Of clip coordinates over w, which go from -1 to 1, the row -1 being the lowest.
static void set_sum(float sum[3], const double row[3], const camera *camera)
{
    double column_step = 2.0 / camera->width, row_step = -2.0 / camera->height;
    sum[0] = (float)(row[0] * column_step);
    sum[1] = (float)(row[1] * row_step);
    sum[2] = (float)(row[2] + row[0] * (0.5 * column_step - 1.0) +
                     row[1] * (0.5 * row_step + 1.0));
}

// Where edges join, as far as images of the world are drawn.
static void set_ends(const look *look, const camera *camera, int axis,
                     float aim[SOLID_NUMBERS])
{
    double box = look->box[axis], unit = box / UNITS;
    double half =
        camera->half_frame[axis] > 0.0f ? (double)camera->half_frame[axis] : 0.5;
    int32_t low = (int32_t)(look->edge_low - camera->centre[axis]);
    aim[SOLID_AIM_LOW + axis] = (float)(look->wraps ? -half * box : low * unit);
    aim[SOLID_AIM_HIGH + axis] =
        (float)(look->wraps ? half * box : (low + (double)look->edge_span) * unit);
    double centre = look->origin[axis] + camera->centre[axis] * unit;
    aim[SOLID_AIM_CENTRE + axis] = (float)(centre - 0.5 * look->size[axis]);
    aim[SOLID_AIM_BOX + axis] = (float)box;
    aim[SOLID_AIM_PER_BOX + axis] = look->wraps ? (float)(1.0 / box) : 0.0f;
}

static void aim_flat(const look *look, const camera *camera, float aim[SOLID_NUMBERS])
{
    double flat[3][3], inverse[3][3];
    take_flat(look, camera, flat);
    if (!invert((const double(*)[3])flat, inverse)) {
        return; // nearness is 0 everywhere
    }
    set_sum(aim + SOLID_AIM_X, inverse[0], camera);
    set_sum(aim + SOLID_AIM_Y, inverse[1], camera);
    set_sum(aim + SOLID_AIM_NEARNESS, inverse[2], camera);
    aim[SOLID_AIM_SCALE] = camera->scale;
    for (int axis = 0; axis < 2; axis++) {
        set_ends(look, camera, axis, aim);
    }
}

void solids_aim(const look *look, const camera *camera, float aim[SOLID_NUMBERS])
{
    memset(aim, 0, SOLID_NUMBERS * sizeof *aim);
    if (look->dimension == 3) {
        solids_aim_space(look, camera, aim);
    } else {
        aim_flat(look, camera, aim);
    }
}
