// SPDX-License-Identifier: MIT
// The view of a scene: where its camera stands by default, what no camera can do, and the
// picture that is drawn for particles.

#include "scene_parts.h"
#include "sight.h"

#include "../core/file.h"

#include <stdlib.h>
#include <string.h>

// Keeps its distance and direction wherever view.center is.
double scene_camera_position(const mote_scene *scene, int axis)
{
    const scene_view *view = &scene->view;
    double direction[3];
    sight_usual(scene->dimension, direction);
    double distance = sight_fit(scene->size, scene->dimension, view->field_of_view);
    return view->center[axis] + distance * direction[axis];
}

static mote_status read_sprite(const scene_reader *reader)
{
    mote_scene *scene = reader->scene;
    const char *name = scene->view.sprite;
    if (!name[0]) {
        return MOTE_OK;
    }
    char *path = path_beside(scene->file, name);
    if (!path) {
        return fail_memory(strlen(name), "a file's name");
    }
    mote_status status = picture_read(path, &scene->picture);
    free(path);
    return status == MOTE_BAD_INPUT
               ? scene_refuse(reader, "view.sprite", "%s", mote_last_error())
               : status;
}

mote_status scene_check_view(const scene_reader *reader)
{
    const scene_view *view = &reader->scene->view;
    TRY(read_sprite(reader));
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
