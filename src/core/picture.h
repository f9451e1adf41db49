// SPDX-License-Identifier: MIT
// Pictures from outside: PNG files as pixels.

#ifndef MOTE_CORE_PICTURE_H
#define MOTE_CORE_PICTURE_H

#include "status.h"

// The most pixels along a side.
#define PICTURE_SIDE_MAX 4096

typedef struct picture {
    int width, height;
    uint8_t *pixels; // RGBA, sRGB, alpha straight, top row first; NULL: no picture. Owned
} picture;

// Reads a PNG file; picture_free() it. A file that is none, that is damaged or too large
// is MOTE_BAD_INPUT.
mote_status picture_read(const char *path, picture *result);

// Decodes the bytes of a PNG file, which messages call `name`.
mote_status picture_decode(const char *name, const void *data, size_t size,
                           picture *result);

mote_status picture_copy(const picture *from, picture *result);
void picture_free(picture *self);

#endif
