// SPDX-License-Identifier: MIT
// The camera of `mote run`: what the scene says of it, and the options that say another
// thing.

#include "run.h"

#include "../core/status.h"
#include "../sim/scene.h"
#include "../sim/sight.h"

#include <string.h>

mote_renderer_kind run_renderer_kind(const run_values *values)
{
    const char *name = values->renderer;
    if (name && strcmp(name, "gl") == 0) {
        return MOTE_RENDERER_GL;
    }
    return name && strcmp(name, "soft") == 0 ? MOTE_RENDERER_SOFT : MOTE_RENDERER_AUTO;
}

static mote_draw_kind draw_kind(const char *name)
{
    if (name && strcmp(name, "quads") == 0) {
        return MOTE_DRAW_QUADS;
    }
    return name && strcmp(name, "splat") == 0 ? MOTE_DRAW_SPLAT : MOTE_DRAW_AUTO;
}

static mote_status read_center(const run *run, const mote_scene *scene,
                               mote_view_def *view)
{
    const option_point *center = &run->values.center;
    if (center->count != scene->dimension) {
        return fail(MOTE_BAD_INPUT, "--center: expected %s in %d-D, found %d numbers",
                    scene->dimension == 3 ? "X,Y,Z" : "X,Y", scene->dimension,
                    center->count);
    }
    memcpy(view->center, center->at, sizeof view->center);
    return MOTE_OK;
}

static mote_status read_position(const run *run, const mote_scene *scene,
                                 mote_view_def *view)
{
    const double *position = run->values.position.at;
    for (int axis = 0; axis < 3; axis++) {
        view->offset[axis] = position[axis] - view->center[axis];
    }
    sight sight;
    switch (sight_take(&sight, scene->size, view->offset, view->up)) {
    case SIGHT_TOO_SHORT:
        return fail(MOTE_BAD_INPUT,
                    "--position: the camera stands at the center (%g, %g, %g), which it "
                    "looks at; move one of them",
                    view->center[0], view->center[1], view->center[2]);
    case SIGHT_ALONG_UP:
        return fail(MOTE_BAD_INPUT,
                    "--position: from there view.up points along the line of sight, to "
                    "the center (%g, %g, %g); move one of them, or give another view.up",
                    view->center[0], view->center[1], view->center[2]);
    case SIGHT_CLEAR:
        break;
    }
    return MOTE_OK;
}

mote_status run_read_view(run *run, const command_line *line, const mote_scene *scene)
{
    const run_values *values = &run->values;
    mote_view_def *view = &run->view;
    *view = mote_default_view_def(scene);
    view->renderer = run_renderer_kind(values);
    view->draw = draw_kind(values->draw);
    view->alpha = values->alpha;
    if (options_given(line, "size")) {
        view->width = values->size[0];
        view->height = values->size[1];
    }
    if (options_given(line, "zoom")) {
        view->zoom = values->zoom;
    }
    if (options_given(line, "field-of-view")) {
        view->field_of_view = values->field_of_view;
    }
    if (values->projection) {
        bool is_perspective = strcmp(values->projection, "perspective") == 0;
        view->projection =
            is_perspective ? MOTE_PROJECTION_PERSPECTIVE : MOTE_PROJECTION_ORTHOGRAPHIC;
    }
    if (options_given(line, "follow")) {
        view->follow = values->follow;
    }
    if (options_given(line, "center")) {
        TRY(read_center(run, scene, view));
    }
    return options_given(line, "position") ? read_position(run, scene, view) : MOTE_OK;
}
