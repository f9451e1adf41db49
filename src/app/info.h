// SPDX-License-Identifier: MIT
// What `mote info` prints, in parts.

#ifndef MOTE_APP_INFO_H
#define MOTE_APP_INFO_H

#include <mote/mote.h>

#include <stdbool.h>

// `mote info --devices`: every OpenGL device of this machine, each opened in turn.
mote_status info_print_devices(bool json);

#endif
