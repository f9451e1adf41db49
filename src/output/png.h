// SPDX-License-Identifier: MIT
// One picture to one PNG file, at once: screenshots.

#ifndef MOTE_OUTPUT_PNG_H
#define MOTE_OUTPUT_PNG_H

#include "../core/status.h"

// Writes the frame to the file, whole or not at all. The frame stays the caller's.
mote_status png_write(const char *path, const mote_frame *frame);

#endif
