// SPDX-License-Identifier: MIT
// Settings that libraries take from the environment alone.

#ifndef MOTE_APP_ENVIRONMENT_H
#define MOTE_APP_ENVIRONMENT_H

// Call it first. What the user has set stays as it is.
//
// GNU OpenMP lets threads that wait for others spin for milliseconds, on cores that the
// writer's encoders could use; this shortens it. The runtime reads its settings before
// main() begins, so the program starts itself anew with them, where the system allows it.
//
// Mesa's EGL prints several lines for each device that has no driver, of which mote says
// all that matters in one.
void environment_prepare(char **arguments);

#endif
