// SPDX-License-Identifier: MIT
// The camera of a scene: where it stands by default, and what no camera can do.

#include "scene_parts.h"
#include "sight.h"

// Keeps its distance and direction wherever view.center is.
double scene_camera_position(const mote_scene *scene, int axis)
{
    const scene_view *view = &scene->view;
    double direction[3];
    sight_usual(scene->dimension, direction);
    double distance = sight_fit(scene->size, scene->dimension, view->field_of_view);
    return view->center[axis] + distance * direction[axis];
}

mote_status scene_check_view(const scene_reader *reader)
{
    const scene_view *view = &reader->scene->view;
    double offset[3];
    for (int axis = 0; axis < 3; axis++) {
        offset[axis] = view->position[axis] - view->center[axis];
    }
    sight sight;
    switch (sight_take(&sight, reader->scene->size, offset, view->up)) {
    case SIGHT_TOO_SHORT:
        return scene_refuse(reader, "view.position",
                            "the camera stands at view.center, which it looks at; move "
                            "one of them");
    case SIGHT_ALONG_UP:
        return scene_refuse(reader, "view.up",
                            "it points along the line of sight, from view.position to "
                            "view.center, or nowhere; give another direction");
    case SIGHT_CLEAR:
        break;
    }
    return MOTE_OK;
}
