// SPDX-License-Identifier: MIT
// PNG by stb_image_write, which hands its filtered lines to the hook below.
//
// Particle frames are mostly one background colour. Left as they are (PNG's filter None),
// such lines compress fastest and smallest; smooth frames shrink to a third when each
// line holds its difference from the line above (Up). stb would try five filters on every
// line, which takes longer than the compression. So stb always filters by None, and the
// hook turns the lines into Up where a sample of the frame says so.

#include "encode.h"
#include "../core/thread.h"

#include <assert.h>
#include <libdeflate.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

static unsigned char *compress_lines(unsigned char *lines, int size, int *out_size,
                                     int quality);

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBIW_ZLIB_COMPRESS compress_lines
#include <stb_image_write.h>

#define FILTER_UP 2

// A line of a sample is every 16th; a tenth of a millisecond for 1920 x 1080.
#define SAMPLE_STEP 16

// Up wins, measured on frames of discs and glow of many sizes, where the bytes that
// differ from the byte above differ by less than about this.
#define SMOOTH_DIFFERENCE 8

// What the hook has to know, since stb passes it nothing but the lines.
typedef struct encode_job {
    int level;
    int line_size; // bytes, with the filter's
    bool up;
} encode_job;

static _Thread_local encode_job current_job;

// stb keeps the filter in a global, which no thread may set while another reads it.
static void fix_filter(void)
{
    stbi_write_force_png_filter = 0;
}

static void filter_lines_up(unsigned char *lines, int size, int line_size)
{
    // From the bottom, since each line needs the one above as it was. The first stays
    // None.
    for (int start = size - line_size; start > 0; start -= line_size) {
        unsigned char *line = lines + start;
        const unsigned char *above = line - line_size;
        line[0] = FILTER_UP;
        for (int i = 1; i < line_size; i++) {
            line[i] = (unsigned char)(line[i] - above[i]);
        }
    }
}

static unsigned char *compress_lines(unsigned char *lines, int size, int *out_size,
                                     int quality)
{
    (void)quality; // stb's own scale, and a global
    encode_job job = current_job;
    if (job.up) {
        filter_lines_up(lines, size, job.line_size);
    }
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(job.level);
    if (compressor == NULL) {
        return NULL;
    }
    size_t bound = libdeflate_zlib_compress_bound(compressor, (size_t)size);
    unsigned char *data = malloc(bound);
    if (data != NULL) {
        size_t used =
            libdeflate_zlib_compress(compressor, lines, (size_t)size, data, bound);
        assert(used > 0 && used <= INT_MAX);
        *out_size = (int)used;
    }
    libdeflate_free_compressor(compressor);
    return data;
}

static bool is_smooth(const mote_frame *frame)
{
    size_t line_size = (size_t)frame->width * (size_t)frame->channels;
    uint64_t changed = 0;
    uint64_t difference = 0;
    for (int y = SAMPLE_STEP / 2; y < frame->height; y += SAMPLE_STEP) {
        const uint8_t *line = frame->pixels + (size_t)y * line_size;
        const uint8_t *above = line - line_size;
        uint32_t line_changed = 0;
        uint32_t line_difference = 0;
        for (size_t i = 0; i < line_size; i++) {
            uint8_t step = (uint8_t)(line[i] - above[i]); // PNG's bytes wrap
            line_changed += step != 0;
            line_difference += step < 128 ? step : 256u - step;
        }
        changed += line_changed;
        difference += line_difference;
    }
    return difference < SMOOTH_DIFFERENCE * changed;
}

mote_status encode_check_frame(const mote_frame *frame)
{
    if (frame->pixels == NULL || frame->width < 1 || frame->height < 1 ||
        (frame->channels != 3 && frame->channels != 4)) {
        return fail(MOTE_BAD_INPUT,
                    "frame %llu is %d x %d with %d channels%s; a frame has at least one "
                    "pixel and 3 or 4 channels",
                    (unsigned long long)frame->index, frame->width, frame->height,
                    frame->channels, frame->pixels == NULL ? " and no pixels" : "");
    }
    uint64_t line_size = (uint64_t)frame->width * (uint64_t)frame->channels + 1;
    if (line_size * (uint64_t)frame->height > INT_MAX / 2) {
        return fail(
            MOTE_BAD_INPUT,
            "a frame of %d x %d pixels is too large: at most 1 GiB; try a smaller "
            "size",
            frame->width, frame->height);
    }
    return MOTE_OK;
}

mote_status encode_png(const mote_frame *frame, int level, unsigned char **data,
                       size_t *size)
{
    static once filter_fixed = ONCE;
    once_run(&filter_fixed, fix_filter);
    *data = NULL;
    *size = 0;
    TRY(encode_check_frame(frame));
    assert(level >= 1 && level <= 12);
    current_job = (encode_job){
        .level = level,
        .line_size = frame->width * frame->channels + 1,
        .up = is_smooth(frame),
    };
    int out_size = 0;
    *data = stbi_write_png_to_mem(frame->pixels, 0, frame->width, frame->height,
                                  frame->channels, &out_size);
    if (*data == NULL) {
        return fail_memory((size_t)current_job.line_size * (size_t)frame->height,
                           "a PNG frame");
    }
    *size = (size_t)out_size;
    return MOTE_OK;
}
