// SPDX-License-Identifier: MIT
// How alike two pictures are where something is to be seen: PSNR over the union of both
// pictures' lit pixels, grown by one pixel. Empty background would flatter any picture.

#ifndef MOTE_TESTS_IMAGE_METRIC_H
#define MOTE_TESTS_IMAGE_METRIC_H

#include <stddef.h>
#include <stdint.h>

typedef struct image {
    int width, height, channels; // 3 or 4, straight alpha
    uint8_t *pixels;
} image;

typedef struct image_difference {
    double psnr; // dB; HUGE_VAL when equal
    double lit;  // part of all pixels that was compared
    int largest; // difference of a channel, 0 to 255
} image_difference;

// A pixel is lit when it differs from the background by more than 2 in a channel (RGB),
// or has an alpha above 2 (RGBA: compared with colours times alpha). Pictures of which
// one has less than half of the other's lit pixels give 0 dB, as do pictures with none
// lit: a blank frame is never like anything.
image_difference image_compare(const image *a, const image *b,
                               const uint8_t background[3]);

#endif
