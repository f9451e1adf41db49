// SPDX-License-Identifier: MIT
// The header, and RGB to BT.601.

#include "y4m.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char frame_line[] = "FRAME\n";
#define FRAME_LINE_SIZE (sizeof frame_line - 1)

// A rate as the ratio of two integers: whole (60:1), of NTSC (30000:1001), or to 1/1000.
static void rate_ratio(double rate, long long *numerator, long long *denominator)
{
    const double tolerance = 1e-9;
    double whole = floor(rate + 0.5);
    double ntsc = floor(rate * 1.001 + 0.5); // 29.97 stands for 30 / 1.001
    if (whole >= 1 && fabs(rate - whole) <= tolerance * rate) {
        *numerator = (long long)whole;
        *denominator = 1;
    } else if (ntsc >= 1 && fabs(rate - ntsc / 1.001) < 0.004) {
        *numerator = (long long)ntsc * 1000;
        *denominator = 1001;
    } else {
        *numerator = (long long)floor(rate * 1000 + 0.5);
        *denominator = 1000;
    }
    if (*numerator < 1) {
        *numerator = 1;
    }
}

size_t y4m_header(char *text, int width, int height, double frames_per_second)
{
    long long numerator, denominator;
    rate_ratio(frames_per_second, &numerator, &denominator);
    // Ip: progressive; A1:1: square pixels.
    int length =
        snprintf(text, Y4M_HEADER_SIZE,
                 "YUV4MPEG2 W%d H%d F%lld:%lld Ip A1:1 C444 XCOLORRANGE=LIMITED\n", width,
                 height, numerator, denominator);
    assert(length > 0 && length < Y4M_HEADER_SIZE);
    return (size_t)length;
}

size_t y4m_frame_size(int width, int height)
{
    return FRAME_LINE_SIZE + 3 * (size_t)width * (size_t)height;
}

void y4m_frame(const mote_frame *frame, unsigned char *data)
{
    assert(frame->channels == 3);
    // 16 or 128, and a half to round to nearest, with 16 fractional bits.
    const int32_t luma_offset = (16 << 16) + (1 << 15);
    const int32_t chroma_offset = (128 << 16) + (1 << 15);
    size_t count = (size_t)frame->width * (size_t)frame->height;
    memcpy(data, frame_line, FRAME_LINE_SIZE);
    unsigned char *restrict luma = data + FRAME_LINE_SIZE;
    unsigned char *restrict blue = luma + count;
    unsigned char *restrict red = blue + count;
    const uint8_t *restrict pixel = frame->pixels;
    for (size_t i = 0; i < count; i++) {
        int32_t r = pixel[3 * i];
        int32_t g = pixel[3 * i + 1];
        int32_t b = pixel[3 * i + 2];
        // The chroma rows sum to zero, so grey is exactly 128.
        luma[i] = (unsigned char)((16829 * r + 33039 * g + 6416 * b + luma_offset) >> 16);
        blue[i] =
            (unsigned char)((-9714 * r - 19070 * g + 28784 * b + chroma_offset) >> 16);
        red[i] =
            (unsigned char)((28784 * r - 24103 * g - 4681 * b + chroma_offset) >> 16);
    }
}
