// SPDX-License-Identifier: MIT
// YUV4MPEG2, the uncompressed video that ffmpeg and mpv read from a pipe: plain data in,
// plain data out.
//
// A stream is one header line, then for each frame the line "FRAME" and three planes of
// width * height bytes: Y, Cb, Cr, at full resolution (C444), so thin dots keep their
// colour. The format cannot name its matrix; readers take BT.601 with the limited range
// (Y 16..235, Cb and Cr 16..240), and so do we:
//
//     Y  =  16 +  65.481 r + 128.553 g +  24.966 b          r, g, b in 0..1
//     Cb = 128 -  37.797 r -  74.203 g + 112.000 b
//     Cr = 128 + 112.000 r -  93.786 g -  18.214 b          (ITU-R BT.601-7, 2.5.4)
//
// rounded to nearest, by integers of 16 fractional bits: the same bytes everywhere.

#ifndef MOTE_OUTPUT_Y4M_H
#define MOTE_OUTPUT_Y4M_H

#include "../core/status.h"

// Bytes that hold any header.
#define Y4M_HEADER_SIZE 128

// Writes the header line into text[Y4M_HEADER_SIZE]; returns its length.
size_t y4m_header(char *text, int width, int height, double frames_per_second);

// Bytes of one frame, with its "FRAME" line.
size_t y4m_frame_size(int width, int height);

// Converts an RGB frame into data[y4m_frame_size(...)].
void y4m_frame(const mote_frame *frame, unsigned char *data);

#endif
