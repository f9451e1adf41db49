// SPDX-License-Identifier: MIT
// Particles that begin inside of what is solid: no error, for a scene may mean it, but
// told.

#ifndef MOTE_SIM_STUCK_H
#define MOTE_SIM_STUCK_H

#include "scene.h"

// Tells whoever listens to the log of `listener` which colliders hold particles of the
// start, and which faucets pour into one: a line each.
mote_status stuck_tell(const mote_scene *scene, const mote_device_def *listener);

#endif
