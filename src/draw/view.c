// SPDX-License-Identifier: MIT
// Views: the default, moving the camera, and what is refused.

#include "view.h"

#include "../core/status.h"
#include "../sim/sight.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// How high an orbit goes, in turns: a quarter would be straight above, where "upwards in
// the frame" has no meaning.
#define HIGHEST 0.2475

mote_view_def mote_default_view_def(const mote_scene *scene)
{
    mote_view_def view = {
        .width = 1920,
        .height = 1080,
        .zoom = 1.0,
        .offset = {0.0, 0.0, 1.0},
        .up = {0.0, 1.0, 0.0},
        .field_of_view = 0.125,
        .follow = -1,
    };
    if (scene != NULL) {
        view.zoom = scene->view.zoom;
        view.field_of_view = scene->view.field_of_view;
        view.projection = scene->view.projection;
        memcpy(view.up, scene->view.up, sizeof view.up);
        for (int axis = 0; axis < 3; axis++) {
            view.center[axis] = scene->view.center[axis];
            view.offset[axis] = scene->view.position[axis] - scene->view.center[axis];
        }
    }
    return view;
}

// ---- Moving the camera ---------------------------------------------------------------

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// The offset as a height along `up` and a distance along `outward`, square to it.
void mote_view_orbit(mote_view_def *view, double around, double over)
{
    const double no_size[3] = {0};
    sight sight;
    if (sight_take(&sight, no_size, view->offset, view->up) != SIGHT_CLEAR) {
        return;
    }
    double up_length = length_of(view->up), height = 0.0;
    double up[3], outward[3];
    for (int axis = 0; axis < 3; axis++) {
        up[axis] = view->up[axis] / up_length;
        height += up[axis] * view->offset[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        outward[axis] = view->offset[axis] - height * up[axis];
    }
    double across = length_of(outward);
    double elevation = atan2(height, across);
    double highest = fmax(HIGHEST * 2.0 * PI, fabs(elevation));
    elevation = fmin(fmax(elevation + over * 2.0 * PI, -highest), highest);
    double angle = fmod(around, 1.0) * 2.0 * PI;
    for (int axis = 0; axis < 3; axis++) {
        double turned =
            cos(angle) * outward[axis] / across + sin(angle) * sight.right[axis];
        view->offset[axis] =
            sight.distance * (cos(elevation) * turned + sin(elevation) * up[axis]);
    }
}

void mote_view_dolly(mote_view_def *view, double factor)
{
    for (int axis = 0; axis < 3; axis++) {
        view->offset[axis] *= factor;
    }
}

void mote_view_fit(mote_view_def *view, const mote_simulation *simulation)
{
    const plan *plan = simulation->plan;
    double distance = sight_fit(plan->size, plan->dimension, view->field_of_view);
    double now = length_of(view->offset);
    double direction[3];
    sight_usual(plan->dimension, direction);
    for (int axis = 0; axis < 3; axis++) {
        bool is_used = axis < plan->dimension;
        direction[axis] = now > 0.0 ? view->offset[axis] / now : direction[axis];
        view->center[axis] = is_used ? plan->size[axis] / 2.0 : 0.0;
        view->offset[axis] = distance * direction[axis];
    }
    view->zoom = 1.0;
}

// ---- What is refused -----------------------------------------------------------------

static mote_status check_point(const char *name, const double point[3], const char *what)
{
    for (int axis = 0; axis < 3; axis++) {
        if (!(point[axis] >= -1e30 && point[axis] <= 1e30)) {
            return fail(MOTE_BAD_INPUT, "%s[%d] is %g; expected %s", name, axis,
                        point[axis], what);
        }
    }
    return MOTE_OK;
}

static mote_status check_sight(const mote_view_def *view, const plan *plan)
{
    sight sight;
    const double *o = view->offset, *u = view->up;
    switch (sight_take(&sight, plan->size, o, u)) {
    case SIGHT_TOO_SHORT:
        return fail(MOTE_BAD_INPUT,
                    "the camera stands where it looks at: offset is %g, %g, %g; move it "
                    "away from center",
                    o[0], o[1], o[2]);
    case SIGHT_ALONG_UP:
        return fail(MOTE_BAD_INPUT,
                    "up is %g, %g, %g, which points along the line of sight (offset %g, "
                    "%g, %g) or nowhere; give another direction",
                    u[0], u[1], u[2], o[0], o[1], o[2]);
    case SIGHT_CLEAR:
        break;
    }
    return MOTE_OK;
}

// An emitter's particle is known by its birth number, whose lowest bits are the emitter.
static mote_status check_birth_number(int64_t follow, const plan *plan)
{
    uint32_t emitters =
        plan->lists[model_find_list(plan->model, plan->model->emits)].count;
    uint32_t emitter = (uint32_t)follow & plan->constants.emitter_mask;
    if (follow > UINT32_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "cannot follow particle %lld: birth numbers go from 0 to %lld",
                    (long long)follow, (long long)UINT32_MAX);
    }
    if (emitters > 0 && emitter >= emitters) {
        return fail(MOTE_BAD_INPUT,
                    "cannot follow particle %lld: a birth number modulo %u is the "
                    "emitter, here %u, and there are emitters 0 to %u",
                    (long long)follow, plan->constants.emitter_mask + 1, emitter,
                    emitters - 1);
    }
    return MOTE_OK;
}

