// SPDX-License-Identifier: MIT
// Exactly the particles within the radius are neighbours, each once: the test model
// `census` counts them and adds up hashes of their ids, and brute force over all pairs in
// double precision does the same.

#ifndef MOTE_TESTS_CENSUS_H
#define MOTE_TESTS_CENSUS_H

#include "support.h"

// A scene of model census with the particles, world and radius of another.
mote_scene *census_scene_like(const mote_scene *scene, double radius);

// Runs the sums of the first step of a census scene and checks about 150 particles.
// `position`: NULL for the scene's own start.
void census_check(const test_backend *on, const mote_scene *scene,
                  const uint32_t *position, const char *search, int reach);

#endif
