// SPDX-License-Identifier: MIT
// The births that a scene's emitters are to give in each step: a pure function of scene
// and step. glsl/lib/emission.glsl says how they are written for the stage `spawn`.

#ifndef MOTE_SIM_EMISSION_H
#define MOTE_SIM_EMISSION_H

#include "scene.h"

typedef struct emission emission;

// `box`: world units that 2^32 units of coordinate are, along each axis.
mote_status emission_create(const mote_scene *scene, const double box[3],
                            emission **result);
void emission_destroy(emission *emission);

// Fills rows of the buffer `emission`, of which there are EMISSION_ROWS, for a step,
// counted from 0; returns their bytes.
uint64_t emission_fill(const emission *emission, uint64_t step, uint32_t (*rows)[4]);

// Births by rate up to time t (s) of an emitter that gives `rate` a second from `start`
// to `stop` (0: for ever).
uint64_t emission_births_by_rate(double rate, double start, double stop, double t);

// Whether a path that takes `span` s from its first point to its last is back at its
// first then, because it begins anew after `period` s: the two must be the same place.
bool emission_path_closes(double span, double period);

#endif
