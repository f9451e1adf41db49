// SPDX-License-Identifier: MIT
// PNG by stb_image, told apart beforehand from what it might be taken for.

#include "picture.h"

#include "file.h"
#include "os.h"

#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS PICTURE_SIDE_MAX
// It declares more than it defines, which compilers notice at the end of the file.
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>

#define PNG_SIGNATURE "\x89PNG\r\n\x1a\n"
#define PNG_SIZE_AT   16 // width and height, four bytes each, highest first
#define PNG_LEAST     24

// How files of other kinds begin.
static const struct {
    const char *start;
    size_t at;
    const char *kind;
} kinds[] = {
    {"\xff\xd8\xff", 0, "a JPEG picture"},
    {"GIF8", 0, "a GIF picture"},
    {"WEBP", 8, "a WebP picture"},
    {"BM", 0, "a BMP picture"},
    {"II*", 0, "a TIFF picture"},
    {"ftypavif", 4, "an AVIF picture"},
    {"<svg", 0, "an SVG picture"},
    {"<?xml", 0, "an XML text"},
    {"{", 0, "a JSON text"},
};

static const char *found_in(const char *data, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].start);
        if (size >= kinds[i].at + length &&
            memcmp(data + kinds[i].at, kinds[i].start, length) == 0) {
            return kinds[i].kind;
        }
    }
    return size == 0 ? "an empty file" : "something else";
}

static uint32_t number_at(const char *data, size_t at)
{
    const unsigned char *bytes = (const unsigned char *)data + at;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

static mote_status check_start(const char *name, const char *data, size_t size)
{
    size_t length = strlen(PNG_SIGNATURE);
    if (size < length || memcmp(data, PNG_SIGNATURE, length) != 0) {
        return fail(MOTE_BAD_INPUT, "%s: expected a PNG picture, found %s", name,
                    found_in(data, size));
    }
    if (size < PNG_LEAST) {
        return fail(MOTE_BAD_INPUT, "%s: the PNG picture ends after %zu bytes", name,
                    size);
    }
    uint32_t width = number_at(data, PNG_SIZE_AT);
    uint32_t height = number_at(data, PNG_SIZE_AT + 4);
    if (width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX) {
        return fail(MOTE_BAD_INPUT,
                    "%s: the picture is %u x %u pixels, larger than %d x %d; make it "
                    "smaller",
                    name, width, height, PICTURE_SIDE_MAX, PICTURE_SIDE_MAX);
    }
    return MOTE_OK;
}

mote_status picture_decode(const char *name, const void *data, size_t size,
                           picture *result)
{
    *result = (picture){0};
    TRY(check_start(name, data, size));
    int channels = 0;
    picture made = {0};
    made.pixels =
        stbi_load_from_memory(data, (int)size, &made.width, &made.height, &channels, 4);
    if (!made.pixels) {
        return fail(MOTE_BAD_INPUT,
                    "%s: the PNG picture cannot be read (%s); it may be damaged: save it "
                    "anew",
                    name, stbi_failure_reason());
    }
    *result = made;
    return MOTE_OK;
}

mote_status picture_read(const char *path, picture *result)
{
    *result = (picture){0};
    // Scenes are read again for each key that is set.
    if (os_look(path) == OS_OTHER) {
        return fail(MOTE_BAD_INPUT, "%s: expected a PNG file, found a pipe or device",
                    path);
    }
    char *data;
    size_t size;
    TRY(file_read(path, &data, &size));
    mote_status status = picture_decode(path, data, size, result);
    free(data);
    return status;
}

mote_status picture_copy(const picture *from, picture *result)
{
    size_t size = 4 * (size_t)from->width * (size_t)from->height;
    *result = (picture){from->width, from->height, NULL};
    if (!from->pixels) {
        return MOTE_OK;
    }
    result->pixels = malloc(size);
    if (!result->pixels) {
        return fail_memory(size, "a picture");
    }
    memcpy(result->pixels, from->pixels, size);
    return MOTE_OK;
}

void picture_free(picture *self)
{
    free(self->pixels);
    *self = (picture){0};
}
