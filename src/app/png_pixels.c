// SPDX-License-Identifier: MIT
// A small PNG decoder, written apart from the encoder so that it can judge it. See the
// PNG specification (ISO/IEC 15948), chapters 5 (chunks), 9 (filters) and 10 (zlib).

#include "png_pixels.h"

#include "../core/status.h"

#include <libdeflate.h>

#include <stdlib.h>
#include <string.h>

// Signature, IHDR and its CRC.
#define HEADER_SIZE 33
// Length, type and CRC around a chunk's data.
#define CHUNK_FRAME_SIZE 12

static uint32_t read_uint(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

static mote_status broken(const char *what)
{
    return fail(MOTE_FAILED, "the PNG has %s; this is a bug of mote", what);
}

static mote_status read_header(const unsigned char *png, size_t size, mote_frame *frame)
{
    static const unsigned char signature[] = {0x89, 'P',  'N',  'G',
                                              '\r', '\n', 0x1a, '\n'};
    if (size < HEADER_SIZE || memcmp(png, signature, sizeof signature) != 0 ||
        memcmp(png + 12, "IHDR", 4) != 0) {
        return broken("no header");
    }
    frame->width = (int)read_uint(png + 16);
    frame->height = (int)read_uint(png + 20);
    frame->channels = png[25] == 6 ? 4 : 3;
    if (png[24] != 8 || (png[25] != 2 && png[25] != 6) || png[28] != 0) {
        return broken("another kind of pixels than asked for");
    }
    return MOTE_OK;
}

// Joins the data of all IDAT chunks, in place.
static mote_status join_data(unsigned char *png, size_t size, size_t *data_size)
{
    size_t at = HEADER_SIZE;
    *data_size = 0;
    while (at + CHUNK_FRAME_SIZE <= size) {
        size_t length = read_uint(png + at);
        if (length > size - at - CHUNK_FRAME_SIZE) {
            return broken("a chunk past its end");
        }
        if (libdeflate_crc32(0, png + at + 4, length + 4) !=
            read_uint(png + at + 8 + length)) {
            return broken("a wrong check sum");
        }
        if (memcmp(png + at + 4, "IEND", 4) == 0) {
            return MOTE_OK;
        }
        bool is_data = memcmp(png + at + 4, "IDAT", 4) == 0;
        size_t next = at + CHUNK_FRAME_SIZE + length;
        if (is_data) {
            memmove(png + *data_size, png + at + 8, length);
            *data_size += length;
        }
        at = next;
    }
    return broken("no end");
}

static int paeth(int left, int above, int corner)
{
    int estimate = left + above - corner;
    int to_left = abs(estimate - left);
    int to_above = abs(estimate - above);
    int to_corner = abs(estimate - corner);
    if (to_left <= to_above && to_left <= to_corner) {
        return left;
    }
    return to_above <= to_corner ? above : corner;
}

static int predict(int filter, int left, int above, int corner)
{
    switch (filter) {
    case 1:
        return left;
    case 2:
        return above;
    case 3:
        return (left + above) / 2;
    case 4:
        return paeth(left, above, corner);
    default:
        return 0;
    }
}

static void undo_filters(const unsigned char *lines, const mote_frame *frame)
{
    size_t channels = (size_t)frame->channels;
    size_t row_size = (size_t)frame->width * channels;
    for (size_t y = 0; y < (size_t)frame->height; y++) {
        const unsigned char *line = lines + y * (row_size + 1);
        uint8_t *row = frame->pixels + y * row_size;
        for (size_t i = 0; i < row_size; i++) {
            int left = i >= channels ? row[i - channels] : 0;
            int above = y ? row[i - row_size] : 0;
            int corner = y && i >= channels ? row[i - row_size - channels] : 0;
            row[i] = (uint8_t)(line[i + 1] + predict(line[0], left, above, corner));
        }
    }
}

static mote_status inflate(const unsigned char *data, size_t data_size,
                           unsigned char *lines, size_t size)
{
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    if (!inflater) {
        return fail_memory(size, "inflating a PNG");
    }
    // Without room for the actual size, anything but exactly `size` bytes is an error.
    enum libdeflate_result result =
        libdeflate_zlib_decompress(inflater, data, data_size, lines, size, NULL);
    libdeflate_free_decompressor(inflater);
    return result == LIBDEFLATE_SUCCESS ? MOTE_OK : broken("broken data");
}

// `lines` takes the filtered lines: each begins with a byte that names its filter.
static mote_status decode(unsigned char *png, size_t size, unsigned char *lines,
                          size_t line_size, mote_frame *frame)
{
    size_t data_size;
    TRY(join_data(png, size, &data_size));
    TRY(inflate(png, data_size, lines, line_size));
    undo_filters(lines, frame);
    return MOTE_OK;
}

mote_status png_read_pixels(const unsigned char *png, size_t size, mote_frame *frame)
{
    *frame = (mote_frame){0};
    TRY(read_header(png, size, frame));
    size_t row_size = (size_t)frame->width * (size_t)frame->channels;
    size_t line_size = (row_size + 1) * (size_t)frame->height;
    unsigned char *copy = malloc(size);
    unsigned char *lines = calloc(1, line_size);
    frame->pixels = malloc(row_size * (size_t)frame->height);
    mote_status status;
    if (copy && lines && frame->pixels) {
        memcpy(copy, png, size);
        status = decode(copy, size, lines, line_size, frame);
    } else {
        status = fail_memory(line_size, "a PNG");
    }
    if (status != MOTE_OK) {
        free(frame->pixels);
        frame->pixels = NULL;
    }
    free(copy);
    free(lines);
    return status;
}
