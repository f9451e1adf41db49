// SPDX-License-Identifier: MIT
// Frames made up for tests, and readers of PNG and Y4M that are not ours.

#ifndef MOTE_TESTS_PICTURES_H
#define MOTE_TESTS_PICTURES_H

#include <mote/mote.h>

// A frame of random soft dots on a dark ground, different for each seed; alpha, too,
// where there are 4 channels. free() the pixels.
mote_frame picture_dots(int width, int height, int channels, uint32_t seed);
// A frame of which every channel of every pixel is random.
mote_frame picture_noise(int width, int height, int channels, uint32_t seed);
// A slow gradient with a slow wave.
mote_frame picture_smooth(int width, int height, int channels, uint32_t seed);

size_t picture_size(const mote_frame *frame);

// Reads a PNG file by libpng, as RGB or RGBA. False when it is no whole PNG file.
bool picture_read_png(const char *path, int channels, mote_frame *frame);
bool picture_decode_png(const void *data, size_t size, int channels, mote_frame *frame);

// One frame of a Y4M stream (C444, limited range, BT.601) as RGB, by floating point.
// `rate` takes the header's F, "60:1". False when there is no such frame.
bool picture_read_y4m(const char *path, int index, char rate[32], mote_frame *frame);

// The largest difference of a channel; 256 when the sizes differ.
int picture_difference(const mote_frame *a, const mote_frame *b);

#endif
