// SPDX-License-Identifier: MIT
// How long OpenMP's waiting threads spin.

#ifndef MOTE_APP_SPIN_H
#define MOTE_APP_SPIN_H

// GNU OpenMP lets threads that wait for others spin for milliseconds, on cores that the
// writer's encoders could use. This shortens it. The runtime reads its settings before
// main() begins, so the program starts itself anew with them; call it first. Does nothing
// where the user has made settings, or where the system does not allow it.
void spin_limit(char **arguments);

#endif
