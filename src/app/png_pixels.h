// SPDX-License-Identifier: MIT
// Reads back the PNG files that mote writes, to check them: 8 bits a channel, RGB or
// RGBA, not interlaced.

#ifndef MOTE_APP_PNG_PIXELS_H
#define MOTE_APP_PNG_PIXELS_H

#include <mote/mote.h>

// free() frame->pixels.
mote_status png_read_pixels(const unsigned char *png, size_t size, mote_frame *frame);

#endif
