// SPDX-License-Identifier: MIT
// What a scene says of how its simulation begins, kept to be held against what it says
// later: a simulation that goes on can follow it in all else.

#ifndef MOTE_SIM_SCENE_BEGIN_H
#define MOTE_SIM_SCENE_BEGIN_H

#include "scene.h"

typedef struct scene_begin scene_begin;

mote_status scene_begin_of(const mote_scene *scene, scene_begin **begin);
void scene_begin_free(scene_begin *begin);
bool scene_begins_alike(const mote_scene *scene, const scene_begin *begin);

#endif
