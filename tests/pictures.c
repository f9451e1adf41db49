// SPDX-License-Identifier: MIT
// Made-up frames; libpng; a small reader of Y4M.

#include "pictures.h"
#include "core/file.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t picture_size(const mote_frame *frame)
{
    return (size_t)frame->width * (size_t)frame->height * (size_t)frame->channels;
}

static mote_frame make_frame(int width, int height, int channels)
{
    mote_frame frame = {width, height, channels, 0, NULL};
    frame.pixels = calloc(picture_size(&frame), 1);
    if (frame.pixels == NULL) {
        abort();
    }
    return frame;
}

static uint32_t next_random(uint32_t *state)
{
    // Marsaglia 2003, "Xorshift RNGs".
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void draw_dot(mote_frame *frame, int center_x, int center_y, uint32_t color)
{
    const int radius = 6;
    for (int y = center_y - radius; y <= center_y + radius; y++) {
        for (int x = center_x - radius; x <= center_x + radius; x++) {
            if (x < 0 || y < 0 || x >= frame->width || y >= frame->height) {
                continue;
            }
            double distance = hypot(x - center_x, y - center_y) / radius;
            double light = distance < 1 ? (1 - distance) * (1 - distance) : 0;
            uint8_t *pixel =
                frame->pixels +
                ((size_t)y * (size_t)frame->width + (size_t)x) * (size_t)frame->channels;
            for (int c = 0; c < frame->channels; c++) {
                double value = pixel[c] + light * (color >> (8 * c) & 0xff);
                pixel[c] = (uint8_t)(value > 255 ? 255 : value);
            }
        }
    }
}

mote_frame picture_dots(int width, int height, int channels, uint32_t seed)
{
    mote_frame frame = make_frame(width, height, channels);
    memset(frame.pixels, 12, picture_size(&frame));
    uint32_t state = seed * 2654435761u + 1;
    int count = 1 + width * height / 700; // 3,000 in 1920 x 1080
    for (int i = 0; i < count; i++) {
        int x = (int)(next_random(&state) % (uint32_t)width);
        int y = (int)(next_random(&state) % (uint32_t)height);
        draw_dot(&frame, x, y, next_random(&state));
    }
    return frame;
}

mote_frame picture_noise(int width, int height, int channels, uint32_t seed)
{
    mote_frame frame = make_frame(width, height, channels);
    uint32_t state = seed * 2654435761u + 1;
    for (size_t i = 0; i < picture_size(&frame); i++) {
        frame.pixels[i] = (uint8_t)(next_random(&state) >> 11);
    }
    return frame;
}

mote_frame picture_smooth(int width, int height, int channels, uint32_t seed)
{
    mote_frame frame = make_frame(width, height, channels);
    for (size_t i = 0; i < picture_size(&frame); i++) {
        int c = (int)(i % (size_t)channels);
        int x = (int)(i / (size_t)channels % (size_t)width);
        int y = (int)(i / (size_t)channels / (size_t)width);
        double wave = sin(x * 0.01 + c + seed) + cos(y * 0.013 + c);
        frame.pixels[i] = (uint8_t)(127.5 + 60 * wave);
    }
    return frame;
}

bool picture_decode_png(const void *data, size_t size, int channels, mote_frame *frame)
{
    *frame = (mote_frame){0};
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, data, size)) {
        return false;
    }
    // As stored: a file of other channels is not what was asked for.
    bool fits = (image.format & PNG_FORMAT_FLAG_COLOR) != 0 &&
                ((image.format & PNG_FORMAT_FLAG_ALPHA) != 0) == (channels == 4);
    image.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    *frame = make_frame((int)image.width, (int)image.height, channels);
    if (!fits || !png_image_finish_read(&image, NULL, frame->pixels, 0, NULL)) {
        png_image_free(&image);
        free(frame->pixels);
        frame->pixels = NULL;
        return false;
    }
    return true;
}

bool picture_read_png(const char *path, int channels, mote_frame *frame)
{
    *frame = (mote_frame){0};
    char *data;
    size_t size;
    if (file_read(path, &data, &size) != MOTE_OK) {
        return false;
    }
    bool decoded = picture_decode_png(data, size, channels, frame);
    free(data);
    return decoded;
}

static uint8_t to_byte(double value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : floor(value + 0.5));
}

// ITU-R BT.601: R = Y + 1.402 Cr, B = Y + 1.772 Cb, G from Y = .299 R + .587 G + .114 B.
static void planes_to_rgb(const unsigned char *planes, mote_frame *frame)
{
    size_t count = (size_t)frame->width * (size_t)frame->height;
    for (size_t i = 0; i < count; i++) {
        double y = (planes[i] - 16) / 219.0;
        double cb = (planes[count + i] - 128) / 224.0;
        double cr = (planes[2 * count + i] - 128) / 224.0;
        double r = y + 1.402 * cr;
        double b = y + 1.772 * cb;
        double g = (y - 0.299 * r - 0.114 * b) / 0.587;
        frame->pixels[3 * i] = to_byte(255 * r);
        frame->pixels[3 * i + 1] = to_byte(255 * g);
        frame->pixels[3 * i + 2] = to_byte(255 * b);
    }
}

bool picture_read_y4m(const char *path, int index, char rate[32], mote_frame *frame)
{
    *frame = (mote_frame){0};
    char *data;
    size_t size;
    if (file_read(path, &data, &size) != MOTE_OK) {
        return false;
    }
    int width, height;
    const char *end = memchr(data, '\n', size);
    bool found = end != NULL &&
                 sscanf(data, "YUV4MPEG2 W%d H%d F%31s", &width, &height, rate) == 3 &&
                 strstr(data, " C444 ") != NULL && strstr(data, "LIMITED\n") == end - 7;
    if (found) {
        size_t header_size = (size_t)(end + 1 - data);
        size_t frame_size = 6 + 3 * (size_t)width * (size_t)height;
        size_t start = header_size + (size_t)index * frame_size;
        // Nothing but whole frames.
        found = (size - header_size) % frame_size == 0 && start + frame_size <= size &&
                memcmp(data + start, "FRAME\n", 6) == 0;
        if (found) {
            *frame = make_frame(width, height, 3);
            planes_to_rgb((unsigned char *)data + start + 6, frame);
        }
    }
    free(data);
    return found;
}

int picture_difference(const mote_frame *a, const mote_frame *b)
{
    if (a->width != b->width || a->height != b->height || a->channels != b->channels) {
        return 256;
    }
    int largest = 0;
    for (size_t i = 0; i < picture_size(a); i++) {
        int difference = abs(a->pixels[i] - b->pixels[i]);
        largest = difference > largest ? difference : largest;
    }
    return largest;
}