static mote_status check_follow(const mote_view_def *view,
                                const mote_simulation *simulation)
{
    uint64_t count = mote_simulation_particle_count(simulation);
    const plan *plan = simulation->plan;
    if (view->follow < 0) {
        return MOTE_OK;
    }
    if (plan->emits) {
        return check_birth_number(view->follow, plan);
    }
    if (plan->mortal) {
        return fail(
            MOTE_BAD_INPUT,
            "cannot follow particle %lld: particles of model %s can die%s and are "
            "not drawn by their ids",
            (long long)view->follow, plan->model->name,
            plan->room > 0 ? ", or are placed and erased," : "");
    }
    if ((uint64_t)view->follow >= count) {
        return fail(MOTE_BAD_INPUT, "cannot follow particle %lld: ids go from 0 to %lld",
                    (long long)view->follow, (long long)count - 1);
    }
    return MOTE_OK;
}

mote_status view_check(const mote_view_def *view, const mote_simulation *simulation)
{
    if (view->width < 1 || view->height < 1 || view->width > 65536 ||
        view->height > 65536) {
        return fail(MOTE_BAD_INPUT,
                    "a frame of %d x %d pixels cannot be drawn; sides go from 1 to 65536",
                    view->width, view->height);
    }
    if (!(view->zoom >= 1e-6 && view->zoom <= 1e9)) {
        return fail(MOTE_BAD_INPUT, "zoom is %g; expected a number from 1e-6 to 1e9",
                    view->zoom);
    }
    if (!(view->field_of_view >= SIGHT_NARROWEST &&
          view->field_of_view <= SIGHT_WIDEST)) {
        return fail(MOTE_BAD_INPUT,
                    "field_of_view is %g; expected a number of turns from %g to %g",
                    view->field_of_view, SIGHT_NARROWEST, SIGHT_WIDEST);
    }
    if (view->projection != MOTE_PROJECTION_ORTHOGRAPHIC &&
        view->projection != MOTE_PROJECTION_PERSPECTIVE) {
        return fail(MOTE_BAD_INPUT, "projection is %d, which is no mote_projection",
                    (int)view->projection);
    }
    if (view->draw != MOTE_DRAW_AUTO && view->draw != MOTE_DRAW_QUADS &&
        view->draw != MOTE_DRAW_SPLAT) {
        return fail(MOTE_BAD_INPUT, "draw is %d, which is no mote_draw_kind",
                    (int)view->draw);
    }
    TRY(check_point("center", view->center, "a place in the world"));
    TRY(check_point("offset", view->offset, "the way from center to the camera"));
    TRY(check_point("up", view->up, "a direction"));
    TRY(check_sight(view, simulation->plan));
    return check_follow(view, simulation);
}

mote_status view_check_change(const mote_view_def *from, const mote_view_def *to)
{
    if (from->width != to->width || from->height != to->height ||
        from->alpha != to->alpha) {
        return fail(MOTE_BAD_INPUT,
                    "a renderer of %d x %d pixels%s cannot go on with %d x %d pixels%s; "
                    "create another",
                    from->width, from->height, from->alpha ? " with alpha" : "",
                    to->width, to->height, to->alpha ? " with alpha" : "");
    }
    if (from->renderer != to->renderer || from->threads != to->threads ||
        from->draw != to->draw) {
        return fail(MOTE_BAD_INPUT,
                    "another kind of renderer or drawing, or another number of threads, "
                    "needs another renderer; create one");
    }
    return MOTE_OK;
}
