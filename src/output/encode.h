// SPDX-License-Identifier: MIT
// Frames as PNG, in memory: plain data in, plain data out. Safe from any thread.

#ifndef MOTE_OUTPUT_ENCODE_H
#define MOTE_OUTPUT_ENCODE_H

#include "../core/status.h"

// The usual compression: particle frames hardly shrink further, and it is the fastest.
#define ENCODE_LEVEL 1

// Encodes by stb_image_write over libdeflate, with the filter chosen once for the frame.
// `level` is libdeflate's, 1 to 12. free() the data.
mote_status encode_png(const mote_frame *frame, int level, unsigned char **data,
                       size_t *size);

// The same frame by stb_image_write as it comes: its own zlib at its default level, the
// filter chosen line by line. What `mote bench frames` measures against. free() the data.
mote_status encode_png_baseline(const mote_frame *frame, unsigned char **data,
                                size_t *size);

// Whether the frame has pixels, 3 or 4 channels, and a size that a PNG writer can count
// in an int.
mote_status encode_check_frame(const mote_frame *frame);

#endif
